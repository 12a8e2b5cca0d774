import type pg from 'pg';
import { ApiError } from '../../../proto/errors.ts';
import { runStatement } from '../../../runtime/postgres/database.ts';
import type { Conditions } from './report.ts';
import { sql, statement } from '../sql/statement.ts';

export const currentVersion = sql`
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId`;

export const versionStatement = statement('data-version', currentVersion);

/** The version of the company's data, which grows with each change of them. */
export async function readVersion(pool: pg.Pool, companyId: string, signal: AbortSignal): Promise<string> {
  const [row] = await runStatement<{ version: string }>(pool, versionStatement, [companyId], signal);
  if (!row) throw new Error('a version is one row, always');
  return row.version;
}

/** @throws ApiError `data_changed` where the request names other versions than this one */
export function requireVersion(version: string, { ifMatch }: Conditions): void {
  if (ifMatch.length > 0 && !ifMatch.includes(version)) throw new ApiError('data_changed');
}

/** The expression, computed only where the totals of this version are not cached. The statement must have `current`. */
export function unlessCached(expression: string, cached = 'null'): string {
  return sql`
    case when (select version from current) = :cachedVersion::text then ${cached} else
      ${expression}
    end`;
}
