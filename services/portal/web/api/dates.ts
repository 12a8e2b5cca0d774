export type Range = { fromDate: string; toDate: string };

export const dayMs = 86_400_000;

/**
 * Ranges by name, for the day that it is in UTC. Quarters and years are those of a fiscal year.
 * @param into months since its first one
 */
const rangesOf = {
  'This month': (today: Date) => months(today, 0, 1),
  'Last month': (today: Date) => months(today, -1, 1),
  'This quarter': (today: Date, into: number) => months(today, -(into % 3), 3),
  'Last quarter': (today: Date, into: number) => months(today, -(into % 3) - 3, 3),
  'Year to date': (today: Date, into: number) => ({ ...months(today, -into, 12), toDate: dayOf(today.getTime()) }),
  'This year': (today: Date, into: number) => months(today, -into, 12),
  'Last year': (today: Date, into: number) => months(today, -into - 12, 12),
  'Last 12 months': (today: Date) => ({ ...months(today, -11, 12), toDate: dayOf(today.getTime()) }),
  'Next 30 days': (today: Date) => ({
    fromDate: dayOf(today.getTime()),
    toDate: dayOf(today.getTime() + 29 * dayMs),
  }),
} satisfies Record<string, (today: Date, into: number) => Range>;

export type Preset = keyof typeof rangesOf;
export const presets = Object.keys(rangesOf) as Preset[];

/** @param yearBegins the month in which the fiscal year begins, 1 to 12 */
export function rangeOf(preset: Preset, yearBegins = 1): Range {
  const today = new Date();
  return rangesOf[preset](today, (today.getUTCMonth() + 13 - yearBegins) % 12);
}

/** The name of the range, if it has one today. */
export function presetOf({ fromDate, toDate }: Range, yearBegins: number): Preset | undefined {
  return presets.find((name) => {
    const range = rangeOf(name, yearBegins);
    return range.fromDate === fromDate && range.toDate === toDate;
  });
}

/** Whether the range begins today or later. */
export function isAhead({ fromDate }: Range): boolean {
  return fromDate >= dayOf(Date.now());
}

/** Whether today is in the range, and isn't its last day. */
export function isRunning({ fromDate, toDate }: Range): boolean {
  const today = dayOf(Date.now());
  return fromDate <= today && today < toDate;
}

/**
 * As long as the range, and just before it (-1) or after it (1). Of a range that begins with a month, other months: whole ones, or the last
 * of them until the same day.
 */
export function periodBeside(range: Range, steps: -1 | 1): Range {
  const { from, count, days } = lengthOf(range);
  if (!days) return range;
  if (count) return months(from, steps * count, count);
  if (from.getUTCDate() === 1) return sameDays(range, steps * (1 + monthsBetween(range, { fromDate: range.toDate })));
  const [fromDate = '', toDate = ''] = [range.fromDate, range.toDate].map((day) =>
    dayOf(new Date(day).getTime() + steps * days * dayMs),
  );
  return { fromDate, toDate };
}

/** The same days of the year before. */
export function yearBefore(range: Range): Range {
  const { from, count, days } = lengthOf(range);
  if (!days) return range;
  return count ? months(from, -12, count) : sameDays(range, -12);
}

/** What of the range before corresponds to the days of a running range until today. */
export function toDate(before: Range, range: Range): Range {
  const today = dayOf(Date.now());
  const isByMonth = [before, range].every(({ fromDate }) => fromDate.endsWith('-01'));
  const daysLater = new Date(range.fromDate).getTime() - new Date(before.fromDate).getTime();
  const end = isByMonth ? dayAfter(today, -monthsBetween(before, range)) : dayOf(Date.now() - daysLater);
  return { ...before, toDate: end < before.toDate ? end : before.toDate };
}

/** Months from the beginning of one range to the beginning of another. */
export function monthsBetween(one: Pick<Range, 'fromDate'>, other: Pick<Range, 'fromDate'>): number {
  const [from, to] = [new Date(one.fromDate), new Date(other.fromDate)];
  return (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
}

/** So many months after a month, as YYYY-MM. */
export function monthAfter(month: string, count: number): string {
  return month && dayAfter(`${month}-01`, count).slice(0, 7);
}

/** The days of a month, YYYY-MM, that are in the range. */
export function monthWithin(month: string, range: Range): Range {
  const { fromDate, toDate } = months(new Date(`${month}-01`), 0, 1);
  return {
    fromDate: fromDate < range.fromDate ? range.fromDate : fromDate,
    toDate: toDate > range.toDate ? range.toDate : toDate,
  };
}

/** Every month that the range touches, as YYYY-MM. */
export function monthsOf({ fromDate, toDate }: Range): string[] {
  const count = monthsBetween({ fromDate }, { fromDate: toDate }) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => monthAfter(fromDate.slice(0, 7), index));
}

/** Whole months, if it is of such, and days; none of a range that isn't one. */
export function lengthOf({ fromDate, toDate }: Range): { from: Date; count: number; days: number } {
  const [from, to] = [new Date(fromDate), new Date(toDate)];
  const end = new Date(to.getTime() + dayMs);
  const isWhole = from.getUTCDate() === 1 && end.getUTCDate() === 1;
  const count = (end.getUTCFullYear() - from.getUTCFullYear()) * 12 + end.getUTCMonth() - from.getUTCMonth();
  const days = (end.getTime() - from.getTime()) / dayMs;
  return { from, count: isWhole ? count : 0, days: days > 0 ? days : 0 };
}

function sameDays({ fromDate, toDate }: Range, count: number): Range {
  return { fromDate: dayAfter(fromDate, count), toDate: dayAfter(toDate, count) };
}

/** The same day so many months later, or the last of that month. */
function dayAfter(day: string, count: number): string {
  const time = new Date(day);
  const [year, month] = [time.getUTCFullYear(), time.getUTCMonth() + count];
  return dayOf(Math.min(Date.UTC(year, month, time.getUTCDate()), Date.UTC(year, month + 1, 0)));
}

/** So many whole months, the first of them `offset` months from today's. */
function months(today: Date, offset: number, count: number): Range {
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth() + offset];
  return { fromDate: dayOf(Date.UTC(year, month, 1)), toDate: dayOf(Date.UTC(year, month + count, 0)) };
}

export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
