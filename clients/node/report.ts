import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { syncCopy } from './changes.js';
import type { AnyChanges, ChangedRow, ChangesOptions, SyncOptions } from './changes.js';
import type { Call, Connection } from './connection.js';
import { hasCode, incompleteExport, readJson, responseInfo, timedOut, unexpectedResponse } from './errors.js';
import type { ClientReportingError, ResponseInfo } from './errors.js';
import { checkedCallOptions, given } from './options.js';
import type { CallOptions } from './options.js';

export type PagesOptions = CallOptions & {
  /**
   * What to do when data change between two pages: `throw` a ClientReportingError with the code `data_changed`, which is
   * the default, or `restart` with the first page, as its `pagination.currentPage` shows.
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
export type Report<Query, Page extends AnyPage, Changes extends AnyChanges> = {
  /** One page. */
  list: {
    (params: Query, options: ConditionalOptions): Promise<Answer<Page> | NotModified>;
    (params: Query, options?: CallOptions): Promise<Answer<Page>>;
  };
  /** Every page, of 100 rows unless `itemsPerPage` says another number. */
  pages: (params: Omit<Query, 'page'>, options?: PagesOptions) => AsyncIterable<Answer<Page>>;
  /** Every row, from one export. It ends only after the last row. */
  rows: (params: Filters<Query>, options?: CallOptions) => Rows<Page['results'][number]>;
  /** Every row as a file. The stream fails when the file is cut short. */
  download: {
    (params: Filters<Query>, format: FileFormat, options: ConditionalOptions): Promise<Answer<Readable> | NotModified>;
    (params: Filters<Query>, format: FileFormat, options?: CallOptions): Promise<Answer<Readable>>;
  };
  /** What changed since a version, answer by answer, until there is no more. */
  changes: (params: CopiedFilters<Query>, options?: ChangesOptions) => AsyncIterable<Answer<Changes>>;
  /** Keeps a copy equal to the report; returns the version of the copy. */
  sync: (params: CopiedFilters<Query>, options: SyncOptions<ChangedRow<Changes>>) => Promise<string>;
};

type CopiedFilters<Query> = Omit<Filters<Query>, 'sortField' | 'sortOrder'>;

type Filters<Query> = Omit<Query, 'page' | 'itemsPerPage'>;
export type AnyPage = { results: unknown[]; pagination: { pagesCount: number } };

const mediaTypes = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
} as const;

/** A getter of what has no parameters. */
export function createGet<Content extends object>({ start, get }: Connection, path: string) {
  return async (options?: CallOptions): Promise<Answer<Content>> =>
    get(path, {}, start(checkedCallOptions(options)), async (response) =>
      answer(await readJson<Content>(response), response),
    );
}

