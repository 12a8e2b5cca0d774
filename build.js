import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { build } from 'esbuild';
import { buildPortal } from './services/portal/build.js';

/**
 * Writes `dist/`: each program as one file, beside it the .sql and .proto files that programs read, and the portal's page. One file
 * starts in half the time of its hundreds of modules. What is right already isn't touched, since another process may be
 * reading it; types are for `npm run check`.
 */
const folders = ['proto', 'runtime', 'access', 'gateway', 'services', 'migrate', 'import', 'demo', 'local'];
// Folders of further programs, whose entries are named main.ts too.
const others = process.argv.slice(2);
const otherEntries = ['local/start', 'local/auth'];
// Parts of programs, loaded late.
const parts = ['runtime/tracing/open-telemetry', 'demo/demo-data', 'import/import-directory'];
// Not in the files: what reads files of its own or is required by a computed name, what is shared with a late part, and what isn't installed.
const external = ['@opentelemetry/*', '@faker-js/faker', 'grpc-health-check', 'pg', 'pg-hstore'];
const distMark = '@dist@';

// The portal's page: bundled for browsers, as a whole.
const web = 'services/portal/web/';
const page = 'dist/services/portal/public';

const sources = (await Promise.all([...folders, ...others].map(filesIn)))
  .flat()
  .filter((file) => !file.startsWith(web));
const programs = [
  ...sources.filter((file) => path.basename(file) === 'main.ts').map((file) => file.replace(/\.ts$/, '')),
  ...otherEntries,
  ...parts,
];
const bundles = programs.map((program) => `dist/${program}.js`);
const texts = sources.filter((file) => ['.sql', '.proto'].includes(path.extname(file)));
await writePrograms();
await Promise.all(texts.map(async (file) => writeChanged(`dist/${file}`, await readText(file))));
const targets = new Set([...bundles, ...texts.map((file) => `dist/${file}`), 'dist/version']);
const stale = (await filesIn('dist')).filter(
  (file) => !targets.has(file) && !file.startsWith(page) && !file.startsWith('dist/test/'),
);
await Promise.all(stale.map((file) => rm(file)));
await buildPortal(path.resolve(page));

async function writePrograms() {
  const code = sources.filter((file) => path.extname(file) === '.ts').sort();
  const hash = createHash('sha256');
  for (const file of ['build.js', 'package-lock.json', ...code]) hash.update(file).update(await readText(file));
  const version = hash.digest('hex');
  const built = new Set(await filesIn('dist'));
  const isBuilt = version === (await readText('dist/version').catch(() => undefined));
  if (isBuilt && bundles.every((file) => built.has(file))) return;

  const { outputFiles } = await build({
    entryPoints: programs.map((program) => `${program}.ts`),
    outbase: '.',
    outdir: 'dist',
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // Libraries that are not ES modules require Node's own.
    banner: { js: `import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);` },
    external,
    plugins: [{ name: 'folders', setup: keepFolders }],
    write: false,
  });
  await Promise.all(
    outputFiles.map(({ path: file, text }) =>
      writeChanged(file, text.replaceAll(distMark, path.relative(path.dirname(file), 'dist'))),
    ),
  );
  await writeFile('dist/version', version);
}

/** `import.meta.dirname` of a source file is its folder in `dist/`, wherever the program is that holds it. */
function keepFolders({ onLoad, onResolve }) {
  // What is imported late is another of the programs.
  onResolve({ filter: /^\..*\.ts$/ }, ({ kind, path: file, resolveDir }) => {
    if (kind !== 'dynamic-import') return undefined;
    const target = path.relative('.', path.resolve(resolveDir, file)).replace(/\.ts$/, '.js');
    return { path: `./${distMark}/${target}`, external: true };
  });
  onLoad({ filter: /\.ts$/ }, async (file) => {
    const folder = path.relative('.', path.dirname(file.path));
    const contents = (await readText(file.path)).replaceAll(
      'import.meta.dirname',
      `(import.meta.dirname + '/${distMark}/${folder}')`,
    );
    return { contents, loader: 'ts' };
  });
}

async function writeChanged(file, text) {
  if (text === (await readText(file).catch(() => undefined))) return;
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}

function readText(file) {
  return readFile(file, 'utf8');
}

async function filesIn(directory) {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}
