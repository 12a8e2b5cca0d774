import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { measurable } from '../api/address.ts';
import type { Change } from '../api/address.ts';
import { changesPathOf } from '../api/reports.ts';
import type { ReportQuery, Row } from '../api/reports.ts';
import type { Session } from '../api/session.ts';
import { useChanges } from '../api/use-changes.ts';
import { useReport } from '../api/use-report.ts';
import type { Views } from '../views/saved-views.ts';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { ChangedRows, idOf } from './changed-rows.tsx';
import { Content } from './content.tsx';

type ReportProps = {
  session: Session;
  query: ReportQuery;
  views: Views;
  change: Change;
};

/** One report: what changed in it, its content, and its files. */
export function Report({ session, query, views, change }: ReportProps) {
  const { answer, failure, busy, again } = useReport(session, measurable(query));
  const isShown = !busy && !failure;
  const view = views.nameOf(query);
  const look = useMemo(() => (view === undefined ? undefined : views.lookOf(view)), [view]);
  const [ended, setEnded] = useState<typeof look>();
  // What changed since the last look at a saved view, until it is shown; then since what is on the page.
  const last = look === ended ? undefined : look;
  const version = last?.version ?? (isShown ? answer?.version : undefined);
  const changes = useChanges(session, version && changesPathOf(query, version), last !== undefined);
  const [shown, setShown] = useState<Row[]>([]);
  const marked = new Set([...shown, ...(changes?.rows ?? [])].map(idOf));
  const scrolls = useRef(false);
  const show = (rows: Row[]) => {
    setShown(rows);
    setEnded(look);
    scrolls.current = true;
    again();
  };
  useEffect(() => {
    if (scrolls.current) document.querySelector('.marked')?.scrollIntoView({ block: 'center' });
    scrolls.current = false;
  }, [answer]);
  useEffect(() => {
    if (isShown && answer && view !== undefined) views.keepLook(view, { at: Date.now(), version: answer.version });
  }, [isShown, view, answer]);

  return (
    <>
      <div role="status" class={changes ? 'changed' : 'sr-only'}>
        {changes && (
          <>
            <ChangedRows report={query.report} changes={changes} since={last?.at} />
            <button type="button" onClick={() => show(changes.rows)}>
              {changes.rows.length === 1 && !changes.isMore ? 'Show it' : 'Show them'}
            </button>
          </>
        )}
      </div>
      {failure && <FailureNotice failure={failure} retry={failure.status === 400 ? undefined : again} />}
      {failure?.status === 400 && <a href="/portal/explorer">Begin with the last month</a>}
      <div aria-busy={busy} class={busy || failure ? 'answer old' : 'answer'}>
        {answer ? (
          <Content {...{ session, answer, query, marked, change }} />
        ) : (
          !failure && (
            <p class="placeholder" role="status">
              <span class="sr-only">Loading…</span>
            </p>
          )
        )}
      </div>
    </>
  );
}
