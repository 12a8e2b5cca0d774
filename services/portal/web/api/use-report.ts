import { monthsOf } from './dates.ts';
import { Failure } from './failure.ts';
import { comparedWith, exportPathOfSums, pathOf, sumsBeforePathOf, sumsPathOf } from './reports.ts';
import type { Group, Pagination, ReportQuery, Row, Sums } from './reports.ts';
import type { Session } from './session.ts';
import { useRead } from './use-read.ts';

/** A page of the API, or all rows of one. */
type Part<Of = Group> = { version: string; results: Of[]; pagination: Pagination; statistics: Sums };

/** A page of the report with its sums, and the query that it answers. */
export type Answer = {
  query: ReportQuery;
  version: string;
  /** False where the data change so often that they were never read of one version. */
  isOfOneVersion: boolean;
  list: Part<Row>;
  groups: Part;
  /** Of all groups, also of those that aren't shown. */
  totals: Sums;
  /** Of the period to compare with: its totals, and the sums of the groups that are shown, where these are compared. */
  before: Part | undefined;
  groupsBefore: Part | undefined;
};

/** The answer to the query; while it is read, and where that fails, still the one before. */
export function useReport(session: Session, query: ReportQuery) {
  const { value: answer, ...state } = useRead(JSON.stringify(query), (signal) => readAnswer(session, query, signal));
  return { answer, ...state };
}

const attempts = 4;
const pauseMs = 1_000;

/** Reads all parts, again where they turn out to be of several versions. */
async function readAnswer(session: Session, query: ReportQuery, signal: AbortSignal): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const { statuses, cells, ...parts } = await readParts(session, query, signal);
    const { list, groups, before, groupsBefore } = parts;
    const all = [list, groups, statuses, cells, before, groupsBefore];
    const isOfOneVersion = new Set(all.flatMap((part) => part?.version ?? [])).size === 1;
    if (isOfOneVersion || attempt === attempts) {
      return {
        ...{ ...parts, query, isOfOneVersion, version: list.version },
        groups: { ...groups, results: withStatuses(query, groups.results, cells?.results) },
        totals: { ...(statuses ?? list).statistics, ...byStatus(statuses?.results) },
      };
    }
    if (attempt > 1) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** Rows of a page; and of a chart that isn't by month. */
const [atMost, groupsShown] = [100, 15];

async function readParts(session: Session, query: ReportQuery, signal: AbortSignal) {
  const { by, compare, measure, report } = query;
  const page = <Of = Group>(path: string) => readPage<Of>(session, path, signal);
  const all = (path: string) => readAll(session, path, signal);
  const groupsOf = (path: string) => {
    if (by === 'team-month') return readRows(session, path, signal);
    return by === 'month' ? all(path) : page(`${path}&itemsPerPage=${groupsShown}`);
  };
  const isPayments = report === 'payments';
  const compared = compare === 'nothing' ? undefined : comparedWith(query);
  // All groups are compared, not only those that are shown.
  const areFew = by === 'month' || by === 'team';
  const [list, groups, statuses, cells, before] = await Promise.all([
    page<Row>(pathOf(query)),
    groupsOf(exportPathOfSums(query)),
    isPayments ? page(sumsPathOf(query, 'status')) : undefined,
    isPayments && by === 'month' && measure === 'scheduled' ? all(sumsPathOf(query, 'month', 'status')) : undefined,
    compared && (areFew ? all(sumsPathOf(compared, by)) : page(`${sumsPathOf(compared, 'month')}&itemsPerPage=1`)),
  ]);
  const areCompared = compared && (by === 'contractor' || by === 'contract') && groups.results.length > 0;
  const shownBefore = areCompared ? await all(sumsBeforePathOf(query, groups.results)) : undefined;
  return { list, groups, statuses, cells, before, groupsBefore: areFew ? before : shownBefore };
}

/** More than ten years are shown by the months that have something. */
const monthsAtMost = 120;

/** The sums of statuses are members of the sums of their months. A month that has nothing is a row too. */
function withStatuses(query: ReportQuery, groups: Group[], cells: Group[] = []): Group[] {
  const months = monthsOf(query);
  const rows: Group[] =
    query.by !== 'month' || months.length > monthsAtMost
      ? groups
      : months.map((month) => groups.find((row) => row.month === month) ?? { month, statistics: {} });
  return rows.map((row) => {
    const ofRow = cells.filter(({ month }) => month === row.month);
    return { ...row, statistics: { ...row.statistics, ...byStatus(ofRow) } };
  });
}

function byStatus(rows: Group[] = []): Sums {
  const sums: Sums = {};
  for (const { status, statistics } of rows) if (status) sums[status] = statistics.totalScheduledPaymentsAmount ?? 0;
  return sums;
}

async function readPage<Of = Group>(session: Session, path: string, signal: AbortSignal): Promise<Part<Of>> {
  const response = await session.ask(path, { signal });
  return { ...((await response.json()) as Part<Of>), version: response.headers.get('Report-Version') ?? '' };
}

/** All rows: by one page most often. The version is empty where the data changed between the page and the file. */
async function readAll(session: Session, path: string, signal: AbortSignal): Promise<Part> {
  const page = await readPage(session, `${path}&itemsPerPage=${atMost}`, signal);
  if (page.pagination.pagesCount <= 1) return page;
  const { version, results } = await readRows(session, path, signal);
  return { ...page, version: page.version === version ? version : '', results };
}

/** All rows as one page, by one request. @throws Failure; `cut_short` where some are missing */
export async function readRows(session: Session, path: string, signal: AbortSignal): Promise<Part> {
  const response = await session.ask(path, { signal, headers: { Accept: 'application/x-ndjson' } });
  const text = await response.text();
  const results = text.split('\n').flatMap((line) => (line === '' ? [] : (JSON.parse(line) as Group)));
  const totalCount = Number(response.headers.get('X-Total-Count'));
  if (results.length !== totalCount) throw new Failure('cut_short', 'Rows are missing.');
  const pagination = { currentPage: 1, itemsPerPage: totalCount, pagesCount: 1, totalCount };
  return { version: response.headers.get('Report-Version') ?? '', results, pagination, statistics: {} };
}
