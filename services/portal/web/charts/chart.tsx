import type { ComponentChildren } from 'preact';
import { Bars } from './bars.tsx';
import type { Drawing, Label, Series } from './bars.tsx';
import { withBefore } from './comparison.ts';
import type { Column } from './comparison.ts';
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
        <div class="scroll" role="region" aria-label={`${title}, as a table`} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <td />
                {columns.map(({ name }) => (
                  <th key={name} scope="col" class="number">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ rank, name }, index) => (
                <tr key={index}>
                  <th scope="row">
                    <span class="text">
                      {rank} <bdi>{name}</bdi>
                    </span>
                  </th>
                  {columns.map(({ name, values, format }) => (
                    <td key={name} class="number">
                      {format(values[index] ?? 0)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">Total</th>
                {columns.map(({ name, total, format }) => (
                  <td key={name} class="number">
                    {format(total)}
                  </td>
                ))}
              </tr>
            </tfoot>
          </table>
        </div>
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
