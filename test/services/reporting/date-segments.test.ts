import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { dateSegments, daysAndMonths, withComplement } from '../../../services/reporting/sql/date-segments.ts';
import type { DateSegment } from '../../../services/reporting/sql/date-segments.ts';

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
const anyUnits = fc.constantFrom<Parameters<typeof dateSegments>[1]>(
  ['month', 'year'],
  ['dekad', 'month', 'quarter', 'year'],
);

const startsOf = {
  day: /./,
  dekad: /-(01|11|21)$/,
  month: /-01$/,
  quarter: /-(01|04|07|10)-01$/,
  year: /-01-01$/,
};

/** Where days begin and end that the segments hold. */
function held(segments: DateSegment[]): number[] {
  const changes = new Map<number, number>();
  const change = (at: number, by: number) => changes.set(at, (changes.get(at) ?? 0) + by);
  for (const { unit, start, until, sign } of segments) {
    expect(day(start)).toBeLessThan(day(until));
    change(day(start), sign);
    change(unit === 'all' ? day('10000-01-01') : day(until), -sign);
  }
  const steps = [...changes].filter(([, by]) => by !== 0).sort(([a], [b]) => a - b);
  expect(steps.map(([, by]) => by)).toEqual([1, -1]);
  return steps.map(([at]) => at);
}

describe('the segments of a range', () => {
  it('hold each of its days once, and no other', () => {
    fc.assert(
      fc.property(anyRange, anyUnits, ({ fromDate, toDate }, units) => {
        const range = { fromDate, toDate };
        const both = withComplement(range, units);
        const alternatives = [
          dateSegments(range, units),
          daysAndMonths(range),
          both.filter(({ complement }) => !complement),
          both.filter(({ complement }) => complement),
        ];
        for (const segments of alternatives) expect(held(segments)).toEqual([day(fromDate), day(toDate) + 1]);
      }),
      {
        numRuns: 2_000,
        // One day from the first and the last that there is.
        examples: [[{ fromDate: '0001-01-02', toDate: '9999-12-30' }, ['month', 'year']]],
      },
    );
  });

  it('are of whole units, and few', () => {
    const longest: Record<Exclude<DateSegment['unit'], 'all'>, number> = {
      day: 11,
      dekad: 63,
      month: 63,
      quarter: 400,
      year: Infinity,
    };
    fc.assert(
      fc.property(anyRange, (range) => {
        const segments = dateSegments(range, ['dekad', 'month', 'quarter', 'year']);
        expect(segments.length).toBeLessThanOrEqual(9);
        for (const { unit, start, until } of segments) {
          if (unit === 'all') throw new Error('only the complement has it');
          expect([start, until]).toEqual([
            expect.stringMatching(startsOf[unit]),
            expect.stringMatching(startsOf[unit]),
          ]);
          expect(day(until) - day(start)).toBeLessThanOrEqual(longest[unit]);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['2024-01-01', '2025-12-31', ['+year 2024-01-01 2026-01-01']],
    ['2024-02-13', '2024-02-13', ['+day 2024-02-13 2024-02-14']],
    ['9999-12-31', '9999-12-31', ['+day 9999-12-31 10000-01-01']],
    ['0001-01-01', '9999-12-31', ['+year 0001-01-01 10000-01-01']],
    [
      '2024-01-03',
      '2025-11-28',
      [
        '+year 2024-01-01 2026-01-01',
        '-day 2024-01-01 2024-01-03',
        '-day 2025-11-29 2025-12-01',
        '-month 2025-12-01 2026-01-01',
      ],
    ],
  ])('of %s to %s are %p', (fromDate, toDate, expected) => {
    const written = dateSegments({ fromDate, toDate }, ['dekad', 'month', 'quarter', 'year']).map(
      ({ unit, start, until, sign }) => `${sign > 0 ? '+' : '-'}${unit} ${start} ${until}`,
    );
    expect(written).toEqual(expected);
  });
});

describe('the days and months of a range', () => {
  it.each([
    [
      '2023-11-30',
      '2024-02-01',
      ['day 2023-11-30 2023-12-01', 'month 2023-12-01 2024-02-01', 'day 2024-02-01 2024-02-02'],
    ],
    ['2024-01-01', '2024-12-31', ['month 2024-01-01 2025-01-01']],
    ['2024-02-02', '2024-03-30', ['day 2024-02-02 2024-03-31']],
    ['2024-02-02', '2024-02-10', ['day 2024-02-02 2024-02-11']],
  ])('of %s to %s are %p', (fromDate, toDate, expected) => {
    const written = daysAndMonths({ fromDate, toDate }).map(({ unit, start, until }) => `${unit} ${start} ${until}`);
    expect(written).toEqual(expected);
  });
});
