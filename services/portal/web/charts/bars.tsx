import { nice, ticks } from 'd3-array';
import { useState } from 'preact/hooks';
import type { Status } from '../api/reports.ts';
import { toneOf } from '../parts/formats.ts';

export type Series = { name: string; color: Status; values: number[] };

/** Of a bar: its rank, which stays before a name of any script, its name, and what a click on it shows. */
export type Label = { rank?: string; name: string; href?: string | undefined; show?: (() => void) | undefined };

/** Stacked bars: upright, or lying for labels that are long. */
export type Drawing = {
  labels: Label[];
  series: Series[];
  /** Of the whole bars in the period compared. */
  before?: number[] | undefined;
  format: (value: number) => string;
  /** Of an axis; nothing for a value that needs no mark. */
  mark: (value: number) => string;
  /** At a bar that stands. */
  short: (value: number) => string;
  lying?: boolean;
};

const marks = 4;
/** At upright bars: as many fit on a screen, and a third of them on a phone. */
const labelsInRow = 12;
const amountsInRow = 16;

export function Bars({ labels, series, before, format, mark, short, lying = false }: Drawing) {
  // The arrow keys lead from bar to bar, of which one at a time can be reached by Tab.
  const [current, setCurrent] = useState(0);
  const bars = labels.map((_, index) => stacked(series, index));
  const ends = [...bars.flat().flatMap(({ from, to }) => [from, to]), ...(before ?? [])];
  const [low, high] = nice(Math.min(0, ...ends), Math.max(0, ...ends), marks);
  const percent = (value: number) => `${(100 * value) / (high - low || 1)}%`;
  const [start, length] = lying ? (['left', 'width'] as const) : (['bottom', 'height'] as const);
  const kindOf = (index: number, inRow: number) => {
    const step = lying ? 1 : Math.ceil(labels.length / inRow);
    if (index % step > 0) return 'never';
    return index % (3 * step) > 0 && !lying && labels.length > 4 ? 'wide' : '';
  };
  const move = (event: KeyboardEvent & { currentTarget: HTMLElement }) => {
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key] ?? 0;
    const bar = event.currentTarget.querySelectorAll<HTMLElement>('.bar')[current + by];
    if (!by || !bar) return;
    event.preventDefault();
    setCurrent(current + by);
    bar.focus();
  };
  return (
    <div class={lying ? 'bars lying' : 'bars'} style={lying ? { height: `${labels.length * 1.9 + 2}rem` } : undefined}>
      <div class="area" onKeyDown={move}>
        {ticks(low, high, marks).map((value) => (
          <span key={value} class="mark" style={{ [start]: percent(value - low) }}>
            <span>{mark(value)}</span>
          </span>
        ))}
        {bars.map((parts, index) => {
          const { rank = '', name, href, show } = labels[index] ?? { name: '' };
          const total = parts.reduce((sum, { value }) => sum + value, 0);
          const then = before?.[index];
          const end = Math.max(0, ...parts.map(({ to }) => to));
          return (
            <div key={index} class={index * 2 < bars.length ? 'slot' : 'slot late'}>
              <button
                type="button"
                class="bar"
                aria-label={[
                  `${name}: ${format(total)}`,
                  ...(then === undefined ? [] : [`before ${format(then)}`]),
                ].join(', ')}
                aria-disabled={!show}
                tabIndex={index === Math.min(current, bars.length - 1) ? 0 : -1}
                onFocus={() => setCurrent(index)}
                onClick={show}
              >
                {then !== undefined && then > 0 && (
                  <i class="before" style={{ [start]: percent(-low), [length]: percent(then) }} />
                )}
                {parts.map(({ name, color, from, to }) => (
                  <i
                    key={name}
                    style={{ ...toneOf(color), [start]: percent(from - low), [length]: percent(to - from) }}
                  />
                ))}
              </button>
              {(total !== 0 || lying) && (
                <span
                  class={`amount ${kindOf(index, amountsInRow)}`}
                  aria-hidden="true"
                  style={{ [start]: percent(end - low) }}
                >
                  {(lying ? format : short)(total)}
                </span>
              )}
              <div class="tip" aria-hidden="true">
                <strong>{name}</strong>
                {parts.length === 0 && <span>{format(0)}</span>}
                {parts.map(({ name, color, value }) => (
                  <span key={name} class="status" style={toneOf(color)}>
                    {name} {format(value)}
                  </span>
                ))}
                {then !== undefined && <span class="status before">Before {format(then)}</span>}
              </div>
              <span class={`label ${kindOf(index, labelsInRow)}`}>
                {rank}{' '}
                {href ? (
                  <a href={href}>
                    <bdi>{name}</bdi>
                  </a>
                ) : (
                  <bdi>{name}</bdi>
                )}
              </span>
            </div>
          );
        })}
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
