import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { clearInterval, setInterval } from 'node:timers';
import { build } from 'esbuild';

/**
 * Writes `dist/`: each program as one file with the libraries that it uses, the files that programs read, and the portal's page. One file
 * starts in half the time of its hundreds of modules. What is right already isn't touched, since another process may be reading it; types
 * are for `npm run check`.
 *   node build.js [FOLDER...]     programs and portal, with the programs of further folders
 *   node build.js --programs      without the portal
 *   node build.js --portal        nothing else
 */
const [option, ...rest] = process.argv.slice(2);
const parts = option === '--programs' || option === '--portal' ? [option] : ['--programs', '--portal'];
const others = parts.length === 1 ? rest : process.argv.slice(2);

const folders = ['proto', 'runtime', 'access', 'gateway', 'services', 'migrate', 'import', 'demo', 'local'];
// Beside each main.ts. The last is loaded late.
const otherPrograms = ['local/start.ts', 'local/auth.ts', 'runtime/tracing/open-telemetry.ts'];
const distMark = '@dist@';
// Libraries that are not ES modules require Node's own.
const banner = `import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
const distFolder = import.meta.dirname + '/${distMark}';`;
const portalSource = 'services/portal/web/';
const portalPage = 'dist/services/portal/public';
// What grpc-health-check reads from its own folder.
const healthProto = 'proto/health/v1/health.proto';

if (parts.includes('--programs')) await buildPrograms();
if (parts.includes('--portal')) {
  const { buildPortal } = await import('./services/portal/build.js');
  await buildPortal(path.resolve(portalPage));
}

async function buildPrograms() {
  const product = await sourcesIn(folders);
  const more = await sourcesIn(others);
  const sources = [...product, ...more];
  const programs = [...sources.filter((file) => path.basename(file) === 'main.ts'), ...otherPrograms];
  const readFiles = sources.filter((file) => ['.sql', '.proto', '.br'].includes(path.extname(file)));
  // `npm start` after `npm test` finds its programs built.
  const versions = {
    'dist/version': await hashOf(product),
    ...(more.length > 0 && { 'dist/test/version': await hashOf(sources) }),
  };

  const targets = [
    ...programs.map((program) => `dist/${program.replace(/ts$/, 'js')}`),
    ...readFiles.map((file) => `dist/${file}`),
    `dist/${healthProto}`,
    'dist/LICENSES',
    ...Object.keys(versions),
  ];
  const built = await filesIn('dist');
  const isCurrent = async ([file, version]) => version === (await readFile(file, 'utf8').catch(() => undefined));
  const areCurrent = await Promise.all(Object.entries(versions).map(isCurrent));
  if (areCurrent.includes(false) || !targets.every((file) => built.includes(file))) {
    await writePrograms(programs);
    for (const [file, version] of Object.entries(versions)) await writeFile(file, version);
  }
  await Promise.all(readFiles.map(async (file) => writeChanged(`dist/${file}`, await readFile(file))));
  await writeChanged(`dist/${healthProto}`, await readFile(`node_modules/grpc-health-check/${healthProto}`));
  const kept = new Set(targets.flatMap((file) => [file, `${file}.map`]));
  const stale = built.filter(
    (file) => !kept.has(file) && !file.startsWith(portalPage) && !file.startsWith('dist/test/'),
  );
  await Promise.all(stale.map((file) => rm(file, { force: true })));
}

async function sourcesIn(directories) {
  return (await Promise.all(directories.map(filesIn))).flat().filter((file) => !file.startsWith(portalSource));
}

async function hashOf(sources) {
  const hash = createHash('sha256');
  const code = sources.filter((file) => path.extname(file) === '.ts').sort();
  for (const file of ['build.js', 'package-lock.json', ...code]) hash.update(file).update(await readFile(file));
  return hash.digest('hex');
}

async function writePrograms(programs) {
  process.stderr.write('Building the programs');
  const dots = setInterval(() => process.stderr.write('.'), 1_000);
  const { outputFiles, metafile } = await build({
    entryPoints: programs,
    outbase: '.',
    outdir: 'dist',
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'linked',
    sourcesContent: false,
    metafile: true,
    banner: { js: banner },
    // Optional parts of pg and sequelize.
    external: ['pg-native', 'pg-hstore', 'pg-cloudflare'],
    plugins: [{ name: 'folders', setup: keepFolders }],
    write: false,
  });
  clearInterval(dots);
  process.stderr.write('\n');
  await Promise.all(
    outputFiles.map(({ path: file, text }) =>
      writeChanged(file, Buffer.from(text.replaceAll(distMark, path.relative(path.dirname(file), 'dist')))),
    ),
  );
  await writeChanged('dist/LICENSES', Buffer.from(await licenses(Object.keys(metafile.inputs))));
}

/** `import.meta.dirname` of a source file is its folder in `dist/`, wherever the program is that holds it. */
function keepFolders({ onLoad, onResolve }) {
  // What is imported late is another of the programs.
  onResolve({ filter: /^\..*\.ts$/ }, ({ kind, path: file, resolveDir }) => {
    if (kind !== 'dynamic-import') return undefined;
    const target = path.relative('.', path.resolve(resolveDir, file)).replace(/\.ts$/, '.js');
    return { path: `./${distMark}/${target}`, external: true };
  });
  onLoad({ filter: /\.ts$|grpc-health-check.build.src.health\.js$/ }, async ({ path: file }) => {
    const isOurs = file.endsWith('.ts');
    const folder = isOurs ? path.relative('.', path.dirname(file)) : 'health/build';
    const text = await readFile(file, 'utf8');
    const contents = text.replaceAll(isOurs ? 'import.meta.dirname' : '__dirname', `(distFolder + '/${folder}')`);
    return { contents, loader: isOurs ? 'ts' : 'js' };
  });
}

/** The licence texts of the libraries in the programs. */
async function licenses(inputs) {
  const library = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/;
  const texts = [...new Set(inputs.flatMap((input) => library.exec(input) ?? []))].sort().map(async (folder) => {
    const { name, version, license } = JSON.parse(await readFile(`${folder}/package.json`, 'utf8'));
    const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
    return `${name} ${version}: ${license}\n\n${file ? await readFile(`${folder}/${file}`, 'utf8') : ''}`;
  });
  return (await Promise.all(texts)).join(`\n${'-'.repeat(80)}\n`);
}

/** A process that reads the file has the old or the new one, whole. */
async function writeChanged(file, content) {
  const current = await readFile(file).catch(() => undefined);
  if (current?.equals(content)) return;
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(`${file}.${process.pid}`, content);
  await rename(`${file}.${process.pid}`, file);
}

async function filesIn(directory) {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}
