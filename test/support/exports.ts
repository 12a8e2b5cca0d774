import { parse } from 'csv-parse/sync';

export const mediaTypes = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
} as const;

export type Exported = { status: number; headers: Record<string, string>; text: string };

type Query = Record<string, string | number | string[]>;

/** The whole report as a file of this type, or whatever else is answered. */
export async function exported(
  url: string,
  query: Query,
  token: string,
  accept: string,
  method: 'GET' | 'HEAD' = 'GET',
): Promise<Exported> {
  const response = await fetch(`${url}?${queryOf(query)}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, Accept: accept },
  });
  return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() };
}

function queryOf(query: Query): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of [value].flat()) parameters.append(name, String(each));
  }
  return parameters.toString();
}

/** Rows of a CSV file by the names of its columns, read by a parser that knows RFC 4180 alone. */
export function rowsOfCsv(text: string): Record<string, string>[] {
  return parse(text, { columns: true, record_delimiter: '\r\n' });
}
