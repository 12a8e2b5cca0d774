import { useState } from 'preact/hooks';
import { scheduled } from '../api/reports.ts';
import type { ReportQuery, Status } from '../api/reports.ts';
import type { Session } from '../api/session.ts';
import type { Named } from './use-names.ts';
import { statuses, statusNames } from '../parts/formats.ts';
import { AmountFields, amountsText } from './amounts.tsx';
import { Boxes } from './boxes.tsx';
import { Choice } from './choice.tsx';
import { People } from './people.tsx';
import { Period } from './period.tsx';

/** The names of what is filtered by. */
export type FilterNames = Record<'teams' | 'contractors', Named[]>;

type FiltersProps = {
  session: Session;
  query: ReportQuery;
  names: FilterNames;
  change: (part: Partial<ReportQuery>) => void;
};

const people = [
  { label: 'Team', list: 'teams', parameter: 'teamIds' },
  { label: 'Contractor', list: 'contractors', parameter: 'contractorIds' },
] as const;

/** The period and the filters of the report. The filters are folded on a phone. Every change requests the first page. */
export function Filters({ session, query, names, change }: FiltersProps) {
  const [open, setOpen] = useState(false);
  const texts = filterTexts(query, names);
  const isPayments = query.report === 'payments';
  return (
    <>
      <Period query={query} change={change} />
      <button type="button" class="fold" aria-expanded={open} onClick={() => setOpen(!open)}>
        Filters{texts.size > 0 && ` (${texts.size})`}
      </button>
      <div class={open ? 'row filters open' : 'row filters'} role="group" aria-label="Filters">
        {isPayments && (
          <Choice label="Status" shown={texts.get('Status')} clear={() => change({ statuses: [] })}>
            <Boxes
              options={statuses.map((id) => ({ id, name: statusNames[id] }))}
              chosen={query.statuses}
              choose={(chosen) => change({ statuses: statuses.filter((status) => chosen.includes(status)) })}
            />
          </Choice>
        )}
        {people.map(({ label, list, parameter }) => (
          <Choice key={label} label={label} shown={texts.get(label)} clear={() => change({ [parameter]: [] })}>
            <People
              {...{ session, list }}
              noun={label.toLowerCase()}
              chosen={query[parameter]}
              names={names[list]}
              choose={(ids) => change({ [parameter]: ids })}
            />
          </Choice>
        ))}
        {isPayments && (
          <Choice label="Amount" shown={texts.get('Amount')} clear={() => change({ minAmount: '', maxAmount: '' })}>
            {(close) => (
              <AmountFields
                amounts={query}
                choose={(amounts) => {
                  change(amounts);
                  close();
                }}
              />
            )}
          </Choice>
        )}
      </div>
    </>
  );
}

/** What is filtered by, in words, by the label of the filter. */
export function filterTexts(query: ReportQuery, names: FilterNames): Map<string, string> {
  const isPayments = query.report === 'payments';
  const texts = {
    Status: isPayments ? statusesText(query.statuses) : '',
    Team: chosenText(query.teamIds, names.teams),
    Contractor: chosenText(query.contractorIds, names.contractors),
    Amount: isPayments ? amountsText(query) : '',
  };
  return new Map(Object.entries(texts).filter(([, text]) => text !== ''));
}

function statusesText(chosen: Status[]): string {
  if (chosen.length > scheduled.length) return 'with deleted';
  return chosen.map((status) => statusNames[status]).join(', ');
}

/** The name of the one that is chosen, or how many are. */
function chosenText(ids: string[], names: Named[]): string {
  if (ids.length > 1) return `${ids.length} chosen`;
  return ids.map((id) => names.find((named) => named.id === id)?.name ?? '…').join('');
}
