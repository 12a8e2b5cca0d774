import { sumsPathOf } from '../api/reports.ts';
import type { Sums } from '../api/reports.ts';
import type { Session } from '../api/session.ts';
import { useRead } from '../api/use-read.ts';
import { explorerAddress, changed, defaultQuery } from '../api/address.ts';
import { daysLater, today } from '../api/dates.ts';
import { money, number, toneOf } from '../parts/formats.ts';

/** Days are relative to today. */
const matters = [
  { name: 'failed in the last 12 months', status: 'failed', tone: 'failed', from: -365, to: -1 },
  { name: 'overdue', status: 'upcoming', tone: 'failed', from: -365, to: -1 },
  { name: 'upcoming within 14 days', status: 'upcoming', tone: 'upcoming', from: 0, to: 14 },
] as const;

/** What needs attention today in the whole company: each a link to these payments. Read again with each version of the data. */
export function Attention({ session, version }: { session: Session; version: string }) {
  const { value: found } = useRead(version, (signal) => {
    const sums = matters.map(async ({ name, status, tone, from, to }) => {
      const range = { fromDate: daysLater(today(), from), toDate: daysLater(today(), to) };
      const query = changed(defaultQuery('payments'), { ...range, scheduledPaymentStatuses: [status] });
      const response = await session.ask(sumsPathOf(query, 'status'), { signal });
      const { statistics } = (await response.json()) as { statistics: Sums };
      const { scheduledPaymentsCount: count = 0, totalScheduledPaymentsAmount: amount = 0 } = statistics;
      return { tone, count, text: `${number(count)} ${name}, ${money(amount)}`, address: explorerAddress(query) };
    });
    return Promise.all(sums);
  });
  const shown = found?.filter(({ count }) => count > 0) ?? [];
  return (
    <nav class="row fine attention" aria-label="Needs attention" aria-busy={!found}>
      <span>{found && `${shown.length > 0 ? 'Needs' : 'Nothing needs'} attention in the whole company`}</span>
      {shown.map(({ text, tone, address }) => (
        <a key={text} href={address} class="status" style={toneOf(tone)}>
          {text}
        </a>
      ))}
    </nav>
  );
}
