import { useState } from 'preact/hooks';
import { scheduled, unpaid } from '../api/reports.ts';
import type { ReportQuery, Status } from '../api/reports.ts';
import type { Session } from '../api/session.ts';
import { isUnpaid, statuses, statusNames } from '../parts/formats.ts';
import { AmountFields, amountsText } from './amounts.tsx';
import { Boxes } from './boxes.tsx';
import { Choice } from './choice.tsx';
import { Find } from './find.tsx';
import { Period } from './period.tsx';
import type { FilterNames, Named } from './use-names.ts';

type FiltersProps = {
  session: Session;
  query: ReportQuery;
  names: FilterNames;
  change: (part: Partial<ReportQuery>) => void;
};

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
        <Choice label={found} shown={texts.get(found)} clear={() => change({ teamIds: [], contractorIds: [] })}>
          <Find {...{ session, query, names, change }} />
        </Choice>
        {isPayments && (
          <Choice label="Status" shown={texts.get('Status')} clear={() => change({ statuses: [] })}>
            <label>
              <input
                type="checkbox"
                checked={isUnpaid(query.statuses)}
                onChange={({ currentTarget }) => change({ statuses: currentTarget.checked ? unpaid : [] })}
              />
              Unpaid
            </label>
            <Boxes
              options={statuses.map((id) => ({ id, name: statusNames[id] }))}
              chosen={query.statuses}
              choose={(chosen) => change({ statuses: statuses.filter((status) => chosen.includes(status)) })}
            />
            <p class="fine">As they are today.</p>
          </Choice>
        )}
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

const found = 'Team, contractor, contract';

/** What is filtered by, in words, by the label of the filter. */
export function filterTexts(query: ReportQuery, names: FilterNames): Map<string, string> {
  const isPayments = query.report === 'payments';
  const chosen = [
    chosenText(query.teamIds, names.teams, 'teams'),
    chosenText(query.contractorIds, names.contractors, 'contractors'),
  ];
  const texts = {
    [found]: chosen.filter((text) => text !== '').join(', '),
    Status: isPayments ? statusesText(query.statuses) : '',
    Amount: isPayments ? amountsText(query) : '',
  };
  return new Map(Object.entries(texts).filter(([, text]) => text !== ''));
}

function statusesText(chosen: Status[]): string {
  if (chosen.length > scheduled.length) return 'with deleted';
  return isUnpaid(chosen) ? 'Unpaid' : chosen.map((status) => statusNames[status]).join(', ');
}

/** The name of the one that is chosen, or how many are. */
function chosenText(ids: string[], names: Named[], noun: string): string {
  if (ids.length > 1) return `${ids.length} ${noun}`;
  return ids.map((id) => names.find((named) => named.id === id)?.name ?? '…').join('');
}
