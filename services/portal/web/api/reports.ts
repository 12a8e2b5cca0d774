import type { components } from '../../../../client/schema.ts';

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

export const reportNames: Record<ReportName, string> = { payments: 'Scheduled payments', timesheets: 'Timesheets' };

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
  return `${paths[query.report]}?${parametersOf(query)}`;
}

/** The path of the whole report as a file. */
export function exportPathOf(query: ReportQuery): string {
  const parameters = parametersOf(query);
  parameters.delete('page');
  parameters.delete('itemsPerPage');
  return `${paths[query.report]}?${parameters}`;
}

/** The path of sums of the report, but for how it is grouped. */
export function summaryPathOf(query: ReportQuery): string {
  const parameters = parametersOf(query);
  for (const name of ['page', 'itemsPerPage', 'sortField', 'sortOrder']) parameters.delete(name);
  return `${paths[query.report].replace(/list$/, 'summary')}?${parameters}`;
}

/** The query parameters of the API. */
export function parametersOf(query: ReportQuery): URLSearchParams {
  const { fromDate, toDate, teamIds, contractorIds, statuses, sortField, sortOrder, page, itemsPerPage } = query;
  return new URLSearchParams([
    ['fromDate', fromDate],
    ['toDate', toDate],
    ...teamIds.map((id) => ['teamIds', id]),
    ...contractorIds.map((id) => ['contractorIds', id]),
    ...(query.report === 'payments' ? statuses : []).map((status) => ['scheduledPaymentStatuses', status]),
    ['sortField', sortField],
    ['sortOrder', sortOrder],
    ['page', String(page)],
    ['itemsPerPage', String(itemsPerPage)],
  ]);
}
