import type { components, operations, paths } from '../../../../clients/node/generated/schema.ts';
import { monthOf, periodBeside, toDate, today, yearBefore } from './dates.ts';

type Schemas = components['schemas'];
export type Payment = Schemas['ScheduledPayment'];
export type Timesheet = Schemas['Timesheet'];
export type Row = Payment | Timesheet;
export type Contract = Row['contract'];
export type Pagination = Schemas['Pagination'];

export type Status = Payment['status'];

export const reportNames = { payments: 'Payments', timesheets: 'Hours' };
export type ReportName = keyof typeof reportNames;

/** What a chart is by; team and month is a table. */
export const groupNames = {
  month: 'Month',
  team: 'Team',
  contractor: 'Contractor',
  contract: 'Contract',
  'team-month': 'Team and month',
};
export type GroupBy = keyof typeof groupNames;

/** What the sums are of: money that was paid or scheduled, or hours by how they were entered or billed. */
export const measureNames = {
  payments: { paid: 'Paid', scheduled: 'Scheduled' },
  timesheets: { entry: 'Timer and manual', billing: 'Billing' },
};
type Measure = keyof typeof measureNames.payments | keyof typeof measureNames.timesheets;

/** What a chart's bars are as long as, and are sorted by. */
const measured: Record<Measure, Field> = {
  paid: 'totalScheduledPaymentsPaidAmount',
  scheduled: 'totalScheduledPaymentsAmount',
  entry: 'trackedMinutes',
  billing: 'trackedMinutes',
};

/** What the days are compared with. */
export const comparisonNames = {
  before: 'Previous period',
  year: 'Same period last year',
  nothing: 'No comparison',
};
export type Comparison = keyof typeof comparisonNames;

/** A page of a report, and the sums beside it: the parameters of the API by their names, and the view. */
export type ReportQuery = {
  report: ReportName;
  fromDate: string;
  toDate: string;
  teamIds: string[];
  contractorIds: string[];
  /** None chosen are all but deleted. */
  scheduledPaymentStatuses: Status[];
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

type ReportPath = keyof paths extends infer Path ? (Path extends `${infer Of}/summary` ? Of : never) : never;

const ofReports = '/api/v1/external/reports/client';
const ofReport = {
  payments: `${ofReports}/scheduled-payments`,
  timesheets: `${ofReports}/timesheets`,
} as const satisfies Record<ReportName, ReportPath>;
export const companyPath = `${ofReports}/company`;

/** The path of the page. */
export function pathOf(query: ReportQuery): string {
  const { sortField, sortOrder, page, itemsPerPage } = query;
  return pathBelow(query, 'list', { sortField, sortOrder, page, itemsPerPage });
}

/** The path of the whole report as a file. */
export function exportPathOf(query: ReportQuery): string {
  const { sortField, sortOrder } = query;
  return pathBelow(query, 'list', { sortField, sortOrder });
}

/** The path of what changed in the report since a version. */
export function changesPathOf(query: ReportQuery, since: string): string {
  return pathBelow(query, 'changes', { since: since.replaceAll('"', '') });
}

/** The path of sums of the report. */
export function sumsPathOf(query: ReportQuery, ...groupBy: string[]): string {
  return pathBelow(query, 'summary', { groupBy });
}

/** The path of the query’s sums, all of them: months in their order, others with the largest first. */
export function exportPathOfSums(query: ReportQuery): string {
  const groupBy = query.by.split('-');
  const largestFirst = { sortField: measured[query.measure], sortOrder: 'desc' };
  return pathBelow(query, 'summary', { groupBy, ...(!groupBy.includes('month') && largestFirst) });
}

/** The path of teams or contractors: those with these ids, or with this text in their name. */
export function namesPathOf(list: 'teams' | 'contractors', wanted: { ids?: string[]; search?: string }) {
  return `${ofReports}/${list}/list?${parametersOf({ ...wanted, itemsPerPage: 100 })}`;
}

/** Only until the same day, since what is paid later isn't known yet; what is scheduled later is. */
export function isToDate(query: ReportQuery): boolean {
  return query.measure !== 'scheduled' && query.fromDate <= today() && today() < query.toDate;
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

/** What tells the groups apart. @param monthsLater added to a month */
export function groupIdOf(by: GroupBy, { month = '', team, contractor, contract }: Group, monthsLater = 0): string {
  const ids: Partial<Record<GroupBy, string | undefined>> = {
    month: String(monthOf(month) + monthsLater),
    team: team?._id,
    contractor: contractor?._id,
    contract: contract?._id,
  };
  return ids[by] ?? '';
}

function pathBelow(query: ReportQuery, part: 'list' | 'changes' | 'summary', more: Parameters): string {
  return `${ofReport[query.report]}/${part}?${parametersOf({ ...filtersOf(query), ...more })}`;
}

/** Without a choice, the request names the statuses that are shown: rows, sums and files are then of the same payments. */
function filtersOf(query: ReportQuery): Parameters {
  const { fromDate, toDate, teamIds, contractorIds, scheduledPaymentStatuses, minAmount, maxAmount } = query;
  const ofTimesheets: FiltersOf<'listTimesheets'> = { fromDate, toDate, teamIds, contractorIds };
  const ofPayments: FiltersOf<'listScheduledPayments'> = {
    ...ofTimesheets,
    scheduledPaymentStatuses: scheduledPaymentStatuses.length > 0 ? scheduledPaymentStatuses : scheduled,
    minAmount,
    maxAmount,
  };
  return { payments: ofPayments, timesheets: ofTimesheets }[query.report];
}

/** Every filter of the report: one that the API gets does not compile before it is here. */
type FiltersOf<Operation extends 'listScheduledPayments' | 'listTimesheets'> = Record<
  Exclude<keyof operations[Operation]['parameters']['query'], 'sortField' | 'sortOrder' | 'page' | 'itemsPerPage'>,
  string | string[]
>;

type Parameters = Record<string, string | number | string[]>;

/** Without those that are empty. */
export function parametersOf(parameters: Parameters): URLSearchParams {
  const pairs = Object.entries(parameters).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)]));
  return new URLSearchParams(pairs.filter(([, value]) => value !== ''));
}

export const unpaid: Status[] = ['upcoming', 'processing', 'failed'];
export const scheduled: Status[] = [...unpaid, 'paid'];
