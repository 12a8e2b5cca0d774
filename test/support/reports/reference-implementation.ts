import type { scheduledPaymentsDefinition } from '../../../proto/scheduled-payments.ts';
import type { timesheetsDefinition } from '../../../proto/timesheets.ts';
import type { FilterValues } from './filter-query.ts';

/**
 * Both reports computed in the plainest way, over rows in memory: filter, add up, sort, cut. Money is in cents and activity in
 * hundredths of a percent, whole numbers both, so that nothing here rounds but where the specification does.
 */
export type ReportData = {
  people: { id: string; firstName: string; lastName: string }[];
  teams: { id: string; companyId: string; name: string }[];
  contracts: Contract[];
  payments: Payment[];
  days: Day[];
};

type Contract = {
  id: string;
  companyId: string;
  type: 'fixed' | 'hourly';
  title: string;
  contractorId: string;
  employerId: string;
  teamId: string | null;
  rateCents: number;
};

type Payment = {
  id: string;
  contractId: string;
  name: string;
  amountCents: number;
  paidCents: number;
  status: (typeof statuses)[number];
  /** ISO 8601 with milliseconds, UTC. */
  on: string;
};

type Day = {
  contractId: string;
  date: string;
  tracked: number;
  manual: number;
  overtime: number;
  billable: number;
  billed: number;
  amountCents: number;
  activityHundredths: number;
};

export type ReportQuery = FilterValues & {
  companyId: string;
  fromDate: string;
  toDate: string;
  sortField: string;
  sortOrder: 'asc' | 'desc';
  page: number;
  itemsPerPage: number;
};

export type SummaryQuery = ReportQuery & { groupBy: string[] };

export const statuses = ['upcoming', 'processing', 'failed', 'paid', 'deleted'] as const;

type Sortable = string | number;
type Keys = { value: Sortable; isText: boolean }[];

export function expectedPayments(reportData: ReportData, query: ReportQuery) {
  const matching = matchingPayments(reportData, query);
  const keys = ({ payment, contract }: (typeof matching)[number]): Keys => {
    const byDate = [exact(payment.on), exact(payment.id)];
    const ofFields: Record<string, Keys> = {
      budget: [exact(payment.amountCents), exact(payment.id)],
      paidAmount: [exact(payment.paidCents), exact(payment.id)],
      scheduledPaymentStatus: [exact(statuses.indexOf(payment.status)), ...byDate],
      contract: [...titleKeys(contract), ...byDate],
      contractor: [...contractorKeys(reportData, contract), exact(contract.id), ...byDate],
    };
    return ofFields[query.sortField] ?? byDate;
  };
  const sorted = sort(matching, keys, query.sortOrder);
  return {
    results: cut(sorted, query).map(({ payment, contract }) => ({
      _id: payment.id,
      name: payment.name,
      amount: payment.amountCents / 100,
      paidAmount: payment.paidCents / 100,
      status: payment.status,
      scheduledPaymentOn: payment.on,
      contract: { ...contractSummary(reportData, contract), team: teamOf(reportData, contract) },
    })),
    pagination: pagination(matching.length, query),
    statistics: paymentStatistics(matching.map(({ payment }) => payment)),
  };
}

export function expectedTimesheets(reportData: ReportData, query: ReportQuery) {
  const matching = matchingDays(reportData, query).map(({ contract, days }) => ({
    contract,
    days,
    statistics: timesheetStatistics(days),
  }));
  const keys = ({ contract, statistics }: (typeof matching)[number]): Keys => {
    const ofFields: Record<string, number> = {
      trackedTime: statistics.trackedMinutes,
      activity: statistics.activity,
      goMeter: statistics.trackedMinutes - statistics.manualMinutes,
      manual: statistics.manualMinutes,
      overtime: statistics.overtimeMinutes,
      billableTime: statistics.billableMinutes,
      billableAmount: statistics.billableAmount,
    };
    const value = ofFields[query.sortField];
    if (value !== undefined) return [exact(value), exact(contract.id)];
    return query.sortField === 'contractor'
      ? [...contractorKeys(reportData, contract), exact(contract.id)]
      : titleKeys(contract);
  };
  return {
    results: cut(sort(matching, keys, query.sortOrder), query).map(({ contract, statistics }) => {
      const team = teamOf(reportData, contract);
      const { _id, ...rest } = contractSummary(reportData, contract);
      return {
        contract: { _id, rate: contract.rateCents / 100, ...rest, ...(team && { team }) },
        statistics,
      };
    }),
    pagination: pagination(matching.length, query),
    statistics: timesheetStatistics(matching.flatMap(({ days }) => days)),
  };
}

