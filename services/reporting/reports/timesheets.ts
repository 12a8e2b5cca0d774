import { timesheetsDefinition } from '../../../proto/timesheets.ts';
import { contractExpressions, contractFilter, contractJoins, contractOrder } from '../sql/contracts.ts';
import { dateSegments, segmentRows } from '../sql/date-segments.ts';
import { columnList, jsonOf } from '../sql/fields.ts';
import type { Expressions } from '../sql/fields.ts';
import { offset } from '../sql/page.ts';
import { sql } from '../sql/statement.ts';
import { currentVersion, unlessCached } from './data-version.ts';
import { filterValues } from './report.ts';
import type { Order, Report } from './report.ts';

type SortField = (typeof timesheetsDefinition.sortFields)[number];

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

const statisticsOf = (sum: (name: keyof typeof sums) => string) =>
  ({
    billableMinutes: sum('billable_minutes'),
    billedMinutes: sum('billed_minutes'),
    manualMinutes: sum('manual_minutes'),
    overtimeMinutes: sum('overtime_minutes'),
    trackedMinutes: sum('tracked_minutes'),
    // The mean weighted by the tracker's minutes; manual time has no activity.
    activity: `coalesce(round(${sum('weighted_activity')} / nullif((${sum('tracked_minutes')} - ${sum('manual_minutes')}), 0), 2), 0)`,
    billableAmount: sum('billable_amount'),
  }) satisfies Expressions<typeof timesheetsDefinition.statistics>;

/** Of the sums `s`, and of the contract `c` with its joins. */
const expressions = {
  ...contractExpressions,
  rate: 'c.rate',
  ...statisticsOf((name) => `s.${name}`),
} satisfies Expressions<typeof timesheetsDefinition.fields>;

const sortKeys: Record<Exclude<SortField, 'contract' | 'contractor'>, string> = {
  trackedTime: expressions.trackedMinutes,
  activity: expressions.activity,
  goMeter: '(s.tracked_minutes - s.manual_minutes)',
  manual: expressions.manualMinutes,
  overtime: expressions.overtimeMinutes,
  billableTime: expressions.billableMinutes,
  billableAmount: expressions.billableAmount,
};

/** A company's hourly contracts with days in the range, with the totals of all that match. */
export const timesheets: Report<SortField> = {
  definition: timesheetsDefinition,
  filterValues,
  dateSegments: (range) => JSON.stringify(dateSegments(range, ['dekad', 'month', 'quarter', 'year'])),
  pageStatement,
  countStatement: (filtered) => sql`
    with ${sumsOfContracts(filtered)}
    select count(*)
    from sums`,
  rowsStatement: ({ sortField, direction, filtered }) => sql`
    with ${sumsOfContracts(filtered)}
    select
      ${columnList(timesheetsDefinition.fields, expressions)}
    from sums s
    join reporting.contracts c on c.company_id = :companyId and c.id = s.contract_id
    ${contractJoins}
    order by ${rowOrder(sortField, direction)}`,
};

/** Days are read only at the ends of the range. See docs/sql/timesheets.sql for what it becomes. */
function pageStatement({ sortField, direction, filtered }: Order<SortField>): string {
  return sql`
    with current as materialized (
      ${currentVersion}
    ),
    ${sumsOfContracts(filtered)},
    page as materialized (
      select id, row_number() over () as position
      from (
        ${pageOfContracts(sortField, direction)}
      ) page
    )
    select
      (select version from current) as version,
      (${unlessCached('(select count(*) from sums)', ':cachedCount::bigint')})::float8 as "totalCount",
      ${unlessCached(sql`
        (
          select ${jsonOf(
            timesheetsDefinition.statistics,
            statisticsOf((name) => `coalesce(sum(s.${name}), 0)`),
          )}::text
          from sums s
        )`)} as statistics,
      (
        select json_agg(
          ${jsonOf(timesheetsDefinition.fields, expressions, timesheetsDefinition.withoutTeam)}
          order by page.position
        )
        from page
        join sums s on s.contract_id = page.id
        join reporting.contracts c on c.company_id = :companyId and c.id = page.id
        ${contractJoins}
      )::text as results`;
}

const signedSum = (column: string) => `sum(case when sign > 0 then ${column} else -${column} end)`;

/** `sums`: the contracts that match, with days in the range, and the sums over these. */
function sumsOfContracts(filtered: boolean): string {
  const ofFilter = filtered ? 'and contract_id = any (array(select id from contract_filter))' : '';
  const columns = Object.keys(sums);
  return sql`
    ${filtered ? `${contractFilter('hourly')},` : ''}
    sums as materialized (
      select
        contract_id,
        ${columns.map((column) => `${signedSum(column)} as ${column}`).join(',\n')}
      from ${segmentRows}
      cross join lateral (
        select contract_id, ${columns.join(', ')}
        from reporting.timesheet_periods
        where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
          ${ofFilter}
        union all
        select contract_id, ${Object.values(sums).join(', ')}
        from reporting.timesheet_days
        where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
          ${ofFilter}
        offset 0
      ) sums
      group by contract_id
      having ${signedSum('days_count')} > 0
    )`;
}

/** The ids of the page's contracts, in order. */
function pageOfContracts(sortField: SortField, direction: string): string {
  if (sortField !== 'contract' && sortField !== 'contractor') {
    return sql`
      select s.contract_id as id
      from sums s
      order by ${rowOrder(sortField, direction)}
      limit :itemsPerPage offset ${offset}`;
  }
  return sql`
    select c.id
    from reporting.contracts c
    ${sortField === 'contractor' ? 'join reporting.people contractor on contractor.id = c.contractor_id' : ''}
    where c.company_id = :companyId and (c.id in (select contract_id from sums)) is true
    order by ${rowOrder(sortField, direction)}
    limit :itemsPerPage offset ${offset}`;
}

/** The order of the sums `s`, or of the contract `c` with its joins. */
function rowOrder(sortField: SortField, direction: string): string {
  return sortField === 'contract' || sortField === 'contractor'
    ? contractOrder(sortField, direction)
    : `${sortKeys[sortField]} ${direction}, s.contract_id ${direction}`;
}
