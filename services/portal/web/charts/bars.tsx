import { useState } from 'preact/hooks';
import { toneOf } from '../parts/formats.ts';
import type { Column } from './figures.ts';

/** Of a bar: its name, its year, and what a click on it shows. */
export type Label = { name: string; href?: string; show?: () => void };

/** Stacked bars: upright, or lying for labels that are long. Those have a rank, which tells equal and long ones apart. */
type BarsProps = {
  labels: Label[];
  parts: Column[];
  /** Of the whole bars in the period compared. */
  before: number[] | undefined;
  lying: boolean;
  format: (value: number) => string;
  /** At a bar that stands. */
  short: (value: number) => string;
};

/** At upright bars: as many names fit on a screen, without years on a phone too. There, of the amounts only the largest is shown. */
const inRow = 12;

export function Bars({ labels, parts, before, lying, format, short }: BarsProps) {
  // The arrow keys lead from bar to bar, of which one at a time can be reached by Tab.
  const [current, setCurrent] = useState(0);
  const bars = labels.map((label, index) => {
    const stack = stacked(parts, index);
    const total = stack.reduce((sum, { value }) => sum + value, 0);
    const then = before?.[index] ?? 0;
    const values = [...stack, ...(before ? [{ name: 'Before', value: then }] : [])];
    const figures = values.map(({ name, value }) => `${name} ${format(value)}`);
    return { ...label, stack, total, then, text: [`${label.name}: ${format(total)}`, ...figures].join('\n') };
  });
  const ends = bars.flatMap(({ stack, then }) => [then, ...stack.flatMap(({ from, to }) => [from, to])]);
  const [low, high] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const percent = (value: number) => `${(100 * value) / (high - low || 1)}%`;
  const [start, length] = lying ? (['left', 'width'] as const) : (['bottom', 'height'] as const);
  const totals = bars.map(({ total }) => total);
  const largest = totals.indexOf(Math.max(...totals));
  const isBetween = (index: number) => !lying && index % Math.ceil(labels.length / inRow) > 0;
  const amountClass = (index: number) => {
    if (lying || labels.length <= 4 || index === largest) return 'amount';
    return isBetween(index) ? '' : 'amount wide';
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
    <div class={lying ? 'bars lying' : 'bars'} style={lying ? { height: `${labels.length * 1.9}rem` } : undefined}>
      <div class="area" onKeyDown={move}>
        <span class="zero" style={{ [start]: percent(-low) }} />
        {bars.map(({ name, href, show, stack, total, then, text }, index) => (
          <div key={index} class="slot">
            <button
              type="button"
              class="bar"
              aria-label={text}
              title={text}
              aria-disabled={!show}
              tabIndex={index === Math.min(current, bars.length - 1) ? 0 : -1}
              onFocus={() => setCurrent(index)}
              onClick={show}
            >
              {then > 0 && <i class="before" style={{ [start]: percent(-low), [length]: percent(then) }} />}
              {stack.map(({ name, color, from, to }) => (
                <i key={name} style={{ ...color, [start]: percent(from - low), [length]: percent(to - from) }} />
              ))}
            </button>
            {(total !== 0 || lying) && amountClass(index) && (
              <span
                class={amountClass(index)}
                aria-hidden="true"
                style={{ [start]: percent(Math.max(0, ...stack.map(({ to }) => to)) - low) }}
              >
                {(lying ? format : short)(total)}
              </span>
            )}
            <span class="label" hidden={isBetween(index)}>
              {lying ? (
                <>
                  {index + 1}. <bdi>{href ? <a href={href}>{name}</a> : name}</bdi>
                </>
              ) : (
                // Where there is little room, without its year.
                name.split(' ').map((word, place) => <span class={place > 0 ? 'wide' : undefined}>{word} </span>)
              )}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}

/** The parts of a bar: from 0 upwards, those below 0 downwards. */
function stacked(columns: Column[], index: number) {
  let [below, above] = [0, 0];
  return columns.flatMap(({ name, tone = 'scheduled', values }) => {
    const value = values[index] ?? 0;
    if (value === 0) return [];
    const part = { name, color: toneOf(tone), value };
    if (value < 0) return [{ ...part, to: below, from: (below += value) }];
    return [{ ...part, from: above, to: (above += value) }];
  });
}
