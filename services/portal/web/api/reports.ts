import type { components, operations, paths } from '../../../../clients/node/generated/schema.ts';
import { isRunning, monthAfter, periodBeside, toDate, yearBefore } from './dates.ts';

type Schemas = components['schemas'];
export type Payment = Schemas['ScheduledPayment'];
export type Timesheet = Schemas['Timesheet'];
export type Row = Payment | Timesheet;
export type Contract = Row['contract'];
export type Pagination = Schemas['Pagination'];

export type Status = Payment['status'];

export type ReportName = 'payments' | 'timesheets';

export const reportNames: Record<ReportName, string> = { payments: 'Payments', timesheets: 'Hours' };

/** What a chart is by; team and month is a table. */
export const groups = ['month', 'team', 'contractor', 'contract', 'team-month'] as const;
export type GroupBy = (typeof groups)[number];

/** What the sums are of: money that was paid or scheduled, or hours by how they were entered or billed. */
export const measures = { payments: ['paid', 'scheduled'], timesheets: ['entry', 'billing'] } as const;
export type Measure = (typeof measures)[ReportName][number];

/** What a chart's bars are as long as, and are sorted by. */
const measured: Record<Measure, Field> = {
  paid: 'totalScheduledPaymentsPaidAmount',
  scheduled: 'totalScheduledPaymentsAmount',
  entry: 'trackedMinutes',
  billing: 'trackedMinutes',
};

/** To compare with. */
export const comparisons = ['before', 'year', 'nothing'] as const;
export type Comparison = (typeof comparisons)[number];

/** A page of a report, and the sums beside it. */
export type ReportQuery = {
  report: ReportName;
  fromDate: string;
  toDate: string;
  /** None chosen are all but deleted. */
  statuses: Status[];
  teamIds: string[];
  contractorIds: string[];
  /** Empty for none. */
  minAmount: string;
  maxAmount: string;
  sortField: string;
  sortOrder: 'asc' | 'desc';
  page: number;
  itemsPerPage: number;
  by: GroupBy;
  measure: Measure;
  compare: Comparison;
};

/** Every filter of the report: one that the API gets does not compile before it is here. */
type FiltersOf<Operation extends 'listScheduledPayments' | 'listTimesheets'> = Record<
  Exclude<keyof operations[Operation]['parameters']['query'], 'sortField' | 'sortOrder' | 'page' | 'itemsPerPage'>,
  string | string[]
>;

type ReportPath = keyof paths extends infer Path ? (Path extends `${infer Of}/summary` ? Of : never) : never;

const ofReports = '/api/v1/external/reports/client';
const ofReport = {
  payments: `${ofReports}/scheduled-payments`,
  timesheets: `${ofReports}/timesheets`,
} as const satisfies Record<ReportName, ReportPath>;
export const companyPath = `${ofReports}/company`;

/** The path of the page. */
export function pathOf(query: ReportQuery): string {
  return `${ofReport[query.report]}/list?${parametersOf(query)}`;
}

/** The path of the whole report as a file. */
export function exportPathOf(query: ReportQuery): string {
  const { sortField, sortOrder } = query;
  return `${ofReport[query.report]}/list?${filtersOf(query)}&${new URLSearchParams({ sortField, sortOrder })}`;
}

/** The path of what changed in the report since a version. */
export function changesPathOf(query: ReportQuery, since = ''): string {
  return `${ofReport[query.report]}/changes?${filtersOf(query)}&since=${since.replaceAll('"', '')}`;
}

/** The path of sums of the report. */
export function sumsPathOf(query: ReportQuery, ...groupBy: string[]): string {
  const grouping = new URLSearchParams(groupBy.map((group) => ['groupBy', group]));
  return `${ofReport[query.report]}/summary?${filtersOf(query)}&${grouping}`;
}

/** The path of the query’s sums, all of them: months in their order, others with the largest first. */
export function exportPathOfSums(query: ReportQuery): string {
  const path = sumsPathOf(query, ...query.by.split('-'));
  const isInOrder = query.by === 'month' || query.by === 'team-month';
  return isInOrder ? path : `${path}&sortField=${measured[query.measure]}&sortOrder=desc`;
}

