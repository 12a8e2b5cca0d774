import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { dateSegments } from '../../../services/reporting/sql/date-segments.ts';
import type { DateSegment, Unit } from '../../../services/reporting/sql/date-segments.ts';

const day = (date: string) => Date.parse(date.replace(/^10000-/, '+010000-')) / 86_400_000;
const dateOf = (n: number) => new Date(n * 86_400_000).toISOString().slice(0, 10);

const anyDay = fc.oneof(
  fc.integer({ min: day('2019-01-01'), max: day('2026-12-31') }),
  fc.integer({ min: day('0001-01-01'), max: day('9999-12-31') }),
);
const anyRange = fc.tuple(anyDay, anyDay).map((days) => {
  const [from, to] = days.toSorted((a, b) => a - b) as [number, number];
  return { fromDate: dateOf(from), toDate: dateOf(to) };
});
const startsOf = { day: /./, month: /-01$/, year: /-01-01$/ };

it.each([
  ['nearest', ['day', 'month', 'year']],
  ['nearest', ['day', 'month']],
  ['within', ['day', 'month']],
  ['nearest', ['day']],
] as ['nearest' | 'within', Unit[]][])(
  'The segments of a range add up to each of its days once: %s, %p',
  (larger, units) => {
    fc.assert(
      fc.property(anyRange, ({ fromDate, toDate }) => {
        const segments = dateSegments({ fromDate, toDate }, units, larger);
        // How often the days from each bound on are counted.
        const bounds = new Map<number, number>();
        for (const { start, until, sign } of segments) {
          bounds.set(day(start), (bounds.get(day(start)) ?? 0) + sign);
          bounds.set(day(until), (bounds.get(day(until)) ?? 0) - sign);
        }
        const changes = [...bounds].filter(([, change]) => change !== 0).toSorted(([a], [b]) => a - b);
        const isWhole = ({ unit, start, until, sign }: DateSegment) =>
          startsOf[unit].test(start) &&
          startsOf[unit].test(until) &&
          day(until) > day(start) &&
          (larger === 'nearest' || sign === 1);
        expect({ changes, broken: segments.filter((segment) => !isWhole(segment)) }).toEqual({
          changes: [
            [day(fromDate), 1],
            [day(toDate) + 1, -1],
          ],
          broken: [],
        });
      }),
      { numRuns: 1_000 },
    );
  },
);

it('The segments of a range take at most 16 days and 6 months at an end', () => {
  fc.assert(
    fc.property(anyRange, (range) => {
      // Both ends may meet in one segment, as those of a range from the 16th to the 16th do.
      const most = { day: 2 * 16, month: 13 * 31, year: Infinity };
      const segments = dateSegments(range, ['day', 'month', 'year']);
      expect(segments.filter(({ unit, start, until }) => day(until) - day(start) > most[unit])).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});

it.each([
  ['2024-01-01', '2025-12-31', ['+ year 2024-01-01 2026-01-01']],
  ['2024-02-13', '2024-02-13', ['+ day 2024-02-13 2024-02-14']],
  ['2024-05-14', '2024-05-17', ['+ day 2024-05-14 2024-05-18']],
  [
    '2024-02-02',
    '2024-03-30',
    ['- day 2024-02-01 2024-02-02', '+ month 2024-02-01 2024-04-01', '- day 2024-03-31 2024-04-01'],
  ],
  ['9999-12-31', '9999-12-31', ['+ day 9999-12-31 10000-01-01']],
  ['0001-01-01', '9999-12-31', ['+ year 0001-01-01 10000-01-01']],
  [
    '2022-02-10',
    '2024-11-20',
    [
      '- day 2022-02-01 2022-02-10',
      '- month 2022-01-01 2022-02-01',
      '+ year 2022-01-01 2025-01-01',
      '- month 2024-12-01 2025-01-01',
      '- day 2024-11-21 2024-12-01',
    ],
  ],
])('The segments of %s to %s are %p', (fromDate, toDate, expected) => {
  const segments = dateSegments({ fromDate, toDate }, ['day', 'month', 'year']);
  expect(segments.map(({ unit, start, until, sign }) => `${sign > 0 ? '+' : '-'} ${unit} ${start} ${until}`)).toEqual(
    expected,
  );
});