/** The contracts of the payments that match, of the sample report. */
export function expectedPaidContracts(reportData: ReportData, query: ReportQuery) {
  const payments = matchingPayments(reportData, query);
  const matching = Array.from(new Set(payments.map(({ contract }) => contract)), (contract) => ({
    contract,
    statistics: paidStatistics(payments.flatMap((of) => (of.contract === contract ? of.payment : []))),
  }));
  const keys = ({ contract, statistics }: (typeof matching)[number]): Keys => {
    if (query.sortField === 'paidAmount') return [exact(statistics.paidAmount), exact(contract.id)];
    return query.sortField === 'contract'
      ? titleKeys(contract)
      : [...contractorKeys(reportData, contract), exact(contract.id)];
  };
  return {
    results: cut(sort(matching, keys, query.sortOrder), query).map(({ contract, statistics }) => ({
      contract: { ...contractSummary(reportData, contract), team: teamOf(reportData, contract) },
      statistics,
    })),
    pagination: pagination(matching.length, query),
    statistics: paidStatistics(payments.map(({ payment }) => payment)),
  };
}

/** The sums of those by groups. */
export function expectedPaidContractsSummary(reportData: ReportData, query: SummaryQuery) {
  return summary(reportData, query, paymentRows(reportData, query), paidStatistics);
}

/** The sums of payments by groups, from the payments that match. */
export function expectedPaymentsSummary(reportData: ReportData, query: SummaryQuery) {
  return summary(reportData, query, paymentRows(reportData, query), (payments) => ({
    ...paymentStatistics(payments),
    totalScheduledPaymentsAmount: sum(payments.map(({ amountCents }) => amountCents)) / 100,
  }));
}

function paymentRows(reportData: ReportData, query: SummaryQuery) {
  return matchingPayments(reportData, query).map(({ payment, contract }) => ({
    contract,
    date: payment.on,
    row: payment,
  }));
}

/** The sums of timesheets by groups, from the days that match. */
export function expectedTimesheetsSummary(reportData: ReportData, query: SummaryQuery) {
  const rows = matchingDays(reportData, query).flatMap(({ contract, days }) =>
    days.map((day) => ({ contract, date: day.date, row: day })),
  );
  return summary(reportData, query, rows, timesheetStatistics);
}

function summary<Row extends Payment | Day, Statistics extends Record<string, number>>(
  reportData: ReportData,
  query: SummaryQuery,
  rows: { contract: Contract; date: string; row: Row }[],
  statisticsOf: (rows: Row[]) => Statistics,
) {
  const groups = new Map<string, { keys: Keys; members: object; rows: Row[] }>();
  for (const { contract, date, row } of rows) {
    const parts = query.groupBy.map((group) => groupOf(reportData, group, contract, date, row));
    const key = JSON.stringify(parts);
    const group = groups.get(key) ?? {
      keys: parts.flatMap((part) => part.keys),
      members: Object.assign({}, ...parts.toSorted(contractLast).map((part) => part.members)) as object,
      rows: [],
    };
    group.rows.push(row);
    groups.set(key, group);
  }
  const all = Array.from(groups.values(), (group) => ({ ...group, statistics: statisticsOf(group.rows) }));
  const keys = ({ keys: ofGroups, statistics }: (typeof all)[number]): Keys =>
    query.sortField === 'groupBy' ? ofGroups : [exact(found(statistics[query.sortField])), ...ofGroups];
  return {
    results: cut(sort(all, keys, query.sortOrder), query).map(({ members, statistics }) => ({
      ...members,
      statistics,
    })),
    pagination: pagination(all.length, query),
    statistics: statisticsOf(rows.map(({ row }) => row)),
  };
}

