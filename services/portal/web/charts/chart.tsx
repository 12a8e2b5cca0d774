import type { ComponentChildren } from 'preact';
import { Bars } from './bars.tsx';
import type { Drawing, Label, Series } from './bars.tsx';
import { withBefore } from './comparison.ts';
import type { Column } from './comparison.ts';
import { FiguresTable } from './figures-table.tsx';
import { number, toneOf } from '../parts/formats.ts';

export type Figures = Omit<Drawing, 'labels' | 'series' | 'before'> & {
  series: (Series & Column)[];
  columns: Column[];
};

type ChartProps = Figures & {
  title: string;
  labels: Label[];
  lying: boolean;
  /** Groups that aren't shown. */
  others?: number;
  /** The columns of the period compared, and its name. */
  before?: { columns: Column[]; name: string } | undefined;
  /** The chart's controls. */
  children: ComponentChildren;
};

/** Stacked bars, and below them the same figures as a table with totals. */
export function Chart({ title, children, columns: shown, labels, others = 0, before, ...drawing }: ChartProps) {
  const series = drawing.series.filter(({ values }) => values.some((value) => value !== 0));
  const drawn = shown.findIndex(({ isDrawn }) => isDrawn);
  const columns = withBefore(
    withOthers(shown, others),
    before && { ...before, columns: withOthers(before.columns, others) },
  );
  const rows = [...labels, ...(others > 0 ? [{ name: `${number(others)} others` }] : [])];
  const legend = [
    ...(series.length > 1 ? series : []),
    ...(before?.columns[drawn]?.values.some((value) => value !== 0) ? [{ name: before.name, color: undefined }] : []),
  ];
  return (
    <section class="chart" aria-label={title}>
      <div class="row controls">{children}</div>
      <ul class="row fine legend" aria-hidden="true">
        {legend.map(({ name, color }) => (
          <li key={name} class={color ? 'status' : 'status before'} style={color && toneOf(color)}>
            {name}
          </li>
        ))}
      </ul>
      <div role="group" aria-label={`${title}. The same figures are in the table below.`}>
        <Bars {...drawing} labels={labels} series={series} before={before?.columns[drawn]?.values} />
      </div>
      {others > 0 && columns[drawn] && (
        <p class="fine">
          Top {labels.length} of {number(labels.length + others)}. The others:{' '}
          {columns[drawn].format(columns[drawn].values.at(-1) ?? 0)}. Download totals for all.
        </p>
      )}
      <details>
        <summary>Show figures</summary>
        <FiguresTable
          title={title}
          heads={columns.map(({ name }) => name)}
          rows={rows.map(({ rank, name }, index) => ({
            name: [rank, ' ', <bdi>{name}</bdi>],
            cells: columns.map(({ values, format }) => format(values[index] ?? 0)),
          }))}
          total={columns.map(({ total, format }) => format(total))}
        />
      </details>
    </section>
  );
}

/** The columns, and in each what its total has besides its values, to the cent. */
function withOthers(columns: Column[], others: number): Column[] {
  if (others === 0) return columns;
  return columns.map((column) => {
    const shown = column.values.reduce((sum, value) => sum + value, 0);
    return { ...column, values: [...column.values, Math.round((column.total - shown) * 100) / 100] };
  });
}
