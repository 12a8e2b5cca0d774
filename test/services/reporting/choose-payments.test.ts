import { expect, it, describe } from '@jest/globals';
import type { Group } from '../../../proto/report.ts';
import type { Hints } from '../../../services/reporting/answers/report.ts';
import { positionOf } from '../../../services/reporting/answers/position.ts';
import { choose, waysOf } from '../../../services/reporting/scheduled-payments/choose.ts';
import { chooseSummary, summaryWaysOf } from '../../../services/reporting/scheduled-payments/choose-summary.ts';
import { timesheets } from '../../../services/reporting/timesheets/timesheets.ts';
import fc from 'fast-check';
import { dateSegments } from '../../../services/reporting/sql/date-segments.ts';

/** As many payments a month in all of 2021 to 2025, a tenth of them failed. */
function company(payments: number, contracts: number): Hints['company'] {
  const dayOf = (month: number) => Date.UTC(2021, month) / 86_400_000;
  const months = Array.from({ length: 60 }, (_, month) => {
    const span = { firstDay: dayOf(month), days: dayOf(month + 1) - dayOf(month) };
    return [
      { ...span, status: 'paid', count: (0.9 * payments) / 60 },
      { ...span, status: 'failed', count: (0.1 * payments) / 60 },
    ];
  }).flat();
  return { contracts, months };
}

const small = { company: company(1_000, 20) };
const large = { company: company(300_000, 2_000) };
const manyContracts = { company: company(300_000, 50_000) };
const few = { ...large, filter: { contracts: 1, count: 150 } };
const oneTeam = { ...large, filter: { contracts: 50, count: 7_500 } };
const half = { ...large, filter: { contracts: 1_000, count: 150_000 } };
const halfOfSmall = { ...small, filter: { contracts: 10, count: 500 } };
const teamOfMany = { ...manyContracts, filter: { contracts: 1_500, count: 7_500 } };
const oneOfMany = { ...manyContracts, filter: { contracts: 1, count: 5 } };

const month = { fromDate: '2023-03-01', toDate: '2023-03-31' };
const year = { fromDate: '2023-01-01', toDate: '2023-12-31' };
const mostYears = { fromDate: '2021-01-01', toDate: '2024-12-31' };
const everything = { fromDate: '2000-01-01', toDate: '2035-12-31' };

const base = {
  scheduledPaymentStatuses: ['paid', 'failed'],
  sortField: 'scheduledPaymentOn',
  ...positionOf({ page: 1, itemsPerPage: 10 }),
};
const byTitle = { ...base, sortField: 'contract' };
const failed = { ...base, scheduledPaymentStatuses: ['failed'] };

const orderFor = ({ sortField }: { sortField: string }, { filter }: Hints) => ({
  sortField,
  filters: filter ? ['teamIds' as const] : [],
});

it.each<[string, typeof base & typeof month, Hints, string]>([
  ['a small company', { ...base, ...year }, small, 'read sorted'],
  ['the same over everything', { ...base, ...everything }, small, 'subtracted scanned'],
  ['a small part of a large one', { ...base, ...month }, large, 'grouped scanned'],
  ['a rare status', { ...failed, ...month }, large, 'read sorted'],
  ['few contracts, half of the payments', { ...base, ...year }, large, 'sampled scanned'],
  ['all but a few payments', { ...base, ...everything }, large, 'subtracted scanned'],
  ['many contracts, a year', { ...base, ...year }, manyContracts, 'grouped scanned'],
  ['many contracts, most years', { ...base, ...mostYears }, manyContracts, 'subtracted scanned'],
  ['few payments of a filter', { ...base, ...everything }, few, 'looked-up sorted'],
  ['a team of a large company, over everything', { ...base, ...everything }, teamOfMany, 'looked-up sorted'],
  ['the same by title', { ...byTitle, ...everything }, teamOfMany, 'looked-up scanned'],
  ['a contractor by title, whose contracts are rare', { ...byTitle, ...everything }, oneOfMany, 'looked-up sorted'],
  ['half of the contracts over everything', { ...base, ...everything }, half, 'contracts-subtracted scanned'],
  ['the same of a small company', { ...base, ...everything }, halfOfSmall, 'contracts-subtracted scanned'],
  ['half of the contracts in a year', { ...base, ...year }, half, 'looked-up sorted'],
  ['the same by title', { ...byTitle, ...year }, half, 'looked-up scanned'],
])('%s', (_, request, hints, way) => {
  const { totals, page } = choose(orderFor(request, hints), request, hints);
  expect(`${totals} ${page}`).toBe(way);
});

