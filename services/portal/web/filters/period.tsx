import type { Change } from '../api/address.ts';
import { useState } from 'preact/hooks';
import { comparisonNames } from '../api/reports.ts';
import type { Comparison, ReportQuery } from '../api/reports.ts';
import { periodBeside, presets, rangeOf } from '../api/dates.ts';
import { monthNames } from '../parts/formats.ts';
import { periodName } from '../parts/periods.ts';
import { storageOf } from '../parts/storage.ts';
import { Choice, Fields, Select } from './choice.tsx';

const monthsByNumber = Object.fromEntries(monthNames.map((name, index) => [index + 1, name]));
const yearBeginsItem = 'yearBegins';

type PeriodProps = { query: ReportQuery; change: Change };

/** The days of the report: those beside them, by name or by date; and what they are compared with. */
export function Period({ query, change }: PeriodProps) {
  const storage = storageOf('localStorage');
  // A setting of this browser.
  const [yearBegins, setYearBegins] = useState(storage?.getItem(yearBeginsItem) ?? '1');
  const step = (name: string, sign: string, steps: -1 | 1) => (
    <button type="button" class="quiet" aria-label={name} onClick={() => change(periodBeside(query, steps))}>
      {sign}
    </button>
  );
  return (
    <div class="steps">
      {step('Earlier', '‹', -1)}
      <Choice label="Period" shown={periodName(query)}>
        {(close) => (
          <>
            <div class="presets" role="group" aria-label="Periods">
              {presets.map((name) => {
                const range = rangeOf(name, Number(yearBegins));
                return (
                  <button
                    key={name}
                    type="button"
                    class="quiet"
                    aria-pressed={range.fromDate === query.fromDate && range.toDate === query.toDate}
                    onClick={() => {
                      change(range);
                      close();
                    }}
                  >
                    {name}
                  </button>
                );
              })}
            </div>
            <Fields
              take={(given) => {
                const [fromDate = '', toDate = ''] = Object.values(given).sort();
                change({ fromDate, toDate });
                close();
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
              chosen={yearBegins}
              choose={(month) => {
                storage?.setItem(yearBeginsItem, month);
                setYearBegins(month);
              }}
            />
          </>
        )}
      </Choice>
      {step('Later', '›', 1)}
    </div>
  );
}
