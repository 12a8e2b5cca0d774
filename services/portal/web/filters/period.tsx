import { useEffect, useState } from 'preact/hooks';
import { comparisons } from '../api/reports.ts';
import type { Comparison, ReportQuery } from '../api/reports.ts';
import { isSame, presets, rangeOf, rangeOfMonth } from '../api/dates.ts';
import type { Range } from '../api/dates.ts';
import { monthNames } from '../parts/formats.ts';
import { periodName } from '../parts/periods.ts';
import { setYearBegins, yearBegins } from '../parts/settings.ts';
import { Choice } from './choice.tsx';

// Long enough to type the next digit.
const pauseMs = 800;

const comparisonNames: Record<Comparison, string> = {
  before: 'Previous period',
  year: 'Same period last year',
  nothing: 'No comparison',
};

type PeriodProps = { query: ReportQuery; change: (part: Partial<ReportQuery>) => void };

/** The days of the report, by name, by month or by date, and what they are compared with. */
export function Period({ query, change }: PeriodProps) {
  const [begins, setBegins] = useState(yearBegins());
  return (
    <Choice label="Period" shown={periodName(query)}>
      {(close) => {
        const take = (range: Range) => {
          change(range);
          close();
        };
        return (
          <div class="period">
            <div class="presets" role="group" aria-label="Periods">
              {presets.map((name) => (
                <Pick key={name} range={rangeOf(name, begins)} chosen={query} take={take} name={name} />
              ))}
            </div>
            <div>
              <Months chosen={query} take={take} />
              <Days range={query} take={change} />
              <label>
                Compare with
                <select
                  value={query.compare}
                  onChange={(event) => change({ compare: event.currentTarget.value as Comparison, page: query.page })}
                >
                  {comparisons.map((comparison) => (
                    <option key={comparison} value={comparison}>
                      {comparisonNames[comparison]}
                    </option>
                  ))}
                </select>
              </label>
              <label>
                The year begins in
                <select
                  value={begins}
                  onChange={(event) => {
                    setYearBegins(Number(event.currentTarget.value));
                    setBegins(yearBegins());
                  }}
                >
                  {monthNames.map((name, index) => (
                    <option key={name} value={index + 1}>
                      {name}
                    </option>
                  ))}
                </select>
              </label>
            </div>
          </div>
        );
      }}
    </Choice>
  );
}

type PickProps = { name: string; range: Range; chosen: Range; take: (range: Range) => void };

function Pick({ name, range, chosen, take }: PickProps) {
  return (
    <button type="button" class="quiet" aria-pressed={isSame(range, chosen)} onClick={() => take(range)}>
      {name}
    </button>
  );
}

/** The months of a year. */
function Months({ chosen, take }: Omit<PickProps, 'name' | 'range'>) {
  const [year, setYear] = useState(Number(chosen.toDate.slice(0, 4)) || new Date().getUTCFullYear());
  return (
    <div role="group" aria-label="Months">
      <div class="row year">
        <button type="button" class="quiet" aria-label={String(year - 1)} onClick={() => setYear(year - 1)}>
          ‹
        </button>
        <strong aria-live="polite">{year}</strong>
        <button type="button" class="quiet" aria-label={String(year + 1)} onClick={() => setYear(year + 1)}>
          ›
        </button>
      </div>
      <div class="months">
        {monthNames.map((name, index) => (
          <Pick
            key={name}
            name={name.slice(0, 3)}
            range={rangeOfMonth(`${year}-${String(index + 1).padStart(2, '0')}`)}
            chosen={chosen}
            take={take}
          />
        ))}
      </div>
    </div>
  );
}

/** Dates that are typed are taken when both are complete and in order. */
function Days({ range, take: setRange }: { range: Range; take: (range: Range) => void }) {
  const [typed, setTyped] = useState<Range>(range);
  useEffect(() => setTyped({ fromDate: range.fromDate, toDate: range.toDate }), [range.fromDate, range.toDate]);
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
  const isWrong = isComplete(typed) && !isInOrder(typed);
  const field = (name: keyof Range, label: string) => (
    <label>
      {label}
      <input
        type="date"
        value={typed[name]}
        onInput={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
        onKeyDown={(event) => event.key === 'Enter' && take()}
      />
    </label>
  );
  return (
    <div class="days" onFocusOut={takeOutside}>
      {field('fromDate', 'From')}
      {field('toDate', 'To')}
      <p class={isWrong ? 'fine wrong' : 'fine'} role="status">
        {isWrong ? 'The first day must not be after the last.' : 'Whole days, in UTC.'}
      </p>
    </div>
  );
}

/** A year that is being typed begins with 0. */
function isComplete({ fromDate, toDate }: Range): boolean {
  return [fromDate, toDate].every((day) => /^[1-9]/.test(day));
}

function isInOrder(range: Range): boolean {
  return isComplete(range) && range.fromDate <= range.toDate;
}
