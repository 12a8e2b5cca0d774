import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { documents, writeDocuments } from './documents.js';
import { client, packClient } from './pack-client.js';
import { packPython, pythonClient } from '../../clients/python/pack.js';

const source = path.join(import.meta.dirname, 'web');
const lock = path.join(import.meta.dirname, '../../package-lock.json');
const openApi = path.join(import.meta.dirname, '../../docs/openapi.json');

/**
 * Writes the page and the packed clients to `directory`. That takes seconds, so it is left out where nothing that it is made of has changed.
 */
export async function buildPortal(directory) {
  const own = ['build.js', 'documents.js', 'pack-client.js'].map((name) => path.join(import.meta.dirname, name));
  const others = [...(await filesIn(source)), ...(await filesIn(client)), ...(await filesIn(pythonClient))].sort();
  const inputs = [lock, openApi, ...Object.values(documents), ...own, ...others];
  const hash = createHash('sha256');
  for (const input of inputs) hash.update(path.relative(source, input)).update(await readFile(input));
  const version = hash.digest('hex');
  const versionFile = `${directory}.version`;
  if (version === (await readFile(versionFile, 'utf8').catch(() => undefined))) return;

  const fresh = `${directory}.${process.pid}`;
  await mkdir(path.dirname(fresh), { recursive: true });
  await cp(path.join(source, 'public'), fresh, { recursive: true });
  await writeDocuments(fresh);
  await writePages(fresh, await bundle(path.join(fresh, 'assets')));
  await packClient(fresh);
  await packPython(fresh);
  await rm(directory, { recursive: true, force: true });
  await rename(fresh, directory);
  await writeFile(versionFile, version);
}

const options = {
  bundle: true,
  format: 'esm',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  // As data: URLs the Content-Security-Policy would refuse them.
  loader: { '.woff2': 'file' },
  target: 'es2022',
  logLevel: 'warning',
};

/** Returns the names of the script and of the style sheet. */
async function bundle(outdir) {
  const names = Object.fromEntries(['entry', 'chunk', 'asset'].map((kind) => [`${kind}Names`, '[name]-[hash]']));
  const entryPoints = [path.join(source, 'main.tsx')];
  const { metafile } = await build({
    ...options,
    ...names,
    entryPoints,
    outdir,
    splitting: true,
    minify: true,
    metafile: true,
  });
  const [script, { cssBundle }] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint);
  return { script: path.basename(script), style: path.basename(cssBundle) };
}

/** Writes the HTML of each page, with all that it shows without JavaScript. */
async function writePages(directory, assets) {
  const outfile = `${directory}.pages.js`;
  await build({
    ...options,
    entryPoints: [path.join(source, 'pages.tsx')],
    outfile,
    platform: 'node',
    packages: 'external',
  });
  const { pages } = await import(pathToFileURL(outfile).href);
  await rm(outfile);
  const document = JSON.parse(await readFile(openApi, 'utf8'));
  const guide = await readFile(path.join(directory, 'guide.md'), 'utf8');
  for (const [name, html] of Object.entries(pages(document, guide, assets))) {
    await writeFile(path.join(directory, `${name}.html`), html);
  }
}

async function filesIn(directory) {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}
