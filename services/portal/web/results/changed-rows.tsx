import { useEffect, useRef, useState } from 'preact/hooks';
import { Failure } from '../api/failure.ts';
import { changesPathOf } from '../api/reports.ts';
import type { ReportQuery, Row } from '../api/reports.ts';
import type { Session } from '../api/session.ts';
import { useRead } from '../api/use-read.ts';
import { counted, day, hours, money, number, personName, statusNames } from '../parts/formats.ts';
import { keepLook, lookAt } from './looks.ts';

const [pollMs, shownAtMost] = [60_000, 10];

type ChangedRowsProps = {
  session: Session;
  query: ReportQuery;
  /** Of the rows on the page; undefined while they are read. */
  version: string | undefined;
  mark: (rows: Row[]) => void;
  /** Reads the rows again. */
  show: () => void;
};

/** Says which rows changed since the last look at them, and once a minute which changed since they are on the page. */
export function ChangedRows({ session, query, version, mark, show }: ChangedRowsProps) {
  const clientId = session.access.value?.clientId ?? '';
  const rowsPath = changesPathOf(query, '');
  const [look, setLook] = useState(() => lookAt(clientId, rowsPath));
  const minutes = useMinutes(version);
  const since = look?.version ?? version ?? '';
  const path = changesPathOf(query, since);
  const isDue = since !== '' && (look !== undefined || minutes > 0);
  const { value } = useRead(isDue ? `${minutes} ${path}` : undefined, (signal) => readChanges(session, path, signal));
  const changes = value?.path === path && value.count > 0 ? value : undefined;
  const scrolls = useRef(false);
  useEffect(() => changes && mark(changes.rows), [changes]);
  useEffect(() => {
    if (version === undefined) return;
    keepLook(clientId, rowsPath, version);
    if (scrolls.current) document.querySelector('.marked')?.scrollIntoView({ block: 'center' });
    scrolls.current = false;
  }, [version]);
  if (!changes) return <div role="status" class="sr-only" />;
  const noun = { payments: 'payment', timesheets: 'timesheet' }[query.report];
  const { rows, isMore } = changes;
  return (
    <div role="status" class="changed">
      <strong>
        {look && `Since your last look on ${day(new Date(look.at).toISOString())}: `}
        {isMore ? `Many ${noun}s` : rows.length > 0 ? counted(rows.length, noun) : `The ${noun}s`} changed.
      </strong>
      <ul class="fine">
        {rows.slice(0, shownAtMost).map((row) => (
          <li key={idOf(row)}>
            <bdi>{textOf(row)}</bdi>
          </li>
        ))}
        {rows.length > shownAtMost && <li>{number(rows.length - shownAtMost)} more</li>}
      </ul>
      <button
        type="button"
        onClick={() => {
          setLook(undefined);
          scrolls.current = true;
          show();
        }}
      >
        {rows.length === 1 && !isMore ? 'Show it' : 'Show them'}
      </button>
    </div>
  );
}

/** Minutes while the page was visible, each counted from the last answer. */
function useMinutes(version: string | undefined): number {
  const [minutes, setMinutes] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && setMinutes((count) => count + 1), pollMs);
    return () => clearInterval(timer);
  }, [version]);
  return minutes;
}

type Changed = Row & { _id: string; removed: false };
type Answer = { results: (Changed | { _id: string; removed: true })[]; more: boolean };

/** How many changed, also those that are gone; the others; and whether there are more than an answer holds. */
async function readChanges(session: Session, path: string, signal: AbortSignal) {
  try {
    const { results, more } = (await (await session.ask(path, { signal })).json()) as Answer;
    const rows = results.filter((row): row is Changed => !row.removed);
    return { path, count: results.length, rows, isMore: more };
  } catch (error) {
    // So much changed that it is not listed.
    if (Failure.from(error).code === 'version_gone') return { path, count: Infinity, rows: [], isMore: true };
    throw error;
  }
}

export function idOf(row: Row): string {
  return 'status' in row ? row._id : row.contract._id;
}

function textOf(row: Row): string {
  const person = personName(row.contract.contractor);
  if ('status' in row)
    return `${row.name}, ${person}: now ${statusNames[row.status].toLowerCase()}, ${money(row.amount)}`;
  const { trackedMinutes, billableAmount } = row.statistics;
  return `${row.contract.title}, ${person}: now ${hours(trackedMinutes)}, ${money(billableAmount)}`;
}
