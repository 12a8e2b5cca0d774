import { nice, ticks } from 'd3-array';
import type { Status } from '../api/reports.ts';
import { toneOf } from '../parts/formats.ts';

export type Series = { name: string; color: Status; values: number[] };

/** Stacked bars: upright, or lying for labels that are long. */
export type Drawing = {
  labels: string[];
  series: Series[];
  format: (value: number) => string;
  /** Of an axis; nothing for a value that needs no mark. */
  mark: (value: number) => string;
  lying?: boolean;
};

const marks = 4;
/** Of the labels of upright bars: as many fit on a screen, and a third of them on a phone. */
const labelsInRow = 12;

export function Bars({ labels, series, format, mark, lying = false }: Drawing) {
  const bars = labels.map((_, index) => stacked(series, index));
  const ends = bars.flat().flatMap(({ from, to }) => [from, to]);
  const [low, high] = nice(Math.min(0, ...ends), Math.max(0, ...ends), marks);
  const percent = (value: number) => `${(100 * value) / (high - low || 1)}%`;
  const [start, length] = lying ? (['left', 'width'] as const) : (['bottom', 'height'] as const);
  const step = lying ? 1 : Math.ceil(labels.length / labelsInRow);
  const kindOf = (index: number) => (index % step > 0 ? 'never' : index % (3 * step) > 0 && !lying ? 'wide' : 'always');
  return (
    <div class={lying ? 'bars lying' : 'bars'} style={lying ? { height: `${labels.length * 1.7 + 2}rem` } : undefined}>
      <div class="area">
        {ticks(low, high, marks).map((value) => (
          <span key={value} class="mark" style={{ [start]: percent(value - low) }}>
            <span>{mark(value)}</span>
          </span>
        ))}
        {bars.map((parts, index) => (
          <div key={index} class={index * 2 < bars.length ? 'bar' : 'bar late'}>
            {parts.map(({ name, color, from, to }) => (
              <i key={name} style={{ ...toneOf(color), [start]: percent(from - low), [length]: percent(to - from) }} />
            ))}
            <span class={`label ${kindOf(index)}`}>{labels[index]}</span>
            <div class="tip">
              <strong>{labels[index]}</strong>
              {parts.map(({ name, color, value }) => (
                <span key={name} class="status" style={toneOf(color)}>
                  {name} {format(value)}
                </span>
              ))}
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}

/** The parts of a bar: from 0 upwards, those below 0 downwards. */
function stacked(series: Series[], index: number) {
  let [below, above] = [0, 0];
  return series.flatMap(({ name, color, values }) => {
    const value = values[index] ?? 0;
    if (value === 0) return [];
    if (value < 0) return [{ name, color, value, to: below, from: (below += value) }];
    return [{ name, color, value, from: above, to: (above += value) }];
  });
}
