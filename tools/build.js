import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';

/**
 * Writes `dist/`: each program as one file with the libraries that it uses, the files that programs read, and the portal's page. One file
 * starts in half the time of its hundreds of modules. Nothing is written where the source is as before; types are for `npm run check`.
 *   node tools/build.js [FOLDER...]     programs and portal, with the programs of further folders
 *   node tools/build.js --programs      without the portal
 *   node tools/build.js --portal        nothing else
 */
// An optional package of a package of development: npm may leave out both kinds.
if (!existsSync(`node_modules/@esbuild/${process.platform}-${process.arch}`)) {
  process.stderr.write(
    'Packages are missing, as after npm ci with NODE_ENV=production or npm_config_omit (dev, optional): ' +
      'npm ci --include=dev --include=optional installs all.\n',
  );
  process.exit(1);
}
const { build } = await import('esbuild');
const [option, ...rest] = process.argv.slice(2);
const isPart = option === '--programs' || option === '--portal';

const folders = ['proto', 'runtime', 'access', 'gateway', 'services', 'local'];
// Beside each main.ts. The last is loaded late.
const otherPrograms = ['local/start.ts', 'local/auth.ts', 'runtime/tracing/open-telemetry.ts'];
// Libraries that are not ES modules require Node's own.
const banner = `import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
const distFolder = import.meta.dirname.replace(/^(.*[\\\\/]dist)([\\\\/].*)?$/, '$1');`;
const portalPage = 'dist/services/portal/public';
// What grpc-health-check reads from its own folder.
const healthProto = 'proto/health/v1/health.proto';

if (option !== '--portal') {
  const product = await sourcesIn(folders);
  const others = await sourcesIn(isPart ? rest : process.argv.slice(2));
  // Before they are built: a file that changes meanwhile is built again the next time.
  const version = await hashOf(product);
  const versionOfOthers = await hashOf([...product, ...others]);
  if (version !== (await textOf('dist/version'))) {
    const built = (await filesIn('dist')).filter((file) => !file.startsWith(portalPage));
    await Promise.all(built.map((file) => rm(file)));
    const inputs = await writePrograms(product, otherPrograms);
    await cp(`node_modules/grpc-health-check/${healthProto}`, `dist/${healthProto}`);
    await writeFile('dist/LICENSES', await licenses(inputs));
    await writeFile('dist/version', version);
  }
  // `npm start` after `npm test` finds its programs built.
  if (others.length > 0 && versionOfOthers !== (await textOf('dist/test/version'))) {
    await writePrograms(others);
    await writeFile('dist/test/version', versionOfOthers);
  }
}
if (option !== '--programs') {
  const { buildPortal } = await import('../services/portal/build.js');
  await buildPortal(path.resolve(portalPage));
}

async function textOf(file) {
  return readFile(file, 'utf8').catch(() => undefined);
}

async function sourcesIn(directories) {
  const files = (await Promise.all(directories.map(filesIn))).flat();
  return files.filter((file) => /\.(ts|sql|proto|csv)$/.test(file) && !file.startsWith('services/portal/web/')).sort();
}

async function hashOf(sources) {
  const hash = createHash('sha256');
  for (const file of ['tools/build.js', 'package-lock.json', ...sources])
    hash.update(file).update(await readFile(file));
  return hash.digest('hex');
}

/** Writes each program, and the files that programs read. Returns what the programs are made of. */
async function writePrograms(sources, more = []) {
  process.stderr.write('Building the programs\n');
  const { metafile } = await build({
    entryPoints: [...sources.filter((file) => path.basename(file) === 'main.ts'), ...more],
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
    // Without its 750 kB of time zones: all times are UTC.
    alias: {
      'moment-timezone': 'moment-timezone/moment-timezone.js',
      'buffer-crc32': './services/reporting/exports/workbook/crc32.ts',
    },
    plugins: [{ name: 'folders', setup: keepFolders }],
  });
  for (const file of sources) if (!file.endsWith('.ts')) await cp(file, `dist/${file}`);
  return Object.keys(metafile.inputs);
}

/** `import.meta.dirname` of a source file is its folder in `dist/`, wherever the program is that holds it. What is imported late is a program. */
function keepFolders({ onLoad }) {
  onLoad({ filter: /\.ts$|grpc-health-check.build.src.health\.js$/ }, async ({ path: file }) => {
    const isOurs = file.endsWith('.ts');
    const folder = `distFolder + '/${isOurs ? path.relative('.', path.dirname(file)) : 'health/build'}'`;
    const text = await readFile(file, 'utf8');
    const contents = text
      .replaceAll(isOurs ? 'import.meta.dirname' : '__dirname', `(${folder})`)
      .replace(/\bimport\('(\.{1,2}\/[^']+)\.ts'\)/g, `import(${folder} + '/$1.js')`);
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

async function filesIn(directory) {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}
