import { createHash } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { documents, exampleAddress, writeDocuments } from './documents.js';
import { client, packClient } from './pack-client.js';
import { packPython, pythonClient } from './pack-python.js';
import { subsetFonts } from './subset-fonts.js';

const source = path.join(import.meta.dirname, 'web');
const lock = path.join(import.meta.dirname, '../../package-lock.json');
const openApi = path.join(import.meta.dirname, '../../docs/openapi.json');

/**
 * Writes the page and the packed clients to `directory`, with a .br and a .gz beside each file that they make smaller. That takes seconds, so
 * it is left out where nothing that it is made of has changed.
 */
export async function buildPortal(directory) {
  const own = ['build.js', 'documents.js', 'pack-client.js', 'pack-python.js', 'subset-fonts.js'].map((name) =>
    path.join(import.meta.dirname, name),
  );
  const others = [...(await filesIn(source)), ...(await filesIn(client)), ...(await filesIn(pythonClient))].sort();
  const inputs = [lock, openApi, ...Object.values(documents), ...own, ...others];
  const hash = createHash('sha256');
  for (const input of inputs) hash.update(path.relative(source, input)).update(await readFile(input));
  const version = hash.digest('hex');
  const versionFile = `${directory}.version`;
  if (version === (await readFile(versionFile, 'utf8').catch(() => undefined))) return;

  const fresh = `${directory}.${process.pid}`;
  await bundle(fresh);
  const guide = await writePages(fresh);
  await writeDocuments(fresh, guide);
  await Promise.all((await filesIn(fresh)).map(compress));
  await packClient(fresh);
  await packPython(fresh);
  await rm(directory, { recursive: true, force: true });
  await rename(fresh, directory);
  await writeFile(versionFile, version);
}

const options = {
  configFile: false,
  root: source,
  base: '/portal/',
  logLevel: 'warn',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
};

async function bundle(outDir) {
  const { build } = await import('vite');
  await build({
    ...options,
    plugins: [subsetFonts()],
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      // As data: URLs the Content-Security-Policy would refuse them.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // Making fonts smaller takes most of a build, by itself.
      rolldownOptions: { checks: { pluginTimings: false } },
    },
  });
}

/** Makes a page of each name, with its title and what it shows without JavaScript. Returns the guide as Markdown. */
async function writePages(directory) {
  const { build } = await import('vite');
  const outDir = `${directory}.prerender`;
  await build({
    ...options,
    publicDir: false,
    ssr: { noExternal: true },
    build: { ssr: 'prerender.tsx', outDir, emptyOutDir: true, target: 'node20' },
  });
  const { guideMarkdown, prerendered } = await import(pathToFileURL(path.join(outDir, 'prerender.js')).href);
  await rm(outDir, { recursive: true });
  const document = JSON.parse(await readFile(openApi, 'utf8'));
  const html = await readFile(path.join(directory, 'index.html'), 'utf8');
  for (const [name, parts] of Object.entries(prerendered(document))) {
    await writeFile(
      path.join(directory, `${name}.html`),
      html.replace(/<!-- (head|scriptless) -->/g, (_, part) => parts[part]),
    );
  }
  return guideMarkdown(exampleAddress);
}

async function compress(file) {
  if (file.endsWith('.woff2')) return;
  const content = await readFile(file);
  for (const [ending, method] of Object.entries({ br: brotliCompress, gz: gzip })) {
    const compressed = await promisify(method)(content);
    if (compressed.length < content.length) await writeFile(`${file}.${ending}`, compressed);
  }
}

async function filesIn(directory) {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}
