import { parseArgs } from 'node:util';
import { recordResult } from '../support/record-result.ts';
import { faults, scopes } from './bounds.ts';
import { checkAll } from './tlc.ts';

/** Checks Versions.tla in all states of each scope, where no invariant may be violated, and with each fault, where one must be. */
const { values } = parseArgs({ options: { record: { type: 'boolean', default: false } } });
const counts = { states: 0, faults: 0, detected: 0, failures: 0 };
for (const [scope, bounds] of Object.entries(scopes)) {
  const { violated, states, output } = await checkAll('none', bounds);
  console.log(`${scope}: ${states} states`);
  if (violated !== undefined || states === 0) fail(output);
  counts.states += states;
}
for (const [fault, scope] of Object.entries(faults)) {
  const { violated } = await checkAll(fault, scopes[scope]);
  console.log(`${fault}: ${violated ?? 'no invariant'} violated`);
  counts.faults += 1;
  if (violated === undefined) fail(`${fault} violates no invariant`);
  else counts.detected += 1;
}
console.log(JSON.stringify(counts));
if (values.record) await recordResult('model', counts);
process.exitCode = counts.failures > 0 ? 1 : 0;

function fail(failure: string): void {
  counts.failures += 1;
  console.log(`FAILED ${failure}`);
}
