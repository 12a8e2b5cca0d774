import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { syncCopy } from './changes.js';
import type { AnyChanges, ChangedRow, ChangesOptions, SyncOptions } from './changes.js';
import type { Call, Connection } from './connection.js';
import {
  ClientReportingError,
  hasCode,
  incompleteExport,
  readJson,
  responseInfo,
  timedOut,
  unexpectedResponse,
} from './errors.js';
import type { ResponseInfo } from './errors.js';
import { checkedCallOptions } from './options.js';
import type { CallOptions } from './options.js';
import { toQuery } from './query.js';
import type { Query } from './query.js';
import { wholeFile } from './whole-file.js';

export type PagesOptions = CallOptions & {
  /**
   * What to do when data change between two pages: `throw` a ClientReportingError with the code `data_changed`, which is
   * the default, or `restart` with the first page, as its `pagination.currentPage` shows: ten times, then it throws.
   */
  onChange?: 'throw' | 'restart' | undefined;
};

export type ConditionalOptions = CallOptions & {
  /** The `etag` of an earlier answer to the same request. Where nothing has changed, the answer is NotModified. */
  ifNoneMatch: string | undefined;
};

type Options = Partial<ConditionalOptions>;

/** What a call returns, and its response. Both members are hidden from JSON and from loops. */
export type Answer<Content> = Content & { readonly notModified: false; readonly response: ResponseInfo };

/** Nothing has changed since the answer with the ETag of `ifNoneMatch`. */
export type NotModified = { readonly notModified: true; readonly response: ResponseInfo };

/** `response` is there once the first row is, or the end. */
export type Rows<Row> = AsyncIterable<Row> & { readonly response: ResponseInfo | undefined };

export type FileFormat = keyof typeof mediaTypes;

/** @throws ClientReportingError from every call, and while its result is read */
export type Report<Params, Page extends AnyPage, Changes extends AnyChanges> = {
  /** One page. */
  list: {
    (params: Params, options: ConditionalOptions): Promise<Answer<Page> | NotModified>;
    (params: Params, options?: CallOptions): Promise<Answer<Page>>;
  };
  /** Every page, of 100 rows unless `itemsPerPage` says another number. */
  pages: (params: Omit<Params, 'page'>, options?: PagesOptions) => AsyncIterable<Answer<Page>>;
  /** Every row, from one export. It ends only after the last row. */
  rows: (params: Filters<Params>, options?: CallOptions) => Rows<Page['results'][number]>;
  /** Every row as a file. The stream fails when the file is cut short. */
  download: {
    (params: Filters<Params>, format: FileFormat, options: ConditionalOptions): Promise<Answer<Readable> | NotModified>;
    (params: Filters<Params>, format: FileFormat, options?: CallOptions): Promise<Answer<Readable>>;
  };
  /** What changed since a version, answer by answer, until there is no more. */
  changes: (params: CopiedFilters<Params>, options?: ChangesOptions) => AsyncIterable<Answer<Changes>>;
  /** Keeps a copy equal to the report; returns the version of the copy. */
  sync: (params: CopiedFilters<Params>, options: SyncOptions<ChangedRow<Changes>>) => Promise<string>;
};

type CopiedFilters<Params> = Omit<Filters<Params>, 'sortField' | 'sortOrder'>;

type Filters<Params> = Omit<Params, 'page' | 'itemsPerPage'>;
export type AnyPage = { results: unknown[]; pagination: { pagesCount: number } };

const mediaTypes = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
} as const;

const maxRestarts = 10;

/** A getter of what has no parameters. */
export function createGet<Content extends object>({ start, get }: Connection, path: string) {
  return async (options?: CallOptions): Promise<Answer<Content>> =>
    get(path, {}, start(checkedCallOptions(options)), async (response) =>
      answer(await readJson<Content>(response), response),
    );
}

