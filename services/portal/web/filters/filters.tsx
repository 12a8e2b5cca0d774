import { useState } from 'preact/hooks';
import { comparisons } from '../api/reports.ts';
import type { Comparison, ReportQuery } from '../api/reports.ts';
import type { Session } from '../api/session.ts';
import { statuses, statusNames } from '../parts/formats.ts';
import { Boxes, chosenText } from './boxes.tsx';
import { Choice } from './choice.tsx';
import { DateRange } from './date-range.tsx';
import { People } from './people.tsx';

type FiltersProps = { session: Session; query: ReportQuery; change: (part: Partial<ReportQuery>) => void };

const people = [
  { label: 'Team', all: 'All teams', list: 'teams', parameter: 'teamIds' },
  { label: 'Contractor', all: 'All contractors', list: 'contractors', parameter: 'contractorIds' },
] as const;

const allStatuses = 'All statuses';

const comparisonNames: Record<Comparison, string> = {
  nothing: 'Nothing',
  before: 'The period before',
  year: 'The same a year ago',
};

/** The filters of the report, folded on a phone. Every change requests its first page. */
export function Filters({ session, query, change }: FiltersProps) {
  const [open, setOpen] = useState(false);
  const count = [query.statuses, query.teamIds, query.contractorIds].filter(({ length }) => length > 0).length;
  return (
    <form class={open ? 'filters open' : 'filters'} aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      <button type="button" class="fold" aria-expanded={open} onClick={() => setOpen(!open)}>
        Period and filters{count > 0 && ` (${count})`}
      </button>
      <DateRange range={query} setRange={({ fromDate, toDate }) => change({ fromDate, toDate })} />
      {query.report === 'payments' && (
        <Choice label="Status" shown={chosenText(query.statuses, allStatuses, (id) => statusNames[id as 'paid'])}>
          <Boxes
            options={statuses.map((id) => ({ id, name: statusNames[id] }))}
            all={allStatuses}
            chosen={query.statuses}
            choose={(chosen) => change({ statuses: statuses.filter((status) => chosen.includes(status)) })}
          />
        </Choice>
      )}
      {people.map(({ label, all, list, parameter }) => (
        <People
          key={label}
          {...{ session, label, all, list }}
          chosen={query[parameter]}
          choose={(ids) => change({ [parameter]: ids })}
        />
      ))}
      <label class="compare">
        <span class="legend">Compare with</span>
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
    </form>
  );
}
