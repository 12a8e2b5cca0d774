import type { Change } from '../api/address.ts';
import { useState } from 'preact/hooks';
import type { Comparison, ReportQuery } from '../api/reports.ts';
import { periodBeside, presetOf, presets, rangeOf } from '../api/dates.ts';
import type { Range } from '../api/dates.ts';
import { monthNames } from '../parts/formats.ts';
import { periodName, setYearBegins, yearBegins } from '../parts/periods.ts';
import { Choice, Fields, Select } from './choice.tsx';

const comparisonNames: Record<Comparison, string> = {
  before: 'Previous period',
  year: 'Same period last year',
  nothing: 'No comparison',
};
const monthsByNumber = Object.fromEntries(monthNames.map((name, index) => [index + 1, name]));

type PeriodProps = { query: ReportQuery; change: Change };

/** The days of the report: those beside them, by name or by date; and what they are compared with. */
export function Period({ query, change }: PeriodProps) {
  const [begins, setBegins] = useState(yearBegins());
  const preset = presetOf(query, begins);
  const step = (name: string, sign: string, steps: -1 | 1) => (
    <button type="button" class="quiet" aria-label={name} onClick={() => change(periodBeside(query, steps))}>
      {sign}
    </button>
  );
  const content = (take: (range: Range) => void) => (
    <>
      <div class="presets" role="group" aria-label="Periods">
        {presets.map((name) => (
          <button
            key={name}
            type="button"
            class="quiet"
            aria-pressed={name === preset}
            onClick={() => take(rangeOf(name, begins))}
          >
            {name}
          </button>
        ))}
      </div>
      <Fields
        take={(given) => {
          const [fromDate = '', toDate = ''] = [given.get('from') as string, given.get('to') as string].sort();
          take({ fromDate, toDate });
        }}
      >
        <label>
          From
          <input name="from" type="date" required defaultValue={query.fromDate} />
        </label>
        <label>
          To
          <input name="to" type="date" required defaultValue={query.toDate} />
        </label>
        <p class="fine">Whole days, in UTC.</p>
      </Fields>
      <Select
        label="Compare with"
        names={comparisonNames}
        chosen={query.compare}
        choose={(name) => change({ compare: name as Comparison, page: query.page })}
      />
      <Select
        label="The fiscal year begins in"
        names={monthsByNumber}
        chosen={String(begins)}
        choose={(month) => {
          setYearBegins(Number(month));
          setBegins(yearBegins());
        }}
      />
    </>
  );
  return (
    <div class="steps">
      {step('Earlier', '‹', -1)}
      <Choice label="Period" shown={periodName(query)}>
        {(close) =>
          content((range) => {
            change(range);
            close();
          })
        }
      </Choice>
      {step('Later', '›', 1)}
    </div>
  );
}
