/** Whole days, as YYYY-MM-DD. */
export type Range = { fromDate: string; toDate: string };

const dayMs = 86_400_000;

/**
 * Ranges by name. Quarters and years are those of a fiscal year.
 * @param now the month that it is, as `monthOf` counts
 * @param into months since the first one of the fiscal year
 */
const rangesOf = {
  'This month': (now: number) => months(now, 1),
  'Last month': (now: number) => months(now - 1, 1),
  'This quarter': (now: number, into: number) => months(now - (into % 3), 3),
  'Last quarter': (now: number, into: number) => months(now - (into % 3) - 3, 3),
  'Year to date': (now: number, into: number) => ({ ...months(now - into, 12), toDate: today() }),
  'This year': (now: number, into: number) => months(now - into, 12),
  'Last year': (now: number, into: number) => months(now - into - 12, 12),
  'Last 12 months': (now: number) => ({ ...months(now - 11, 12), toDate: today() }),
  'Next 30 days': () => ({ fromDate: today(), toDate: daysLater(today(), 29) }),
} satisfies Record<string, (now: number, into: number) => Range>;

export type Preset = keyof typeof rangesOf;
export const presets = Object.keys(rangesOf) as Preset[];

/** @param yearBegins the month in which the fiscal year begins, 1 to 12 */
export function rangeOf(preset: Preset, yearBegins = 1): Range {
  const now = monthOf(today());
  return rangesOf[preset](now, (now + 13 - yearBegins) % 12);
}

/** The day that it is, in UTC. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/**
 * As long as the range, and just before it (-1) or after it (1). Of a range that begins with a month, other months: whole ones, or the last
 * of them until the same day.
 */
export function periodBeside(range: Range, steps: -1 | 1): Range {
  const { fromDate, toDate } = range;
  const { days } = lengthOf(range);
  if (days === 0) return range;
  if (fromDate.endsWith('-01')) return monthsLater(range, steps * monthsOf(range).length);
  return { fromDate: daysLater(fromDate, steps * days), toDate: daysLater(toDate, steps * days) };
}

/** The same days of the year before. */
export function yearBefore(range: Range): Range {
  return lengthOf(range).days === 0 ? range : monthsLater(range, -12);
}

/** What of the range before corresponds to the days of a running range until today. */
export function toDate(before: Range, range: Range): Range {
  const isByMonth = [before, range].every(({ fromDate }) => fromDate.endsWith('-01'));
  const end = isByMonth
    ? sameDay(today(), monthOf(before.fromDate) - monthOf(range.fromDate))
    : daysLater(today(), (Date.parse(before.fromDate) - Date.parse(range.fromDate)) / dayMs);
  return { ...before, toDate: end < before.toDate ? end : before.toDate };
}

/** A month, of a day or YYYY-MM, as a number that counts months. */
export function monthOf(text: string): number {
  return Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7)) - 1;
}

/** The days of a month, YYYY-MM, that are in the range. */
export function monthWithin(month: string, range: Range): Range {
  const { fromDate, toDate } = months(monthOf(month), 1);
  return {
    fromDate: fromDate < range.fromDate ? range.fromDate : fromDate,
    toDate: toDate > range.toDate ? range.toDate : toDate,
  };
}

/** Every month that the range touches, as YYYY-MM. */
export function monthsOf({ fromDate, toDate }: Range): string[] {
  const first = monthOf(fromDate);
  const length = Math.max(0, monthOf(toDate) - first + 1);
  return Array.from({ length }, (_, index) => firstDay(first + index).slice(0, 7));
}

/** Days, 0 of a range that isn't one; and months, where they are whole. */
export function lengthOf(range: Range): { days: number; wholeMonths: number } {
  const days = (Date.parse(range.toDate) - Date.parse(range.fromDate)) / dayMs + 1;
  if (!(days > 0)) return { days: 0, wholeMonths: 0 };
  const isWhole = range.fromDate.endsWith('-01') && daysLater(range.toDate, 1).endsWith('-01');
  return { days, wholeMonths: isWhole ? monthsOf(range).length : 0 };
}

export function daysLater(day: string, count: number): string {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);
}

/** Whole months stay whole. */
function monthsLater(range: Range, count: number): Range {
  const { wholeMonths } = lengthOf(range);
  if (wholeMonths > 0) return months(monthOf(range.fromDate) + count, wholeMonths);
  return { fromDate: sameDay(range.fromDate, count), toDate: sameDay(range.toDate, count) };
}

/** The same day so many months later, or the last of that month. */
function sameDay(day: string, count: number): string {
  const { fromDate, toDate } = months(monthOf(day) + count, 1);
  return daysLater(fromDate, Number(day.slice(8)) - 1) < toDate ? fromDate.slice(0, 8) + day.slice(8) : toDate;
}

/** So many whole months. */
function months(first: number, count: number): Range {
  return { fromDate: firstDay(first), toDate: daysLater(firstDay(first + count), -1) };
}

function firstDay(month: number): string {
  return new Date(Date.UTC(2000, month - 2000 * 12)).toISOString().slice(0, 10);
}
