import { useEffect, useState } from 'preact/hooks';
import { Failure } from './failure.ts';
import { changesPathOf } from './reports.ts';
import type { Payment, ReportQuery, Timesheet } from './reports.ts';
import type { Session } from './session.ts';

const pollMs = 60_000;

/** What changed in the rows of a query: those that are there now, and how many left. */
export type Changed = { rows: (Payment | Timesheet)[]; removed: number; isMore: boolean };

/** What has changed since the version: read once a minute while the page is visible. */
export function useChanged(session: Session, query: ReportQuery | undefined, version: string | undefined) {
  const key = query && version && changesPathOf(query, version.replaceAll('"', ''));
  const [found, setFound] = useState<{ key: string; changed: Changed }>();
  useEffect(() => {
    if (!key) return;
    const watching = new AbortController();
    const look = async () => {
      if (document.visibilityState !== 'visible') return;
      const changed = await readChanged(session, key, watching.signal);
      if (!watching.signal.aborted && changed) setFound({ key, changed });
    };
    const timer = setInterval(() => void look().catch(() => undefined), pollMs);
    return () => {
      watching.abort();
      clearInterval(timer);
    };
  }, [key]);
  return found && found.key === key ? found.changed : undefined;
}

async function readChanged(session: Session, path: string, signal: AbortSignal): Promise<Changed | undefined> {
  try {
    const { results, more } = (await (await session.ask(path, { signal })).json()) as Changes;
    if (results.length === 0 && !more) return undefined;
    const rows = results.filter((row): row is Extract<Changes['results'][number], { removed: false }> => !row.removed);
    return { rows, removed: results.length - rows.length, isMore: more };
  } catch (error) {
    // So much changed that it is not listed.
    if (Failure.from(error).code === 'version_gone') return { rows: [], removed: 0, isMore: true };
    throw error;
  }
}

type Changes = { results: (((Payment | Timesheet) & { removed: false }) | { removed: true })[]; more: boolean };
