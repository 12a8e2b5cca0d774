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
  return segmentsOf(dayOf(fromDate), dayOf(toDate) + 1, units, larger);
}

/** The range as instants, half-open. */
export function instants({ fromDate, toDate }: Range): { fromInstant: string; untilInstant: string } {
  return { fromInstant: `${fromDate}T00:00Z`, untilInstant: `${dateOf(dayOf(toDate) + 1)}T00:00Z` };
}

function segmentsOf(from: number, until: number, units: Unit[], larger: 'nearest' | 'within'): DateSegment[] {
  const [unit = 'day', ...others] = units;
  const [next] = others;
  const direct = segment(unit, from, until);
  if (next === undefined) return direct;
  const [start, end] =
    larger === 'nearest'
      ? [nearestStart(next, from), nearestStart(next, until)]
      : [firstStart(next, from), startOf(next, until)];
  if (start >= end) return direct;
  const parts = [
    ...segment(unit, from, start),
    ...segmentsOf(start, end, others, larger),
    ...segment(unit, end, until),
  ];
  return length(parts) < length(direct) ? parts : direct;
}

function segment(unit: Unit, from: number, until: number): DateSegment[] {
  if (from === until) return [];
  return from < until
    ? [{ unit, start: dateOf(from), until: dateOf(until), sign: 1 }]
    : [{ unit, start: dateOf(until), until: dateOf(from), sign: -1 }];
}

/** How many units they have. */
function length(segments: DateSegment[]): number {
  const number = (unit: Unit, date: string) => (unit === 'day' ? dayOf(date) : monthOf(dayOf(date)) / months[unit]);
  return segments.reduce((sum, { unit, start, until }) => sum + number(unit, until) - number(unit, start), 0);
}

const months = { day: 0, month: 1, year: 12 };

function monthOf(day: number): number {
  const date = new Date(day * msPerDay);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** The start of the unit that the day lies in. */
function startOf(unit: Unit, day: number): number {
  const date = new Date(day * msPerDay);
  return date.setUTCMonth(date.getUTCMonth() - (date.getUTCMonth() % months[unit]), 1) / msPerDay;
}

/** The first start on the day or after it. */
function firstStart(unit: Unit, day: number): number {
  const date = new Date(startOf(unit, day - 1) * msPerDay);
  return date.setUTCMonth(date.getUTCMonth() + months[unit]) / msPerDay;
}

function nearestStart(unit: Unit, day: number): number {
  const [before, after] = [startOf(unit, day), firstStart(unit, day)];
  return day - before <= after - day ? before : after;
}

const msPerDay = 86_400_000;

/** Days since 1970. */
function dayOf(date: string): number {
  return Date.parse(date.length > 'YYYY-MM-DD'.length ? `+0${date}` : date) / msPerDay;
}

function dateOf(day: number): string {
  // The end of the year 9999 is +010000-01-01 to JavaScript, which Postgres doesn't take.
  return new Date(day * msPerDay).toISOString().slice(0, -'T00:00:00.000Z'.length).replace(/^\+0/, '');
}
