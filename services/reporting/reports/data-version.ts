import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import { runStatement } from '../../../runtime/database.ts';
import { sql, statement } from '../sql/statement.ts';

export const currentVersion = sql`
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId`;

export const versionStatement = statement('data-version', currentVersion);

/**
 * The expression, computed only where the totals of this version of the data are not cached; else `cached`. It belongs
 * into a statement that has `current`.
 */
export function unlessCached(expression: string, cached = 'null'): string {
  return sql`
    case when (select version from current) = :cachedVersion::text then ${cached} else
      ${expression}
    end`;
}

type Versions = (companyId: string, signal: AbortSignal) => Promise<string>;

/**
 * The version of a company's data. All who ask within one turn of the event loop share one statement, which begins
 * after the last of them asked.
 */
export function createVersions(pool: pg.Pool): Versions {
  const asked = new Map<string, { version: Promise<string>; callers: AbortSignal[] }>();

  const read = async (companyId: string, callers: AbortSignal[]) => {
    await setImmediate();
    asked.delete(companyId);
    const [only, ...others] = callers;
    const signal = only && others.length === 0 ? only : whenAllAre(callers);
    const [row] = await runStatement<{ version: string }>(pool, versionStatement, [companyId], signal);
    if (!row) throw new Error('a version is one row, always');
    return row.version;
  };
  return (companyId, signal) => {
    const waiting = asked.get(companyId);
    if (waiting) {
      waiting.callers.push(signal);
      return waiting.version;
    }
    const callers = [signal];
    const version = read(companyId, callers);
    asked.set(companyId, { version, callers });
    return version;
  };
}

/** Aborted once all of them are. */
function whenAllAre(signals: AbortSignal[]): AbortSignal {
  const all = new AbortController();
  const onAbort = () => {
    if (signals.every(({ aborted }) => aborted)) all.abort();
  };
  for (const signal of signals) signal.addEventListener('abort', onAbort, { once: true });
  onAbort();
  return all.signal;
}
