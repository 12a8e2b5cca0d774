import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { en, Faker } from '@faker-js/faker';
import { root } from '../support/command.ts';
import { temporaryDirectory } from '../support/files.ts';
import { recordResult } from '../support/record-result.ts';
import { withTemplateDatabase } from '../support/postgres/template-database.ts';
import { equivalents } from './equivalents.ts';
import { findFaults } from './faults.ts';
import type { Fault } from './faults.ts';

/**
 * Puts small faults into a copy of the product, one at a time, and counts those that the comparison with the reference
 * implementation and the interleavings detect. `--count` faults are chosen by `--seed` among all that are found; none is
 * begun after so many `--minutes`.
 */
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '600' },
    record: { type: 'boolean', default: false },
  },
});
const all = await findFaults();
const { helpers } = new Faker({ locale: en, seed: Number(values.seed) });
const chosen = helpers.arrayElements(all, Number(values.count));
console.log(`${chosen.length} of ${all.length} faults, seed ${values.seed}`);
const counts = { faults: 0, detected: 0, equivalent: 0, survived: 0 };
const temporary = await temporaryDirectory();
try {
  await copyProduct(temporary.directory);
  await withTemplateDatabase(async () => {
    if (await isDetected(undefined)) throw new Error('the product fails without a fault');
    const end = performance.now() + Number(values.minutes) * 60_000;
    for (const fault of chosen) if (performance.now() < end) await count(fault);
  });
} finally {
  await temporary.remove();
}
console.log(JSON.stringify(counts));
if (values.record) await recordResult('mutations', { seed: Number(values.seed), places: all.length, ...counts });
process.exitCode = counts.survived > 0 ? 1 : 0;

async function count(fault: Fault): Promise<void> {
  const { file, line, before, after } = fault;
  counts.faults += 1;
  const reason = equivalents.find((known) => known.before === before && known.after === after)?.reason;
  if (reason !== undefined) {
    counts.equivalent += 1;
  } else if (await isDetected(fault)) {
    counts.detected += 1;
  } else {
    counts.survived += 1;
    console.log(`SURVIVED ${file}:${line}\n  ${before}\n  ${after}`);
  }
}

async function copyProduct(directory: string): Promise<void> {
  const parts = 'access gateway local migrate proto runtime services test package.json tsconfig.json';
  await promisify(execFile)('sh', ['-c', `tar -c ${parts} | tar -xC "${directory}"`], { cwd: root });
  await symlink(path.join(root, 'node_modules'), path.join(directory, 'node_modules'));
}

/** By any failure, also to migrate or to end within the time. */
async function isDetected(fault: Fault | undefined): Promise<boolean> {
  const file = fault && path.join(temporary.directory, fault.file);
  const original = fault && (await readFile(path.join(root, fault.file)));
  if (file) await writeFile(file, fault.text);
  const probe = spawn(process.execPath, ['--import', 'tsx', 'test/mutations/probe.ts'], {
    cwd: temporary.directory,
    stdio: fault ? 'ignore' : 'inherit',
    timeout: 300_000,
    killSignal: 'SIGKILL',
  });
  const [status] = (await once(probe, 'exit')) as [number | null];
  if (file) await writeFile(file, original ?? '');
  return status !== 0;
}
