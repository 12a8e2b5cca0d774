import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { ClientReportingError } from './client-reporting-error.ts';
import type { Get } from './connection.ts';

export type RequestOptions = { signal?: AbortSignal };

export type PagesOptions = RequestOptions & {
  /**
   * What to do when data change between two pages: `throw` a ClientReportingError with the code `data_changed`, which is
   * the default, or `restart` with the first page, as its `pagination.currentPage` shows.
   */
  onChange?: 'throw' | 'restart';
};

export type FileFormat = keyof typeof mediaTypes;

/** @throws ClientReportingError from every call, and while its result is read */
export type Report<Query, Page extends AnyPage> = {
  /** One page. */
  list: (params: Query, options?: RequestOptions) => Promise<Page>;
  /** Every page, of 100 rows unless `itemsPerPage` says another number. */
  pages: (params: Omit<Query, 'page'>, options?: PagesOptions) => AsyncIterable<Page>;
  /** Every row, from one export. It ends only after the last row. */
  rows: (params: Filters<Query>, options?: RequestOptions) => AsyncIterable<Page['results'][number]>;
  /** Every row as a file. The stream fails when the file is cut short. */
  download: (params: Filters<Query>, format: FileFormat, options?: RequestOptions) => Promise<Readable>;
};

type Filters<Query> = Omit<Query, 'page' | 'itemsPerPage'>;
type AnyPage = { results: unknown[]; pagination: { pagesCount: number } };

const mediaTypes = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
} as const;

export function createReport<Query extends object, Page extends AnyPage>(get: Get, path: string): Report<Query, Page> {
  const exportAs = (format: FileFormat, params: object, signal: AbortSignal | null) =>
    get(withQuery(path, params), { Accept: mediaTypes[format] }, signal);

  /** Pages of the same data: the second and later ones fail with `data_changed` otherwise. */
  async function* pagesOfOneVersion(params: object, signal: AbortSignal | null): AsyncGenerator<Page> {
    const headers: Record<string, string> = {};
    let pagesCount = 1;
    for (let page = 1; page <= pagesCount; page += 1) {
      const response = await get(withQuery(path, { itemsPerPage: 100, ...params, page }), headers, signal);
      headers['If-Match'] = response.headers.get('Report-Version') ?? '*';
      const body = (await response.json()) as Page;
      yield body;
      ({ pagesCount } = body.pagination);
    }
  }

  return {
    list: async (params, { signal = null } = {}) => {
      const response = await get(withQuery(path, params), {}, signal);
      return (await response.json()) as Page;
    },

    async *pages(params, { onChange = 'throw', signal = null } = {}) {
      for (;;) {
        try {
          yield* pagesOfOneVersion(params, signal);
          return;
        } catch (error) {
          const isChange = error instanceof ClientReportingError && error.code === 'data_changed';
          if (!isChange || onChange === 'throw') throw error;
        }
      }
    },

    async *rows(params, { signal = null } = {}) {
      const response = await exportAs('ndjson', params, signal);
      let count = 0;
      try {
        for await (const line of completeLines(bodyOf(response))) {
          count += 1;
          yield JSON.parse(line) as Page['results'][number];
        }
      } catch (error) {
        signal?.throwIfAborted();
        throw new ClientReportingError(response, incompleteExport, { cause: error });
      }
      if (count !== Number(response.headers.get('X-Total-Count'))) {
        throw new ClientReportingError(response, incompleteExport);
      }
    },

    download: async (params, format, { signal = null } = {}) =>
      Readable.fromWeb(bodyOf(await exportAs(format, params, signal))),
  };
}

const incompleteExport = {
  error: 'incomplete_export',
  message: 'The export ended before its last row. Request it again.',
};

/** Lists are JSON, since ids may contain commas. */
function withQuery(path: string, params: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params) as [string, string | number | string[] | undefined][]) {
    if (value !== undefined) query.set(name, Array.isArray(value) ? JSON.stringify(value) : String(value));
  }
  return `${path}?${query.toString()}`;
}

/** A report has a body, of the type that Node.js knows to read. */
function bodyOf({ body }: Response): ReadableStream<Uint8Array> {
  return body as ReadableStream<Uint8Array>;
}

async function* completeLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = '';
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
