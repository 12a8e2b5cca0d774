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
