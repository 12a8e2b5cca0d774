import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export const pythonClient = path.join(import.meta.dirname, '../../client-python');
const license = path.join(import.meta.dirname, '../../client/LICENSE');
// The same sources make the same bytes.
const entry = { mtime: new Date('2026-01-01T00:00:00Z'), mode: 0o100644 };

/** Writes the Python client to `directory` as a wheel, a ZIP file with a record of what it holds (PEP 427), so that a build needs no Python. */
export async function packPython(directory) {
  const project = await readFile(path.join(pythonClient, 'pyproject.toml'), 'utf8');
  const value = (name) => new RegExp(`^${name} = "(.*)"$`, 'm').exec(project)[1];
  const list = (name) =>
    Array.from(new RegExp(`^${name} = \\[(.*)\\]$`, 'm').exec(project)[1].matchAll(/"([^"]+)"/g), ([, item]) => item);
  const extras = Array.from(
    /optional-dependencies\]\n((?:.+\n)+)/.exec(project)[1].matchAll(/^(\w+) =/gm),
    ([, name]) => name,
  );
  const [name, version] = [value('name'), value('version')];
  const metadata = [
    'Metadata-Version: 2.1',
    `Name: ${name}`,
    `Version: ${version}`,
    `Summary: ${value('description')}`,
    `Requires-Python: ${value('requires-python')}`,
    ...list('classifiers').map((classifier) => `Classifier: ${classifier}`),
    ...list('dependencies').map((dependency) => `Requires-Dist: ${dependency}`),
    ...extras.flatMap((extra) => [
      `Provides-Extra: ${extra}`,
      ...list(extra).map((dependency) => `Requires-Dist: ${dependency}; extra == "${extra}"`),
    ]),
    'Description-Content-Type: text/markdown',
    '',
    await readFile(path.join(pythonClient, 'README.md'), 'utf8'),
  ];
  const stem = `${name.replaceAll('-', '_')}-${version}`;
  const files = new Map();
  for (const file of await filesOf('client_reporting')) files.set(file, await readFile(path.join(pythonClient, file)));
  files.set(`${stem}.dist-info/LICENSE`, await readFile(license));
  files.set(`${stem}.dist-info/METADATA`, Buffer.from(metadata.join('\n')));
  files.set(
    `${stem}.dist-info/WHEEL`,
    Buffer.from('Wheel-Version: 1.0\nGenerator: portal\nRoot-Is-Purelib: true\nTag: py3-none-any\n'),
  );
  const record = Array.from(
    files,
    ([file, content]) =>
      `${file},sha256=${createHash('sha256').update(content).digest('base64url')},${content.length}\n`,
  );
  files.set(`${stem}.dist-info/RECORD`, Buffer.from(`${record.join('')}${stem}.dist-info/RECORD,,\n`));

  const zip = new ZipFile();
  for (const [file, content] of files) zip.addBuffer(content, file, entry);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path.join(directory, `${stem}-py3-none-any.whl`)));
}

async function filesOf(folder) {
  const entries = await readdir(path.join(pythonClient, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((found) => found.isFile() && /\.py$|^py\.typed$/.test(found.name))
    .map((found) => path.relative(pythonClient, path.join(found.parentPath, found.name)))
    .sort();
}
