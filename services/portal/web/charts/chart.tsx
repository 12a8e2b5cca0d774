import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Drawing } from './drawing.ts';

type ChartProps = Drawing & { title: string; children?: ComponentChildren };

/** Stacked bars, and the same figures as a table for screen readers. */
export function Chart(props: ChartProps) {
  const { title, labels, series, format, lying = false, children } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)');
    let remove: (() => void) | undefined;
    let over = false;
    const draw = async () => {
      const { drawChart } = await import('./draw-chart.ts');
      remove?.();
      if (!over && canvas.current) remove = drawChart(canvas.current, props);
    };
    const redraw = () => void draw();
    redraw();
    dark.addEventListener('change', redraw);
    return () => {
      over = true;
      remove?.();
      dark.removeEventListener('change', redraw);
    };
  }, [title, JSON.stringify([labels, series])]);

  const shown = series.filter(({ values }) => values.some((value) => value !== 0));
  return (
    <section class="chart" aria-label={title}>
      <div class="row">
        <h2>{title}</h2>
        {children}
      </div>
      <ul class="legend" aria-hidden="true">
        {shown.map(({ name, color }) => (
          <li key={name} class={color.slice(2)}>
            {name}
          </li>
        ))}
      </ul>
      <div class={lying ? 'drawing lying' : 'drawing'}>
        <canvas ref={canvas} role="img" aria-label={`${title}. The same figures are in the table below.`} />
      </div>
      <details>
        <summary>As a table</summary>
        <div class="scroll" role="region" aria-label={`${title}, as a table`} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <td />
                {shown.map(({ name }) => (
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
                  {shown.map(({ name, values }) => (
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
