import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { transformFile } from '@swc/core';
import { buildPortal } from './services/portal/build.js';

/**
 * Writes `dist/`: the programs as JavaScript, and beside them the .sql and .proto files that they read, and the portal's
 * page. It takes a moment, so that each start can have it done first; types are for `npm run check`. What is right
 * already isn't touched, since another process may be reading it.
 */
const folders = ['proto', 'runtime', 'access', 'gateway', 'services', 'migrate', 'local', 'test/bench'];

// The portal's page: bundled for browsers, as a whole.
const web = 'services/portal/web/';
const page = 'dist/services/portal/public';

const builders = { '.ts': compile, '.sql': readText, '.proto': readText };

const sources = (await Promise.all(folders.map(filesIn))).flat().filter(isSource);
const targets = new Set(await Promise.all(sources.map(build)));
const stale = (await filesIn('dist')).filter((file) => !targets.has(file) && !file.startsWith(page));
await Promise.all(stale.map((file) => rm(file)));
await buildPortal(path.resolve(page));

function isSource(file) {
  return path.extname(file) in builders && !file.startsWith(web);
}

async function build(source) {
  const target = path.join('dist', source.replace(/\.ts$/, '.js'));
  const content = await builders[path.extname(source)](source);
  if (content !== (await readText(target).catch(() => undefined))) {
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, content);
  }
  return target;
}

async function compile(source) {
  const { code } = await transformFile(source, {
    swcrc: false,
    jsc: { target: 'es2023', parser: { syntax: 'typescript' }, rewriteRelativeImportExtensions: true },
  });
  return code;
}

function readText(file) {
  return readFile(file, 'utf8');
}

async function filesIn(directory) {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}