/** The path of teams or contractors: those with these ids, or with this text in their name. */
export function namesPathOf(
  list: 'teams' | 'contractors',
  { ids = [], search = '' }: { ids?: string[]; search?: string },
) {
  const parameters = [
    ...ids.map((id) => ['ids', id]),
    ...(search ? [['search', search]] : []),
    ['itemsPerPage', '100'],
  ];
  return `${ofReports}/${list}/list?${new URLSearchParams(parameters)}`;
}

/** Only until the same day, since what is paid later isn't known yet; what is scheduled later is. */
export function isToDate(query: ReportQuery): boolean {
  return query.measure !== 'scheduled' && isRunning(query);
}

/** The same query for the range to compare with. */
export function comparedWith(query: ReportQuery): ReportQuery {
  const before = query.compare === 'year' ? yearBefore(query) : periodBeside(query, -1);
  return { ...query, ...(isToDate(query) ? toDate(before, query) : before) };
}

/** The path of the sums before of the contractors or contracts that are shown. */
export function sumsBeforePathOf(query: ReportQuery, shown: Group[]): string {
  const people = shown.flatMap(({ contractor, contract }) => (contractor ?? contract?.contractor)?._id ?? []);
  return sumsPathOf({ ...comparedWith(query), contractorIds: [...new Set(people)] }, query.by);
}

/** Sums of either report; and of payments, what is scheduled of a status. */
export type Field = keyof Schemas['ScheduledPaymentsSums'] | keyof Schemas['TimesheetStatistics'] | Status;
export type Sums = Partial<Record<Field, number>>;

/** A row of sums, and the group that it sums up. */
export type Group = {
  month?: string | undefined;
  status?: Status | undefined;
  team?: Contract['team'] | null | undefined;
  contractor?: Contract['contractor'] | undefined;
  contract?: Contract | undefined;
  statistics: Sums;
};
export type Summary = { results: Group[]; pagination: Pick<Pagination, 'pagesCount' | 'totalCount'>; statistics: Sums };

/** What tells the groups apart. @param monthsLater added to a month */
export function groupIdOf(by: GroupBy, { month = '', team, contractor, contract }: Group, monthsLater = 0): string {
  const ids = {
    month: monthAfter(month, monthsLater),
    team: team?._id,
    contractor: contractor?._id,
    contract: contract?._id,
    'team-month': `${team?._id ?? ''} ${month}`,
  };
  return ids[by] ?? '';
}

/** The query parameters of the API. @param filters the query's filters */
export function parametersOf(query: ReportQuery, filters = filtersOf(query)): URLSearchParams {
  const { sortField, sortOrder, page, itemsPerPage } = query;
  return new URLSearchParams([
    ...filters,
    ['sortField', sortField],
    ['sortOrder', sortOrder],
    ['page', String(page)],
    ['itemsPerPage', String(itemsPerPage)],
  ]);
}

/** Without a choice, the request names the statuses that are shown: rows, sums and files are then of the same payments. */
function filtersOf(query: ReportQuery) {
  return chosenFiltersOf({ ...query, statuses: query.statuses.length > 0 ? query.statuses : scheduled });
}

export function chosenFiltersOf(query: ReportQuery): URLSearchParams {
  const { report, fromDate, toDate, teamIds, contractorIds, statuses, minAmount, maxAmount } = query;
  const ofBoth = { fromDate, toDate, teamIds, contractorIds };
  const ofPayments: FiltersOf<'listScheduledPayments'> = {
    ...ofBoth,
    scheduledPaymentStatuses: statuses,
    minAmount: minAmount || [],
    maxAmount: maxAmount || [],
  };
  const ofTimesheets: FiltersOf<'listTimesheets'> = ofBoth;
  const filters = Object.entries(report === 'payments' ? ofPayments : ofTimesheets);
  return new URLSearchParams(filters.flatMap(([name, given]) => [given].flat().map((value) => [name, value])));
}

export const unpaid: Status[] = ['upcoming', 'processing', 'failed'];
export const scheduled: Status[] = [...unpaid, 'paid'];
