export type Range = { fromDate: string; toDate: string };

/** Ranges by name, for the day that it is in UTC. */
export const presets = {
  'This month': (today: Date) => months(today, 0, 1),
  'Last month': (today: Date) => months(today, -1, 1),
  'Last 3 months': (today: Date) => months(today, -2, 3),
  'This year': (today: Date) => months(today, -today.getUTCMonth(), 12),
  'Last year': (today: Date) => months(today, -today.getUTCMonth() - 12, 12),
} satisfies Record<string, (today: Date) => Range>;

/** So many whole months, the first of them `offset` months from today's. */
function months(today: Date, offset: number, count: number): Range {
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth() + offset];
  return { fromDate: dayOf(Date.UTC(year, month, 1)), toDate: dayOf(Date.UTC(year, month + count, 0)) };
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
