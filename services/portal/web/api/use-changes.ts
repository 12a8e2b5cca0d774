import { useEffect, useState } from 'preact/hooks';
import { Failure } from './failure.ts';
import { changesPathOf } from './reports.ts';
import type { Payment, ReportQuery, Timesheet } from './reports.ts';
import type { Session } from './session.ts';
import { useRead } from './use-read.ts';

const pollMs = 60_000;

export type Row = Payment | Timesheet;

/** What changed in the rows of a query: those that are there now, and the ids of those that are not, or never were. */
export type Changes = { rows: Row[]; removed: string[]; isMore: boolean };

/** What changed since the version, read once. */
export function useChangesSince(session: Session, query: ReportQuery, since: string | undefined): Changes | undefined {
  const path = since && changesPathOf(query, since);
  const { value, busy } = useRead(path, (signal) => readChanges(session, path ?? '', signal));
  return path && !busy ? value : undefined;
}

/** What changed since the version: read once a minute while the page is visible. */
export function useChangesFrom(session: Session, query: ReportQuery | undefined, version: string | undefined) {
  const path = query && version && changesPathOf(query, version);
  const [found, setFound] = useState<{ path: string; changes: Changes }>();
  useEffect(() => {
    if (!path) return;
    const watching = new AbortController();
    const look = async () => {
      if (document.visibilityState !== 'visible') return;
      const changes = await readChanges(session, path, watching.signal);
      if (!watching.signal.aborted && changes) setFound({ path, changes });
    };
    const timer = setInterval(() => void look().catch(() => undefined), pollMs);
    return () => {
      watching.abort();
      clearInterval(timer);
    };
  }, [path]);
  return found && found.path === path ? found.changes : undefined;
}

async function readChanges(session: Session, path: string, signal: AbortSignal): Promise<Changes | undefined> {
  try {
    const { results, more } = (await (await session.ask(path, { signal })).json()) as Answer;
    if (results.length === 0 && !more) return undefined;
    return {
      rows: results.filter((row): row is Row & { _id: string; removed: false } => !row.removed),
      removed: results.filter(({ removed }) => removed).map(({ _id }) => _id),
      isMore: more,
    };
  } catch (error) {
    // So much changed that it is not listed.
    if (Failure.from(error).code === 'version_gone') return { rows: [], removed: [], isMore: true };
    throw error;
  }
}

type Answer = { results: ((Row & { _id: string; removed: false }) | { _id: string; removed: true })[]; more: boolean };