export function createReport<Params extends object, Page extends AnyPage, Changes extends AnyChanges>(
  { start, get }: Connection,
  path: string,
): Report<Params, Page, Changes> {
  const getPage = async (query: Query, options: Options, headers: Record<string, string> = {}) =>
    get(withQuery(path, query), { ...condition(options), ...headers }, start(options), async (response) =>
      response.status === 304 ? unchanged(response) : answer(await readJson<Page>(response), response),
    );

  /** The response, and its bytes unless it is 304. */
  const getExport = async (format: FileFormat, query: Query, options: Options) => {
    const type = mediaTypes[format];
    const call = start(options);
    return get(withQuery(path, query), { ...condition(options), Accept: type }, call, async (response) => {
      if (response.status === 304) return { response };
      if (!response.headers.get('Content-Type')?.startsWith(type))
        throw unexpectedResponse(response, await response.text());
      return { response, bytes: wholeFile(format, response, exportedBytes(response, call)) };
    });
  };

  const getRows = async (query: Query, options: CallOptions) => {
    const { response, bytes } = await getExport('ndjson', query, options);
    if (!bytes) throw unexpectedResponse(response, '');
    return { response, rows: exportedRows(bytes) };
  };

  /** Pages of the same data: the second and later ones fail with `data_changed` otherwise. */
  async function* pages(query: Query, { onChange = 'throw', ...options }: PagesOptions) {
    let headers: Record<string, string> = {};
    let [pagesCount, restarts] = [1, 0];
    for (let page = 1; page <= pagesCount; page += 1) {
      try {
        const found = await getPage({ itemsPerPage: '100', ...query, page: String(page) }, options, headers);
        headers = { 'If-Match': found.response.reportVersion ?? '*' };
        ({ pagesCount } = (found as Answer<Page>).pagination);
        yield found as Answer<Page>;
      } catch (error) {
        if (!hasCode(error, 'data_changed') || onChange === 'throw') throw error;
        if ((restarts += 1) > maxRestarts) throw stillChanging(error);
        [page, headers] = [0, {}];
      }
    }
  }

  async function* changes(query: Query, { since = query.since, ...options }: ChangesOptions) {
    for (let version = since; ;) {
      const address = withQuery(path.replace(/list$/, 'changes'), { ...query, ...(version && { since: version }) });
      const read = async (response: Response) => answer(await readJson<Changes>(response), response);
      const found = await get(address, {}, start(options), read);
      yield found;
      if (!found.more) return;
      ({ version } = found);
    }
  }

  return {
    list: (async (params: Params, options?: Options) =>
      getPage(toQuery(params), checkedCallOptions(options, 'ifNoneMatch'))) as Report<Params, Page, Changes>['list'],

    pages: (params, options) => pages(toQuery(params), checkedCallOptions(options, 'onChange')),

    rows: (params, callOptions) => {
      const [query, options] = [toQuery(params), checkedCallOptions(callOptions)];
      const rows = {
        response: undefined as ResponseInfo | undefined,
        async *[Symbol.asyncIterator]() {
          const found = await getRows(query, options);
          rows.response = responseInfo(found.response);
          yield* found.rows as AsyncIterable<Page['results'][number]>;
        },
      };
      return rows;
    },

    download: (async (params: Filters<Params>, format: FileFormat, options?: Options) => {
      const { response, bytes } = await getExport(format, toQuery(params), checkedCallOptions(options, 'ifNoneMatch'));
      return bytes ? answer(Readable.from(bytes, { objectMode: false }), response) : unchanged(response);
    }) as Report<Params, Page, Changes>['download'],

    changes: (params, options) => changes(toQuery(params), checkedCallOptions(options, 'since')),

    sync: async (params, syncOptions) => {
      const query = toQuery(params);
      const options = checkedCallOptions(syncOptions, 'since', 'load', 'apply', 'follow', 'count', 'pollSeconds');
      const whole = async (own: CallOptions) => {
        const { response, rows } = await getRows(query, own);
        const version = response.headers.get('Report-Version')?.replaceAll('"', '');
        if (!version) throw unexpectedResponse(response, '');
        const totalCount = Number(response.headers.get('X-Total-Count'));
        return { version, totalCount, rows: withKeys(rows) as AsyncIterable<ChangedRow<Changes>> };
      };
      return syncCopy<Changes>({ whole, changes: (own) => changes(query, own) }, options);
    },
  };
}

function condition({ ifNoneMatch }: Options): Record<string, string> {
  return ifNoneMatch === undefined ? {} : { 'If-None-Match': ifNoneMatch };
}

function answer<Content extends object>(content: Content, response: Response): Answer<Content> {
  const members = { notModified: { value: false }, response: { value: responseInfo(response) } };
  return Object.defineProperties(content, members) as Answer<Content>;
}

function unchanged(response: Response): NotModified {
  return { notModified: true, response: responseInfo(response) };
}

function withQuery(path: string, query: Query): string {
  return `${path}?${new URLSearchParams(query).toString()}`;
}

function stillChanging(cause: unknown): ClientReportingError {
  const message = `The data changed during each of ${maxRestarts + 1} attempts to read all pages. Use \`rows\` or \`download\`: they are of one moment.`;
  return new ClientReportingError({ code: 'data_changed', message, cause });
}

/** The bytes of an export. It fails with a ClientReportingError when they end too early, or do not come in time. */
async function* exportedBytes(response: Response, { attemptTimeoutMs, signal }: Call): AsyncGenerator<Uint8Array> {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const cancel = () => reader.cancel().catch(() => undefined);
  try {
    for (;;) {
      let late: ClientReportingError | undefined;
      const timer = setTimeout(() => {
        late = timedOut(attemptTimeoutMs, 'attemptTimeoutMs');
        void cancel();
      }, attemptTimeoutMs);
      const { done, value } = await reader.read().finally(() => clearTimeout(timer));
      if (late) throw late;
      if (done) return;
      yield value;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw incompleteExport(response, error);
  } finally {
    await cancel();
  }
}

async function* exportedRows(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<object> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const part of bytes) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as object;
  }
}

/** As changes have them: a row of timesheets has the key of its contract. */
async function* withKeys(rows: AsyncIterable<object>): AsyncGenerator<object> {
  for await (const row of rows) {
    const { _id, contract } = row as { _id?: string; contract: { _id: string } };
    yield { ...row, _id: _id ?? contract._id, removed: false };
  }
}
