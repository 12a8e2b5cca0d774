import type { ComponentChildren } from 'preact';
import { Bars } from './bars.tsx';
import type { Drawing, Series } from './bars.tsx';
import { toneOf } from '../parts/formats.ts';

/** A column of the table. Its total comes with it: of groups that aren't shown too. */
export type Column = {
  name: string;
  values: number[];
  total: number;
  format: (value: number) => string;
  /** Whether the bars are as long as this. */
  isDrawn?: boolean;
};

export type Figures = Omit<Drawing, 'labels' | 'series'> & { series: (Series & Column)[]; columns: Column[] };

type ChartProps = Figures & {
  title: string;
  labels: string[];
  lying: boolean;
  /** What isn't shown. */
  note: string | undefined;
  /** The chart's controls. */
  children: ComponentChildren;
};

/** Stacked bars, and below them the same figures as a table with totals. */
export function Chart({ title, note, children, columns, ...drawing }: ChartProps) {
  const { labels } = drawing;
  const series = drawing.series.filter(({ values }) => values.some((value) => value !== 0));
  const label = `${title}, as a table`;
  return (
    <section class="chart" aria-label={title}>
      <div class="row controls">{children}</div>
      <ul class="row fine legend" aria-hidden="true">
        {series.length > 1 &&
          series.map(({ name, color }) => (
            <li key={name} class="status" style={toneOf(color)}>
              {name}
            </li>
          ))}
      </ul>
      <div role="img" aria-label={`${title}. The same figures are in the table below.`}>
        <Bars {...drawing} series={series} />
      </div>
      {note && <p class="fine">{note}</p>}
      <details open={columns.some(({ name }) => name === 'Before')}>
        <summary>Table with totals</summary>
        <div class="scroll" role="region" aria-label={label} tabIndex={0}>
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
              {labels.map((label, index) => (
                <tr key={index}>
                  <th scope="row">
                    <bdi class="text">{label}</bdi>
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