it.each<[string, Group[], typeof base & typeof month, Hints, string]>([
  ['months of a small company', ['month'], { ...base, ...year }, small, 'read'],
  ['teams of a small company', ['team'], { ...base, ...everything }, small, 'subtracted'],
  ['months of a large company', ['month'], { ...base, ...everything }, large, 'rolled-up'],
  ['statuses of a large company in a month', ['status'], { ...base, ...month }, large, 'rolled-up'],
  ['statuses over a year', ['status'], { ...base, ...year }, large, 'rolled-up'],
  ['statuses over everything', ['status'], { ...base, ...everything }, large, 'rolled-up-subtracted'],
  ['months and statuses of many contracts', ['month', 'status'], { ...base, ...year }, manyContracts, 'rolled-up'],
  ['teams in a month', ['team'], { ...base, ...month }, large, 'read'],
  ['teams over most years', ['team'], { ...base, ...mostYears }, large, 'subtracted'],
  ['contracts and statuses over everything', ['contract', 'status'], { ...base, ...everything }, large, 'subtracted'],
  ['months of teams', ['month', 'team'], { ...base, ...everything }, large, 'read'],
  ['months of one team', ['month'], { ...base, ...everything }, oneTeam, 'looked-up'],
  ['contractors of half over everything', ['contractor'], { ...base, ...everything }, half, 'subtracted'],
  ['contracts of one team in a month', ['contract'], { ...base, ...month }, oneTeam, 'looked-up'],
])('sums: %s', (_, groups, request, hints, way) => {
  const filters = hints.filter ? ['teamIds' as const] : [];
  const { sums } = chooseSummary(groups, filters, request, hints);
  expect(sums).toBe(way);
  expect(summaryWaysOf(groups, filters)).toContainEqual({ sums });
});

it('chooses a way that applies, whatever the hints', () => {
  for (const filter of [undefined, { contracts: 0, count: 0 }, { contracts: 50_000, count: 1e9 }]) {
    for (const one of [small, large, manyContracts, { company: company(0, 0) }]) {
      for (const range of [month, year, mostYears, everything]) {
        for (const request of [base, byTitle, failed]) {
          const hints = filter ? { ...one, filter } : one;
          const order = orderFor(request, hints);
          expect(waysOf(order)).toContainEqual(choose(order, { ...request, ...range }, hints));
        }
      }
    }
  }
});

it('timesheets of a few contractors are looked up, and those of teams or of many contractors read', () => {
  const order = { sortField: 'contract' as const, direction: 'asc' as const, filters: ['contractorIds' as const] };
  const wayOf = (contractors: number | null) => {
    const contractorIds = contractors === null ? null : Array.from({ length: contractors }, (_, index) => `${index}`);
    const values = { companyId: 'acme', ...month, teamIds: null, contractorIds };
    return timesheets.choose(order, { ...base, ...values }, small);
  };
  expect([1, 20, 21, null].map(wayOf)).toEqual(['looked-up', 'looked-up', 'read', 'read'].map((sums) => ({ sums })));
});

const msPerDay = 86_400_000;
const day = (date: string) => Date.parse(date.replace(/^10000/, '+010000')) / msPerDay;
const date = (n: number) => new Date(n * msPerDay).toISOString().slice(0, 10);

const anyDay = fc.oneof(
  fc.integer({ min: day('0001-01-01'), max: day('9999-12-31') }),
  fc.integer({ min: day('2024-01-01'), max: day('2025-12-31') }),
);
const anyRange = fc
  .oneof(
    fc.tuple(anyDay, anyDay),
    fc.tuple(anyDay, fc.nat(800)).map(([from, days]) => [from, Math.min(from + days, day('9999-12-31'))]),
  )
  .map(([a = 0, b = 0]) => ({ fromDate: date(Math.min(a, b)), toDate: date(Math.max(a, b)) }));
const anyUnits = fc.constantFrom<Parameters<typeof dateSegments>[1][]>([], ['month'], ['year', 'month']);

const startsOf = { day: /./, month: /-01$/, year: /-01-01$/ };
const longest = { day: 60, month: 700, year: Infinity };

describe('the segments of a range', () => {
  it('hold each of its days once, in order, as whole units that are as large as they can be', () => {
    fc.assert(
      fc.property(anyRange, anyUnits, ({ fromDate, toDate }, units) => {
        const segments = dateSegments({ fromDate, toDate }, units);
        const starts = segments.map(({ start }) => start);
        const ends = segments.map(({ until }) => until);
        expect([starts[0], day(ends.at(-1) ?? '')]).toEqual([fromDate, day(toDate) + 1]);
        expect(starts.slice(1)).toEqual(ends.slice(0, -1));
        for (const { unit, start, until } of segments) {
          expect(start).toMatch(startsOf[unit]);
          expect(until).toMatch(startsOf[unit]);
          expect(day(until)).toBeGreaterThan(day(start));
          if (units.length === 2) expect(day(until) - day(start)).toBeLessThanOrEqual(longest[unit]);
        }
        expect(segments.length).toBeLessThanOrEqual(1 + 2 * units.length);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['2024-01-01', '2025-12-31', ['year 2024-01-01 2026-01-01']],
    ['2024-02-13', '2024-02-13', ['day 2024-02-13 2024-02-14']],
    ['2024-02-02', '2024-03-30', ['day 2024-02-02 2024-03-31']],
    ['2024-02-01', '2024-02-29', ['month 2024-02-01 2024-03-01']],
    ['9999-12-31', '9999-12-31', ['day 9999-12-31 10000-01-01']],
    ['0001-01-01', '9999-12-31', ['year 0001-01-01 10000-01-01']],
    [
      '2023-11-30',
      '2025-02-01',
      [
        'day 2023-11-30 2023-12-01',
        'month 2023-12-01 2024-01-01',
        'year 2024-01-01 2025-01-01',
        'month 2025-01-01 2025-02-01',
        'day 2025-02-01 2025-02-02',
      ],
    ],
  ])('of %s to %s are %p', (fromDate, toDate, expected) => {
    const written = dateSegments({ fromDate, toDate }, ['year', 'month']).map(
      ({ unit, start, until }) => `${unit} ${start} ${until}`,
    );
    expect(written).toEqual(expected);
  });
});
