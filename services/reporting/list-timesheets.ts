import type pg from 'pg';
import type {
  _clientreporting_reporting_ListTimesheetsRequest_SortField__Output as SortField,
  ListTimesheetsRequest__Output,
} from '../../proto/generated/clientreporting/reporting/ListTimesheetsRequest.ts';
import type { ListTimesheetsResponse__Output } from '../../proto/generated/clientreporting/reporting/ListTimesheetsResponse.ts';
import type { Timesheet__Output } from '../../proto/generated/clientreporting/reporting/Timesheet.ts';
import type { TimesheetStatistics__Output } from '../../proto/generated/clientreporting/reporting/TimesheetStatistics.ts';
import { runStatement } from '../../runtime/database.ts';
import type { Statement } from '../../runtime/database.ts';
import { byContractor, byTitle, contractJoins, contractObject, orderBy } from './contract.ts';
import { filterOf, paginationOf } from './pagination.ts';

/**
 * One page of a company's hourly contracts that have days in the range, and the statistics of all that match, in one
 * statement: one snapshot.
 */
export async function listTimesheets(
  pool: pg.Pool,
  request: ListTimesheetsRequest__Output,
  signal: AbortSignal,
): Promise<ListTimesheetsResponse__Output> {
  const [report] = await runStatement<Report>(
    pool,
    statementOf(request),
    [
      request.companyId,
      request.fromDate,
      request.toDate,
      filterOf(request.teamIds),
      filterOf(request.contractorIds),
      request.itemsPerPage,
      request.page,
    ],
    signal,
  );
  if (!report) throw new Error('an aggregate is one row, always');
  const { results, statistics, totalCount } = report;
  return { results, statistics, pagination: paginationOf(request, totalCount) };
}

type Report = { results: Timesheet__Output[]; statistics: TimesheetStatistics__Output; totalCount: number };

function statementOf({ sortField, sortOrder }: ListTimesheetsRequest__Output): Statement {
  const order = orderBy([...sortKeys(sortField), 'c.id'], sortOrder);
  return {
    name: `timesheets-${sortField}-${sortOrder}`,
    text: `
      with matching as materialized (
        select d.company_id, d.contract_id,
          sum(d.billable_minutes) as billable_minutes,
          sum(d.billed_minutes) as billed_minutes,
          sum(d.manual_minutes) as manual_minutes,
          sum(d.overtime_minutes) as overtime_minutes,
          sum(d.tracked_minutes) as tracked_minutes,
          coalesce(sum(d.activity * (d.tracked_minutes - d.manual_minutes)), 0) as weighted_activity,
          sum(d.billable_amount) as billable_amount
        from reporting.timesheet_days d
        join reporting.contracts c on c.company_id = d.company_id and c.id = d.contract_id
        where d.company_id = $1
          and d.work_date >= $2::date
          and d.work_date < $3::date + 1
          and ($4::text[] is null or c.team_id = any ($4))
          and ($5::text[] is null or c.contractor_id = any ($5))
        group by d.company_id, d.contract_id
      ),
      page as (
        select
          row_number() over (order by ${order}) as position,
          jsonb_build_object(
            'contract', jsonb_strip_nulls(${contractObject} || jsonb_build_object('rate', c.rate)),
            'statistics', ${statisticsObject((column) => `m.${column}`)}
          ) as timesheet
        from matching m
        join reporting.contracts c on c.company_id = m.company_id and c.id = m.contract_id
        ${contractJoins}
        order by position
        limit $6 offset ($7::bigint - 1) * $6
      )
      select
        coalesce((select jsonb_agg(timesheet order by position) from page), '[]') as results,
        ${statisticsObject((column) => `coalesce(sum(m.${column}), 0)`)} as statistics,
        count(*)::float8 as "totalCount"
      from matching m`,
  };
}

function statisticsObject(column: (name: string) => string): string {
  return `jsonb_build_object(
    'billableMinutes', ${column('billable_minutes')},
    'billedMinutes', ${column('billed_minutes')},
    'manualMinutes', ${column('manual_minutes')},
    'overtimeMinutes', ${column('overtime_minutes')},
    'trackedMinutes', ${column('tracked_minutes')},
    'activity', ${activity(column)},
    'billableAmount', ${column('billable_amount')}
  )`;
}

/** The mean weighted by the tracker's minutes; manual time has no activity. */
function activity(column: (name: string) => string): string {
  const trackerMinutes = `(${column('tracked_minutes')} - ${column('manual_minutes')})`;
  return `coalesce(round(${column('weighted_activity')} / nullif(${trackerMinutes}, 0), 2), 0)`;
}

function sortKeys(sortField: SortField): string[] {
  switch (sortField) {
    case 'contract':
      return byTitle;
    case 'contractor':
      return byContractor;
    case 'trackedTime':
      return ['m.tracked_minutes'];
    case 'activity':
      return [activity((column) => `m.${column}`)];
    case 'goMeter':
      return ['(m.tracked_minutes - m.manual_minutes)'];
    case 'manual':
      return ['m.manual_minutes'];
    case 'overtime':
      return ['m.overtime_minutes'];
    case 'billableTime':
      return ['m.billable_minutes'];
    case 'billableAmount':
      return ['m.billable_amount'];
    default:
      return sortField satisfies never;
  }
}
