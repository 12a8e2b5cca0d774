import type { _clientreporting_reporting_ListTimesheetsRequest_SortField__Output as SortField } from '../../../proto/generated/clientreporting/reporting/ListTimesheetsRequest.ts';
import { contractFilter, contractJoins, contractOrder, personJson, teamJson } from '../sql/contracts.ts';
import { segmentRows } from '../sql/date-segments.ts';
import { offset } from '../sql/page.ts';
import { sql } from '../sql/statement.ts';
import { currentVersion, unlessCached } from './data-version.ts';

/** The statement of a page. Days are read only at the ends of the range. See docs/sql/timesheets.sql for what it becomes. */
export function timesheetsStatement(sortField: SortField, direction: string, filtered: boolean): string {
  return sql`
    with current as materialized (
      ${currentVersion}
    ),
    ${timesheetSums(filtered)},
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
          select ${statisticsJson((column) => `coalesce(sum(s.${column}), 0)`)}::text
          from sums s
        )`)} as statistics,
      (
        select json_agg(
          ${timesheetJson}
          order by page.position
        )
        from page
        join sums s on s.contract_id = page.id
        join reporting.contracts c on c.company_id = :companyId and c.id = page.id
        ${contractJoins}
      )::text as results`;
}

const sumColumns = [
  'days_count',
  'tracked_minutes',
  'manual_minutes',
  'overtime_minutes',
  'billable_minutes',
  'billed_minutes',
  'weighted_activity',
  'billable_amount',
];

const signedSum = (column: string) => `sum(case when sign > 0 then ${column} else -${column} end)`;

/** `sums`: the contracts that match, with days in the range, and the sums over these. */
export function timesheetSums(filtered: boolean): string {
  const ofFilter = filtered ? 'and contract_id = any (array(select id from contract_filter))' : '';
  return sql`
    ${filtered ? contractFilterCte : ''}
    sums as materialized (
      select
        contract_id,
        ${sumColumns.map((column) => `${signedSum(column)} as ${column}`).join(',\n')}
      from ${segmentRows}
      cross join lateral (
        select contract_id, ${sumColumns.join(', ')}
        from reporting.timesheet_periods
        where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
          ${ofFilter}
        union all
        select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes,
          coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
        from reporting.timesheet_days
        where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
          ${ofFilter}
        offset 0
      ) sums
      group by contract_id
      having ${signedSum('days_count')} > 0
    )`;
}

const contractFilterCte = sql`
  contract_filter as materialized (
    ${contractFilter('hourly')}
  ),`;

/** The ids of the page's contracts, in order. */
function pageOfContracts(sortField: SortField, direction: string): string {
  if (sortField !== 'contract' && sortField !== 'contractor') {
    return sql`
      select s.contract_id as id
      from sums s
      order by ${timesheetOrder(sortField, direction)}
      limit :itemsPerPage offset ${offset}`;
  }
  return sql`
    select c.id
    from reporting.contracts c
    ${sortField === 'contractor' ? 'join reporting.people contractor on contractor.id = c.contractor_id' : ''}
    where c.company_id = :companyId and (c.id in (select contract_id from sums)) is true
    order by ${contractOrder(sortField, direction)}
    limit :itemsPerPage offset ${offset}`;
}

/** The order of the sums `s`, or of the contract `c` with its joins. */
export function timesheetOrder(sortField: SortField, direction: string): string {
  return sortField === 'contract' || sortField === 'contractor'
    ? contractOrder(sortField, direction)
    : `${sortKeys[sortField]} ${direction}, s.contract_id ${direction}`;
}

const ofContract = (column: string) => `s.${column}`;

/** The mean weighted by the tracker's minutes; manual time has no activity. */
export function activityOf(column: (name: string) => string): string {
  const trackerMinutes = `(${column('tracked_minutes')} - ${column('manual_minutes')})`;
  return `coalesce(round(${column('weighted_activity')} / nullif(${trackerMinutes}, 0), 2), 0)`;
}

const sortKeys: Record<Exclude<SortField, 'contract' | 'contractor'>, string> = {
  trackedTime: 's.tracked_minutes',
  activity: activityOf(ofContract),
  goMeter: '(s.tracked_minutes - s.manual_minutes)',
  manual: 's.manual_minutes',
  overtime: 's.overtime_minutes',
  billableTime: 's.billable_minutes',
  billableAmount: 's.billable_amount',
};

function statisticsJson(column: (name: string) => string): string {
  return sql`
    json_build_object(
      'billableMinutes', ${column('billable_minutes')},
      'billedMinutes', ${column('billed_minutes')},
      'manualMinutes', ${column('manual_minutes')},
      'overtimeMinutes', ${column('overtime_minutes')},
      'trackedMinutes', ${column('tracked_minutes')},
      'activity', trim_scale(${activityOf(column)}),
      'billableAmount', trim_scale(${column('billable_amount')})
    )`;
}

const contractMembers = sql`
  '_id', c.id,
  'rate', trim_scale(c.rate),
  'title', c.title,
  'contractor', ${personJson('contractor')},
  'employer', ${personJson('employer')}`;

/** A row of the report, of the sums `s` and the contract `c` with its joins. */
export const timesheetJson = sql`
  json_build_object(
    'contract', case when team.id is null then
      json_build_object(
        ${contractMembers}
      )
    else
      json_build_object(
        ${contractMembers},
        'team', ${teamJson}
      )
    end,
    'statistics', ${statisticsJson(ofContract)}
  )`;
