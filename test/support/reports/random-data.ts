import fc from 'fast-check';
import type { CsvTables } from '../csv-files.ts';
import { person } from '../fixtures.ts';
import type { FilterValues } from './filter-query.ts';
import { ofFilterKind } from '../../../proto/report.ts';
import type { ByFilterKind, Filters, ReportDefinition, SumsDefinition } from '../../../proto/report.ts';
import { summaryDefinition } from '../../../proto/summary.ts';
import { statuses } from './reference-implementation.ts';
import type { ReportQuery, ReportData, SummaryQuery } from './reference-implementation.ts';

const companies = ['acme', 'rival'];

// Few and alike, so that ties, equal texts and texts that differ only in case or accents are common.
const words = fc.constantFrom(
  'alpha',
  'Alpha',
  'älpha',
  'Beta',
  'beta',
  'Zeta',
  'éclair',
  'Eclair',
  'zebra',
  'O’Hara',
  'ñandú',
);
const cents = fc.oneof(
  fc.constantFrom(0, 100),
  fc.integer({ min: 0, max: 500 }),
  fc.integer({ min: -1_000, max: 999_999_999_999 }),
);
const minutes = fc.integer({ min: 0, max: 700 });
// Some at the same instant, most near one another, some years apart: ranges with whole months and years, and with none.
const dayOffset = fc.oneof(
  fc.integer({ min: 0, max: 1 }),
  fc.integer({ min: 0, max: 70 }),
  fc.integer({ min: -400, max: 1_200 }),
);

/** From 2024-01-15, across a leap day. */
function dayAt(offset: number): string {
  return new Date(Date.UTC(2024, 0, 15 + offset)).toISOString().slice(0, 10);
}

/** Random data of two companies that share people. */
export const randomData: fc.Arbitrary<ReportData> = fc
  .record({
    names: fc.array(fc.tuple(words, fc.oneof({ weight: 4, arbitrary: words }, fc.constant(''))), {
      minLength: 1,
      maxLength: 4,
    }),
    teamNames: fc.array(words, { minLength: 2, maxLength: 4 }),
    contracts: fc.array(
      fc.record({
        owner: fc.nat(1),
        type: fc.constantFrom('fixed' as const, 'hourly' as const),
        title: words,
        contractor: fc.nat(),
        employer: fc.nat(),
        team: fc.option(fc.nat()),
        rateCents: fc.integer({ min: 0, max: 20_000 }),
        hasRate: fc.boolean(),
      }),
      { minLength: 1, maxLength: 12, size: 'max' },
    ),
    payments: fc.array(
      fc.record({
        contract: fc.nat(),
        name: words,
        amountCents: cents,
        paidCents: cents,
        status: fc.constantFrom(...statuses),
        offset: dayOffset,
        milliseconds: fc.constantFrom(0, 0, 0, 1, 43_200_000, 86_399_999),
      }),
      { maxLength: 60, size: 'max' },
    ),
    days: fc.uniqueArray(
      fc.record({
        contract: fc.nat(20),
        offset: dayOffset,
        tracked: minutes,
        manualShare: fc.constantFrom(0, 0, 0.3, 1),
        overtime: minutes,
        billable: minutes,
        billed: minutes,
        amountCents: cents,
        activityHundredths: fc.integer({ min: 0, max: 10_000 }),
      }),
      { maxLength: 60, size: 'max', selector: ({ contract, offset }) => `${contract} ${offset}` },
    ),
  })
  .map(({ names, teamNames, contracts, payments, days }) => {
    const reportData: ReportData = {
      people: names.map(([firstName, lastName], index) => ({ id: `person-${index}`, firstName, lastName })),
      teams: teamNames.map((name, index) => ({ id: `team-${index}`, companyId: companies[index % 2] ?? '', name })),
      contracts: [],
      payments: [],
      days: [],
    };
    for (const [index, { owner, contractor, employer, team, hasRate, ...rest }] of contracts.entries()) {
      const companyId = companies[owner] ?? '';
      const teams = reportData.teams.filter((candidate) => candidate.companyId === companyId);
      reportData.contracts.push({
        ...rest,
        rateCents: rest.type === 'hourly' || hasRate ? rest.rateCents : null,
        id: `contract-${index}`,
        companyId,
        contractorId: `person-${contractor % names.length}`,
        employerId: `person-${employer % names.length}`,
        teamId: team === null ? null : (teams[team % teams.length]?.id ?? null),
      });
    }
    const [fixed, hourly] = (['fixed', 'hourly'] as const).map((type) =>
      reportData.contracts.filter((c) => c.type === type),
    );
    for (const [index, { contract, offset, milliseconds, ...rest }] of payments.entries()) {
      const contractId = fixed?.[contract % fixed.length]?.id;
      const on = new Date(Date.parse(dayAt(offset)) + milliseconds).toISOString();
      if (contractId) reportData.payments.push({ ...rest, id: `payment-${index}`, contractId, on });
    }
    const taken = new Set<string>();
    for (const { contract, offset, manualShare, ...rest } of days) {
      const contractId = hourly?.[contract % hourly.length]?.id;
      const date = dayAt(offset);
      if (!contractId || taken.has(`${contractId} ${date}`)) continue;
      taken.add(`${contractId} ${date}`);
      reportData.days.push({ ...rest, contractId, date, manual: Math.floor(rest.tracked * manualShare) });
    }
    return reportData;
  });

