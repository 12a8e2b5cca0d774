import type { ListTimesheetsRequest__Output } from '../../../proto/generated/clientreporting/reporting/ListTimesheetsRequest.ts';
import type { Admitted } from '../admission.ts';
import { dateSegments } from '../sql/date-segments.ts';
import { filtersContracts, filterValues } from './report-query.ts';
import type { ReportQuery } from './report-query.ts';
import { timesheetsStatement } from './timesheets-statement.ts';

/** One page of a company's hourly contracts with days in the range, with the totals of all that match. */
export function timesheets(request: Admitted<ListTimesheetsRequest__Output>): ReportQuery {
  const { page, itemsPerPage, sortField, sortOrder, ifNoneMatch } = request;
  const filtered = filtersContracts(request);
  return {
    report: 'timesheets',
    name: `timesheets-${sortField}-${sortOrder}${filtered ? '-filtered' : ''}`,
    text: () => timesheetsStatement(sortField, sortOrder, filtered),
    filters: filterValues(request),
    dateSegments: () => timesheetDateSegments(request),
    page,
    itemsPerPage,
    ifNoneMatch,
  };
}

export function timesheetDateSegments(range: { fromDate: string; toDate: string }): string {
  return JSON.stringify(dateSegments(range, ['dekad', 'month', 'quarter', 'year']));
}
