import { useEffect, useState } from 'preact/hooks';
import type { Session } from '../api/session.ts';
import { useNames } from './use-names.ts';
import type { Named } from './use-names.ts';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { number } from '../parts/formats.ts';
import { Boxes } from './boxes.tsx';

type PeopleProps = {
  session: Session;
  list: 'teams' | 'contractors';
  noun: string;
  chosen: string[];
  /** Of those chosen, which stand above the first ones by name. */
  names: Named[];
  choose: (ids: string[]) => void;
};

// Long enough to type the next letter.
const pauseMs = 250;

/** Teams or contractors of the company to filter by. The API finds them by a part of their name. */
export function People({ session, list, noun, chosen, names, choose }: PeopleProps) {
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const { value: found, failure, busy, again } = useNames(session, list, { search });
  if (failure) return <FailureNotice failure={failure} retry={again} />;
  const isFound = ({ id }: Named) => found?.options.some((option) => option.id === id);
  const above = search === '' ? names.filter((option) => !isFound(option)) : [];
  return (
    <>
      <input
        type="search"
        aria-label={`Find a ${noun}`}
        placeholder="Find"
        autofocus
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      {found ? (
        <div aria-busy={busy}>
          <Boxes options={[...above, ...found.options]} chosen={chosen} choose={choose} />
          {found.totalCount === 0 && <p class="fine">No {noun} has that name.</p>}
          {found.totalCount > found.options.length && (
            <p class="fine">
              {number(found.options.length)} of {number(found.totalCount)}. Find the others by name.
            </p>
          )}
        </div>
      ) : (
        <p class="fine" role="status">
          Loading…
        </p>
      )}
    </>
  );
}
