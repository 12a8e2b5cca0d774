import { useState } from 'preact/hooks';
import type { TargetedSubmitEvent } from 'preact';
import type { ReportQuery } from '../api/reports.ts';
import { presetOf, presets } from '../api/dates.ts';
import { Choice } from '../filters/choice.tsx';
import { storageOf } from '../parts/storage.ts';
import { addressOf, queryOf } from '../api/address.ts';

/** Days that have a name are kept by it: "This month" is this month whenever the view is opened. */
type View = { address: string; preset?: keyof typeof presets | undefined };

type ViewsProps = { clientId: string; query: ReportQuery; show: (query: ReportQuery) => void };

/** Views by name, in this browser alone. */
export function Views({ clientId, query, show }: ViewsProps) {
  const storage = storageOf('localStorage');
  const key = `views ${clientId}`;
  const [views, setViews] = useState(() => JSON.parse(storage?.getItem(key) ?? '{}') as Record<string, View>);
  const keep = (next: Record<string, View>) => {
    storage?.setItem(key, JSON.stringify(next));
    setViews(next);
  };
  const save = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = (new FormData(event.currentTarget).get('name') as string).trim();
    if (name === '') return;
    keep({ ...views, [name]: { address: addressOf({ ...query, page: 1 }), preset: presetOf(query) } });
    event.currentTarget.reset();
  };
  const open = ({ address, preset }: View) => show({ ...queryOf(address), ...(preset && presets[preset](new Date())) });
  const names = Object.keys(views).sort((a, b) => a.localeCompare(b));
  return (
    <Choice label="Views" shown={names.length === 0 ? 'Save this view' : 'Saved views'}>
      {Object.entries(views).length > 0 && (
        <ul class="boxes">
          {names.map((name) => (
            <li key={name} class="option">
              <button type="button" class="quiet" onClick={() => views[name] && open(views[name])}>
                <bdi>{name}</bdi>
              </button>
              <button
                type="button"
                class="quiet"
                aria-label={`Delete ${name}`}
                onClick={() => keep(Object.fromEntries(Object.entries(views).filter(([other]) => other !== name)))}
              >
                Delete
              </button>
            </li>
          ))}
        </ul>
      )}
      <form class="row" onSubmit={save}>
        <input name="name" aria-label="Name of this view" placeholder="Name of this view" maxLength={60} required />
        <button type="submit">Save</button>
      </form>
    </Choice>
  );
}
