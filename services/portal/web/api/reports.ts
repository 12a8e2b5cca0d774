import type { components } from './schema.ts';

type Schemas = components['schemas'];
export type Payment = Schemas['ScheduledPayment'];
export type PaymentStatistics = Schemas['ScheduledPaymentsStatistics'];
export type Timesheet = Schemas['Timesheet'];
export type TimesheetStatistics = Schemas['TimesheetStatistics'];
export type Contract = Payment['contract'] | Timesheet['contract'];
export type Pagination = Schemas['Pagination'];
export type PaymentsAnswer = Schemas['ScheduledPaymentsReport'];
export type TimesheetsAnswer = Schemas['TimesheetsReport'];

export type Status = Payment['status'];

export type ReportName = 'payments' | 'timesheets';

/** A request for a page of a report. */
export type ReportQuery = {
  report: ReportName;
  fromDate: string;
  toDate: string;
  statuses: Status[];
  teamIds: string[];
  contractorIds: string[];
  sortField: string;
  sortOrder: 'asc' | 'desc';
  page: number;
  itemsPerPage: number;
};

const paths = {
  payments: '/api/v1/external/reports/client/scheduled-payments/list',
  timesheets: '/api/v1/external/reports/client/timesheets/list',
};

/** The path of the page. */
export function pathOf(query: ReportQuery): string {
  const page = { page: String(query.page), itemsPerPage: String(query.itemsPerPage) };
  return `${paths[query.report]}?${queryOf(query, page)}`;
}

/** The path of the whole report as a file. */
export function exportPathOf(query: ReportQuery): string {
  return `${paths[query.report]}?${queryOf(query, {})}`;
}

function queryOf(query: ReportQuery, page: Record<string, string>): string {
  const parameters = new URLSearchParams({ fromDate: query.fromDate, toDate: query.toDate });
  for (const id of query.teamIds) parameters.append('teamIds', id);
  for (const id of query.contractorIds) parameters.append('contractorIds', id);
  for (const status of query.report === 'payments' ? query.statuses : []) {
    parameters.append('scheduledPaymentStatuses', status);
  }
  parameters.append('sortField', query.sortField);
  parameters.append('sortOrder', query.sortOrder);
  for (const [name, value] of Object.entries(page)) parameters.append(name, value);
  return parameters.toString();
}
