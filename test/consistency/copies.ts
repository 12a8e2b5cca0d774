import { setTimeout as sleep } from 'node:timers/promises';
import type { Faker } from '@faker-js/faker';
import type { ReportQuery } from '../support/reports/reference-implementation.ts';
import { filterParameters } from '../support/reports/filter-query.ts';
import { reportPath } from '../../gateway/paths.ts';
import { copiedReports } from '../support/reports/references.ts';
import type { TestedReport } from '../support/reports/references.ts';
import type { Queries } from './readers.ts';

type Answer = {
  results: ({ _id: string; removed: boolean } & Record<string, unknown>)[];
  version: string;
  more: boolean;
  totalCount?: number;
};

type Copy = {
  report: TestedReport;
  query: ReportQuery;
  rows: Map<string, string>;
  version: string;
  total: number;
  /** Its version when it was compared last. */
  compared: string;
};

/** Of a keeper at once. */
const copiesAtOnce = 32;

/** How many copies were compared, why versions were refused, and what was wrong with copies or should not have been answered. */
export type Compared = { compared: number; gone: string[]; wrong: string[] };

/**
 * Keeps copies of reports with random filters by `/changes`, compares each of their versions with an export of the same version, where
 * there is one, and adds up what it finds.
 */
export async function keepCopies(
  url: string,
  queries: Pick<Queries, 'rows' | 'tokens'>,
  faker: Faker,
  stopped: AbortSignal,
  found: Compared,
): Promise<void> {
  const get = (path: string, { query }: Copy, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}`, {
      headers: { Authorization: `Bearer ${queries.tokens[query.companyId]}`, ...headers },
      signal: AbortSignal.timeout(20_000),
    });
  const begin = (): Copy => {
    const report = faker.helpers.arrayElement(copiedReports);
    const query = faker.helpers.arrayElement(queries.rows[report]);
    return { report, query, rows: new Map(), version: '', total: 0, compared: '' };
  };

  /** Whether the copy is complete. */
  const update = async (copy: Copy): Promise<boolean> => {
    const since = copy.version === '' ? '' : `&since=${copy.version}`;
    const response = await get(`${reportPath(copy.report, 'changes')}?${filtersOf(copy)}${since}`, copy);
    const text = await response.text();
    if (response.status !== 200) {
      if (response.status === 410) {
        found.gone.push(/"The changes since this version are not known: (.*?)\. Read/.exec(text)?.[1] ?? text);
        Object.assign(copy, begin());
      } else if (![502, 503].includes(response.status)) {
        // 502 is the load balancer's, of a gateway that was killed while it waited.
        found.wrong.push(`${response.status} ${text.slice(0, 300)}`);
      }
      await sleep(20);
      return false;
    }
    const { results, version, more, totalCount = 0 } = JSON.parse(text) as Answer;
    for (const { _id, removed, ...row } of results) {
      if (removed) copy.rows.delete(_id);
      else copy.rows.set(_id, JSON.stringify(copy.report === 'scheduled-payments' ? { _id, ...row } : row));
    }
    copy.version = version;
    copy.total = totalCount;
    return !more;
  };

  const compare = async (copy: Copy): Promise<void> => {
    const headers = { Accept: 'application/x-ndjson', 'If-Match': `"${copy.version}"` };
    const response = await get(`${reportPath(copy.report, 'list')}?${filtersOf(copy)}`, copy, headers);
    const text = await response.text();
    if (response.status !== 200) return;
    const lines = text.split('\n').filter((line) => line !== '');
    const exported = lines.map((line) => JSON.stringify(JSON.parse(line)));
    found.compared += 1;
    copy.compared = copy.version;
    const rows = [...copy.rows.values()];
    if (copy.total !== rows.length || rows.toSorted().join('\n') !== exported.toSorted().join('\n')) {
      found.wrong.push(`a copy differs: ${JSON.stringify({ ...copy, rows, exported })}`.slice(0, 3_000));
    }
  };

  const copies = Array.from({ length: copiesAtOnce }, begin);
  while (!stopped.aborted) {
    const copy = faker.helpers.arrayElement(copies);
    try {
      if ((await update(copy)) && copy.version !== copy.compared) await compare(copy);
      if (faker.number.int(60) === 0) Object.assign(copy, begin());
    } catch {
      // A connection that broke off: no answer.
      await sleep(20);
    }
  }
}

function filtersOf({ query }: Copy): string {
  const { fromDate, toDate } = query;
  return new URLSearchParams([['fromDate', fromDate], ['toDate', toDate], ...filterParameters(query)]).toString();
}
