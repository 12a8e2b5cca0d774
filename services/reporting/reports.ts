import { ApiError, validationError } from '../../proto/errors.ts';
import type { Group } from '../../proto/report.ts';
import type { ReportName } from '../../proto/reports.ts';
import { groupsAtMost } from '../../proto/summary.ts';
import type { Report } from './answers/report.ts';
import { scheduledPayments } from './scheduled-payments/scheduled-payments.ts';
import { paymentsSummary } from './scheduled-payments/summary.ts';
import { timesheetsSummary } from './timesheets/summary.ts';
import { timesheets } from './timesheets/timesheets.ts';

/** How each report is read from the database. */
export const reports: Record<ReportName, Report> = { 'scheduled-payments': scheduledPayments, timesheets };

/** The sums of each report by groups. */
export const summaries: Record<ReportName, (groups: Group[]) => Report> = {
  'scheduled-payments': paymentsSummary,
  timesheets: timesheetsSummary,
};

/**
 * The report of that name, or its sums by these groups.
 * @throws ApiError `not_found` for the name of a report that this release doesn't have, `validation_error` for such groups
 */
export function reportNamed(name: string, groupBy: string[]): Report {
  if (!Object.hasOwn(reports, name)) throw new ApiError('not_found');
  const report = reports[name as ReportName];
  if (groupBy.length === 0) return report;
  const groups = groupBy.flatMap((group) => report.definition.sums.groups.find((known) => known === group) ?? []);
  if (groups.length < groupBy.length || new Set(groups).size < groups.length || groups.length > groupsAtMost)
    throw validationError({ groupBy: { message: 'must be one or two groups of this report' } });
  return summaries[name as ReportName](groups);
}
