import type pg from 'pg';
import { ApiError } from '../../../proto/errors.ts';
import { encodeVersion } from '../../../proto/report-version.ts';
import type { Stripes } from '../../../proto/report-version.ts';
import type { Conditions } from '../../../proto/report.ts';
import { oneRow, readOne } from '../../../runtime/postgres/database.ts';
import type { RunInSnapshot } from '../../../runtime/postgres/snapshot.ts';
import { currentStripes } from '../sql/page.ts';
import { statement } from '../sql/statement.ts';

export const stripesStatement = statement('stripes', currentStripes);

export async function readVersion(pool: pg.Pool, companyId: string, signal: AbortSignal): Promise<string> {
  return versionOf((await readOne<{ stripes: string }>(pool, stripesStatement, [companyId], signal)).stripes);
}

/**
 * Requires that a snapshot is still of this version. On Citus, the statements after a move of the company's rows are of another node's snapshot.
 * @throws ApiError `service_unavailable`
 */
export async function requireSnapshotOf(version: string, companyId: string, run: RunInSnapshot): Promise<void> {
  const { stripes } = oneRow(await run<{ stripes: string }>(stripesStatement, [companyId]));
  if (versionOf(stripes) !== version) throw new ApiError('service_unavailable');
}

/** @param text as `currentStripes` selects it */
export function stripesOf(text: string): Stripes {
  const pairs = text === '' ? [] : text.split(' ').map((pair) => pair.split(':') as [string, string]);
  return new Map(pairs.map(([stripe, version]) => [Number(stripe), BigInt(version)]));
}

export function versionOf(text: string): string {
  return encodeVersion(stripesOf(text));
}

/** @throws ApiError `data_changed` where the request names other versions than this one */
export function requireVersion(version: string, { ifMatch }: Conditions): void {
  if (ifMatch.length > 0 && !ifMatch.includes(version)) throw new ApiError('data_changed');
}

/** Whether a state has all changes of another one: their sum would not tell. */
export function hasChangesOf(state: Stripes, other: Stripes): boolean {
  return [...other].every(([stripe, version]) => (state.get(stripe) ?? 0n) >= version);
}

/** The least version that has the changes of both. */
export function leastWithBoth(one: Stripes, other: Stripes): Stripes {
  const stripes = new Map(one);
  for (const [stripe, version] of other) if (version > (one.get(stripe) ?? 0n)) stripes.set(stripe, version);
  return stripes;
}
