import { contractFilter } from '../sql/contracts.ts';
import { segmentRows } from '../sql/date-segments.ts';
import { sql } from '../sql/statement.ts';

/** What is summed up of a contract's days, and the same of a single day. */
const sums = {
  days_count: '1',
  tracked_minutes: 'tracked_minutes',
  manual_minutes: 'manual_minutes',
  overtime_minutes: 'overtime_minutes',
  billable_minutes: 'billable_minutes',
  billed_minutes: 'billed_minutes',
  weighted_activity: 'coalesce(activity, 0) * (tracked_minutes - manual_minutes)',
  billable_amount: 'billable_amount',
};

export type Sum = keyof typeof sums;

export const allSums = Object.keys(sums) as Sum[];

export const signedSums = (columns: Sum[]) =>
  columns.map((column) => `sum(case when sign > 0 then ${column} else -${column} end) as ${column}`).join(',\n');

/**
 * What the filters let through, and the `segments` that are less to read: those within the range, or everything and those outside
 * of the range, whichever covers fewer of the company's days.
 */
export function matching(filtered: boolean): string {
  return sql`
    ${filtered ? `${contractFilter('hourly')},` : ''}
    company as materialized (
      select min(work_date) as first_day, max(work_date) as last_day
      from reporting.timesheet_days
      where company_id = :companyId
    ),
    segments as materialized (
      select segment.*
      from ${segmentRows()}
      where complement = (
        select 2 * (least(:toDate::date, last_day) - greatest(:fromDate::date, first_day) + 1) > last_day - first_day + 1
        from company
      )
    )`;
}

/** Of each segment the sums of the contracts, to be added or subtracted. */
export function signedRows(columns: Sum[], ofContracts = '', condition = 'true'): string {
  return sql`
    select contract_id, sign, ${columns.join(', ')}
    from segments segment
    cross join lateral (
      select contract_id, ${columns.join(', ')}
      from reporting.timesheet_periods
      where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
        and contract_id <> '' ${ofContracts}
      union all
      select contract_id, ${columns.map((column) => sums[column]).join(', ')}
      from reporting.timesheet_days
      where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
        ${ofContracts}
      offset 0
    ) sums
    where ${condition}`;
}

/** Where a filter leaves so few contracts, each is looked up. */
const fewContracts = '(select count(*) from contract_filter) <= 500';

/** The same of the contracts that match. */
export function matchingRows(columns: Sum[], filtered: boolean): string {
  if (!filtered) return signedRows(columns);
  return sql`
    ${signedRows(columns, 'and contract_id = any (array(select id from contract_filter))', fewContracts)}
    union all
    ${signedRows(columns, 'and (contract_id in (select id from contract_filter)) is true', `not (${fewContracts})`)}`;
}

/** Of all contracts of the company together. */
export const companyRows = sql`
  select sign, ${allSums.join(', ')}
  from ${segmentRows(':totalsSegments')}
  cross join lateral (
    select ${allSums.join(', ')}
    from reporting.timesheet_periods
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
      and contract_id = ''
    union all
    select ${Object.values(sums).join(', ')}
    from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
    offset 0
  ) sums`;

/** `sums`: of each contract with days in the range, from its signed rows. */
export function sumsOfContracts(columns: Sum[], rows: string): string {
  return sql`
    sums as materialized (
      select
        contract_id,
        ${sumsOfContract(columns)}
      from (
        ${rows}
      ) sums
      group by contract_id
      having sum(sign * days_count::float8) > 0
    )`;
}

/**
 * Whole numbers are added up as float8: of 51,000 contracts in two thirds of the time, and exactly, since one contract has at most
 * 3.7 million days of 2^31 minutes, which is less than 2^53.
 */
function sumsOfContract(columns: Sum[]): string {
  return columns
    .map((column) =>
      column === 'weighted_activity' || column === 'billable_amount'
        ? signedSums([column])
        : `sum(sign * ${column}::float8)::bigint as ${column}`,
    )
    .join(',\n');
}
