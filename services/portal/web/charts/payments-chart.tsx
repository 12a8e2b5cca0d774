import { useEffect, useState } from 'preact/hooks';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Failure } from '../api/failure.ts';
import { exportPathOf } from '../api/reports.ts';
import type { Payment, ReportQuery, Status } from '../api/reports.ts';
import type { Session } from '../api/session.ts';
import { Chart } from './chart.tsx';
import { money, month, number, statusNames } from '../parts/formats.ts';
import { readExport } from '../api/read-export.ts';
import type { Seen } from '../filters/seen.ts';

/** Drawn without being asked for up to so many rows: it takes all of them, in one request. */
const rowsUnasked = 5_000;

/** From the ground up. */
const stacked = ['paid', 'processing', 'upcoming', 'failed', 'deleted'] as const satisfies Status[];

type Sums = Record<'amount' | 'count', Record<Status, number>>;
type PaymentsChartProps = { session: Session; query: ReportQuery; rows: number; seen: Seen };

/** Payments a month by status, of everything that matches. */
export function PaymentsChart({ session, query, rows, seen }: PaymentsChartProps) {
  const [months, setMonths] = useState<ReadonlyMap<string, Sums>>();
  const [failure, setFailure] = useState<Failure>();
  const [measure, setMeasure] = useState<keyof Sums>('amount');
  const [asked, setAsked] = useState('');
  // Neither page nor order changes what is drawn.
  const path = exportPathOf({ ...query, sortField: 'scheduledPaymentOn', sortOrder: 'asc' });
  const wanted = rows <= rowsUnasked || asked === path;

  useEffect(() => {
    if (!wanted) return;
    const asking = new AbortController();
    const draw = async () => {
      const { file } = await readExport(session, path, 'ndjson', () => undefined, asking.signal);
      const payments = (await file.text()).split('\n').filter(Boolean).map(parsePayment);
      if (asking.signal.aborted) return;
      seen.note(payments.map(({ contract }) => contract));
      setMonths(sumsByMonth(payments));
      setFailure(undefined);
    };
    void draw().catch((error: unknown) => {
      if (!asking.signal.aborted) setFailure(Failure.from(error));
    });
    return () => asking.abort();
  }, [path, wanted]);

  if (failure) return <FailureNotice failure={failure} />;
  if (!wanted) {
    return (
      <p class="row">
        <button type="button" onClick={() => setAsked(path)}>
          Draw all {number(rows)} payments by month
        </button>
      </p>
    );
  }
  const all = [...(months ?? [])];
  return (
    <Chart
      title="Payments a month, by status"
      labels={all.map(([name]) => month(name))}
      series={stacked.map((status) => ({
        name: statusNames[status],
        color: `--${status}`,
        values: all.map(([, sums]) => sums[measure][status]),
      }))}
      format={measure === 'amount' ? money : number}
    >
      <div class="switch small" role="group" aria-label="Measure">
        {(['amount', 'count'] as const).map((name) => (
          <button key={name} type="button" aria-pressed={name === measure} onClick={() => setMeasure(name)}>
            {name === 'amount' ? 'Amount' : 'Number'}
          </button>
        ))}
      </div>
    </Chart>
  );
}

function parsePayment(line: string): Payment {
  return JSON.parse(line) as Payment;
}

/** In the order of the months; of those in which there is a payment. */
function sumsByMonth(payments: Payment[]): Map<string, Sums> {
  const months = new Map<string, Sums>();
  const none = () => ({ upcoming: 0, processing: 0, failed: 0, paid: 0, deleted: 0 });
  for (const { scheduledPaymentOn, status, amount } of payments) {
    const name = scheduledPaymentOn.slice(0, 7);
    const sums = months.get(name) ?? { amount: none(), count: none() };
    // In cents, so that what is shown adds up.
    sums.amount[status] = Math.round(sums.amount[status] * 100 + amount * 100) / 100;
    sums.count[status] += 1;
    months.set(name, sums);
  }
  return months;
}
