import { setTimeout as sleep } from 'node:timers/promises';
import type { Faker } from '@faker-js/faker';
import type { ReportQuery, SummaryQuery } from '../support/reports/reference-implementation.ts';
import { filterParameters } from '../support/reports/filter-query.ts';
import { reportPath } from '../../gateway/paths.ts';
import { testedReports } from '../support/reports/references.ts';
import type { TestedReport } from '../support/reports/references.ts';
import type { Answer, History } from './checker/history.ts';

const mediaTypes = { json: 'application/json', csv: 'text/csv', ndjson: 'application/x-ndjson' };

// Compressing costs more than the rest of an answer.
const encodings = [
  { weight: 8, value: 'identity' },
  { weight: 1, value: 'gzip' },
  { weight: 1, value: 'br' },
];

/** The queries that are sent again and again, for lists and for their sums, and the token for each company. */
export type Queries = {
  rows: Record<TestedReport, ReportQuery[]>;
  sums: Record<TestedReport, SummaryQuery[]>;
  tokens: Record<string, string>;
};

/** A caller repeats a request, as one that polls does. */
const maxRepeats = 8;

type Call = Pick<Answer, 'report' | 'format' | 'query'>;

/**
 * Sends one request after another and records the answers: pages, walks through all pages, files, and each of them again
 * with the etag of the answer that the caller has. Returns the statuses that are neither an answer nor a refusal.
 */
export async function read(
  caller: number,
  url: string,
  queries: Queries,
  { answers }: History,
  faker: Faker,
  stopped: AbortSignal,
): Promise<string[]> {
  const unexpected: string[] = [];
  const cached = new Map<string, { etag: string; body: string }>();

  const sendRequest = async (call: Call): Promise<Answer | undefined> => {
    const key = JSON.stringify(call);
    const earlier = cached.get(key);
    const sentAt = performance.now();
    const response = await fetch(`${url}${pathOf(call)}?${searchParameters(call)}`, {
      headers: {
        Authorization: `Bearer ${queries.tokens[call.query.companyId]}`,
        Accept: mediaTypes[call.format],
        'Accept-Encoding': faker.helpers.weightedArrayElement(encodings),
        ...(earlier && { 'If-None-Match': earlier.etag }),
      },
      signal: AbortSignal.timeout(20_000),
    });
    const text = await response.text();
    const receivedAt = performance.now();
    const etag = response.headers.get('etag');
    if (response.status === 304 && earlier) {
      return record({ ...call, caller, sentAt, receivedAt, ...earlier });
    }
    if (response.status === 200) {
      if (etag !== null) cached.set(key, { etag, body: text });
      return record({ ...call, caller, sentAt, receivedAt, etag, body: text });
    }
    // Two exports of a company run at once; whatever fails meanwhile is a 503. A 502 is the load balancer's, of a gateway that was killed.
    const isRefusal = [502, 503].includes(response.status) || (response.status === 429 && call.format !== 'json');
    if (!isRefusal) unexpected.push(`${response.status} ${text.slice(0, 200)}`);
    await sleep(20);
    return undefined;
  };
  const record = (answer: Answer) => {
    answers.push(answer);
    return answer;
  };

  const isStopped = () => stopped.aborted;
  while (!isStopped()) {
    const call = randomCall(queries, faker);
    try {
      const answer = await sendRequest(call);
      for (let times = faker.number.int(maxRepeats); times > 0 && !isStopped(); times -= 1) await sendRequest(call);
      const pagesCount = call.format === 'json' && answer ? pagesIn(answer.body) : 0;
      if (pagesCount > 1 && faker.number.int(3) === 0) {
        for (let page = 2; page <= pagesCount + 1 && !isStopped(); page += 1) {
          await sendRequest({ ...call, query: { ...call.query, page } });
        }
      }
    } catch {
      // A connection that broke off: no answer.
      await sleep(20);
    }
  }
  return unexpected;
}

function randomCall(queries: Queries, { helpers }: Faker): Call {
  const report = helpers.arrayElement(testedReports);
  const isOfSums = queries.sums[report].length > 0 && helpers.arrayElement([true, false, false]);
  const query = helpers.arrayElement(isOfSums ? queries.sums[report] : queries.rows[report]);
  const format = helpers.weightedArrayElement([
    { weight: 158, value: 'json' as const },
    { weight: 1, value: 'csv' as const },
    { weight: 1, value: 'ndjson' as const },
  ]);
  return { report, format: isOfSums && format === 'csv' ? 'ndjson' : format, query };
}

function pathOf({ report, query }: Call): string {
  return reportPath(report, 'groupBy' in query ? 'summary' : 'list');
}

function searchParameters({ format, query }: Call): string {
  const { page, itemsPerPage, fromDate, toDate, sortField, sortOrder } = query;
  const parameters = new URLSearchParams([
    ...Object.entries({ fromDate, toDate, sortField, sortOrder }),
    ...filterParameters(query),
    ...('groupBy' in query ? query.groupBy : []).map((group): [string, string] => ['groupBy', group]),
  ]);
  if (format === 'json') {
    parameters.set('page', String(page));
    parameters.set('itemsPerPage', String(itemsPerPage));
  }
  return parameters.toString();
}

function pagesIn(body: string): number {
  return (JSON.parse(body) as { pagination: { pagesCount: number } }).pagination.pagesCount;
}
