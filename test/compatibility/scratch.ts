import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../support/programs/command.ts';
import { snippets } from './programs.ts';
import type { Program } from './programs.ts';

const exec = promisify(execFile);
/** A folder for each language. */
const folder = path.join(root, '.local/compatibility');

type Language = {
  install?: (at: string, packages: string[]) => Promise<unknown>;
  /** What runs a snippet. */
  command: (at: string, file: string, packages: string[]) => string[] | Promise<string[]>;
};

/** By the ending of snippets. */
const languages: Record<string, Language> = {
  py: {
    install: async (at) => {
      await exec('python3', ['-m', 'venv', at]);
      await exec(`${at}/bin/pip`, ['install', '--quiet', 'uv==0.13.9']);
    },
    command: (at, file, packages) => [
      ...[`${at}/bin/uv`, 'run', '--quiet', '--system-certs', '--no-project', '--python', `${at}/bin/python`],
      ...[...packages.flatMap((each) => ['--with', each]), 'python', '-W', 'ignore', file],
    ],
  },
  mjs: {
    install: async (at, packages) => {
      const dependencies = Object.fromEntries([...packages, 'node@24.9.0'].map(halves));
      await writeFile(`${at}/package.json`, JSON.stringify({ type: 'module', dependencies }));
      await exec('npm', ['install', '--no-audit', '--no-fund', '--prefix', at]);
      await cp(snippets, at, { recursive: true });
    },
    command: (at, file) => [`${at}/node_modules/node/bin/node`, path.join(at, path.relative(snippets, file))],
  },
  go: {
    install: async (at, packages) => {
      await writeFile(`${at}/go.mod`, 'module compatibility\n');
      await exec('go', ['get', ...packages], { cwd: at });
    },
    command: async (at, file) => {
      const { name } = path.parse(file);
      await cp(file, `${at}/${name}/main.go`);
      const env = { ...process.env, GOFLAGS: '-mod=mod' };
      await exec('go', ['build', '-o', `${name}/program`, `./${name}`], { cwd: at, env });
      return [`${at}/${name}/program`];
    },
  },
  java: {
    install: async (at, packages) => {
      const dependencies = packages
        .map((name) => name.split(':'))
        .map(
          ([group, artifact, version]) =>
            `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`,
        );
      const project =
        '<modelVersion>4.0.0</modelVersion><groupId>it</groupId><artifactId>it</artifactId><version>1</version>';
      const pom = `<project>${project}<dependencies>${dependencies.join('')}</dependencies></project>`;
      await writeFile(`${at}/pom.xml`, pom);
      await rm(`${at}/jars`, { recursive: true, force: true });
      await exec('mvn', ['-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=jars'], { cwd: at });
    },
    // Hardwood needs Java 21; `java` may be older.
    command: async (at, file) => {
      const { stdout } = await exec('bash', ['-c', 'ls -d /usr/lib/jvm/*2[1-9]*/bin/java | tail -1 || true']);
      return [stdout.trim() || 'java', '-cp', `${at}/jars/*`, file];
    },
  },
  rs: {
    install: async (at, packages) => {
      const lines = packages.map(halves).map(([name, version]) => {
        const [, number = '', features = ''] = /^([^[]*)(?:\[(.*)\])?/.exec(version) ?? [];
        return `${name} = { version = "=${number}", default-features = false, features = ${JSON.stringify(features ? features.split(',') : [])} }`;
      });
      const head = '[package]\nname = "compatibility"\nedition = "2024"\n[dependencies]\n';
      await writeFile(`${at}/Cargo.toml`, head + lines.join('\n'));
    },
    command: async (at, file) => {
      const { name } = path.parse(file);
      await cp(file, `${at}/src/bin/${name}.rs`);
      await exec('cargo', ['build', '--quiet', '--bin', name], { cwd: at });
      return [`${at}/target/debug/${name}`];
    },
  },
  sh: { command: (_, file) => ['bash', '-e', file] },
};

/** `name@version` in two. */
const halves = (name: string) => [name.slice(0, name.lastIndexOf('@')), name.slice(name.lastIndexOf('@') + 1)] as const;

/** Installs the packages of these programs. */
export async function install(programs: Program[]): Promise<void> {
  for (const [ending, { install }] of Object.entries(languages)) {
    const at = path.join(folder, ending);
    await mkdir(at, { recursive: true });
    const packages = programs.flatMap(({ file, packages }) => (file.endsWith(`.${ending}`) ? packages : []));
    if (packages.length > 0) await install?.(at, [...new Set(packages)].sort());
  }
}

export type Ran = { stdout: string; error?: string; stderr?: string };

/** Runs the snippet of a program with these arguments, in an empty folder. */
export async function run(
  { file, packages }: Program,
  args: string[],
  environment: Record<string, string> = {},
): Promise<Ran> {
  const ending = path.extname(file).slice(1);
  const cwd = await mkdtemp(path.join(process.env.TMPDIR ?? '/tmp', 'compatibility-'));
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, LANG: 'C.UTF-8', PYTHONPATH: snippets, PYTHONDONTWRITEBYTECODE: '1', ...environment };
  try {
    const [program = '', ...first] =
      (await languages[ending]?.command(path.join(folder, ending), file, packages)) ?? [];
    // The first run of a Python program installs its packages.
    const options = { cwd, env, timeout: 600_000, maxBuffer: 2 ** 28 };
    const { stdout, stderr } = await exec(program, [...first, ...args], options);
    return { stdout, ...(stdout === '' && { error: lastLine(stderr) || 'prints nothing' }) };
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string };
    return { stdout: '', error: lastLine(stderr) || String(error).slice(0, 120), stderr };
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}

export async function versionOf({ file, packages: [first = ''] }: Program): Promise<string> {
  if (!file.endsWith('.sh')) return /(?:==|@v?|:)([\w.]+)(\[.*)?$/.exec(first)?.[1] ?? '';
  const { stdout } = await exec('dpkg-query', ['--show', '--showformat=${Version}', first]);
  return stdout.replace(/^\d+:/, '').replace(/[-+].*$/, '');
}

/** The line that says what went wrong: programs end with it. */
function lastLine(text: string): string {
  const words = /error|exception|panic|invalid|cannot|can't|no such|unable|expected|fail/i;
  const lines = text.split('\n').filter((line) => words.test(line) && !/^\s+at /.test(line));
  return (lines.at(-1) ?? '').trim().slice(0, 120);
}
