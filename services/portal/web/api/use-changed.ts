import { useEffect, useState } from 'preact/hooks';
import { Failure } from './failure.ts';
import { changesPathOf } from './reports.ts';
import type { ReportQuery } from './reports.ts';
import type { Session } from './session.ts';

const waitSeconds = 50;
const [pauseMs, longestPauseMs] = [30_000, 600_000];

/**
 * Whether the rows of the query have changed since the version. It waits for that while the page is looked at, one request at a time; after
 * a failure, and where the service doesn't wait, it asks more and more rarely.
 */
export function useChanged(session: Session, query: ReportQuery | undefined, version: string | undefined): boolean {
  const key = query && version && changesPathOf(query, version.replaceAll('"', ''));
  const [changed, setChanged] = useState<string>();
  useEffect(() => {
    if (!query || !version || !key) return;
    let watching = new AbortController();
    const watch = async ({ signal }: AbortController) => {
      if (await hasChanged(session, query, version.replaceAll('"', ''), signal)) setChanged(key);
    };
    const follow = () => {
      watching.abort();
      watching = new AbortController();
      // Once aborted, it fails.
      if (document.visibilityState === 'visible') watch(watching).catch(() => undefined);
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      watching.abort();
    };
  }, [key]);
  return key !== undefined && changed === key;
}

async function hasChanged(session: Session, query: ReportQuery, since: string, signal: AbortSignal): Promise<boolean> {
  let pause = 0;
  for (;;) {
    try {
      const headers = { Prefer: `wait=${waitSeconds}` };
      const response = await session.ask(changesPathOf(query, since), { headers, signal });
      const { results, more, version } = (await response.json()) as Changes;
      if (results.length > 0 || more) return true;
      since = version;
      pause = response.headers.has('Preference-Applied') ? 0 : longer(pause);
    } catch (error) {
      signal.throwIfAborted();
      const { code, status, retryAt = 0 } = Failure.from(error);
      if (code === 'version_gone') return true;
      if (status === 400 || status === 401) return false;
      pause = Math.max(longer(pause), retryAt - Date.now());
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
    signal.throwIfAborted();
  }
}

function longer(pause: number): number {
  return Math.min(Math.max(2 * pause, pauseMs), longestPauseMs);
}

type Changes = { results: unknown[]; more: boolean; version: string };
