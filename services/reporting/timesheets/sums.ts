import { segmentRows } from '../sql/date-segments.ts';
import { list, sql } from '../sql/statement.ts';

/** What is summed up of a contract's days. */
export const allSums = [
  'tracked_minutes',
  'manual_minutes',
  'overtime_minutes',
  'billable_minutes',
  'billed_minutes',
  'weighted_activity',
  'billable_amount',
] as const;

export type Sum = (typeof allSums)[number];

/** Which sums are read: those of all contracts together, of each, or of some. */
const conditions = {
  company: 's.of_company',
  contracts: "s.contract_id <> ''",
  // So written, Postgres reads the filter into a hash, whatever it estimates.
  filter: '(s.contract_id in (select id from contract_filter)) is true',
  'small filter': 's.contract_id = any (array(select id from contract_filter))',
  page: 's.contract_id = any (array(select id from page))',
  touched: 's.contract_id = any (array(select id from touched))',
};

/** The years, months and days of the range, each with its sums. */
export function periodsInRange(of: keyof typeof conditions, segments = ':dateSegments'): string {
  return sql`
    from ${segmentRows(segments)} cross join lateral (
      select * from reporting.timesheet_sums s
      where s.company_id = :companyId and s.unit = segment.unit and s.start >= segment.start and s.start < segment.until
        and ${conditions[of]}
      offset 0
    ) period`;
}

/**
 * Of each contract with days in the range.
 * Whole numbers are added up as float8: of 51,000 contracts in two thirds of the time, and exactly, since one contract has at most
 * 3.7 million days of 2^31 minutes, which is less than 2^53.
 */
export function sumsByContract(columns: readonly Sum[], periods: string): string {
  const added = columns.map((column) =>
    column === 'weighted_activity' || column === 'billable_amount'
      ? `sum(${column}) as ${column}`
      : `sum(${column}::float8)::bigint as ${column}`,
  );
  return sql`
    select ${list(['contract_id', ...added])}
    ${periods}
    group by contract_id having sum(days_count::float8) > 0`;
}

/** The CTE `sums`. */
export function sumsOfContracts(columns: readonly Sum[], periods: string): string {
  return sql`
    sums as materialized (
      ${sumsByContract(columns, periods)}
    )`;
}
