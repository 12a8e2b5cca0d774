import { sql, statement } from './statement.ts';

/** The version of each stripe of the company's data, which grows with each change that is written in it: `0:17 3:25`. */
export const currentVersion = sql`
  select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as version from reporting.data_versions where company_id = :companyId`;

export const versionStatement = statement('data-version', currentVersion);
