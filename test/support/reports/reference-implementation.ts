import type { contractFilters } from '../../../proto/contract-fields.ts';
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
  /** Null of some contracts of fixed price. */
  rateCents: number | null;
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

/** A payment or a timesheet day that matches, with its contract. */
type Row<Of> = { contract: Contract; date: string; of: Of };

type Statistics = Record<string, number>;

type Page = { results: object[]; pagination: ReturnType<typeof pagination>; statistics: Statistics };

/** The sort keys of a contract with its statistics, before those that break ties. */
type ContractKeys = (statistics: Statistics) => Record<string, number | undefined>;

export function expectedPayments(reportData: ReportData, query: ReportQuery): Page {
  const matching = paymentsIn(reportData, query);
  const keys = ({ of: payment, contract }: (typeof matching)[number]): Keys => {
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
  return {
    results: cut(sort(matching, keys, query.sortOrder), query).map(({ of: payment, contract }) => ({
      _id: payment.id,
      name: payment.name,
      amount: payment.amountCents / 100,
      paidAmount: payment.paidCents / 100,
      status: payment.status,
      scheduledPaymentOn: payment.on,
      contract: shownContract(reportData, contract),
    })),
    pagination: pagination(matching.length, query),
    statistics: paymentStatistics(matching.map(({ of }) => of)),
  };
}

/** Contracts with the statistics of their rows. */
export const expectedContracts =
  <Of extends Payment | Day>(
    rowsIn: (reportData: ReportData, query: ReportQuery) => Row<Of>[],
    statisticsOf: (rows: Of[]) => Statistics,
    keysOf: ContractKeys,
  ) =>
  (reportData: ReportData, query: ReportQuery): Page =>
    grouped(reportData, query, rowsIn(reportData, query), statisticsOf, ['contract'], (contract, statistics) => {
      const value = keysOf(statistics)[query.sortField];
      if (value !== undefined) return [exact(value), exact(contract.id)];
      return query.sortField === 'contractor'
        ? [...contractorKeys(reportData, contract), exact(contract.id)]
        : titleKeys(contract);
    });

/** Contracts with a payment or a day in the range, in flat rows. */
export function expectedPlainContracts(reportData: ReportData, query: ReportQuery): Page {
  const rows = [...paymentsIn(reportData, query), ...daysIn(reportData, query)];
  const matching = [...new Set(rows.map(({ contract }) => contract))];
  const keys = (contract: Contract): Keys =>
    query.sortField === 'rate'
      ? [exact(contract.rateCents === null ? 1 : 0), exact(contract.rateCents ?? 0), exact(contract.id)]
      : titleKeys(contract);
  return {
    results: cut(sort(matching, keys, query.sortOrder), query).map((contract) => ({
      _id: contract.id,
      title: contract.title,
      contractor: personOf(reportData, contract.contractorId).lastName,
      team: teamOf(reportData, contract)?.name ?? null,
      ...(contract.rateCents !== null && { rate: contract.rateCents / 100 }),
    })),
    pagination: pagination(matching.length, query),
    statistics: { contractsCount: matching.length },
  };
}

/** The sums of the rows that match by groups. */
export const expectedSums =
  <Of extends Payment | Day>(
    rowsIn: (reportData: ReportData, query: ReportQuery) => Row<Of>[],
    statisticsOf: (rows: Of[]) => Statistics,
  ) =>
  (reportData: ReportData, query: SummaryQuery): Page =>
    grouped(reportData, query, rowsIn(reportData, query), statisticsOf, query.groupBy, (_, statistics, ofGroups) =>
      query.sortField === 'groupBy' ? ofGroups : [exact(found(statistics[query.sortField])), ...ofGroups],
    );

function grouped<Of extends Payment | Day>(
  reportData: ReportData,
  query: ReportQuery,
  rows: Row<Of>[],
  statisticsOf: (rows: Of[]) => Statistics,
  groupBy: string[],
  keysOf: (contract: Contract, statistics: Statistics, ofGroups: Keys) => Keys,
): Page {
  const groups = new Map<string, { contract: Contract; keys: Keys; members: object; rows: Of[] }>();
  for (const { contract, date, of } of rows) {
    const parts = groupBy.map((group) => groupOf(reportData, group, contract, date, of));
    const key = JSON.stringify(parts);
    const group = groups.get(key) ?? {
      contract,
      keys: parts.flatMap((part) => part.keys),
      members: Object.assign({}, ...parts.toSorted(contractLast).map((part) => part.members)) as object,
      rows: [],
    };
    group.rows.push(of);
    groups.set(key, group);
  }
  const all = Array.from(groups.values(), (group) => ({ ...group, statistics: statisticsOf(group.rows) }));
  const keys = ({ contract, keys: ofGroups, statistics }: (typeof all)[number]) =>
    keysOf(contract, statistics, ofGroups);
  return {
    results: cut(sort(all, keys, query.sortOrder), query).map(({ members, statistics }) => ({
      ...members,
      statistics,
    })),
    pagination: pagination(all.length, query),
    statistics: statisticsOf(rows.map(({ of }) => of)),
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
    default:
      return { keys: titleKeys(contract), members: { contract: shownContract(reportData, contract) } };
  }
}

/** A contract without a team has none in timesheets, and null elsewhere. */
function shownContract(reportData: ReportData, contract: Contract) {
  const { id, title, contractorId, employerId } = contract;
  const [contractor, employer] = [personOf(reportData, contractorId), personOf(reportData, employerId)];
  const team = teamOf(reportData, contract);
  return contract.type === 'fixed'
    ? { _id: id, title, contractor, employer, team }
    : { _id: id, rate: Number(contract.rateCents) / 100, title, contractor, employer, ...(team && { team }) };
}

export function paymentsIn(reportData: ReportData, query: ReportQuery): Row<Payment>[] {
  return reportData.payments
    .map((payment) => ({ of: payment, date: payment.on, contract: contractOf(reportData, payment.contractId) }))
    .filter(
      ({ of: payment, contract }) =>
        contract.companyId === query.companyId &&
        Object.values(paymentFilters).every((matches) => matches(query, contract, payment)) &&
        payment.on.slice(0, 10) >= query.fromDate &&
        payment.on.slice(0, 10) <= query.toDate,
    );
}

const filtersOfBoth: Record<keyof typeof contractFilters, (query: ReportQuery, contract: Contract) => boolean> = {
  teamIds: ({ teamIds }, { teamId }) => isAmong(teamIds, teamId),
  contractorIds: ({ contractorIds }, { contractorId }) => isAmong(contractorIds, contractorId),
};

const paymentFilters: Record<
  keyof typeof scheduledPaymentsDefinition.filters,
  (query: ReportQuery, contract: Contract, payment: Payment) => boolean
> = {
  ...filtersOfBoth,
  scheduledPaymentStatuses: ({ scheduledPaymentStatuses }, _, { status }) => isAmong(scheduledPaymentStatuses, status),
  minAmount: ({ minAmount }, _, { amountCents }) => amountCents >= centsOf(minAmount, -Infinity),
  maxAmount: ({ maxAmount }, _, { amountCents }) => amountCents <= centsOf(maxAmount, Infinity),
};

const dayFilters: Record<
  keyof typeof timesheetsDefinition.filters,
  (query: ReportQuery, contract: Contract) => boolean
> = filtersOfBoth;

export function daysIn(reportData: ReportData, query: ReportQuery): Row<Day>[] {
  return reportData.days
    .map((day) => ({ of: day, date: day.date, contract: contractOf(reportData, day.contractId) }))
    .filter(
      ({ date, contract }) =>
        contract.companyId === query.companyId &&
        Object.values(dayFilters).every((matches) => matches(query, contract)) &&
        date >= query.fromDate &&
        date <= query.toDate,
    );
}

export const paymentSums = (payments: Payment[]) => ({
  ...paymentStatistics(payments),
  totalScheduledPaymentsAmount: sum(payments.map(({ amountCents }) => amountCents)) / 100,
});

function paymentStatistics(payments: Payment[]) {
  return {
    contractsCount: new Set(payments.map(({ contractId }) => contractId)).size,
    scheduledPaymentsCount: payments.length,
    paidScheduledPaymentsCount: payments.filter(({ status }) => status === 'paid').length,
    totalScheduledPaymentsPaidAmount: sum(payments.map(({ paidCents }) => paidCents)) / 100,
  };
}

export function paidStatistics(payments: Payment[]) {
  return {
    paymentsCount: payments.length,
    paidAmount: sum(payments.map(({ paidCents }) => paidCents)) / 100,
  };
}

export function timesheetStatistics(days: Day[]) {
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

function centsOf([amount]: string[] = [], otherwise: number): number {
  return amount === undefined ? otherwise : Math.round(Number(amount) * 100);
}

function isAmong(wanted: string[] = [], value: string | null): boolean {
  return wanted.length === 0 || (value !== null && wanted.includes(value));
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
  const direction = order === 'asc' ? 1 : -1;
  return rows
    .map((row) => ({ row, keys: keysOf(row) }))
    .toSorted((a, b) => direction * compare(a.keys, b.keys))
    .map(({ row }) => row);
}

function compare(keys: Keys, others: Keys): number {
  for (const [index, { value, isText }] of keys.entries()) {
    const other = found(others[index]).value;
    const difference = isText
      ? collator.compare(String(value), String(other))
      : Number(value > other) - Number(value < other);
    if (difference !== 0) return difference;
  }
  return 0;
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
