import type { ReportQuery } from '../api/reports.ts';
import type { Names } from '../api/summary.ts';
import { statuses, statusNames } from '../parts/formats.ts';
import { Choice } from './choice.tsx';
import { DateRange } from './date-range.tsx';
import type { RangeNames } from './range-names.tsx';

type FiltersProps = { query: ReportQuery; change: (part: Partial<ReportQuery>) => void; names: RangeNames };

const statusesByName: Names = new Map(Object.entries(statusNames));
const people = [
  { label: 'Team', all: 'All teams', list: 'teams', parameter: 'teamIds' },
  { label: 'Contractor', all: 'All contractors', list: 'contractors', parameter: 'contractorIds' },
] as const;

/** The filters of the report. Every change requests its first page. */
export function Filters({ query, change, names }: FiltersProps) {
  const { range, known, notice, load } = names;
  return (
    <form class="row filters" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      <DateRange range={query} setRange={({ fromDate, toDate }) => change({ fromDate, toDate })} />
      {query.report === 'payments' && (
        <Choice
          label="Status"
          all="All statuses"
          names={statusesByName}
          nameOf={(status) => statusesByName.get(status)}
          chosen={query.statuses}
          choose={(chosen) => change({ statuses: statuses.filter((status) => chosen.includes(status)) })}
        />
      )}
      {people.map(({ label, all, list, parameter }) => (
        <Choice
          key={label}
          label={label}
          all={all}
          names={range && byName(range[list])}
          nameOf={(id) => known[list].get(id)}
          notice={notice}
          onOpen={load}
          copyIds
          chosen={query[parameter]}
          choose={(ids) => change({ [parameter]: ids })}
        />
      ))}
    </form>
  );
}

function byName(names: Names): Names {
  return new Map([...names].sort(([, a], [, b]) => a.localeCompare(b)));
}
