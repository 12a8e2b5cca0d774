import { ApiError, validationError } from '../../proto/errors.ts';
import type { Group, ReportDefinition, ReportDefinitions } from '../../proto/report.ts';
import type { reports as definitions } from '../../proto/reports.ts';
import { groupsAtMost } from '../../proto/summary.ts';
import type { ChangedRows } from './answers/changed-rows.ts';
import type { Report } from './answers/report.ts';
import { scheduledPayments } from './scheduled-payments/scheduled-payments.ts';
import { timesheets } from './timesheets/timesheets.ts';

/** How reports are read from the database. */
export type Reports = Record<string, { rows: Report; sums?: SumsBy; changes?: ChangedRows }>;

type SumsBy = (groups: Group[]) => Report;

/** Reports with the sums and changes that their definitions have, and without those that they don't. */
export type ReportsOf<Definitions extends ReportDefinitions> = {
  [Name in keyof Definitions]: { rows: Report } & SumsOf<Definitions[Name]> & ChangesOf<Definitions[Name]>;
};

type SumsOf<Of extends ReportDefinition> = Of extends { sums: object } ? { sums: SumsBy } : { sums?: never };
type ChangesOf<Of extends ReportDefinition> = Of extends { changes: object }
  ? { changes: ChangedRows }
  : { changes?: never };

export const reports: ReportsOf<typeof definitions> = {
  'scheduled-payments': scheduledPayments,
  timesheets,
};

/**
 * The report of that name, or its sums by these groups.
 * @throws ApiError `not_found` for what this release doesn't have, `validation_error` for groups that the sums don't have
 */
export function reportNamed(reports: Reports, name: string, groupBy: string[]): Report {
  const { rows, sums } = ofName(reports, name);
  if (groupBy.length === 0) return rows;
  if (!sums) throw new ApiError('not_found');
  const groups = groupBy.flatMap((group) => rows.definition.sums?.groups.find((known) => known === group) ?? []);
  if (groups.length < groupBy.length || new Set(groups).size < groups.length || groups.length > groupsAtMost)
    throw validationError({ groupBy: { message: 'must be one or two groups of this report' } });
  return sums(groups);
}

/** @throws ApiError `not_found` for a report that can't say what changed */
export function copiedReportNamed(reports: Reports, name: string): { rows: Report; changes: ChangedRows } {
  const { rows, changes } = ofName(reports, name);
  if (!changes) throw new ApiError('not_found');
  return { rows, changes };
}

function ofName(reports: Reports, name: string): Reports[string] {
  const found = Object.hasOwn(reports, name) ? reports[name] : undefined;
  if (!found) throw new ApiError('not_found');
  return found;
}
