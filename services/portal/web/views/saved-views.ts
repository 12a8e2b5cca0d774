import { useState } from 'preact/hooks';
import { addressOf, queryOf } from '../api/address.ts';
import { rangeOf } from '../api/dates.ts';
import type { Preset } from '../api/dates.ts';
import type { ReportQuery } from '../api/reports.ts';
import { yearBegins } from '../parts/settings.ts';
import { storageOf } from '../parts/storage.ts';

/** The last look at a view. */
export type Look = { at: number; version: string };

/** Days that move along are kept by their name: "This month" is this month whenever the view is opened. */
export type View = { address: string; preset?: Preset | undefined; look?: Look };

export type Views = ReturnType<typeof useViews>;

/** Views by name, in this browser only. */
export function useViews(clientId: string) {
  const storage = storageOf('localStorage');
  const storedAs = `views ${clientId}`;
  const stored = () => JSON.parse(storage?.getItem(storedAs) ?? '{}') as Record<string, View>;
  const [views, setViews] = useState(stored);
  const keep = (next: Record<string, View>) => {
    storage?.setItem(storedAs, JSON.stringify(next));
    setViews(next);
  };
  return {
    views,
    save: (name: string, view: View) => keep({ ...stored(), [name]: view }),
    remove: (name: string) => keep(Object.fromEntries(Object.entries(stored()).filter(([other]) => other !== name))),
    /** The one that shows this query now. */
    nameOf: (query: ReportQuery) =>
      Object.keys(views).find((name) => {
        const view = views[name];
        return view && addressOf(queryOfView(view)) === addressOf({ ...query, page: 1 });
      }),
    /** Without drawing anything again. */
    keepLook: (name: string, look: Look) => {
      const { [name]: view, ...others } = stored();
      if (view) storage?.setItem(storedAs, JSON.stringify({ ...others, [name]: { ...view, look } }));
    },
    lookOf: (name: string) => stored()[name]?.look,
  };
}

export function queryOfView({ address, preset }: View): ReportQuery {
  return { ...queryOf(address), ...(preset && rangeOf(preset, yearBegins())) };
}
