/** A range of days, cut into calendar periods that the roll-ups have sums of. */

export type Unit = 'month' | 'year';

/** Whole days, months or years from `start` until `until`, half-open. */
export type DateSegment = { unit: 'day' | Unit; start: string; until: string };

type Range = { fromDate: string; toDate: string };

/**
 * The range in order, none of its days twice: whole units of the first kind, at both ends units of the next kind, and days
 * beside them.
 */
export function dateSegments({ fromDate, toDate }: Range, units: Unit[]): DateSegment[] {
  return segmentsOf(dayOf(fromDate), dayOf(toDate) + 1, units);
}

/** The segments of a parameter, as a row source named `segment`. */
export const segmentRows = (parameter: string) => `reporting.date_segments(${parameter}) as segment`;

/** The range as instants, half-open. */
export function instants({ fromDate, toDate }: Range): { fromInstant: string; untilInstant: string } {
  return { fromInstant: `${fromDate}T00:00Z`, untilInstant: `${dateOf(dayOf(toDate) + 1)}T00:00Z` };
}

function segmentsOf(from: number, until: number, [unit, ...finer]: Unit[]): DateSegment[] {
  if (from === until) return [];
  if (unit === undefined) return [{ unit: 'day', start: dateOf(from), until: dateOf(until) }];
  const [start, end] = [firstStart(unit, from), startOf(unit, until)];
  if (start >= end) return segmentsOf(from, until, finer);
  const whole: DateSegment = { unit, start: dateOf(start), until: dateOf(end) };
  return [...segmentsOf(from, start, finer), whole, ...segmentsOf(end, until, finer)];
}

const months = { month: 1, year: 12 };

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

const msPerDay = 86_400_000;

/** Days since 1970. */
export function dayOf(date: string): number {
  return Date.parse(date) / msPerDay;
}

function dateOf(day: number): string {
  // The end of the year 9999 is +010000-01-01 to JavaScript, which Postgres doesn't take.
  return new Date(day * msPerDay).toISOString().slice(0, -'T00:00:00.000Z'.length).replace(/^\+0/, '');
}
