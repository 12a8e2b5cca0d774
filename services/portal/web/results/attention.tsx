import { sumsPathOf } from '../api/reports.ts';
import type { PaymentsSummary, Status } from '../api/reports.ts';
import type { Session } from '../api/session.ts';
import { useRead } from '../api/use-read.ts';
import { addressOf, changed, defaultQuery } from '../api/address.ts';
import { dayMs, dayOf } from '../api/dates.ts';
import { money, number, toneOf } from '../parts/formats.ts';

/** The days from today on, in which of the two sums these are. */
const matters = [
  { name: 'failed in the last 12 months', status: 'failed', tone: 'failed', days: [-365, 14], sums: [0, 1] },
  { name: 'overdue', status: 'upcoming', tone: 'failed', days: [-365, -1], sums: [0] },
  { name: 'upcoming within 14 days', status: 'upcoming', tone: 'upcoming', days: [0, 14], sums: [1] },
] as const satisfies { name: string; status: Status; tone: Status; days: Days; sums: number[] }[];

type Days = readonly [from: number, to: number];

/** What needs attention today, whatever is filtered: each a link to these payments. Read again with each version of the data. */
export function Attention({ session, version }: { session: Session; version: string }) {
  const queryOf = ([from, to]: Days, statuses: Status[]) => {
    const range = { fromDate: dayOf(Date.now() + from * dayMs), toDate: dayOf(Date.now() + to * dayMs) };
    return changed(defaultQuery('payments'), { ...range, statuses });
  };
  const { value: found } = useRead(version, (signal) => {
    const read = async (path: string) => (await (await session.ask(path, { signal })).json()) as PaymentsSummary;
    return Promise.all([
      read(sumsPathOf(queryOf([-365, -1], ['upcoming', 'failed']), 'status')),
      read(sumsPathOf(queryOf([0, 14], ['upcoming', 'failed']), 'status')),
    ]);
  });
  const shown = matters.flatMap(({ name, status, tone, days, sums }) => {
    const rows = sums.flatMap((index) => found?.[index].results.find((row) => row.status === status)?.statistics ?? []);
    if (rows.length === 0) return [];
    const count = rows.reduce((sum, { scheduledPaymentsCount }) => sum + scheduledPaymentsCount, 0);
    const amount = rows.reduce((sum, { totalScheduledPaymentsAmount }) => sum + totalScheduledPaymentsAmount, 0);
    return [{ text: `${number(count)} ${name}, ${money(amount)}`, tone, query: queryOf(days, [status]) }];
  });
  return (
    <nav class="row fine attention" aria-label="Needs attention" aria-busy={!found}>
      <span>{found && (shown.length > 0 ? 'Needs attention' : 'Nothing needs attention')}</span>
      {shown.map(({ text, tone, query }) => (
        <a key={text} href={addressOf(query)} class="status" style={toneOf(tone)}>
          {text}
        </a>
      ))}
    </nav>
  );
}
