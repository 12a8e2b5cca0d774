/** A range of days, cut into calendar periods that the roll-ups have sums of. */

/** A dekad is a third of a month: it starts on the 1st, the 11th or the 21st. */
export type Unit = 'dekad' | 'month' | 'quarter' | 'year';

/** Days from `start` until `until`, half-open, of whole units; what they hold is to be added, or taken away. */
export type DateSegment = { unit: 'day' | Unit | 'all'; start: string; until: string; sign: 1 | -1 };

type Range = { fromDate: string; toDate: string };

/**
 * Segments that make up the range, signs regarded. Each end is rounded to the nearest start of each unit, the finest first,
 * so that what is read is little: of days at most five at each end.
 */
export function dateSegments({ fromDate, toDate }: Range, units: Unit[]): DateSegment[] {
  let [from, until] = [dayOf(fromDate), dayOf(toDate) + 1];
  let inner: DateSegment['unit'] = 'day';
  const edges: DateSegment[] = [];
  for (const unit of units) {
    const [start, end] = [nearestStart(unit, from), nearestStart(unit, until)];
    if (start >= end) break;
    edges.push(...segmentOf(inner, from, start), ...segmentOf(inner, end, until));
    [from, until, inner] = [start, end, unit];
  }
  return [...segmentOf(inner, from, until), ...edges];
}

/** The whole months within the range and the days beside them, none twice. */
export function daysAndMonths({ fromDate, toDate }: Range): DateSegment[] {
  const [from, until] = [dayOf(fromDate), dayOf(toDate) + 1];
  const [start, end] = [endOf('month', from - 1), startOf('month', until)];
  if (start >= end) return segmentOf('day', from, until);
  return [...segmentOf('day', from, start), ...segmentOf('month', start, end), ...segmentOf('day', end, until)];
}

/**
 * The segments of the range, and another set that gives the same sums: all there is, without what is before and after the
 * range. Which is less to read depends on the data.
 */
export function withComplement(range: Range, units: Unit[]): (DateSegment & { complement: boolean })[] {
  const [from, until] = [dayOf(range.fromDate), dayOf(range.toDate) + 1];
  const others = [
    ...(from > firstDay ? dateSegments({ fromDate: dateOf(firstDay), toDate: dateOf(from - 1) }, units) : []),
    ...(until <= lastDay ? dateSegments({ fromDate: dateOf(until), toDate: dateOf(lastDay) }, units) : []),
  ];
  const all: DateSegment = { unit: 'all', start: dateOf(firstDay), until: dateOf(firstDay + 1), sign: 1 };
  const without = others.map((segment): DateSegment => ({ ...segment, sign: segment.sign > 0 ? -1 : 1 }));
  return [
    ...dateSegments(range, units).map((segment) => ({ ...segment, complement: false })),
    ...[all, ...without].map((segment) => ({ ...segment, complement: true })),
  ];
}

/** The segments of a parameter, as a row source named `segment`. */
export const segmentRows = (parameter = ':dateSegments') => `reporting.date_segments(${parameter}) as segment`;

/** The range as instants, half-open. */
export const fromInstant = startOfDay(':fromDate::date');
export const untilInstant = startOfDay('(:toDate::date + 1)');

/** The beginning of a day as an instant. */
export function startOfDay(day: string): string {
  return `(${day}::timestamp at time zone 'UTC')`;
}

function segmentOf(unit: DateSegment['unit'], from: number, until: number): DateSegment[] {
  if (from === until) return [];
  const [start, end] = [Math.min(from, until), Math.max(from, until)];
  return [{ unit, start: dateOf(start), until: dateOf(end), sign: from < until ? 1 : -1 }];
}

function nearestStart(unit: Unit, day: number): number {
  const [start, end] = [startOf(unit, day), endOf(unit, day)];
  return day - start <= end - day ? start : end;
}

const months = { month: 1, quarter: 3, year: 12 };
const longest = { dekad: 11, month: 31, quarter: 92, year: 366 };

function startOf(unit: Unit, day: number): number {
  const date = new Date(day * msPerDay);
  if (unit === 'dekad') date.setUTCDate(1 + 10 * Math.min(2, Math.floor((date.getUTCDate() - 1) / 10)));
  else date.setUTCMonth(date.getUTCMonth() - (date.getUTCMonth() % months[unit]), 1);
  return date.getTime() / msPerDay;
}

function endOf(unit: Unit, day: number): number {
  return startOf(unit, startOf(unit, day) + longest[unit]);
}

const msPerDay = 86_400_000;

/** What a date may be: the years 1 to 9999. */
const [firstDay, lastDay] = [dayOf('0001-01-01'), dayOf('9999-12-31')];

/** Days since 1970. */
function dayOf(date: string): number {
  return Date.parse(date) / msPerDay;
}

function dateOf(day: number): string {
  // The end of the year 9999 is +010000-01-01 to JavaScript, which Postgres doesn't take.
  return new Date(day * msPerDay).toISOString().slice(0, -'T00:00:00.000Z'.length).replace(/^\+0/, '');
}
