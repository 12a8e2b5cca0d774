import { useState } from 'preact/hooks';
import type { Status } from '../api/reports.ts';
import type { Sums } from '../api/summary.ts';
import { compactMoney, money, month, number, statusNames } from '../parts/formats.ts';
import { Switch } from '../parts/switch.tsx';
import { Chart } from './chart.tsx';

/** From the ground up. */
const stacked = ['paid', 'processing', 'upcoming', 'failed', 'deleted'] as const satisfies Status[];

const measures = {
  Amount: { value: ({ cents }: Sums, status: Status) => cents[status] / 100, format: money, mark: compactMoney },
  Number: {
    value: ({ count }: Sums, status: Status) => count[status],
    format: number,
    mark: (value: number) => (Number.isInteger(value) ? number(value) : ''),
  },
};

/** Payments a month by status; undefined while they are loaded. */
export function PaymentsChart({ months }: { months: Map<string, Sums> | undefined }) {
  const [measure, setMeasure] = useState<keyof typeof measures>('Amount');
  const { value, format, mark } = measures[measure];
  const all = [...(months ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
  return (
    <Chart
      title="Payments a month, by status"
      isLoading={!months}
      labels={all.map(([name]) => month(name))}
      series={stacked.map((status) => ({
        name: statusNames[status],
        color: status,
        values: all.map(([, sums]) => value(sums, status)),
      }))}
      format={format}
      mark={mark}
    >
      <Switch label="Measure" names={['Amount', 'Number']} chosen={measure} choose={setMeasure} />
    </Chart>
  );
}
