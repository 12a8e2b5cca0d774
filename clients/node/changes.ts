import { ClientReportingError, hasCode } from './errors.js';
import type { ResponseInfo } from './errors.js';
import type { CallOptions } from './options.js';
import { pause } from './waiting.js';

/** What the API answers of the rows that changed: an answer. */
export type AnyChanges = {
  results: ({ _id: string; removed: false } | { _id: string; removed: true })[];
  version: string;
  more: boolean;
  totalCount?: number;
  statistics?: object;
};

/** Told apart by `removed`, where the document has one schema for both. */
export type ChangesOf<Changes, Row> = Omit<Changes, 'results'> & {
  results: ((Row & { _id: string; removed: false }) | { _id: string; removed: true })[];
};

export type ChangesOptions = CallOptions & {
  /** A `version` of an earlier answer. Without it, the answers are the whole report. */
  since?: string | undefined;
};

export type ChangedRow<Changes extends AnyChanges> = Extract<Changes['results'][number], { removed: false }>;

export type SyncOptions<Row> = CallOptions & {
  /** Replaces the copy by all of these rows, and keeps the version: best in one transaction, which ends after the last row. */
  load: (rows: AsyncIterable<Row>, version: string) => Promise<void>;
  /** Adds or replaces rows by `_id`, deletes those that are removed, and keeps the version: best in one transaction. */
  apply: (rows: Row[], removedIds: string[], version: string) => Promise<void>;
  /** The version that was kept. Without it, the copy is loaded. */
  since?: string | undefined;
  /** Asks for changes again every `pollSeconds`, until `signal` is aborted. */
  follow?: boolean | undefined;
  /** Seconds from one request for changes to the next: 15 by default, at least 5. They vary by a tenth, so that programs do not ask together. */
  pollSeconds?: number | undefined;
  /** What the copy has, to be compared with the report whenever it is complete, amounts to the cent. A copy that differs is loaded again, once. */
  count?: (() => Promise<{ totalCount: number; statistics?: object }>) | undefined;
};

const copyDiffers = 'The copy differs from the report, also after it was loaded again. Look at what load and apply do.';

type Parts<Changes extends AnyChanges> = {
  changes: (options: ChangesOptions) => AsyncIterable<Changes & { response: ResponseInfo }>;
  whole: (options: CallOptions) => Promise<Whole<ChangedRow<Changes>>>;
};

type Whole<Row> = { version: string; totalCount: number; rows: AsyncIterable<Row> };

/**
 * Brings a copy up to date; of a copy that can't be, it begins again with the whole report.
 * @returns the version of the copy
 */
export async function syncCopy<Changes extends AnyChanges>(
  { changes, whole }: Parts<Changes>,
  { load, apply, since, follow = false, pollSeconds = 15, count, ...options }: SyncOptions<ChangedRow<Changes>>,
): Promise<string> {
  let version = since;
  // How often each happened since a round without it.
  let [gone, differed] = [0, 0];
  const pausePolls = (polls: number) => pause(polls * pollSeconds * (900 + 200 * Math.random()), options.signal);
  for (;;) {
    version ??= await loadWhole(whole, load, options);
    let last: (AnyChanges & { response: ResponseInfo }) | undefined;
    try {
      for await (const answer of changes({ ...options, since: version })) {
        const rows = answer.results.filter((row): row is ChangedRow<Changes> => !row.removed);
        const removedIds = answer.results.filter(({ removed }) => removed).map(({ _id }) => _id);
        if (answer.version !== version) await apply(rows, removedIds, answer.version);
        ({ version } = answer);
        last = answer;
      }
    } catch (error) {
      if (!hasCode(error, 'version_gone')) throw error;
      version = undefined;
      // While the service is updated, its processes may refuse each other's versions.
      gone += 1;
      if (gone > 1) await pausePolls(Math.min(2 ** (gone - 2), 20));
      continue;
    }
    gone = 0;
    if (last && count && !isEqual(await count(), last)) {
      if ((differed += 1) > 1) throw new ClientReportingError({ code: 'copy_differs', message: copyDiffers });
      version = undefined;
      continue;
    }
    differed = 0;
    if (!follow) return version;
    await pausePolls(1);
  }
}

/**
 * @returns the version of the rows
 * @throws ClientReportingError `incomplete_copy` where `load` ends before it has read them all
 */
async function loadWhole<Row>(
  whole: (options: CallOptions) => Promise<Whole<Row>>,
  load: SyncOptions<Row>['load'],
  options: CallOptions,
): Promise<string> {
  const ended = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, ended.signal]) : ended.signal;
  const { version, totalCount, rows } = await whole({ ...options, signal });
  let read = 0;
  async function* counted() {
    for await (const row of rows) {
      read += 1;
      yield row;
    }
  }
  try {
    await load(counted(), version);
    if (read === totalCount) return version;
    throw new ClientReportingError({ code: 'incomplete_copy', message: loadEnded(read, totalCount) });
  } catch (error) {
    // Nothing that still reads reaches a regular end.
    ended.abort(error);
    throw error;
  }
}

function loadEnded(read: number, totalCount: number): string {
  return `load ended after ${read} of ${totalCount} rows, so the copy must be loaded again. Read all rows, and await what reads them, before load returns.`;
}

/** To the cent, so that a sum of floats or its text will do. A sum of no rows is null in SQL. */
function isEqual(copy: { totalCount: number; statistics?: object }, { totalCount, statistics }: AnyChanges): boolean {
  const known = new Map<string, unknown>(Object.entries(statistics ?? {}));
  const isSame = ([name, value]: [string, unknown]) =>
    Math.abs(numberOf(name, value) - numberOf(name, known.get(name))) < 0.005;
  return numberOf('totalCount', copy.totalCount) === totalCount && Object.entries(copy.statistics ?? {}).every(isSame);
}

function numberOf(name: string, value: unknown): number {
  const number = value === undefined || value === '' ? NaN : Number(value);
  if (Number.isFinite(number)) return number;
  throw new TypeError(`count: ${name} must be a number of the report, as a number or its text`);
}
