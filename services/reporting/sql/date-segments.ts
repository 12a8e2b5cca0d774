/** A range of days, as calendar periods that roll-ups have sums of. */

export type Unit = 'day' | 'month' | 'year';

/** Whole days, months or years from `start` until `until`, half-open, which are added or taken away. */
export type DateSegment = { unit: Unit; start: string; until: string; sign: 1 | -1 };

type Range = { fromDate: string; toDate: string };

/**
 * The range in units, days first. Each end goes from the nearest start of a larger unit, so that what is outside of the range is taken away:
 * of 1 January to 20 November a year, but not December and ten days. `within` the range, nothing is taken away, and all is in order.
 */
export function dateSegments(
  { fromDate, toDate }: Range,
  units: Unit[],
  larger: 'nearest' | 'within' = 'nearest',
): DateSegment[] {
  return spansOf(dayOf(fromDate), dayOf(toDate) + 1, units, larger)
    .filter(({ from, until }) => from !== until)
    .map(({ unit, from, until }) =>
      from < until
        ? { unit, start: dateOf(from), until: dateOf(until), sign: 1 }
        : { unit, start: dateOf(until), until: dateOf(from), sign: -1 },
    );
}

/** The range as instants, half-open. */
export function instants({ fromDate, toDate }: Range): { fromInstant: string; untilInstant: string } {
  return { fromInstant: `${fromDate}T00:00Z`, untilInstant: `${dateOf(dayOf(toDate) + 1)}T00:00Z` };
}

/** Between two days; taken away where it ends before it begins. */
type Span = { unit: Unit; from: number; until: number };

function spansOf(from: number, until: number, [unit = 'day', ...others]: Unit[], larger: 'nearest' | 'within'): Span[] {
  const direct = [{ unit, from, until }];
  const [next] = others;
  if (next === undefined) return direct;
  const [first, last] =
    larger === 'nearest'
      ? [nearestStart(next, from), nearestStart(next, until)]
      : [startOf(next, numberOf(next, from - 1) + 1), startOf(next, numberOf(next, until))];
  if (first >= last) return direct;
  const parts = [{ unit, from, until: first }, ...spansOf(first, last, others, larger), { unit, from: last, until }];
  return length(parts) < length(direct) ? parts : direct;
}

/** How many units they have. */
function length(spans: Span[]): number {
  return spans.reduce((sum, { unit, from, until }) => sum + Math.abs(numberOf(unit, until) - numberOf(unit, from)), 0);
}

const months = { month: 1, year: 12 };

/** Units before the one that the day lies in. */
function numberOf(unit: Unit, day: number): number {
  if (unit === 'day') return day;
  const date = new Date(day * msPerDay);
  return Math.floor((date.getUTCFullYear() * 12 + date.getUTCMonth()) / months[unit]);
}

function startOf(unit: Unit, number: number): number {
  return unit === 'day' ? number : new Date(0).setUTCFullYear(0, number * months[unit], 1) / msPerDay;
}

function nearestStart(unit: Unit, day: number): number {
  const [before, after] = [startOf(unit, numberOf(unit, day)), startOf(unit, numberOf(unit, day - 1) + 1)];
  return day - before <= after - day ? before : after;
}

const msPerDay = 86_400_000;

/** Days since 1970. */
const dayOf = (date: string) => Date.parse(date) / msPerDay;

function dateOf(day: number): string {
  // The end of the year 9999 is +010000-01-01 to JavaScript, which Postgres doesn't take.
  return new Date(day * msPerDay).toISOString().slice(0, -'T00:00:00.000Z'.length).replace(/^\+0/, '');
}
