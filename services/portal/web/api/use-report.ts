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

/** Of the period to compare with: its totals, and the sums of the groups that are shown. */
type Before<Summary> = { before?: Summary | undefined; groupsBefore?: Summary | undefined };

/** Of a chart that isn't by month. */
const groupsShown = 15;

/** The answer to the query; while it is read, and where that fails, still the one before. */
export function useReport(session: Session, query: ReportQuery) {
  const { current: kept } = useRef<Kept>(new Map());
  const requests = requestsOf(query);
  // What is drawn of the same sums differs by the measure.
  const key = [query.measure, ...Object.values(requests)].join('\n');
  const { value: answer, ...state } = useRead(key, (signal) => readAnswer(session, query, requests, kept, signal));
  return { answer, ...state };
}

const atMost = 100;

/** The paths by what they are of. */
function requestsOf(query: ReportQuery): Record<string, string> {
  const isPayments = query.report === 'payments';
  const isMonthly = query.by === 'month';
  const compared = query.compare === 'nothing' ? undefined : comparedWith(query);
  return {
    list: pathOf(query),
    groups: `${exportPathOfSums(query)}&itemsPerPage=${isMonthly ? atMost : groupsShown}`,
    ...(isPayments && { statuses: sumsPathOf(query, 'status') }),
    ...(isPayments &&
      isMonthly &&
      query.measure === 'scheduled' && { cells: `${sumsPathOf(query, 'month', 'status')}&itemsPerPage=${atMost}` }),
    ...(compared && { before: `${sumsPathOf(compared, 'month')}&itemsPerPage=1` }),
  };
}

const attempts = 4;
const pauseMs = 1_000;

async function readAnswer(
  session: Session,
  query: ReportQuery,
  { list: listPath = '', ...paths }: Record<string, string>,
  kept: Kept,
  signal: AbortSignal,
): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const list = await readPage(session, listPath, signal);
    const read = async (name: string, path: string): Promise<[string, Part]> => {
      const last = kept.get(path);
      const isWhole = name === 'cells' || name === 'groupsBefore' || (name === 'groups' && query.by === 'month');
      const isKept = last?.version === list.version;
      const part = isKept ? last : await (isWhole ? readPages : readPage)(session, path, signal);
      kept.set(path, part);
      return [name, part];
    };
    const sums = await Promise.all(Object.entries(paths).map(([name, path]) => read(name, path)));
    if (query.compare !== 'nothing') {
      const shown = sums.find(([name]) => name === 'groups')?.[1].body.results ?? [];
      if (shown.length > 0)
        sums.push(await read('groupsBefore', `${sumsBeforePathOf(query, shown)}&itemsPerPage=${atMost}`));
    }
    for (const [path, part] of kept) if (!sums.some(([, other]) => other === part)) kept.delete(path);
    const isOfOneVersion = sums.every(([, { version }]) => version === list.version);
    if (isOfOneVersion || attempt === attempts) {
      const bodies = Object.fromEntries(sums.map(([name, { body }]) => [name, body]));
      return { query, version: list.version, isOfOneVersion, list: list.body, ...bodies } as unknown as Answer;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

async function readPage(session: Session, path: string, signal: AbortSignal): Promise<Part> {
  const response = await session.ask(path, { signal });
  const version = response.headers.get('Report-Version') ?? '';
  return { version, body: (await response.json()) as Page };
}

/** All pages as one. Its version is empty where the data changed between them. */
async function readPages(session: Session, path: string, signal: AbortSignal): Promise<Part> {
  const first = await readPage(session, path, signal);
  const { pagesCount } = first.body.pagination;
  const numbers = Array.from({ length: Math.max(0, pagesCount - 1) }, (_, index) => index + 2);
  const others = await Promise.all(numbers.map((page) => readPage(session, `${path}&page=${page}`, signal)));
  return {
    version: others.every(({ version }) => version === first.version) ? first.version : '',
    body: { ...first.body, results: [first, ...others].flatMap(({ body }) => body.results) },
  };
}

type Page = { results: Grouped[]; pagination: Pagination };
type Part = { version: string; body: Page };
type Kept = Map<string, Part>;
