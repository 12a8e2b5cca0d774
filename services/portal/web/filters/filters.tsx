import type { ReportQuery } from '../api/reports.ts';
import { Choice } from './choice.tsx';
import { presets } from './dates.ts';
import { statuses, statusNames } from '../parts/formats.ts';
import type { Seen } from './seen.ts';

type FiltersProps = { query: ReportQuery; setQuery: (query: ReportQuery) => void; seen: Seen };

/** The filters of the report. Every change requests its first page. */
export function Filters({ query, setQuery, seen }: FiltersProps) {
  const change = (part: Partial<ReportQuery>) => setQuery({ ...query, ...part, page: 1 });
  return (
    <form class="filters" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      <fieldset>
        <legend>Days, in UTC</legend>
        <div class="row">
          <input
            type="date"
            aria-label="From"
            value={query.fromDate}
            onChange={(event) => change({ fromDate: event.currentTarget.value })}
          />
          <span aria-hidden="true">to</span>
          <input
            type="date"
            aria-label="To"
            value={query.toDate}
            onChange={(event) => change({ toDate: event.currentTarget.value })}
          />
        </div>
        <div class="chips">
          {Object.entries(presets).map(([name, range]) => {
            const { fromDate, toDate } = range(new Date());
            const chosen = fromDate === query.fromDate && toDate === query.toDate;
            return (
              <button key={name} type="button" aria-pressed={chosen} onClick={() => change({ fromDate, toDate })}>
                {name}
              </button>
            );
          })}
        </div>
      </fieldset>
      {query.report === 'payments' && (
        <Choice
          label="Status"
          all="All statuses"
          names={new Map(statuses.map((status) => [status, statusNames[status]]))}
          chosen={query.statuses}
          choose={(chosen) => change({ statuses: statuses.filter((status) => chosen.includes(status)) })}
        />
      )}
      <Choice
        label="Team"
        all="All teams"
        names={seen.teams.value}
        chosen={query.teamIds}
        choose={(teamIds) => change({ teamIds })}
      />
      <Choice
        label="Contractor"
        all="All contractors"
        names={seen.contractors.value}
        chosen={query.contractorIds}
        choose={(contractorIds) => change({ contractorIds })}
      />
    </form>
  );
}
