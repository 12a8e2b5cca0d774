import { BarController, BarElement, CategoryScale, Chart, LinearScale, Tooltip } from 'chart.js';
import type { Drawing } from './drawing.ts';

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

/** Draws in the colours of the page's theme, and returns what takes it away. */
export function drawChart(canvas: HTMLCanvasElement, { labels, series, format, lying = false }: Drawing) {
  const colorOf = (property: string) => resolve(canvas, property);
  const [valueAxis, labelAxis] = lying ? (['x', 'y'] as const) : (['y', 'x'] as const);
  const font = { family: getComputedStyle(canvas).fontFamily, size: 12 };
  const chart = new Chart(canvas, {
    type: 'bar',
    data: {
      labels,
      datasets: series.map(({ name, color, values }) => ({
        label: name,
        data: values,
        backgroundColor: colorOf(color),
        maxBarThickness: lying ? 16 : 44,
        borderRadius: 1,
      })),
    },
    options: {
      animation: false,
      maintainAspectRatio: false,
      indexAxis: labelAxis,
      interaction: { mode: 'index', axis: labelAxis, intersect: false },
      scales: {
        [labelAxis]: {
          stacked: true,
          grid: { display: false },
          border: { color: colorOf('--line') },
          ticks: { color: colorOf('--muted'), font, autoSkip: !lying },
        },
        [valueAxis]: {
          stacked: true,
          grid: { color: colorOf('--line') },
          border: { display: false },
          ticks: {
            color: colorOf('--muted'),
            font,
            maxTicksLimit: 5,
            callback: (value) => short(Number(value), format),
          },
        },
      },
      plugins: {
        tooltip: {
          filter: ({ raw }) => raw !== 0,
          callbacks: { label: ({ dataset, raw }) => ` ${dataset.label ?? ''}  ${format(Number(raw))}` },
        },
      },
    },
  });
  return () => chart.destroy();
}

/** Whole amounts on an axis. */
function short(value: number, format: (value: number) => string): string {
  return format(value)
    .replace(/\.00$/, '')
    .replace(/:00 h$/, ' h');
}

/** A custom property may hold light-dark(), which a canvas doesn't know. */
function resolve(canvas: HTMLCanvasElement, property: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${property})`;
  canvas.parentElement?.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