/** As the JSON has it. */
function contractLast(a: { members: object }, b: { members: object }): number {
  return Number('contract' in a.members) - Number('contract' in b.members);
}

function groupOf(
  reportData: ReportData,
  group: string,
  contract: Contract,
  date: string,
  row: Payment | Day,
): { keys: Keys; members: object } {
  const team = teamOf(reportData, contract);
  switch (group) {
    case 'month':
      return { keys: [exact(date.slice(0, 7))], members: { month: date.slice(0, 7) } };
    case 'status': {
      const { status } = row as Payment;
      return { keys: [exact(statuses.indexOf(status))], members: { status } };
    }
    case 'team':
      // No team stands behind all names.
      return { keys: [exact(team ? 0 : 1), text(team?.name ?? ''), exact(team?._id ?? '')], members: { team } };
    case 'contractor':
      return {
        keys: contractorKeys(reportData, contract),
        members: { contractor: personOf(reportData, contract.contractorId) },
      };
    default: {
      const { _id, ...rest } = contractSummary(reportData, contract);
      const shown =
        contract.type === 'fixed'
          ? { _id, ...rest, team }
          : { _id, rate: contract.rateCents / 100, ...rest, ...(team && { team }) };
      return { keys: titleKeys(contract), members: { contract: shown } };
    }
  }
}

function matchingPayments(reportData: ReportData, query: ReportQuery) {
  return reportData.payments
    .map((payment) => ({ payment, contract: contractOf(reportData, payment.contractId) }))
    .filter(
      ({ payment, contract }) =>
        contract.companyId === query.companyId &&
        Object.values(paymentFilters).every((matches) => matches(query, contract, payment)) &&
        payment.on.slice(0, 10) >= query.fromDate &&
        payment.on.slice(0, 10) <= query.toDate,
    );
}

const contractFilters: Record<
  keyof typeof timesheetsDefinition.filters,
  (query: ReportQuery, contract: Contract) => boolean
> = {
  teamIds: ({ teamIds }, { teamId }) => isAmong(teamIds, teamId),
  contractorIds: ({ contractorIds }, { contractorId }) => isAmong(contractorIds, contractorId),
};

const paymentFilters: Record<
  keyof typeof scheduledPaymentsDefinition.filters,
  (query: ReportQuery, contract: Contract, payment: Payment) => boolean
> = {
  ...contractFilters,
  scheduledPaymentStatuses: ({ scheduledPaymentStatuses }, _, { status }) => isAmong(scheduledPaymentStatuses, status),
  minAmount: ({ minAmount }, _, { amountCents }) => amountCents >= centsOf(minAmount, -Infinity),
  maxAmount: ({ maxAmount }, _, { amountCents }) => amountCents <= centsOf(maxAmount, Infinity),
};

function matchingDays(reportData: ReportData, query: ReportQuery) {
  return reportData.contracts
    .filter(
      (contract) =>
        contract.companyId === query.companyId &&
        Object.values(contractFilters).every((matches) => matches(query, contract)),
    )
    .map((contract) => ({
      contract,
      days: reportData.days.filter(
        ({ contractId, date }) => contractId === contract.id && date >= query.fromDate && date <= query.toDate,
      ),
    }))
    .filter(({ days }) => days.length > 0);
}

