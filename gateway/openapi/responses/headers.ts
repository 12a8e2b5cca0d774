import type { oas31 } from 'zod-openapi';

const header = (
  description: string,
  example: string | number,
  { required = true, minimum = 0 } = {},
): oas31.HeaderObject => ({
  description,
  required,
  schema: typeof example === 'number' ? { type: 'integer', format: 'int32', minimum } : { type: 'string' },
  example,
});
const optional = { required: false };
const fromOne = { minimum: 1 };

export const headerComponents = {
  'X-Request-Id': header(
    'Names the request in the logs of all processes; the one that you sent, if it is plain and has at most 100 characters.',
    '0b3f3a4e-6a39-4f0f-9a3c-3f2c7a5f9a61',
  ),
  'RateLimit-Limit': header('Requests in a window, of the tier with the least left.', 200, fromOne),
  'RateLimit-Remaining': header('Requests left in this window.', 199),
  'RateLimit-Reset': header('Seconds until the window ends.', 60, fromOne),
  'RateLimit-Policy': header('The limit and its window in seconds.', '200;w=60'),
  'Retry-After': header('Seconds to wait before the next attempt.', 5, fromOne),
  Allow: header('The methods that the path does support.', 'GET, HEAD'),
  'WWW-Authenticate': header(
    'The challenge: Bearer of RFC 6750, or Basic where the credentials came so.',
    'Bearer error="invalid_token"',
    optional,
  ),
  'Cache-Control': header('What caches may do with the answer.', 'private, no-cache'),
  Vary: header('The request headers that the answer depends on.', 'Authorization, Accept, Accept-Encoding'),
  ETag: header(
    'Of a page or an export, however it is compressed. Differs as soon as the answer could. Sent back in If-None-Match, an unchanged report is answered 304.',
    'W/"0rZqQxvXl6pPyQ0yqH0p0fQnU0c4y1yUq0s2T9kqU3E"',
  ),
  'Report-Version': header(
    'The version of your company’s data that the answer was made of, the same for both reports; opaque. Sent back in If-Match, another page is answered only from the same data.',
    '"AU5RAJXL5NoB"',
  ),
  'Content-Encoding': header(
    'Where Accept-Encoding asks for it, and the answer is not short: gzip, br or deflate. A workbook and a Parquet file are never compressed again.',
    'gzip',
    optional,
  ),
  'Content-Disposition': header(
    'The name of an export.',
    'attachment; filename="timesheets_2024-02-01_2024-02-29.csv"',
    optional,
  ),
  'X-Total-Count': header('The rows of an export.', 1_204, optional),
  Link: header(
    'Of a page. RFC 8288: first, prev, next and last page with the same filters. Left out where it would be longer than 3,000 characters, as with 60 ids: then count the pages.',
    '<https://reports.example.com/api/v1/external/reports/client/timesheets/list?fromDate=2024-02-01&toDate=2024-02-29&page=2>; rel="next"',
    optional,
  ),
} satisfies Record<string, oas31.HeaderObject>;

export type HeaderName = keyof typeof headerComponents;

export const limitHeaders = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'RateLimit-Policy'] as const;

export const pollingHeaders = ['ETag', 'Report-Version', 'Cache-Control', 'Vary'] as const;

export function headers(...names: HeaderName[]): Record<string, { $ref: `#/components/headers/${HeaderName}` }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` as const }]));
}

export function optionalHeaders(...names: HeaderName[]): Record<string, oas31.HeaderObject> {
  return Object.fromEntries(names.map((name) => [name, { ...headerComponents[name], required: false }]));
}
