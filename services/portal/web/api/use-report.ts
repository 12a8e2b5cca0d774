import { useRef } from 'preact/hooks';
import { monthsOf } from './dates.ts';
import { Failure } from './failure.ts';
import { comparedWith, exportPathOfSums, pathOf, sumsBeforePathOf, sumsPathOf } from './reports.ts';
import type {
  Grouped,
  Pagination,
  PaymentsList,
  PaymentsSummary,
  ReportQuery,
  TimesheetsList,
  TimesheetsSummary,
} from './reports.ts';
import type { Session } from './session.ts';
import { useRead } from './use-read.ts';

/** A page of the report with its sums, and the query that it answers. */
export type Answer = {
  query: ReportQuery;
  version: string;
  /** False where the data change so often that they were never read of one version. */
  isOfOneVersion: boolean;
} & (Payments | Timesheets);

/** The totals are of all groups, also of those that aren't shown. */
type Payments = {
  list: PaymentsList;
  groups: Pick<PaymentsSummary, 'results' | 'pagination'>;
  totals: PaymentsSummary['statistics'];
  statuses: PaymentsSummary;
  /** By month and status, where that is shown. */
  cells?: PaymentsSummary | undefined;
} & Before<PaymentsSummary>;
type Timesheets = {
  list: TimesheetsList;
  groups: Pick<TimesheetsSummary, 'results' | 'pagination'>;
  totals: TimesheetsSummary['statistics'];
} & Before<TimesheetsSummary>;

/** Of the period to compare with: its totals, and the sums of the groups that are shown, where these are compared. */
type Before<Summary> = { before?: Summary | undefined; groupsBefore?: Summary | undefined };

/** The answer to the query; while it is read, and where that fails, still the one before. */
export function useReport(session: Session, query: ReportQuery) {
  const { current: kept } = useRef<Kept>(new Map());
  const requests = requestsOf(query);
  // What is drawn of the same sums differs by the measure.
  const key = [query.measure, ...Object.values(requests)].join('\n');
  const {
    value: answer,
    again,
    ...state
  } = useRead(key, (signal) => readAnswer(session, query, requests, kept, signal));
  const readAgain = () => {
    kept.clear();
    again();
  };
  return { answer, again: readAgain, ...state };
}

/** Rows of a page; and of a chart that isn't by month. */
const [atMost, groupsShown] = [100, 15];

/** The paths by what they are of. */
function requestsOf(query: ReportQuery): Record<string, string> {
  const { by, compare, measure, report } = query;
  const isPayments = report === 'payments';
  const compared = compare === 'nothing' ? undefined : comparedWith(query);
  const groups = exportPathOfSums(query);
  return {
    list: pathOf(query),
    groups: isWhole('groups', query) ? groups : `${groups}&itemsPerPage=${groupsShown}`,
    ...(isPayments && { statuses: sumsPathOf(query, 'status') }),
    ...(isPayments && by === 'month' && measure === 'scheduled' && { cells: sumsPathOf(query, 'month', 'status') }),
    ...(compared && {
      before: isWhole('before', query) ? sumsPathOf(compared, by) : `${sumsPathOf(compared, 'month')}&itemsPerPage=1`,
    }),
  };
}

/** Whether all rows are read. */
function isWhole(name: string, { by }: ReportQuery): boolean {
  if (name === 'groups') return by === 'month' || by === 'team-month';
  if (name === 'before') return by === 'month' || by === 'team';
  return name === 'cells' || name === 'groupsBefore';
}

const attempts = 4;
const pauseMs = 1_000;
/** A minute's changes are looked for anyway, so that an answer kept for longer would be of a version that is gone. */
const keptMs = 60_000;

/** Reads what isn't kept. Where the parts turn out to be of several versions, those that aren't of the last are read again. */
async function readAnswer(
  session: Session,
  query: ReportQuery,
  requests: Record<string, string>,
  kept: Kept,
  signal: AbortSignal,
): Promise<Answer> {
  const { by, compare } = query;
  const areMany = by === 'team-month' || monthsOf(query).length > atMost;
  for (const [path, { readAt }] of kept) if (readAt < Date.now() - keptMs) kept.delete(path);
  for (let attempt = 1; ; attempt += 1) {
    const parts: Record<string, Part> = {};
    let latest = '';
    const read = async (name: string, path: string) => {
      let part = kept.get(path);
      if (!part) {
        part = isWhole(name, query)
          ? await readWhole(session, path, name === 'groups' && areMany, signal)
          : await readPage(session, path, signal);
        kept.set(path, part);
        latest = part.version;
      }
      parts[name] = part;
    };
    await Promise.all(Object.entries(requests).map(([name, path]) => read(name, path)));
    const shown = parts.groups?.body.results ?? [];
    if (compare !== 'nothing' && (by === 'contractor' || by === 'contract') && shown.length > 0) {
      await read('groupsBefore', sumsBeforePathOf(query, shown));
    }
    const versions = new Set(Object.values(parts).map(({ version }) => version));
    if (versions.size === 1 || attempt === attempts) {
      const bodies = Object.fromEntries(Object.entries(parts).map(([name, { body }]) => [name, body]));
      return {
        query,
        version: parts.list?.version ?? '',
        isOfOneVersion: versions.size === 1,
        totals: (bodies.statuses ?? bodies.list)?.statistics,
        groupsBefore: isWhole('before', query) ? bodies.before : undefined,
        ...bodies,
      } as unknown as Answer;
    }
    for (const [path, { version }] of kept) if (version !== latest) kept.delete(path);
    if (attempt > 1) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

async function readPage(session: Session, path: string, signal: AbortSignal): Promise<Part> {
  const response = await session.ask(path, { signal });
  const version = response.headers.get('Report-Version') ?? '';
  return { version, readAt: Date.now(), body: (await response.json()) as Page };
}

/** A page with all rows; where they don't fit on one, the file of them. Its version is empty where the data changed between the two. */
async function readWhole(session: Session, path: string, areMany: boolean, signal: AbortSignal): Promise<Part> {
  const page = areMany ? undefined : await readPage(session, `${path}&itemsPerPage=${atMost}`, signal);
  if (page && page.body.pagination.pagesCount <= 1) return page;
  const { version, rows: results } = await readRows(session, path, signal);
  return {
    readAt: Date.now(),
    version: page && page.version !== version ? '' : version,
    body: { ...page?.body, results, pagination: { pagesCount: 1, totalCount: results.length } },
  };
}

/** All rows, by one request. @throws Failure; `cut_short` where some are missing */
export async function readRows(session: Session, path: string, signal: AbortSignal) {
  const response = await session.ask(path, { signal, headers: { Accept: 'application/x-ndjson' } });
  const text = await response.text();
  const rows = text.split('\n').flatMap((line) => (line === '' ? [] : (JSON.parse(line) as Grouped)));
  if (rows.length !== Number(response.headers.get('X-Total-Count')))
    throw new Failure('cut_short', 'Rows are missing.');
  return { version: response.headers.get('Report-Version') ?? '', rows };
}

type Page = { results: Grouped[]; pagination: Pick<Pagination, 'pagesCount' | 'totalCount'>; statistics?: object };
type Part = { version: string; readAt: number; body: Page };
type Kept = Map<string, Part>;