export function createReport<Query extends object, Page extends AnyPage, Changes extends AnyChanges>(
  { start, get }: Connection,
  path: string,
): Report<Query, Page, Changes> {
  const getPage = async (params: object, options: Options, headers: Record<string, string> = {}) =>
    get(withQuery(path, params), { ...condition(options), ...headers }, start(options), async (response) =>
      response.status === 304 ? unchanged(response) : answer(await readJson<Page>(response), response),
    );

  /** The response, and its bytes unless it is 304. */
  const getExport = async (format: FileFormat, params: object, options: Options) => {
    const type = mediaTypes[format];
    const call = start(options);
    return get(withQuery(path, params), { ...condition(options), Accept: type }, call, async (response) => {
      if (response.status === 304) return { response };
      if (!response.headers.get('Content-Type')?.startsWith(type))
        throw unexpectedResponse(response, await response.text());
      return { response, bytes: exportedBytes(response, call) };
    });
  };

  const getRows = async (params: object, options: CallOptions) => {
    const { response, bytes } = await getExport('ndjson', params, options);
    if (!bytes) throw unexpectedResponse(response, '');
    return { response, rows: exportedRows(response, bytes) };
  };

  /** Pages of the same data: the second and later ones fail with `data_changed` otherwise. */
  async function* pages(params: object, { onChange = 'throw', ...options }: PagesOptions) {
    let headers: Record<string, string> = {};
    let pagesCount = 1;
    for (let page = 1; page <= pagesCount; page += 1) {
      try {
        const query = { itemsPerPage: 100, ...given(params), page };
        const found = (await getPage(query, options, headers)) as Answer<Page>;
        headers = { 'If-Match': found.response.reportVersion ?? '*' };
        ({ pagesCount } = found.pagination);
        yield found;
      } catch (error) {
        if (!hasCode(error, 'data_changed') || onChange === 'throw') throw error;
        [page, headers] = [0, {}];
      }
    }
  }

  async function* changes(params: object, { since, ...options }: ChangesOptions) {
    // As a parameter it is the same: left out, the answers would be the whole report.
    for (let version = since ?? (params as ChangesOptions).since; ;) {
      const asked = withQuery(path.replace(/list$/, 'changes'), { ...params, since: version });
      const read = async (response: Response) => answer(await readJson<Changes>(response), response);
      const found = await get(asked, {}, start(options), read);
      yield found;
      if (!found.more) return;
      ({ version } = found);
    }
  }

  return {
    list: (async (params: Query, options?: Options) =>
      getPage(params, checkedCallOptions(options, 'ifNoneMatch'))) as Report<Query, Page, Changes>['list'],

    pages: (params, options) => pages(params, checkedCallOptions(options, 'onChange')),

    rows: (params, callOptions) => {
      const options = checkedCallOptions(callOptions);
      const rows = {
        response: undefined as ResponseInfo | undefined,
        async *[Symbol.asyncIterator]() {
          const found = await getRows(params, options);
          rows.response = responseInfo(found.response);
          yield* found.rows as AsyncIterable<Page['results'][number]>;
        },
      };
      return rows;
    },

    download: (async (params: Filters<Query>, format: FileFormat, options?: Options) => {
      const { response, bytes } = await getExport(format, params, checkedCallOptions(options, 'ifNoneMatch'));
      return bytes ? answer(Readable.from(bytes, { objectMode: false }), response) : unchanged(response);
    }) as Report<Query, Page, Changes>['download'],

    changes: (params, options) => changes(params, checkedCallOptions(options, 'since')),

    sync: async (params, syncOptions) => {
      const options = checkedCallOptions(syncOptions, 'since', 'load', 'apply', 'follow', 'count', 'pollSeconds');
      const whole = async (own: CallOptions) => {
        const { response, rows } = await getRows(params, own);
        const version = response.headers.get('Report-Version')?.replaceAll('"', '');
        if (!version) throw unexpectedResponse(response, '');
        return { version, rows: withKeys(rows) as AsyncIterable<ChangedRow<Changes>> };
      };
      return syncCopy<Changes>({ whole, changes: (own) => changes(params, own) }, options);
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

/** Lists are JSON, since ids may contain commas. */
function withQuery(path: string, params: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(given(params)) as [string, string | number | string[]][])
    query.set(name, Array.isArray(value) ? JSON.stringify(value) : String(value));
  return `${path}?${query.toString()}`;
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

async function* exportedRows(response: Response, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<object> {
  const decoder = new TextDecoder();
  let [count, rest] = [0, ''];
  for await (const part of bytes) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    count += lines.length;
    for (const line of lines) yield JSON.parse(line) as object;
  }
  if (count !== Number(response.headers.get('X-Total-Count'))) throw incompleteExport(response);
}

/** As changes have them: a row of timesheets has the key of its contract. */
async function* withKeys(rows: AsyncIterable<object>): AsyncGenerator<object> {
  for await (const row of rows) {
    const { _id, contract } = row as { _id?: string; contract: { _id: string } };
    yield { ...row, _id: _id ?? contract._id, removed: false };
  }
}
