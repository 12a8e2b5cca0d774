import type { TargetedSubmitEvent } from 'preact';
import { addressOf } from '../api/address.ts';
import { presetOf } from '../api/dates.ts';
import type { ReportQuery } from '../api/reports.ts';
import { Choice } from '../filters/choice.tsx';
import { Copy } from '../parts/copy.tsx';
import { day } from '../parts/formats.ts';
import { yearBegins } from '../parts/settings.ts';
import { queryOfView } from './saved-views.ts';
import type { Views } from './saved-views.ts';

type ViewMenuProps = { views: Views; query: ReportQuery; show: (query: ReportQuery) => void };

/** Saved views, and a link to what is shown. */
export function ViewMenu({ views: { views, save, remove, nameOf }, query, show }: ViewMenuProps) {
  const preset = presetOf(query, yearBegins());
  const names = Object.keys(views).sort((a, b) => a.localeCompare(b));
  return (
    <Choice label="Views" shown={nameOf(query) ?? 'Save or share'}>
      {(close) => {
        const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
          event.preventDefault();
          const given = new FormData(event.currentTarget);
          const name = (given.get('name') as string).trim();
          if (name === '') return;
          const isMoving = given.get('days') === 'moving';
          save(name, { address: addressOf({ ...query, page: 1 }), preset: isMoving ? preset : undefined });
          close();
        };
        return (
          <>
            {names.map((name) => (
              <div key={name} class="row view">
                <button
                  type="button"
                  class="quiet"
                  onClick={() => {
                    const view = views[name];
                    if (view) show(queryOfView(view));
                    close();
                  }}
                >
                  <bdi>{name}</bdi>
                  {views[name]?.preset && <span class="fine"> moves along: {views[name].preset}</span>}
                </button>
                <button type="button" class="quiet clear" aria-label={`Delete ${name}`} onClick={() => remove(name)} />
              </div>
            ))}
            <form class="save" onSubmit={submit}>
              <label>
                Save this view as
                <input name="name" maxLength={60} required autofocus />
              </label>
              {preset && (
                <fieldset>
                  <legend>Its days</legend>
                  <label>
                    <input type="radio" name="days" value="moving" defaultChecked /> move along: {preset}
                  </label>
                  <label>
                    <input type="radio" name="days" value="fixed" /> stay: {day(query.fromDate)} to {day(query.toDate)}
                  </label>
                </fieldset>
              )}
              <button type="submit">Save</button>
            </form>
            <Copy text={location.href} what="link to this view" label="Copy link" />
          </>
        );
      }}
    </Choice>
  );
}
