import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { dateSegments } from '../../../services/reporting/sql/date-segments.ts';

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
