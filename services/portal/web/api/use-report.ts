import { monthsOf } from './dates.ts';
import { Failure } from './failure.ts';
import { comparedWith, exportPathOfSums, pathOf, sumsBeforePathOf, sumsPathOf } from './reports.ts';
import type { Group, GroupBy, Pagination, ReportQuery, Row, Summary, Sums } from './reports.ts';
import type { Session } from './session.ts';
import { useRead } from './use-read.ts';

/** A page of the report with its sums, and the query that it answers. */
export type Answer = {
  query: ReportQuery;
  version: string;
  /** False where the data change so often that they were never read of one version. */
  isOfOneVersion: boolean;
  list: { results: Row[]; pagination: Pagination };
  groups: Pick<Summary, 'results' | 'pagination'>;
  /** Of all groups, also of those that aren't shown. */
  totals: Sums;
  /** Of the period to compare with: its totals, and the sums of the groups that are shown, where these are compared. */
  before: Summary | undefined;
  groupsBefore: Summary | undefined;
};

/** The answer to the query; while it is read, and where that fails, still the one before. */
export function useReport(session: Session, query: ReportQuery) {
  const requests = requestsOf(query);
  // What is drawn of the same sums differs by the measure.
  const key = [query.measure, ...Object.values(requests).map(({ path }) => path)].join('\n');
  const { value: answer, ...state } = useRead(key, (signal) => readAnswer(session, query, requests, signal));
  return { answer, ...state };
}

/** Rows of a page; and of a chart that isn't by month. */
const [atMost, groupsShown] = [100, 15];

/** One page; all rows, which fit on a page most often; or all of them as a file. */
type Request = { path: string; as: 'page' | 'all' | 'file' };

function requestsOf(query: ReportQuery): Record<string, Request> {
  const { by, compare, measure, report } = query;
  const isPayments = report === 'payments';
  const compared = compare === 'nothing' ? undefined : comparedWith(query);
  const groups = exportPathOfSums(query);
  const page = (path: string): Request => ({ path, as: 'page' });
  const all = (path: string): Request => ({ path, as: 'all' });
  const groupsOf: Partial<Record<GroupBy, Request>> = {
    month: all(groups),
    'team-month': { path: groups, as: 'file' },
  };
  return {
    list: page(pathOf(query)),
    groups: groupsOf[by] ?? page(`${groups}&itemsPerPage=${groupsShown}`),
    ...(isPayments && { statuses: page(sumsPathOf(query, 'status')) }),
    ...(isPayments &&
      by === 'month' &&
      measure === 'scheduled' && { cells: all(sumsPathOf(query, 'month', 'status')) }),
    ...(compared && {
      before: areFew(query) ? all(sumsPathOf(compared, by)) : page(`${sumsPathOf(compared, 'month')}&itemsPerPage=1`),
    }),
  };
}

/** Whether all groups are compared, not only those that are shown. */
const areFew = ({ by }: ReportQuery) => by === 'month' || by === 'team';

const attempts = 4;
const pauseMs = 1_000;

/** Reads all parts, again where they turn out to be of several versions. */
async function readAnswer(
  session: Session,
  query: ReportQuery,
  requests: Record<string, Request>,
  signal: AbortSignal,
): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const parts: Record<string, Part> = {};
    const read = async (name: string, { path, as }: Request) => {
      parts[name] = await readers[as](session, path, signal);
    };
    await Promise.all(Object.entries(requests).map(([name, request]) => read(name, request)));
    const shown = parts.groups?.body.results ?? [];
    if (query.compare !== 'nothing' && (query.by === 'contractor' || query.by === 'contract') && shown.length > 0) {
      await read('groupsBefore', { path: sumsBeforePathOf(query, shown), as: 'all' });
    }
    const isOfOneVersion = new Set(Object.values(parts).map(({ version }) => version)).size === 1;
    if (isOfOneVersion || attempt === attempts) {
      const bodies = Object.fromEntries(Object.entries(parts).map(([name, { body }]) => [name, body]));
      return {
        ...{ query, isOfOneVersion, version: parts.list?.version ?? '' },
        ...together(query, bodies as unknown as Bodies),
      };
    }
    if (attempt > 1) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

type Bodies = Pick<Answer, 'groups'> & { list: Answer['list'] & { statistics: Sums } } & Partial<
    Record<'statuses' | 'cells' | 'before' | 'groupsBefore', Summary>
  >;

/** More than ten years are shown by the months that have something. */
const monthsAtMost = 120;

/** The sums of statuses are members of the totals and of their months. A month that has nothing is a row too. */
function together(query: ReportQuery, { list, groups, statuses, cells, before, groupsBefore }: Bodies) {
  const byStatus = (rows: Group[] = []): Sums => {
    const sums: Sums = {};
    for (const { status, statistics } of rows) if (status) sums[status] = statistics.totalScheduledPaymentsAmount ?? 0;
    return sums;
  };
  const months = monthsOf(query);
  const rows: Group[] =
    query.by !== 'month' || months.length > monthsAtMost
      ? groups.results
      : months.map((month) => groups.results.find((row) => row.month === month) ?? { month, statistics: {} });
  const results = rows.map((row) => {
    const ofRow = cells?.results.filter(({ month }) => month === row.month);
    return { ...row, statistics: { ...row.statistics, ...byStatus(ofRow) } };
  });
  return {
    list,
    groups: { ...groups, results },
    totals: { ...(statuses ?? list).statistics, ...byStatus(statuses?.results) },
    before,
    groupsBefore: areFew(query) ? before : groupsBefore,
  };
}

type Part = { version: string; body: Summary };
type Read = (session: Session, path: string, signal: AbortSignal) => Promise<Part>;

const readers: Record<Request['as'], Read> = {
  page: readPage,
  /** The version is empty where the data changed between the page and the file. */
  all: async (session, path, signal) => {
    const page = await readPage(session, `${path}&itemsPerPage=${atMost}`, signal);
    if (page.body.pagination.pagesCount <= 1) return page;
    const { version, body } = await readers.file(session, path, signal);
    return { version: page.version === version ? version : '', body: { ...page.body, results: body.results } };
  },
  file: async (session, path, signal) => {
    const { version, rows } = await readRows(session, path, signal);
    return { version, body: { results: rows, pagination: { pagesCount: 1, totalCount: rows.length }, statistics: {} } };
  },
};

async function readPage(session: Session, path: string, signal: AbortSignal) {
  const response = await session.ask(path, { signal });
  const version = response.headers.get('Report-Version') ?? '';
  return { version, body: (await response.json()) as Summary };
}

/** All rows, by one request. @throws Failure; `cut_short` where some are missing */
export async function readRows(session: Session, path: string, signal: AbortSignal) {
  const response = await session.ask(path, { signal, headers: { Accept: 'application/x-ndjson' } });
  const text = await response.text();
  const rows = text.split('\n').flatMap((line) => (line === '' ? [] : (JSON.parse(line) as Group)));
  if (rows.length !== Number(response.headers.get('X-Total-Count')))
    throw new Failure('cut_short', 'Rows are missing.');
  return { version: response.headers.get('Report-Version') ?? '', rows };
}
