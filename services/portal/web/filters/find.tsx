import type { Change } from '../api/address.ts';
import { useEffect, useState } from 'preact/hooks';
import { sumsPathOf } from '../api/reports.ts';
import type { ReportQuery } from '../api/reports.ts';
import type { Session } from '../api/session.ts';
import { useRead } from '../api/use-read.ts';
import { readRows } from '../api/use-report.ts';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { number, personName } from '../parts/formats.ts';
import { Boxes } from './choice.tsx';
import { useNames } from './use-names.ts';
import type { FilterNames } from './use-names.ts';

type FindProps = {
  session: Session;
  query: ReportQuery;
  /** Of those chosen, which stand above the first ones by name. */
  names: FilterNames;
  change: Change;
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
  const listOf = (filter: 'teamIds' | 'contractorIds', title: string, list: keyof FilterNames) => {
    return { filter, title, chosen: names[list], ...useNames(session, list, { search }) };
  };
  const lists = [listOf('teamIds', 'Teams', 'teams'), listOf('contractorIds', 'Contractors', 'contractors')];
  const all = { ...query, teamIds: [], contractorIds: [], minAmount: '', maxAmount: '' };
  const contractsPath = sumsPathOf(all, 'contract');
  const rows = useRead(search === '' ? undefined : contractsPath, (signal) => readRows(session, contractsPath, signal));
  const contracts = (search === '' ? undefined : rows.value?.results)?.flatMap(({ contract }) =>
    contract && plain(contract.title).includes(plain(search)) ? contract : [],
  );
  const failed = [...lists, rows].find(({ failure }) => failure);
  const isEmpty = [...lists.map(({ value }) => value?.totalCount), contracts?.length].every((count) => count === 0);
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
      <div class="found" aria-busy={[...lists, rows].some(({ busy }) => busy)}>
        {lists.map(
          ({ title, filter, chosen, value: { options: found, totalCount } = { options: [], totalCount: 0 } }) => {
            const above = chosen.filter(({ id }) => search === '' && !found.some((option) => option.id === id));
            const options = [...above, ...found];
            if (options.length === 0) return null;
            return (
              <fieldset key={title}>
                <legend>{title}</legend>
                <Boxes options={options} chosen={query[filter]} choose={(ids) => change({ [filter]: ids })} />
                <Others shown={found.length} count={totalCount} hint="Find the others by name." />
              </fieldset>
            );
          },
        )}
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
            <Others shown={contractsShown} count={contracts.length} hint="Type more of the name." />
          </fieldset>
        )}
        {isEmpty && <p class="fine">Nothing has that name in these days.</p>}
      </div>
    </>
  );
}

function Others({ shown, count, hint }: { shown: number; count: number; hint: string }) {
  if (count <= shown) return null;
  return (
    <p class="fine">
      {number(shown)} of {number(count)}. {hint}
    </p>
  );
}

/** Without case and accents, as the API compares names. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
