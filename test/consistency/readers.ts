import { setTimeout as sleep } from 'node:timers/promises';
import type { Faker } from '@faker-js/faker';
import type { Question, SummaryQuestion } from '../support/reports/reference-implementation.ts';
import { filterParameters } from '../support/reports/filter-query.ts';
import { reportPath } from '../../gateway/paths.ts';
import { askedReports } from '../support/reports/references.ts';
import type { AskedReport } from '../support/reports/references.ts';
import type { Answer, History } from './checker/history.ts';

const mediaTypes = { json: 'application/json', csv: 'text/csv', ndjson: 'application/x-ndjson' };

// Compressing costs more than the rest of an answer.
const encodings = [
  { weight: 8, value: 'identity' },
  { weight: 1, value: 'gzip' },
  { weight: 1, value: 'br' },
];

/** What is asked again and again, of lists and of their sums, and by which token. */
export type Asked = {
  rows: Record<AskedReport, Question[]>;
  sums: Record<AskedReport, SummaryQuestion[]>;
  tokens: Record<string, string>;
};

/** A caller asks for the same again, as one that polls does. */
const maxRepeats = 8;

type Call = Pick<Answer, 'report' | 'format' | 'question'>;

/**
 * Sends one request after another and records the answers: pages, walks through all pages, files, and each of them again
 * with the etag of the answer that the caller has. Returns the statuses that are neither an answer nor a refusal.
 */
export async function read(
  caller: number,
  url: string,
  asked: Asked,
  { answers }: History,
  faker: Faker,
  stopped: AbortSignal,
): Promise<string[]> {
  const unexpected: string[] = [];
  const cached = new Map<string, { etag: string; body: string }>();

  const ask = async (call: Call): Promise<Answer | undefined> => {
    const key = JSON.stringify(call);
    const known = cached.get(key);
    const sentAt = performance.now();
    const response = await fetch(`${url}${pathOf(call)}?${queryOf(call)}`, {
      headers: {
        Authorization: `Bearer ${asked.tokens[call.question.companyId]}`,
        Accept: mediaTypes[call.format],
        'Accept-Encoding': faker.helpers.weightedArrayElement(encodings),
        ...(known && { 'If-None-Match': known.etag }),
      },
      signal: AbortSignal.timeout(20_000),
    });
    const text = await response.text();
    const receivedAt = performance.now();
    const etag = response.headers.get('etag');
    if (response.status === 304 && known) {
      return record({ ...call, caller, sentAt, receivedAt, ...known });
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
    const call = randomCall(asked, faker);
    try {
      const answer = await ask(call);
      for (let times = faker.number.int(maxRepeats); times > 0 && !isStopped(); times -= 1) await ask(call);
      const pagesCount = call.format === 'json' && answer ? pagesIn(answer.body) : 0;
      if (pagesCount > 1 && faker.number.int(3) === 0) {
        for (let page = 2; page <= pagesCount + 1 && !isStopped(); page += 1) {
          await ask({ ...call, question: { ...call.question, page } });
        }
      }
    } catch {
      // A connection that broke off: no answer.
      await sleep(20);
    }
  }
  return unexpected;
}

function randomCall(asked: Asked, { helpers }: Faker): Call {
  const report = helpers.arrayElement(askedReports);
  const isOfSums = helpers.arrayElement([true, false, false]);
  const question = helpers.arrayElement(isOfSums ? asked.sums[report] : asked.rows[report]);
  const format = helpers.weightedArrayElement([
    { weight: 158, value: 'json' as const },
    { weight: 1, value: 'csv' as const },
    { weight: 1, value: 'ndjson' as const },
  ]);
  return { report, format: isOfSums && format === 'csv' ? 'ndjson' : format, question };
}

function pathOf({ report, question }: Call): string {
  return reportPath(report, 'groupBy' in question ? 'summary' : 'list');
}

function queryOf({ format, question }: Call): string {
  const { page, itemsPerPage, fromDate, toDate, sortField, sortOrder } = question;
  const query = new URLSearchParams([
    ...Object.entries({ fromDate, toDate, sortField, sortOrder }),
    ...filterParameters(question),
    ...('groupBy' in question ? question.groupBy : []).map((group): [string, string] => ['groupBy', group]),
  ]);
  if (format === 'json') {
    query.set('page', String(page));
    query.set('itemsPerPage', String(itemsPerPage));
  }
  return query.toString();
}

function pagesIn(body: string): number {
  return (JSON.parse(body) as { pagination: { pagesCount: number } }).pagination.pagesCount;
}
