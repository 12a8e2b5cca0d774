import { useEffect, useState } from 'preact/hooks';
import type { components } from '../../../../client/schema.ts';
import { namesPathOf } from '../api/reports.ts';
import type { Session } from '../api/session.ts';
import { useRead } from '../api/use-read.ts';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { number, personName } from '../parts/formats.ts';
import { Boxes, chosenText } from './boxes.tsx';
import type { Option } from './boxes.tsx';
import { Choice } from './choice.tsx';

type PeopleProps = {
  session: Session;
  list: 'teams' | 'contractors';
  label: string;
  all: string;
  chosen: string[];
  choose: (ids: string[]) => void;
};

/** Teams or contractors of the company to filter by. The API finds them by a part of their name. */
export function People({ session, list, label, all, chosen, choose }: PeopleProps) {
  const ids =
    useNames(session, chosen.length > 0 ? namesPathOf(list, { ids: chosen }) : undefined).value?.options ?? [];
  const nameOf = (id: string) => ids.find((option) => option.id === id)?.name;
  return (
    <Choice label={label} shown={chosenText(chosen, all, nameOf)}>
      <Found {...{ session, list, label, all, chosen, choose }} ticked={ids} />
    </Choice>
  );
}

const searchableFrom = 12;
// Long enough to type the next letter.
const pauseMs = 250;

/** @param ticked those that are chosen, which stand above the first ones by name */
function Found({ session, list, label, all, chosen, choose, ticked }: PeopleProps & { ticked: Option[] }) {
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const { value: found, failure, busy, again } = useNames(session, namesPathOf(list, { search }));
  if (failure) return <FailureNotice failure={failure} retry={again} />;
  if (!found) {
    return (
      <p class="fine" role="status">
        Loading…
      </p>
    );
  }
  const isFound = ({ id }: Option) => found.options.some((option) => option.id === id);
  const above = search === '' ? ticked.filter((option) => !isFound(option)) : [];
  const isSearchable = search !== '' || typed !== '' || found.totalCount >= searchableFrom;
  return (
    <>
      {isSearchable && (
        <input
          type="search"
          aria-label={`Find a ${label.toLowerCase()}`}
          placeholder="Find"
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <div aria-busy={busy}>
        <Boxes options={[...above, ...found.options]} all={all} copyIds chosen={chosen} choose={choose} />
        {found.totalCount === 0 && <p class="fine">No {label.toLowerCase()} has that name.</p>}
        {found.totalCount > found.options.length && (
          <p class="fine">
            {number(found.options.length)} of {number(found.totalCount)}. Find the others by name.
          </p>
        )}
      </div>
    </>
  );
}

function useNames(session: Session, path: string | undefined) {
  return useRead(path, async (signal) => {
    const response = await session.ask(path ?? '', { signal });
    const { results, pagination } = (await response.json()) as Page;
    return { options: optionsOf(results), totalCount: pagination.totalCount };
  });
}

function optionsOf(rows: Row[]): Option[] {
  const options = rows.map((row) =>
    'name' in row
      ? { id: row._id, name: row.name }
      : { id: row._id, name: personName(row), detail: row.contracts.titles.join(', ') },
  );
  const count = (name: string) => options.filter((option) => option.name === name).length;
  return options.map((option) => (count(option.name) > 1 ? option : { ...option, detail: undefined }));
}

type Schemas = components['schemas'];
type Row = Schemas['ListedTeam'] | Schemas['ListedContractor'];
type Page = { results: Row[]; pagination: Schemas['Pagination'] };
