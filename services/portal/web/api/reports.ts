/** The answers of the two reports, as the OpenAPI document has them. */
type Named = { _id: string; firstName: string; lastName: string };
type Team = { _id: string; name: string };
export type Contract = { _id: string; title: string; contractor: Named; employer: Named; team?: Team | null };

export const statuses = ['upcoming', 'processing', 'failed', 'paid', 'deleted'] as const;
export type Status = (typeof statuses)[number];

export type Payment = {
  _id: string;
  name: string;
  amount: number;
  paidAmount: number;
  status: Status;
  scheduledPaymentOn: string;
  contract: Contract;
};
export type PaymentStatistics = {
  contractsCount: number;
  scheduledPaymentsCount: number;
  paidScheduledPaymentsCount: number;
  totalScheduledPaymentsPaidAmount: number;
};
export type TimesheetStatistics = {
  billableMinutes: number;
  billedMinutes: number;
  manualMinutes: number;
  overtimeMinutes: number;
  trackedMinutes: number;
  activity: number;
  billableAmount: number;
};
export type Timesheet = { contract: Contract & { rate: number }; statistics: TimesheetStatistics };
export type Pagination = { currentPage: number; itemsPerPage: number; pagesCount: number; totalCount: number };

type Answer<Row, Statistics> = { results: Row[]; pagination: Pagination; statistics: Statistics };
export type PaymentsAnswer = Answer<Payment, PaymentStatistics>;
export type TimesheetsAnswer = Answer<Timesheet, TimesheetStatistics>;

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
