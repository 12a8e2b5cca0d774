import type { ComponentChildren } from 'preact';
import { Bars } from './bars.tsx';
import type { Drawing } from './bars.tsx';
import { toneOf } from '../parts/formats.ts';

type ChartProps = Drawing & { title: string; isLoading: boolean; children: ComponentChildren };

/** Stacked bars, and the same figures as a table for screen readers. */
export function Chart({ title, isLoading, children, ...drawing }: ChartProps) {
  const { labels, format } = drawing;
  const series = drawing.series.filter(({ values }) => values.some((value) => value !== 0));
  return (
    <section class="chart" aria-label={title} aria-busy={isLoading}>
      <div class="row">
        <h2>{title}</h2>
        {children}
      </div>
      <ul class="row fine legend" aria-hidden="true">
        {series.map(({ name, color }) => (
          <li key={name} class="status" style={toneOf(color)}>
            {name}
          </li>
        ))}
      </ul>
      {isLoading ? (
        <p class="placeholder" role="status">
          <span class="sr-only">Loading…</span>
        </p>
      ) : (
        <div role="img" aria-label={`${title}. The same figures are in the table below.`}>
          <Bars {...drawing} series={series} />
        </div>
      )}
      <details>
        <summary>As a table</summary>
        <div class="scroll" role="region" aria-label={`${title}, as a table`} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <td />
                {series.map(({ name }) => (
                  <th key={name} scope="col" class="number">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {labels.map((label, index) => (
                <tr key={index}>
                  <th scope="row">{label}</th>
                  {series.map(({ name, values }) => (
                    <td key={name} class="number">
                      {format(values[index] ?? 0)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </section>
  );
}
