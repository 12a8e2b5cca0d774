import type pg from 'pg';
import { ApiError } from '../../../proto/errors.ts';
import type { Company__Output } from '../../../proto/generated/clientreporting/reporting/Company.ts';
import { runStatement } from '../../../runtime/postgres/database.ts';
import { sql, statement } from '../sql/statement.ts';

const companyStatement = statement('company', sql`select id, name from reporting.companies where id = :companyId`);

/** @throws ApiError `forbidden` for a company that is not in this database */
export async function getCompany(pool: pg.Pool, companyId: string, signal: AbortSignal): Promise<Company__Output> {
  const [company] = await runStatement<Company__Output>(pool, companyStatement, [companyId], signal);
  if (!company) throw new ApiError('forbidden');
  return company;
}
