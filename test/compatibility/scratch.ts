import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../support/programs/command.ts';
import type { Program } from './programs.ts';

const exec = promisify(execFile);
const folder = path.join(root, '.local/compatibility');
const snippets = path.join(import.meta.dirname, 'snippets');
const of = (programs: Program[], extension: string) => programs.filter(({ snippet }) => snippet.endsWith(extension));
const packagesOf = (programs: Program[]) => [...new Set(programs.flatMap(({ packages }) => packages))].sort();
/** `name@version` in two. */
const halves = (name: string) => [name.slice(0, name.lastIndexOf('@')), name.slice(name.lastIndexOf('@') + 1)] as const;

/** Installs the packages of these programs, each language in a folder of its own that further runs use again. */
export async function install(programs: Program[]): Promise<void> {
  await Promise.all(
    ['python', 'node', 'go', 'java', 'rust'].map((name) => mkdir(path.join(folder, name), { recursive: true })),
  );
  await once('python', [], async (at) => {
    await exec('python3', ['-m', 'venv', '--clear', at]);
    await exec(path.join(at, 'bin/pip'), ['install', '--quiet', 'uv==0.13.9']);
  });
  await once('node', packagesOf(of(programs, '.mjs')), async (at, packages) => {
    const dependencies = Object.fromEntries([...packages, 'node@24.9.0'].map(halves));
    await writeFile(path.join(at, 'package.json'), JSON.stringify({ type: 'module', dependencies }));
    await exec('npm', ['install', '--no-audit', '--no-fund', '--prefix', at]);
  });
  await once('go', packagesOf(of(programs, '.go')), async (at, packages) => {
    await writeFile(path.join(at, 'go.mod'), 'module compatibility\n');
    await exec('go', ['get', ...packages], { cwd: at });
  });
  await once('java', packagesOf(of(programs, '.java')), async (at, packages) => {
    const dependencies = packages
      .map((name) => name.split(':'))
      .map(
        ([group, artifact, version]) =>
          `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`,
      );
    const project =
      '<modelVersion>4.0.0</modelVersion><groupId>it</groupId><artifactId>it</artifactId><version>1</version>';
    await writeFile(
      path.join(at, 'pom.xml'),
      `<project>${project}<dependencies>${dependencies.join('')}</dependencies></project>`,
    );
    await rm(path.join(at, 'jars'), { recursive: true, force: true });
    await exec('mvn', ['--quiet', '--batch-mode', 'dependency:copy-dependencies', '-DoutputDirectory=jars'], {
      cwd: at,
    });
  });
  await once('rust', packagesOf(of(programs, '.rs')), async (at, packages) => {
    const lines = packages.map(halves).map(([name, version]) => {
      const [, number = '', features = ''] = /^([^[]*)(?:\[(.*)\])?/.exec(version) ?? [];
      return `${name} = { version = "=${number}", default-features = false, features = [${features && `"${features}"`}] }`;
    });
    await writeFile(
      path.join(at, 'Cargo.toml'),
      ['[package]', 'name = "compatibility"', 'edition = "2024"', '[dependencies]', ...lines].join('\n'),
    );
  });
  await cp(snippets, path.join(folder, 'node'), {
    recursive: true,
    filter: (file) => !/\.(py|go|java|rs|sh)$/.test(file),
  });
}

/** Installs where the packages are others than those of the last time. */
async function once(
  language: string,
  packages: string[],
  work: (at: string, packages: string[]) => Promise<unknown>,
): Promise<void> {
  const at = path.join(folder, language);
  const mark = `${at}.txt`;
  const wanted = packages.join('\n');
  if ((await readFile(mark, 'utf8').catch(() => undefined)) === wanted) return;
  await work(at, packages);
  await writeFile(mark, wanted);
}

export type Ran = { stdout: string; error?: string };

/** Runs the snippet of a program with these arguments, in an empty folder. */
export async function run(
  { snippet, packages }: Program,
  args: string[],
  environment: Record<string, string> = {},
): Promise<Ran> {
  const file = path.join(snippets, snippet);
  const name = path.parse(snippet).name;
  const cwd = await mkdtemp(path.join(process.env.TMPDIR ?? '/tmp', 'compatibility-'));
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    LANG: 'C.UTF-8',
    PYTHONDONTWRITEBYTECODE: '1',
    ...environment,
  };
  return commandOf(path.extname(snippet), file, name, packages)
    .then(([program = '', ...first]) =>
      exec(program, [...first, ...args], { cwd, env, timeout: 180_000, maxBuffer: 2 ** 28 }),
    )
    .then(({ stdout, stderr }) => ({ stdout, ...(stdout === '' && { error: lastLine(stderr) || 'prints nothing' }) }))
    .catch((error: unknown) => ({
      stdout: '',
      error: lastLine((error as { stderr?: string }).stderr ?? '') || String(error).slice(0, 120),
    }))
    .finally(() => rm(cwd, { recursive: true, force: true }));
}

async function commandOf(extension: string, file: string, name: string, packages: string[]): Promise<string[]> {
  switch (extension) {
    case '.py':
      return [
        path.join(folder, 'python/bin/uv'),
        'run',
        '--quiet',
        '--system-certs',
        '--no-project',
        '--python',
        path.join(folder, 'python/bin/python'),
        ...packages.flatMap((each) => ['--with', each]),
        'python',
        '-W',
        'ignore',
        file,
      ];
    case '.mjs':
      return [path.join(folder, 'node/node_modules/node/bin/node'), path.join(folder, 'node', `${name}.mjs`)];
    case '.go': {
      const at = path.join(folder, 'go', name);
      await mkdir(at, { recursive: true });
      await cp(file, path.join(at, 'main.go'));
      await exec('go', ['build', '-o', path.join(at, 'program'), `./${name}`], {
        cwd: path.join(folder, 'go'),
        env: { ...process.env, GOFLAGS: '-mod=mod' },
      });
      return [path.join(at, 'program')];
    }
    case '.java':
      return [await newestJava(), '-cp', path.join(folder, 'java/jars/*'), file];
    case '.rs': {
      await mkdir(path.join(folder, 'rust/src/bin'), { recursive: true });
      await cp(file, path.join(folder, 'rust/src/bin', `${name}.rs`));
      await exec('cargo', ['build', '--quiet', '--bin', name], { cwd: path.join(folder, 'rust') });
      return [path.join(folder, 'rust/target/debug', name)];
    }
    default:
      return ['bash', '-e', file];
  }
}

/** Hardwood needs Java 21; `java` may be older. */
async function newestJava(): Promise<string> {
  const { stdout } = await exec('bash', ['-c', 'ls -d /usr/lib/jvm/*2[1-9]*/bin/java | tail -1 || true']);
  return stdout.trim() || 'java';
}

export async function versionOf({ snippet, packages: [first = ''] }: Program): Promise<string> {
  if (!snippet.endsWith('.sh'))
    return first
      .slice(Math.max(first.lastIndexOf('=='), first.lastIndexOf('@'), first.lastIndexOf(':')))
      .replace(/^[=@:]+v?|\[.*/g, '');
  const { stdout } = await exec('dpkg-query', ['--show', '--showformat=${Version}', first]);
  return stdout.replace(/^\d+:/, '').replace(/[-+].*$/, '');
}

/** The line that says what went wrong: programs end with it. */
function lastLine(text: string): string {
  const lines = text
    .split('\n')
    .filter(
      (line) =>
        /error|exception|panic|invalid|cannot|can't|no such|unable|expected|fail/i.test(line) && !/^\s+at /.test(line),
    );
  return (lines.at(-1) ?? '').trim().slice(0, 120);
}
