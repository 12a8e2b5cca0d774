import { sumsPathOf } from '../api/reports.ts';
import type { Status, Summary } from '../api/reports.ts';
import type { Session } from '../api/session.ts';
import { useRead } from '../api/use-read.ts';
import { addressOf, changed, defaultQuery } from '../api/address.ts';
import { dayMs, dayOf } from '../api/dates.ts';
import { money, number, toneOf } from '../parts/formats.ts';

const [year, fortnight] = [
  [-365, -1],
  [0, 14],
] as const;

/** Days relative to today. */
type Days = typeof year | typeof fortnight;

const matters = [
  { name: 'failed in the last 12 months', status: 'failed', tone: 'failed', days: year },
  { name: 'overdue', status: 'upcoming', tone: 'failed', days: year },
  { name: 'upcoming within 14 days', status: 'upcoming', tone: 'upcoming', days: fortnight },
] as const satisfies { name: string; status: Status; tone: Status; days: Days }[];

/** What needs attention today in the whole company: each a link to these payments. Read again with each version of the data. */
export function Attention({ session, version }: { session: Session; version: string }) {
  const queryOf = ([from, to]: Days, statuses: Status[]) => {
    const range = { fromDate: dayOf(Date.now() + from * dayMs), toDate: dayOf(Date.now() + to * dayMs) };
    return changed(defaultQuery('payments'), { ...range, statuses });
  };
  const { value: found } = useRead(version, async (signal) => {
    const sums = [year, fortnight].map(async (days) => {
      const response = await session.ask(sumsPathOf(queryOf(days, ['upcoming', 'failed']), 'status'), { signal });
      return [days, ((await response.json()) as Summary).results] as const;
    });
    return new Map(await Promise.all(sums));
  });
  const shown = matters.flatMap(({ name, status, tone, days }) => {
    const sums = found?.get(days)?.find((row) => row.status === status)?.statistics;
    if (!sums) return [];
    const text = `${number(sums.scheduledPaymentsCount ?? 0)} ${name}, ${money(sums.totalScheduledPaymentsAmount ?? 0)}`;
    return [{ text, tone, query: queryOf(days, [status]) }];
  });
  return (
    <nav class="row fine attention" aria-label="Needs attention" aria-busy={!found}>
      <span>{found && `${shown.length > 0 ? 'Needs' : 'Nothing needs'} attention in the whole company`}</span>
      {shown.map(({ text, tone, query }) => (
        <a key={text} href={addressOf(query)} class="status" style={toneOf(tone)}>
          {text}
        </a>
      ))}
    </nav>
  );
}
