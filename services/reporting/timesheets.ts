import type {
  _clientreporting_reporting_ListTimesheetsRequest_SortField__Output as SortField,
  ListTimesheetsRequest__Output,
} from '../../proto/generated/clientreporting/reporting/ListTimesheetsRequest.ts';
import type { Admitted } from './admission.ts';
import { contractJoins, contractOrder, matchingOf, personColumns, teamColumns, wantedContracts } from './contract.ts';
import { limit, offset, parameters, unlessKnown } from './report.ts';
import type { Question } from './report.ts';
import { pieceRows, piecesOf } from './span.ts';
import { currentVersion } from './version.ts';

/**
 * The question for one page of a company's hourly contracts with days in the range, and the totals of all of them. Days
 * are read only at the ends of the range.
 */
export function timesheets(request: Admitted<ListTimesheetsRequest__Output>): Question {
  const { itemsPerPage, page, teamIds, contractorIds, sortField, sortOrder } = request;
  const filtered = teamIds.length > 0 || contractorIds.length > 0;
  return {
    report: 'timesheets',
    name: `timesheets-${sortField}-${sortOrder}${filtered ? '-filtered' : ''}`,
    text: () => statementText(sortField, sortOrder, filtered),
    matching: matchingOf(request),
    alsoMatching: [],
    periods: () => timesheetPeriods(request),
    page,
    itemsPerPage,
    ifNoneMatch: request.ifNoneMatch,
  };
}

function statementText(sortField: SortField, direction: string, filtered: boolean): string {
  return `
    with ${parameters},
    current as materialized (${currentVersion}),
    wanted as materialized (${wantedContracts('hourly')}),
    matching as materialized (${matchingContracts(filtered)}),
    page as materialized (
      select id, row_number() over () as position
      from (${pageOf(sortField, direction)}) page
    )
    select
      (select version from current) as version,
      ${unlessKnown('(select count(*) from matching)', '$9::bigint')}::float8 as "totalCount",
      ${unlessKnown(`
        (select ${statisticsObject((column) => `coalesce(sum(m.${column}), 0)`)}::text from matching m)`)} as statistics,
      (
        select json_agg(${contractWithStatistics()} order by page.position)
        from page
        join matching m on m.contract_id = page.id
        join reporting.contracts c on c.company_id = $1 and c.id = page.id
        ${contractJoins}
      )::text as results`;
}

/** What a statement takes as $10: the pieces of the range. */
export function timesheetPeriods(range: { fromDate: string; toDate: string }): string {
  return JSON.stringify(piecesOf(range, ['dekad', 'month', 'quarter', 'year']));
}

/** The contracts with days in the range, each with the sums over them. */
export function matchingContracts(filtered: boolean): string {
  const ofWanted = filtered ? 'and contract_id = any (array(select id from wanted))' : '';
  return `
    select contract_id, ${sums.map((column) => `${signedSum(column)} as ${column}`).join(', ')}
    from ${pieceRows('$10')}
    cross join lateral (
      select contract_id, ${sums.join(', ')}
      from reporting.timesheet_periods
      where company_id = $1 and unit = piece.unit and start >= piece.start and start < piece.until ${ofWanted}
      union all
      select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes,
        coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
      from reporting.timesheet_days
      where company_id = $1 and piece.unit = 'day' and work_date >= piece.start and work_date < piece.until ${ofWanted}
      offset 0
    ) sums
    group by contract_id
    having ${signedSum('days_count')} > 0`;
}

const signedSum = (column: string) => `sum(case when sign > 0 then ${column} else -${column} end)`;

const sums = [
  'days_count',
  'tracked_minutes',
  'manual_minutes',
  'overtime_minutes',
  'billable_minutes',
  'billed_minutes',
  'weighted_activity',
  'billable_amount',
];

/** A row of the report, of the sums `m` and the contract `c` with its joins. */
export function contractWithStatistics(): string {
  return `json_build_object(
    'contract', case when team.id is null then json_build_object(${contractColumns})
      else json_build_object(${contractColumns}, 'team', ${teamColumns}) end,
    'statistics', ${statisticsObject(ofContract)}
  )`;
}

const ofContract = (column: string) => `m.${column}`;

const contractColumns = `
  '_id', c.id,
  'rate', trim_scale(c.rate),
  'title', c.title,
  'contractor', ${personColumns('contractor')},
  'employer', ${personColumns('employer')}`;

function statisticsObject(column: (name: string) => string): string {
  return `json_build_object(
    'billableMinutes', ${column('billable_minutes')},
    'billedMinutes', ${column('billed_minutes')},
    'manualMinutes', ${column('manual_minutes')},
    'overtimeMinutes', ${column('overtime_minutes')},
    'trackedMinutes', ${column('tracked_minutes')},
    'activity', trim_scale(${activityOf(column)}),
    'billableAmount', trim_scale(${column('billable_amount')})
  )`;
}

/** The mean weighted by the tracker's minutes; manual time has no activity. */
export function activityOf(column: (name: string) => string): string {
  const trackerMinutes = `(${column('tracked_minutes')} - ${column('manual_minutes')})`;
  return `coalesce(round(${column('weighted_activity')} / nullif(${trackerMinutes}, 0), 2), 0)`;
}

/** The ids of the page's contracts, in order. */
function pageOf(sortField: SortField, direction: string): string {
  const cut = `${limit} offset ${offset}`;
  switch (sortField) {
    case 'contract':
      return `
        select c.id
        from reporting.contracts c
        where c.company_id = $1 and (c.id in (select contract_id from matching)) is true
        order by ${contractOrder(sortField, direction)} ${cut}`;
    case 'contractor':
      return `
        select c.id
        from reporting.contracts c
        join reporting.people contractor on contractor.id = c.contractor_id
        where c.company_id = $1 and (c.id in (select contract_id from matching)) is true
        order by ${contractOrder(sortField, direction)} ${cut}`;
    default:
      return `select m.contract_id as id from matching m order by ${orderOf(sortField, direction)} ${cut}`;
  }
}

/** The order of the sums `m`, or of the contract `c` with its joins. */
export function orderOf(sortField: SortField, direction: string): string {
  return sortField === 'contract' || sortField === 'contractor'
    ? contractOrder(sortField, direction)
    : `${sortKey(sortField)} ${direction}, m.contract_id ${direction}`;
}

function sortKey(sortField: Exclude<SortField, 'contract' | 'contractor'>): string {
  switch (sortField) {
    case 'trackedTime':
      return 'm.tracked_minutes';
    case 'activity':
      return activityOf(ofContract);
    case 'goMeter':
      return '(m.tracked_minutes - m.manual_minutes)';
    case 'manual':
      return 'm.manual_minutes';
    case 'overtime':
      return 'm.overtime_minutes';
    case 'billableTime':
      return 'm.billable_minutes';
    case 'billableAmount':
      return 'm.billable_amount';
    default:
      return sortField satisfies never;
  }
}
