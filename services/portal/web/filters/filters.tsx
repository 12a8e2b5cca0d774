import type { Change } from '../api/address.ts';
import { useState } from 'preact/hooks';
import { scheduled, unpaid } from '../api/reports.ts';
import type { ReportQuery, Status } from '../api/reports.ts';
import type { Session } from '../api/session.ts';
import { isUnpaid, money, statuses, statusNames } from '../parts/formats.ts';
import { Boxes, Choice, Fields } from './choice.tsx';
import { Find } from './find.tsx';
import { Period } from './period.tsx';
import type { FilterNames, Named } from './use-names.ts';

type FiltersProps = {
  session: Session;
  query: ReportQuery;
  names: FilterNames;
  change: Change;
};

const found = 'Team, contractor, contract';

/** The period and the filters of the report. The filters are folded on a phone. Every change requests the first page. */
export function Filters({ session, query, names, change }: FiltersProps) {
  const [open, setOpen] = useState(false);
  const texts = filterTexts(query, names);
  const chosen = query.scheduledPaymentStatuses;
  return (
    <>
      <Period query={query} change={change} />
      <button type="button" class="fold" aria-expanded={open} onClick={() => setOpen(!open)}>
        Filters{texts.size > 0 && ` (${texts.size})`}
      </button>
      <div class={open ? 'row filters open' : 'row filters'} role="group" aria-label="Filters">
        <Choice label={found} shown={texts.get(found)} clear={() => change({ teamIds: [], contractorIds: [] })}>
          {() => <Find {...{ session, query, names, change }} />}
        </Choice>
        {query.report === 'payments' && (
          <>
            <Choice label="Status" shown={texts.get('Status')} clear={() => change({ scheduledPaymentStatuses: [] })}>
              {() => (
                <>
                  <label>
                    <input
                      type="checkbox"
                      checked={isUnpaid(chosen)}
                      onChange={({ currentTarget }) =>
                        change({ scheduledPaymentStatuses: currentTarget.checked ? unpaid : [] })
                      }
                    />
                    Unpaid
                  </label>
                  <Boxes
                    options={statuses.map((id) => ({ id, name: statusNames[id] }))}
                    chosen={chosen}
                    choose={(ids) =>
                      change({ scheduledPaymentStatuses: statuses.filter((status) => ids.includes(status)) })
                    }
                  />
                  <p class="fine">As they are today.</p>
                </>
              )}
            </Choice>
            <Choice label="Amount" shown={texts.get('Amount')} clear={() => change({ minAmount: '', maxAmount: '' })}>
              {(close) => (
                <Fields
                  take={(given) => {
                    change(given);
                    close();
                  }}
                >
                  <label>
                    At least, in $
                    <input name="minAmount" type="number" step="0.01" defaultValue={query.minAmount} autofocus />
                  </label>
                  <label>
                    At most, in $
                    <input name="maxAmount" type="number" step="0.01" defaultValue={query.maxAmount} />
                  </label>
                </Fields>
              )}
            </Choice>
          </>
        )}
      </div>
    </>
  );
}

/** What is filtered by, in words, by the label of the filter. */
export function filterTexts(
  { teamIds, contractorIds, scheduledPaymentStatuses, minAmount, maxAmount }: ReportQuery,
  names: FilterNames,
) {
  const chosen = [
    chosenText(teamIds, names.teams, 'teams'),
    chosenText(contractorIds, names.contractors, 'contractors'),
  ];
  const texts = {
    [found]: chosen.filter((text) => text !== '').join(', '),
    Status: statusesText(scheduledPaymentStatuses),
    Amount: amountsText(minAmount && money(Number(minAmount)), maxAmount && money(Number(maxAmount))),
  };
  return new Map(Object.entries(texts).filter(([, text]) => text !== ''));
}

function statusesText(chosen: Status[]): string {
  if (chosen.length > scheduled.length) return 'with deleted';
  return isUnpaid(chosen) ? 'Unpaid' : chosen.map((status) => statusNames[status]).join(', ');
}

function amountsText(least: string, most: string): string {
  if (least && most) return `${least} to ${most}`;
  if (least) return `from ${least}`;
  return most && `up to ${most}`;
}

/** The name of the one that is chosen, or how many are. */
function chosenText(ids: string[], names: Named[], noun: string): string {
  if (ids.length > 1) return `${ids.length} ${noun}`;
  return ids.map((id) => names.find((named) => named.id === id)?.name ?? '…').join('');
}
