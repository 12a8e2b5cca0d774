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

/** What is asked of a report. */
export type Question = {
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

/** The page that is asked for. */
export function pathOf(question: Question): string {
  const page = { page: String(question.page), itemsPerPage: String(question.itemsPerPage) };
  return `${paths[question.report]}?${queryOf(question, page)}`;
}

/** The same question without its page, for every row. */
export function exportPathOf(question: Question): string {
  return `${paths[question.report]}?${queryOf(question, {})}`;
}

function queryOf(question: Question, page: Record<string, string>): string {
  const query = new URLSearchParams({ fromDate: question.fromDate, toDate: question.toDate });
  for (const id of question.teamIds) query.append('teamIds', id);
  for (const id of question.contractorIds) query.append('contractorIds', id);
  for (const status of question.report === 'payments' ? question.statuses : []) {
    query.append('scheduledPaymentStatuses', status);
  }
  query.append('sortField', question.sortField);
  query.append('sortOrder', question.sortOrder);
  for (const [name, value] of Object.entries(page)) query.append(name, value);
  return query.toString();
}
