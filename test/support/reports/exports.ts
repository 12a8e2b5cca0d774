import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { parse } from 'csv-parse/sync';
import type { Fields } from '../../../proto/report.ts';
import { query as queryDatabase } from '../postgres/database.ts';
import { installed } from '../programs/installed.ts';
import { until } from '../until.ts';

export { exportTypes as mediaTypes } from '../../../gateway/reports/media-types.ts';

export type Exported = { status: number; headers: Record<string, string>; text: string };

type Query = Record<string, string | number | string[]>;

/** The whole report as a file of this type, or whatever else is answered. */
export async function exported(
  url: string,
  query: Query,
  token: string,
  accept: string,
  method: 'GET' | 'HEAD' = 'GET',
  headers: Record<string, string> = {},
): Promise<Exported> {
  const response = await fetch(`${url}?${searchParameters(query)}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, Accept: accept, ...headers },
  });
  return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() };
}

function searchParameters(query: Query): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of [value].flat()) parameters.append(name, String(each));
  }
  return parameters.toString();
}

/** Adds so many paid payments of the contract `web` of acme in 2024, each with a name of 1 KB of which nothing repeats. */
export async function addPayments(databaseUrl: string, count: number): Promise<void> {
  const name = `(select string_agg(md5(n || '-' || part), '') from generate_series(1, 31) part)`;
  await queryDatabase(
    databaseUrl,
    `insert into reporting.scheduled_payments
       (company_id, id, contract_id, name, amount, paid_amount, status, scheduled_payment_on)
     select 'acme', 'payment-' || n, 'web', ${name}, n, 0, 'paid', timestamptz '2024-01-01Z' + n * interval '1 minute'
     from generate_series(1, ${count}) n`,
  );
}

/** Rows of a CSV file by the names of its columns, read by a parser that follows only RFC 4180. */
export function rowsOfCsv(text: string): Record<string, string>[] {
  return parse(text, { columns: true, record_delimiter: '\r\n' });
}

export type OpenExport = {
  /** Takes until so many bytes have come, then no more; false where it ended before. */
  received: (bytes: number) => Promise<boolean>;
  /** Takes a little again and again; the function ends it. */
  takeSlowly: () => () => void;
  /** Takes all there is; whether the client holds it for the whole file. */
  isWhole: () => Promise<boolean>;
  hangUp: () => void;
  requestId: string;
};

/**
 * Requests an export and reads it no faster than the given pace. By curl, because Node can't distinguish a connection
 * that was reset while it took nothing from one that was closed in order.
 */
export async function openExport(
  url: string,
  query: Query,
  token: string,
  accept: string,
  version: '1.0' | '1.1',
): Promise<OpenExport> {
  const requestId = randomUUID();
  const headers = [`Accept: ${accept}`, `Authorization: Bearer ${token}`, `X-Request-Id: ${requestId}`];
  const options = ['--silent', '--no-buffer', `--http${version}`, ...headers.flatMap((header) => ['--header', header])];
  const curl = spawn(await installed('curl'), [...options, `${url}?${searchParameters(query)}`]);
  const ended = once(curl, 'close') as Promise<[number | null]>;
  let count = 0;
  curl.stdout.on('data', (bytes: Buffer) => (count += bytes.length)).pause();
  return {
    received: async (bytes) => {
      curl.stdout.resume();
      await until(`${bytes} bytes of the export`, () => count >= bytes || curl.exitCode !== null);
      curl.stdout.pause();
      return count >= bytes;
    },
    takeSlowly: () => {
      const timer = setInterval(() => {
        curl.stdout.once('data', () => curl.stdout.pause()).resume();
      }, 200);
      return () => clearInterval(timer);
    },
    isWhole: async () => {
      curl.stdout.resume();
      const [status] = await ended;
      return status === 0;
    },
    hangUp: () => curl.kill('SIGKILL'),
    requestId,
  };
}

/** JSON as answers have it: amounts and percentages with two decimals. */
export function written(json: unknown): string {
  return JSON.stringify(json).replace(/(?<="\w*(?:amount|rate|activity)":)-?[\d.]+/gi, (value) =>
    Number(value).toFixed(2),
  );
}

/** A row of the JSON as one of a file, by the paths of the report's fields; empty without a value. */
export function flattened(fields: Fields, row: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { path = name, kind }]) => {
      const value = path
        .split('.')
        .reduce<unknown>((inner, step) => (inner as Tree | null | undefined)?.[step], row) as string | number | null;
      return [name, typeof value === 'number' && kind !== 'count' ? value.toFixed(2) : String(value ?? '')];
    }),
  );
}

type Tree = Record<string, unknown>;
