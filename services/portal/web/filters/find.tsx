import { useEffect, useState } from 'preact/hooks';
import { sumsPathOf } from '../api/reports.ts';
import type { ReportQuery } from '../api/reports.ts';
import type { Session } from '../api/session.ts';
import { useRead } from '../api/use-read.ts';
import { readRows } from '../api/use-report.ts';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { number, personName } from '../parts/formats.ts';
import { Boxes } from './boxes.tsx';
import { useNames } from './use-names.ts';
import type { FilterNames } from './use-names.ts';

type FindProps = {
  session: Session;
  query: ReportQuery;
  /** Of those chosen, which stand above the first ones by name. */
  names: FilterNames;
  change: (part: Partial<ReportQuery>) => void;
};

// Long enough to type the next letter.
const pauseMs = 250;
const contractsShown = 20;

/** Teams, contractors and contracts by a part of their name: the first two of the company, the last of the days that are shown. */
export function Find({ session, query, names, change }: FindProps) {
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const lists = [
    { title: 'Teams', filter: 'teamIds', names: names.teams, found: useNames(session, 'teams', { search }) },
    {
      title: 'Contractors',
      filter: 'contractorIds',
      names: names.contractors,
      found: useNames(session, 'contractors', { search }),
    },
  ] as const;
  const contractsPath = sumsPathOf(
    { ...query, teamIds: [], contractorIds: [], minAmount: '', maxAmount: '' },
    'contract',
  );
  const all = useRead(search === '' ? undefined : contractsPath, (signal) => readRows(session, contractsPath, signal));
  const contracts = all.value?.rows.flatMap(({ contract }) =>
    search !== '' && contract && plain(contract.title).includes(plain(search)) ? contract : [],
  );
  const failed = [...lists.map(({ found }) => found), all].find(({ failure }) => failure);
  const isEmpty = [...lists.map(({ found }) => found.value?.totalCount), contracts?.length].every(
    (count) => count === 0,
  );
  return (
    <>
      <input
        type="search"
        aria-label="Find a team, contractor or contract"
        placeholder="Find"
        autofocus
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      {failed?.failure && <FailureNotice failure={failed.failure} retry={failed.again} />}
      <div class="found" aria-busy={lists.some(({ found }) => found.busy) || all.busy}>
        {lists.map(({ title, filter, names, found: { value: found } }) => {
          const above = names.filter(({ id }) => search === '' && !found?.options.some((option) => option.id === id));
          const options = [...above, ...(found?.options ?? [])];
          if (options.length === 0) return null;
          return (
            <fieldset key={title}>
              <legend>{title}</legend>
              <Boxes options={options} chosen={query[filter]} choose={(ids) => change({ [filter]: ids })} />
              {found && found.totalCount > found.options.length && (
                <p class="fine">
                  {number(found.options.length)} of {number(found.totalCount)}. Find the others by name.
                </p>
              )}
            </fieldset>
          );
        })}
        {contracts && contracts.length > 0 && (
          <fieldset>
            <legend>Contracts</legend>
            {contracts.slice(0, contractsShown).map(({ _id, title, contractor }) => (
              <button
                key={_id}
                type="button"
                class="quiet"
                onClick={() => change({ teamIds: [], contractorIds: [contractor._id], by: 'contract' })}
              >
                <bdi>{title}</bdi>, <bdi>{personName(contractor)}</bdi>
              </button>
            ))}
            {contracts.length > contractsShown && (
              <p class="fine">
                {number(contractsShown)} of {number(contracts.length)}. Type more of the name.
              </p>
            )}
          </fieldset>
        )}
        {isEmpty && <p class="fine">Nothing has that name in these days.</p>}
      </div>
    </>
  );
}

/** Without case and accents, as the API compares names. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
