import { useEffect, useState } from 'preact/hooks';
import { isSame, presets } from '../api/dates.ts';
import type { Range } from '../api/dates.ts';

// Long enough to type the next digit.
const pauseMs = 800;

/** The days of the report, by date or by name. Dates that are typed are taken when both are complete and in order. */
export function DateRange({ range, setRange }: { range: Range; setRange: (range: Range) => void }) {
  const [typed, setTyped] = useState(range);
  useEffect(() => setTyped(range), [range.fromDate, range.toDate]);
  const take = () => {
    if (isInOrder(typed) && !isSame(typed, range)) setRange(typed);
  };
  useEffect(() => {
    const timer = setTimeout(take, pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const takeOutside = (event: FocusEvent & { currentTarget: HTMLElement }) => {
    if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) take();
  };

  const field = (name: keyof Range, label: string) => (
    <input
      type="date"
      aria-label={label}
      value={typed[name]}
      onInput={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
      onKeyDown={(event) => event.key === 'Enter' && take()}
    />
  );
  return (
    <fieldset title="Whole days, in UTC">
      <legend>Period</legend>
      <div class="row" onFocusOut={takeOutside}>
        {field('fromDate', 'From')}
        <span aria-hidden="true">to</span>
        {field('toDate', 'To')}
      </div>
      <div class="row chips">
        {Object.entries(presets).map(([name, rangeOf]) => {
          const preset = rangeOf(new Date());
          return (
            <button
              key={name}
              type="button"
              class="quiet"
              aria-pressed={isSame(preset, range)}
              onClick={() => setRange(preset)}
            >
              {name}
            </button>
          );
        })}
      </div>
      <p class="fine wrong" role="status">
        {isComplete(typed) && !isInOrder(typed) && 'The first day must not be after the last.'}
      </p>
    </fieldset>
  );
}

/** A year that is being typed begins with 0. */
function isComplete({ fromDate, toDate }: Range): boolean {
  return [fromDate, toDate].every((day) => /^[1-9]/.test(day));
}

function isInOrder(range: Range): boolean {
  return isComplete(range) && range.fromDate <= range.toDate;
}
