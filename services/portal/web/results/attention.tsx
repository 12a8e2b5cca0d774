import { sumsPathOf } from '../api/reports.ts';
import type { PaymentsSummary, Status } from '../api/reports.ts';
import type { Session } from '../api/session.ts';
import { useRead } from '../api/use-read.ts';
import { addressOf, defaultQuery } from '../api/address.ts';
import { dayMs, dayOf } from '../api/dates.ts';
import { money, number, toneOf } from '../parts/formats.ts';

/** What needs attention today, whatever is filtered: each a link to these payments. Read again with each version of the data. */
export function Attention({ session, version }: { session: Session; version: string }) {
  const inDays = (days: number) => dayOf(Date.now() + days * dayMs);
  const matterOf = (name: string, status: Status, from: number, to: number) => {
    const range = { fromDate: inDays(from), toDate: inDays(to) };
    return { name, status, query: { ...defaultQuery('payments'), ...range, statuses: [status] } };
  };
  const matters = [
    matterOf('failed', 'failed', -365, 0),
    matterOf('overdue', 'upcoming', -365, -1),
    matterOf('upcoming within 14 days', 'upcoming', 0, 14),
  ];
  const { value: sums } = useRead(version, (signal) =>
    Promise.all(
      matters.map(async ({ query }) => {
        const response = await session.ask(sumsPathOf(query, 'status'), { signal });
        return ((await response.json()) as PaymentsSummary).statistics;
      }),
    ),
  );
  return (
    <nav class="row attention" aria-label="Needs attention">
      <span class="fine">Needs attention</span>
      {matters.map(({ name, status, query }, index) => {
        const of = sums?.[index];
        return (
          <a key={name} href={addressOf(query)} class="status" style={toneOf(status)}>
            {of
              ? `${number(of.scheduledPaymentsCount)} ${name}, ${money(of.totalScheduledPaymentsAmount)}`
              : `… ${name}`}
          </a>
        );
      })}
    </nav>
  );
}
