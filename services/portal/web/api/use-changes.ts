import { useEffect, useState } from 'preact/hooks';
import { Failure } from './failure.ts';
import type { Row } from './reports.ts';
import type { Session } from './session.ts';

const pollMs = 60_000;

/** What changed in the rows of a query: those that are there now, and whether others did too. */
export type Changes = { rows: Row[]; isMore: boolean };

/** What changed at the path: read once a minute while the page is visible, and at once if `readsNow`. */
export function useChanges(session: Session, path: string | undefined, readsNow: boolean): Changes | undefined {
  const [found, setFound] = useState<{ path: string; changes: Changes }>();
  useEffect(() => {
    if (path === undefined) return;
    const watching = new AbortController();
    const look = async () => {
      if (document.visibilityState !== 'visible') return;
      const changes = await readChanges(session, path, watching.signal);
      if (!watching.signal.aborted && changes) setFound({ path, changes });
    };
    const lookQuietly = () => void look().catch(() => undefined);
    if (readsNow) lookQuietly();
    const timer = setInterval(lookQuietly, pollMs);
    return () => {
      watching.abort();
      clearInterval(timer);
    };
  }, [path]);
  return found?.path === path ? found?.changes : undefined;
}

async function readChanges(session: Session, path: string, signal: AbortSignal): Promise<Changes | undefined> {
  try {
    const { results, more } = (await (await session.ask(path, { signal })).json()) as Answer;
    if (results.length === 0 && !more) return undefined;
    return {
      rows: results.filter((row): row is Row & { _id: string; removed: false } => !row.removed),
      isMore: more,
    };
  } catch (error) {
    // So much changed that it is not listed.
    if (Failure.from(error).code === 'version_gone') return { rows: [], isMore: true };
    throw error;
  }
}

type Answer = { results: ((Row & { _id: string; removed: false }) | { _id: string; removed: true })[]; more: boolean };
