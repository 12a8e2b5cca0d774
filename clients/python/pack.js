import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export const pythonClient = import.meta.dirname;
// The same sources make the same bytes.
const entry = { mtime: new Date('2026-01-01T00:00:00Z'), mode: 0o100644 };

/** Writes the Python client to `directory` as a wheel (PEP 427): what `python -m build` makes, without Python. */
export async function packPython(directory) {
  const read = (name) => readFile(path.join(pythonClient, name));
  const { version } = JSON.parse(await read('../node/package.json'));
  const stem = `platform_client_reporting-${version}`;
  const info = (name) => `${stem}.dist-info/${name}`;
  const found = await readdir(path.join(pythonClient, 'client_reporting'), { recursive: true });
  const sources = found
    .filter((name) => /\.py$|^py\.typed$/.test(name))
    .map((name) => path.posix.join('client_reporting', name.replaceAll(path.sep, '/')));
  const files = new Map();
  for (const source of sources.sort()) files.set(source, await read(source));
  files.set(info('licenses/LICENSE'), await read('LICENSE'));
  files.set(info('METADATA'), Buffer.concat([await read('METADATA'), await read('README.md')]));
  files.set(
    info('WHEEL'),
    Buffer.from('Wheel-Version: 1.0\nGenerator: pack.js\nRoot-Is-Purelib: true\nTag: py3-none-any\n'),
  );
  const hashOf = (content) => createHash('sha256').update(content).digest('base64url');
  const record = Array.from(files, ([name, content]) => `${name},sha256=${hashOf(content)},${content.length}\n`);
  files.set(info('RECORD'), Buffer.from(`${record.join('')}${info('RECORD')},,\n`));

  const zip = new ZipFile();
  for (const [name, content] of files) zip.addBuffer(content, name, entry);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path.join(directory, `${stem}-py3-none-any.whl`)));
}