function paymentStatistics(payments: Payment[]) {
  return {
    contractsCount: new Set(payments.map(({ contractId }) => contractId)).size,
    scheduledPaymentsCount: payments.length,
    paidScheduledPaymentsCount: payments.filter(({ status }) => status === 'paid').length,
    totalScheduledPaymentsPaidAmount: sum(payments.map(({ paidCents }) => paidCents)) / 100,
  };
}

function paidStatistics(payments: Payment[]) {
  return {
    paymentsCount: payments.length,
    paidAmount: sum(payments.map(({ paidCents }) => paidCents)) / 100,
  };
}

function timesheetStatistics(days: Day[]) {
  const trackerMinutes = sum(days.map(({ tracked, manual }) => tracked - manual));
  const weighted = sum(days.map(({ tracked, manual, activityHundredths }) => (tracked - manual) * activityHundredths));
  return {
    billableMinutes: sum(days.map(({ billable }) => billable)),
    billedMinutes: sum(days.map(({ billed }) => billed)),
    manualMinutes: sum(days.map(({ manual }) => manual)),
    overtimeMinutes: sum(days.map(({ overtime }) => overtime)),
    trackedMinutes: sum(days.map(({ tracked }) => tracked)),
    // Half up, in whole numbers.
    activity: trackerMinutes === 0 ? 0 : Math.floor((2 * weighted + trackerMinutes) / (2 * trackerMinutes)) / 100,
    billableAmount: sum(days.map(({ amountCents }) => amountCents)) / 100,
  };
}

function contractOf({ contracts }: ReportData, id: string): Contract {
  return found(contracts.find((contract) => contract.id === id));
}

function centsOf(amount: string, otherwise: number): number {
  return amount === '' ? otherwise : Math.round(Number(amount) * 100);
}

function isAmong(wanted: string[], value: string | null): boolean {
  return wanted.length === 0 || (value !== null && wanted.includes(value));
}

function contractSummary(reportData: ReportData, { id, title, contractorId, employerId }: Contract) {
  return { _id: id, title, contractor: personOf(reportData, contractorId), employer: personOf(reportData, employerId) };
}

function personOf({ people }: ReportData, id: string) {
  const { firstName, lastName } = found(people.find((person) => person.id === id));
  return { _id: id, firstName, lastName };
}

function teamOf({ teams }: ReportData, { companyId, teamId }: Contract) {
  const team = teams.find(({ id, companyId: owner }) => id === teamId && owner === companyId);
  return team ? { _id: team.id, name: team.name } : null;
}

function titleKeys({ title, id }: Contract): Keys {
  return [text(title), exact(id)];
}

function contractorKeys(reportData: ReportData, { contractorId }: Contract): Keys {
  const { firstName, lastName } = personOf(reportData, contractorId);
  return [text(lastName), text(firstName), exact(contractorId)];
}

function text(value: string) {
  return { value, isText: true };
}

function exact(value: Sortable) {
  return { value, isText: false };
}

const collator = new Intl.Collator('en', { sensitivity: 'accent' });

function sort<Row>(rows: Row[], keysOf: (row: Row) => Keys, order: 'asc' | 'desc'): Row[] {
  const compare = (a: Row, b: Row): number => {
    const others = keysOf(b);
    for (const [index, { value, isText }] of keysOf(a).entries()) {
      const other = found(others[index]).value;
      if (isText) {
        const difference = collator.compare(String(value), String(other));
        if (difference !== 0) return difference;
      } else if (value !== other) return value < other ? -1 : 1;
    }
    return 0;
  };
  return rows.toSorted((a, b) => (order === 'asc' ? compare(a, b) : compare(b, a)));
}

function cut<Row>(rows: Row[], { page, itemsPerPage }: ReportQuery): Row[] {
  return rows.slice((page - 1) * itemsPerPage, page * itemsPerPage);
}

function pagination(totalCount: number, { page, itemsPerPage }: ReportQuery) {
  return { currentPage: page, itemsPerPage, pagesCount: Math.ceil(totalCount / itemsPerPage), totalCount };
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the reportData refers to what it does not hold');
  return value;
}
