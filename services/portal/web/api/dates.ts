export type Range = { fromDate: string; toDate: string };

/** Ranges by name, for the day that it is in UTC. */
export const presets = {
  'This month': (today: Date) => months(today, 0, 1),
  'Last month': (today: Date) => months(today, -1, 1),
  'Last 3 months': (today: Date) => months(today, -2, 3),
  'Last 12 months': (today: Date) => ({ ...months(today, -11, 12), toDate: dayOf(today.getTime()) }),
  'This year': (today: Date) => months(today, -today.getUTCMonth(), 12),
  'Last year': (today: Date) => months(today, -today.getUTCMonth() - 12, 12),
} satisfies Record<string, (today: Date) => Range>;

/** The name of the range, if it has one today. */
export function presetOf(range: Range): keyof typeof presets | undefined {
  const names = Object.keys(presets) as (keyof typeof presets)[];
  return names.find((name) => isSame(presets[name](new Date()), range));
}

export function isSame(one: Range, other: Range): boolean {
  return one.fromDate === other.fromDate && one.toDate === other.toDate;
}

export const dayMs = 86_400_000;

/**
 * As long as the range, and just before it. Of a range that begins with a month, the months before it: whole ones, or the last of
 * them until the same day.
 */
export function periodBefore(range: Range): Range {
  const { from, count, days } = lengthOf(range);
  if (!days) return range;
  if (count) return months(from, -count, count);
  if (from.getUTCDate() === 1) return sameDays(range, -1 - monthsBetween(range, { fromDate: range.toDate }));
  return { fromDate: dayOf(from.getTime() - days * dayMs), toDate: dayOf(from.getTime() - dayMs) };
}

/** The same days of the year before. */
export function yearBefore(range: Range): Range {
  const { from, count, days } = lengthOf(range);
  if (!days) return range;
  return count ? months(from, -12, count) : sameDays(range, -12);
}

/** From the month that one range begins in to that of another. */
export function monthsBetween(one: Pick<Range, 'fromDate'>, other: Pick<Range, 'fromDate'>): number {
  const [from, to] = [new Date(one.fromDate), new Date(other.fromDate)];
  return (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
}

/** So many months after a month, as YYYY-MM. */
export function monthAfter(month: string, count: number): string {
  return month && dayAfter(`${month}-01`, count).slice(0, 7);
}

/** Whole months, if it is of such, and days; none of a range that isn't one. */
function lengthOf({ fromDate, toDate }: Range): { from: Date; count: number; days: number } {
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
