import { useRef } from 'preact/hooks';
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

type Payments = {
  list: PaymentsList;
  groups: PaymentsSummary;
  statuses: PaymentsSummary;
  /** By month and status, where that is shown. */
  cells?: PaymentsSummary | undefined;
} & Before<PaymentsSummary>;
type Timesheets = { list: TimesheetsList; groups: TimesheetsSummary } & Before<TimesheetsSummary>;

/** Of the period to compare with: its totals, and the sums of the groups that are shown, where these are compared. */
type Before<Summary> = { before?: Summary | undefined; groupsBefore?: Summary | undefined };

/** Of a chart that isn't by month. */
const groupsShown = 15;

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

const atMost = 100;

/** The paths by what they are of. */
function requestsOf(query: ReportQuery): Record<string, string> {
  const { by, compare, measure, report } = query;
  const isPayments = report === 'payments';
  const compared = compare === 'nothing' ? undefined : comparedWith(query);
  const whole = (path: string) => `${path}&itemsPerPage=${atMost}`;
  return {
    list: pathOf(query),
    groups: isWhole('groups', query)
      ? whole(exportPathOfSums(query))
      : `${exportPathOfSums(query)}&itemsPerPage=${groupsShown}`,
    ...(isPayments && { statuses: sumsPathOf(query, 'status') }),
    ...(isPayments &&
      by === 'month' &&
      measure === 'scheduled' && { cells: whole(sumsPathOf(query, 'month', 'status')) }),
    ...(compared && {
      before: isWhole('before', query)
        ? whole(sumsPathOf(compared, by))
        : `${sumsPathOf(compared, 'month')}&itemsPerPage=1`,
    }),
  };
}

/** Whether all pages are read. */
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
  for (const [path, { readAt }] of kept) if (readAt < Date.now() - keptMs) kept.delete(path);
  for (let attempt = 1; ; attempt += 1) {
    const parts: Record<string, Part> = {};
    let latest = '';
    const read = async (name: string, path: string) => {
      let part = kept.get(path);
      if (!part) {
        part = await (isWhole(name, query) ? readPages : readPage)(session, path, signal);
        kept.set(path, part);
        latest = part.version;
      }
      parts[name] = part;
    };
    if (Object.values(requests).some((path) => !kept.has(path))) await session.untilAllowed(signal);
    await Promise.all(Object.entries(requests).map(([name, path]) => read(name, path)));
    const shown = parts.groups?.body.results ?? [];
    if (compare !== 'nothing' && (by === 'contractor' || by === 'contract') && shown.length > 0) {
      await read('groupsBefore', `${sumsBeforePathOf(query, shown)}&itemsPerPage=${atMost}`);
    }
    const versions = new Set(Object.values(parts).map(({ version }) => version));
    if (versions.size === 1 || attempt === attempts) {
      const { list, ...others } = Object.fromEntries(Object.entries(parts).map(([name, { body }]) => [name, body]));
      const version = parts.list?.version ?? '';
      const groupsBefore = others.groupsBefore ?? (isWhole('before', query) ? others.before : undefined);
      return {
        query,
        version,
        isOfOneVersion: versions.size === 1,
        list,
        ...others,
        groupsBefore,
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

/** All pages as one. Its version is empty where the data changed between them. */
async function readPages(session: Session, path: string, signal: AbortSignal): Promise<Part> {
  const first = await readPage(session, path, signal);
  const { pagesCount } = first.body.pagination;
  const numbers = Array.from({ length: Math.max(0, pagesCount - 1) }, (_, index) => index + 2);
  const others = await Promise.all(numbers.map((page) => readPage(session, `${path}&page=${page}`, signal)));
  return {
    ...first,
    version: others.every(({ version }) => version === first.version) ? first.version : '',
    body: { ...first.body, results: [first, ...others].flatMap(({ body }) => body.results) },
  };
}

type Page = { results: Grouped[]; pagination: Pagination };
type Part = { version: string; readAt: number; body: Page };
type Kept = Map<string, Part>;
