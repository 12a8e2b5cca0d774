import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { measured } from '../api/address.ts';
import type { ReportQuery } from '../api/reports.ts';
import type { Session } from '../api/session.ts';
import { useChangesFrom, useChangesSince } from '../api/use-changes.ts';
import type { Row } from '../api/use-changes.ts';
import { useReport } from '../api/use-report.ts';
import type { Views } from '../views/saved-views.ts';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { ChangedRows, idOf, seenOf } from './changed-rows.tsx';
import { Content } from './content.tsx';
import { ForDevelopers } from './for-developers.tsx';

type ReportProps = {
  session: Session;
  query: ReportQuery;
  views: Views;
  change: (part: Partial<ReportQuery>) => void;
};

/** One report: what changed in it, its content, and its files. */
export function Report({ session, query, views, change }: ReportProps) {
  const { answer, failure, busy, again } = useReport(session, measured(query));
  const isShown = !busy && !failure;
  const changes = useChangesFrom(session, isShown ? answer?.query : undefined, answer?.version);

  const view = views.nameOf(query);
  const look = useMemo(() => (view === undefined ? undefined : views.lookOf(view)), [view]);
  const [hidden, setHidden] = useState<typeof look>();
  const since = useChangesSince(session, query, look?.version);
  const changesSince = look !== hidden ? since : undefined;
  const seen = answer && seenOf(answer.list.results);
  const [shown, setShown] = useState<Row[]>([]);
  const marked = new Set([...shown, ...(changesSince?.rows ?? [])].map(idOf));
  const scrolls = useRef(false);
  const show = (rows: Row[]) => {
    setShown(rows);
    scrolls.current = true;
    again();
  };
  useEffect(() => {
    if (scrolls.current) document.querySelector('.marked')?.scrollIntoView({ block: 'center' });
    scrolls.current = false;
  }, [answer]);
  useEffect(() => {
    if (isShown && view !== undefined && answer && seen) {
      views.keepLook(view, { at: Date.now(), version: answer.version, seen });
    }
  }, [isShown, view, answer]);

  return (
    <>
      <div role="status" class={(changes ?? changesSince) ? 'changed' : 'sr-only'}>
        {changes && seen ? (
          <>
            <ChangedRows report={query.report} changes={changes} seen={seen} />
            <button type="button" onClick={() => show(changes.rows)}>
              {changes.rows.length === 1 && !changes.isMore ? 'Show it' : 'Show them'}
            </button>
          </>
        ) : (
          changesSince &&
          look && (
            <>
              <ChangedRows report={query.report} changes={changesSince} seen={look.seen} since={look.at} />
              <button type="button" onClick={() => setHidden(look)}>
                Hide
              </button>
            </>
          )
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
      <ForDevelopers query={query} />
    </>
  );
}
