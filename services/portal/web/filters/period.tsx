import type { TargetedSubmitEvent } from 'preact';
import { useState } from 'preact/hooks';
import { comparisons } from '../api/reports.ts';
import type { Comparison, ReportQuery } from '../api/reports.ts';
import { isSame, periodBeside, presets, rangeOf } from '../api/dates.ts';
import type { Range } from '../api/dates.ts';
import { monthNames } from '../parts/formats.ts';
import { periodName } from '../parts/periods.ts';
import { setYearBegins, yearBegins } from '../parts/settings.ts';
import { Choice } from './choice.tsx';

const comparisonNames: Record<Comparison, string> = {
  before: 'Previous period',
  year: 'Same period last year',
  nothing: 'No comparison',
};

type PeriodProps = { query: ReportQuery; change: (part: Partial<ReportQuery>) => void };

/** The days of the report: those beside them, by name or by date; and what they are compared with. */
export function Period({ query, change }: PeriodProps) {
  const [begins, setBegins] = useState(yearBegins());
  const step = (name: string, sign: string, steps: -1 | 1) => (
    <button type="button" class="quiet" aria-label={name} onClick={() => change(periodBeside(query, steps))}>
      {sign}
    </button>
  );
  return (
    <div class="steps">
      {step('Earlier', '‹', -1)}
      <Choice label="Period" shown={periodName(query)}>
        {(close) => {
          const take = (range: Range) => {
            change(range);
            close();
          };
          return (
            <>
              <div class="presets" role="group" aria-label="Periods">
                {presets.map((name) => {
                  const range = rangeOf(name, begins);
                  return (
                    <button
                      key={name}
                      type="button"
                      class="quiet"
                      aria-pressed={isSame(range, query)}
                      onClick={() => take(range)}
                    >
                      {name}
                    </button>
                  );
                })}
              </div>
              <Days range={query} take={take} />
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
                The fiscal year begins in
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
            </>
          );
        }}
      </Choice>
      {step('Later', '›', 1)}
    </div>
  );
}

/** The first and the last day, in either order. */
function Days({ range, take }: { range: Range; take: (range: Range) => void }) {
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const [fromDate = '', toDate = ''] = [given.get('from') as string, given.get('to') as string].sort();
    take({ fromDate, toDate });
  };
  return (
    <form class="fields" onSubmit={submit}>
      <label>
        From
        <input name="from" type="date" required defaultValue={range.fromDate} />
      </label>
      <label>
        To
        <input name="to" type="date" required defaultValue={range.toDate} />
      </label>
      <button type="submit">Show</button>
      <p class="fine">Whole days, in UTC.</p>
    </form>
  );
}