const some = <Value>(values: fc.Arbitrary<Value>) =>
  fc.oneof(fc.constant<Value[]>([]), fc.uniqueArray(values, { minLength: 1, maxLength: 3 }));
const ids = {
  teams: fc.constantFrom('team-0', 'team-1', 'team-2', 'nobody'),
  contractors: fc.constantFrom('person-0', 'person-1', 'person-2', 'nobody'),
};

/** Values of filters, none among them. */
const filterValues: ByFilterKind<fc.Arbitrary<string[]>> = {
  ids: ({ list }) => some(ids[list]),
  paymentStatuses: () => some(fc.constantFrom(...statuses)),
  amount: () => fc.oneof({ weight: 3, arbitrary: fc.constant<string[]>([]) }, fc.tuple(cents.map(decimal))),
};

/** Amounts that a request may have: what would be more than the other is exchanged with it. */
function inOrder(filters: Filters, given: Record<string, string[]>): FilterValues {
  for (const [most, filter] of Object.entries(filters)) {
    const least = ('atLeast' in filter && filter.atLeast) || most;
    const [low = [], high = []] = [given[least], given[most]];
    if (Number(low[0]) > Number(high[0])) Object.assign(given, { [least]: high, [most]: low });
  }
  return given;
}

/** Random filters of the report, order and page, for data as above. */
export function queries(
  { filters, ...report }: ReportDefinition,
  sortFields: readonly string[] = [...report.sortFields, ...Object.keys(report.sortFieldAliases)],
): fc.Arbitrary<ReportQuery> {
  const values = Object.entries(filters).map(([name, filter]) => [name, ofFilterKind(filterValues, filter)] as const);
  return fc
    .record({
      companyId: fc.constantFrom(...companies),
      filters: fc.record(Object.fromEntries(values)),
      range: fc.oneof(fc.constant([-700, 3_000]), fc.tuple(dayOffset, dayOffset)),
      sortField: fc.constantFrom(...sortFields),
      sortOrder: fc.constantFrom('asc' as const, 'desc' as const),
      itemsPerPage: fc.constantFrom(1, 3, 7, 100),
    })
    .map(({ filters: given, range: [one = 0, other = 0], ...rest }) => ({
      ...inOrder(filters, given),
      ...rest,
      page: 1,
      fromDate: dayAt(Math.min(one, other)),
      toDate: dayAt(Math.max(one, other)),
    }));
}

/** The same of the sums of a report by random groups. */
export function summaryQueries(report: ReportDefinition & { sums: SumsDefinition }): fc.Arbitrary<SummaryQuery> {
  const { sortFields } = summaryDefinition(report, report.sums);
  return fc
    .tuple(
      queries(report, sortFields),
      fc.uniqueArray(fc.constantFrom(...report.sums.groups), { minLength: 1, maxLength: 2 }),
    )
    .map(([query, groupBy]) => ({ ...query, groupBy }));
}

/** The data as files of the import. */
export function filesOf(reportData: ReportData): CsvTables {
  return {
    companies: companies.map((id) => ({ id, name: id })),
    people: reportData.people.map(({ id, firstName, lastName }) => person(id, firstName, lastName)),
    teams: reportData.teams.map(({ id, companyId, name }) => ({ id, company_id: companyId, name })),
    contracts: reportData.contracts.map((contract) => ({
      id: contract.id,
      company_id: contract.companyId,
      type: contract.type,
      title: contract.title,
      contractor_id: contract.contractorId,
      employer_id: contract.employerId,
      team_id: contract.teamId,
      rate: contract.rateCents === null ? null : decimal(contract.rateCents),
    })),
    scheduled_payments: reportData.payments.map((payment) => ({
      id: payment.id,
      contract_id: payment.contractId,
      name: payment.name,
      amount: decimal(payment.amountCents),
      paid_amount: decimal(payment.paidCents),
      status: payment.status,
      scheduled_payment_on: payment.on,
    })),
    timesheet_days: reportData.days.map((day) => ({
      contract_id: day.contractId,
      work_date: day.date,
      tracked_minutes: day.tracked,
      manual_minutes: day.manual,
      overtime_minutes: day.overtime,
      billable_minutes: day.billable,
      billed_minutes: day.billed,
      billable_amount: decimal(day.amountCents),
      // Without time of the tracker it may be missing.
      activity: day.tracked === day.manual ? null : decimal(day.activityHundredths),
    })),
  };
}

function decimal(hundredths: number): string {
  const digits = String(Math.abs(hundredths)).padStart(3, '0');
  return `${hundredths < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
