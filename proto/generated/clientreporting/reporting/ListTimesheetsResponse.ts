// Original file: proto/reporting.proto

import type { Timesheet as _clientreporting_reporting_Timesheet, Timesheet__Output as _clientreporting_reporting_Timesheet__Output } from '../../clientreporting/reporting/Timesheet.ts';
import type { Pagination as _clientreporting_reporting_Pagination, Pagination__Output as _clientreporting_reporting_Pagination__Output } from '../../clientreporting/reporting/Pagination.ts';
import type { TimesheetStatistics as _clientreporting_reporting_TimesheetStatistics, TimesheetStatistics__Output as _clientreporting_reporting_TimesheetStatistics__Output } from '../../clientreporting/reporting/TimesheetStatistics.ts';

export interface ListTimesheetsResponse {
  'results'?: (_clientreporting_reporting_Timesheet)[];
  'pagination'?: (_clientreporting_reporting_Pagination | null);
  'statistics'?: (_clientreporting_reporting_TimesheetStatistics | null);
}

export interface ListTimesheetsResponse__Output {
  'results': (_clientreporting_reporting_Timesheet__Output)[];
  'pagination': (_clientreporting_reporting_Pagination__Output | null);
  'statistics': (_clientreporting_reporting_TimesheetStatistics__Output | null);
}
