import { withTemplateDatabase } from '../support/postgres/template-database.ts';
import { recordResult } from '../support/record-result.ts';
import { faults, replayed, scopes } from './bounds.ts';
import { readOptions, usage } from './options.ts';
import type { Options } from './options.ts';
import { openReplays } from './replay.ts';
import { checkAll, randomTraces } from './tlc.ts';
import { readTrace } from './trace.ts';
import type { ModelState } from './trace.ts';

const { traces, seed, record } = options();
const counts = { states: 0, faults: 0, detected: 0, traces: 0, steps: 0 };
const failures: string[] = [];
await checkScopes();
const wrongTraces = await checkFaults();
console.log(`${traces} traces of seed ${seed}`);
await withTemplateDatabase(() => replayTraces(wrongTraces));
console.log(`${JSON.stringify(counts)}, ${failures.length} failures`);
if (record) await recordResult('model', { seed, ...counts, failures: failures.length });
process.exitCode = failures.length > 0 ? 1 : 0;

async function checkScopes(): Promise<void> {
  for (const [name, bounds] of Object.entries(scopes)) {
    const { violated, states, output } = await checkAll('none', bounds);
    console.log(`${name}: ${states} states`);
    if (violated !== undefined || states === 0) fail(output);
    counts.states += states;
  }
}

/** Each fault must violate an invariant. The traces are those that Postgres must not repeat. */
async function checkFaults(): Promise<Map<string, ModelState[]>> {
  const wrong = new Map<string, ModelState[]>();
  for (const [fault, scope] of Object.entries(faults)) {
    const { violated, output } = await checkAll(fault, scopes[scope]);
    console.log(`${fault}: ${violated ?? 'no invariant'} violated`);
    counts.faults += 1;
    if (violated === undefined) fail(`${fault} violates no invariant`);
    else counts.detected += 1;
    if (scope === 'primary') wrong.set(fault, readTrace(output));
  }
  return wrong;
}

async function replayTraces(wrong: Map<string, ModelState[]>): Promise<void> {
  const { differenceOf, close } = await openReplays();
  for (const text of await randomTraces(replayed, traces, seed)) {
    const states = readTrace(text);
    const difference = await differenceOf(states);
    if (difference !== undefined) fail(`${difference}\n${text}`);
    counts.traces += 1;
    counts.steps += states.length - 1;
  }
  for (const [fault, states] of wrong) {
    const difference = await differenceOf(states);
    console.log(`${fault}: ${difference}`);
    if (difference === undefined) fail(`Postgres does what the model does with ${fault}`);
  }
  await close();
}

function fail(failure: string): void {
  failures.push(failure);
  console.log(`FAILED ${failure}`);
}

function options(): Options {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : ''}\n${usage}`);
    process.exit(1);
  }
}
