import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { en, Faker } from '@faker-js/faker';
import { dropDatabases } from '../support/postgres/database.ts';
import { withTemplateDatabase } from '../support/postgres/template-database.ts';
import { recordResult } from '../support/record-result.ts';
import { copyProduct } from './copy.ts';
import { isOfChanges, openDetectors } from './detectors.ts';
import { reasonOfEquivalence } from './equivalents.ts';
import { findFaults } from './faults.ts';
import type { Fault } from './faults.ts';
import { fillLargeCompanies } from './large-companies.ts';

/**
 * Puts small faults into a copy of the product, one at a time, and counts those that tests detect. `--count` faults are
 * chosen by `--seed` among all that are found, or all whose `FILE:LINE CODE` has the pattern `--only`, or with `--changes` all of
 * what changed since a version; none is begun after so many `--minutes`. Where `--resume` names a file, it keeps what is detected, and another run tries the rest.
 */
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    changes: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '600' },
    resume: { type: 'string' },
    record: { type: 'boolean', default: false },
  },
});
const all = await findFaults();
const { helpers } = new Faker({ locale: en, seed: Number(values.seed) });
const few = () => (values.changes ? all.filter(isOfChanges) : helpers.arrayElements(all, Number(values.count)));
const chosen =
  values.only === undefined
    ? few()
    : all.filter(({ file, line, before }) => new RegExp(values.only ?? '').test(`${file}:${line} ${before}`));
console.log(`${chosen.length} of ${all.length} faults, seed ${values.seed}`);

const counts = { faults: 0, detected: 0, equivalent: 0, survived: 0 };
const detectedBy: Record<string, number> = {};
const detectedBefore: Record<string, string> =
  values.resume !== undefined && existsSync(values.resume)
    ? (JSON.parse(await readFile(values.resume, 'utf8')) as Record<string, string>)
    : {};
await withTemplateDatabase(tryFaults);
const by = Object.entries(detectedBy)
  .map(([name, count]) => `${name} ${count}`)
  .join(', ');
console.log(JSON.stringify({ ...counts, by }));
if (values.record)
  await recordResult(
    values.changes ? 'mutations-of-changes' : 'mutations',
    `${counts.faults} of ${all.length} faults tried, seed ${values.seed}: ${counts.detected} detected (${by}), ` +
      `${counts.equivalent} change no answer, ${counts.survived} survived`,
  );
process.exitCode = counts.survived > 0 ? 1 : 0;

function keyOf({ file, line, after }: Fault): string {
  return `${file}:${line} ${after}`;
}

async function tryFaults(): Promise<void> {
  const server = process.env.TEST_POSTGRES_URL ?? '';
  const copy = await copyProduct();
  const large = path.join(copy.directory, 'large-companies.json');
  const { detect, requireSound, readsLargeCompanies } = openDetectors(copy, large);
  const tried = chosen.filter((fault) => reasonOfEquivalence(fault) === undefined);
  if (tried.some(readsLargeCompanies)) await writeFile(large, JSON.stringify(await fillLargeCompanies(server)));
  await requireSound(tried);
  const end = performance.now() + Number(values.minutes) * 60_000;
  for (const fault of chosen) {
    const { file, line, before, after } = fault;
    const startedAt = performance.now();
    const reason = reasonOfEquivalence(fault);
    const isExpected = reason !== undefined || keyOf(fault) in detectedBefore;
    if (!isExpected && startedAt > end) continue;
    counts.faults += 1;
    const by = reason === undefined ? (detectedBefore[keyOf(fault)] ?? (await detect(fault))) : undefined;
    if (by !== undefined) {
      detectedBefore[keyOf(fault)] = by;
      if (values.resume !== undefined) await writeFile(values.resume, JSON.stringify(detectedBefore, null, 2));
      counts.detected += 1;
      detectedBy[by] = (detectedBy[by] ?? 0) + 1;
    } else if (reason !== undefined) {
      counts.equivalent += 1;
    } else {
      counts.survived += 1;
    }
    await dropDatabases(server);
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    const place = `${file}:${line}\n  ${before}\n  ${after}`;
    console.log(`${counts.faults}. ${by ?? reason ?? 'SURVIVED'} (${seconds} s): ${place}`);
  }
}
