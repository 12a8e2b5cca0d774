import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { Counter, Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Report__Output } from '../../proto/generated/clientreporting/reporting/Report.ts';
import { runStatement } from '../../runtime/database.ts';
import type { Matching } from './contract.ts';
import { createEntityTags, isAmong } from './entity-tag.ts';
import { createVersions } from './version.ts';

/**
 * One page of a report. Its statement takes `matching` as $1 to $5, the items per page ($6), the page ($7), the version of
 * the data whose totals are known already ($8) and their count ($9), or null for both, the range's periods ($10), then `alsoMatching`. It
 * yields one `ReportRow`.
 */
export type Question = {
  report: string;
  /** The statement's, one for each report, order and kind of filter. */
  name: string;
  text: () => string;
  matching: Matching;
  alsoMatching: unknown[];
  /** The periods of the range that the statement reads, as JSON. */
  periods: () => string;
  page: number;
  itemsPerPage: number;
  /** The etags of answers that the caller has. */
  ifNoneMatch: string[];
};

/** `results` and `statistics` are JSON. No results are null, and so are statistics that are known. */
type ReportRow = { version: string; totalCount: number; results: string | null; statistics: string | null };

export type Reporter = (question: Question, signal: AbortSignal) => Promise<Report__Output>;

/**
 * Answers reports. Answers are remembered, and totals for other pages and orders, with the version of the company's data
 * that they were made of. A version is committed with the data and read anew for every request, so that nothing that
 * is answered is older than its request. An answer that the caller has, by its etag, is neither made nor sent.
 * @param memoryBytes bound of what is remembered
 */
export function createReporter(pool: pg.Pool, memoryBytes: number, metrics: Registry): Reporter {
  const sized = { maxSize: Math.ceil(memoryBytes / 2), sizeCalculation: ({ bytes }: { bytes: number }) => bytes };
  const answers = new LRUCache<string, { version: string; answer: Report__Output; bytes: number }>(sized);
  const totals = new LRUCache<string, Totals & { bytes: number }>(sized);
  const etagOf = createEntityTags();
  const versionOf = createVersions(pool);

  const answered = new Counter({
    name: 'client_reporting_report_answers_total',
    help: 'Reports answered: held by the caller already (304), remembered whole, with remembered totals, computed whole.',
    labelNames: ['report', 'source'],
    registers: [metrics],
  });
  new Gauge({
    name: 'client_reporting_report_memory_bytes',
    help: 'Memory that remembered answers and totals take.',
    labelNames: ['memory'],
    registers: [metrics],
    collect() {
      this.set({ memory: 'answers' }, answers.calculatedSize);
      this.set({ memory: 'totals' }, totals.calculatedSize);
    },
  });

  return async (question, signal) => {
    const { report, name, matching, alsoMatching, page, itemsPerPage, ifNoneMatch } = question;
    const totalsKey = JSON.stringify([report, matching, alsoMatching]);
    const answerKey = JSON.stringify([totalsKey, name, page, itemsPerPage]);
    const remembered = answers.get(answerKey);
    if (remembered || ifNoneMatch.length > 0) {
      const version = await versionOf(matching[0], signal);
      const isCurrent = version === remembered?.version;
      const etag = isCurrent ? remembered.answer.etag : etagOf(question, answerKey, version);
      if (isAmong(etag, ifNoneMatch)) {
        answered.inc({ report, source: 'callers_own' });
        return { json: Buffer.alloc(0), etag, pagesCount: 0 };
      }
      if (isCurrent) {
        answered.inc({ report, source: 'remembered' });
        return remembered.answer;
      }
    }
    const known = totals.get(totalsKey);
    const [row] = await runStatement<ReportRow>(
      pool,
      { name, text: question.text() },
      parametersOf(question, known),
      signal,
    );
    if (!row) throw new Error('a report is one row, always');
    const { version, totalCount } = row;
    answered.inc({ report, source: version === known?.version ? 'remembered_totals' : 'computed' });
    const statistics = row.statistics ?? known?.statistics ?? '';
    const pagesCount = Math.ceil(totalCount / itemsPerPage);
    const pagination = { currentPage: page, itemsPerPage, pagesCount, totalCount };
    const json = Buffer.from(
      `{"results":${row.results ?? '[]'},"pagination":${JSON.stringify(pagination)},"statistics":${statistics}}`,
    );
    const answer = { json, etag: etagOf(question, answerKey, version), pagesCount };
    totals.set(totalsKey, { version, totalCount, statistics, bytes: totalsKey.length + 500 });
    answers.set(answerKey, { version, answer, bytes: answerKey.length + json.length + 500 });
    return answer;
  };
}

export function parametersOf(
  { matching, alsoMatching, periods, page, itemsPerPage }: Question,
  known?: { version: string; totalCount: number },
): unknown[] {
  const totals = [known?.version ?? null, known?.totalCount ?? null];
  return [...matching, itemsPerPage, page, ...totals, periods(), ...alsoMatching];
}

type Totals = { version: string; totalCount: number; statistics: string };

/** The expression, computed only if the version differs from the one whose totals are known; else `known`. */
export function unlessKnown(expression: string, known = 'null'): string {
  return `(case when (select version from current) = $8::text then ${known} else ${expression} end)`;
}

/** The types of the parameters, for statements that don't use all of those before their last. */
export const parameters = `
  parameters as (
    select $2::date, $3::date, $4::text[], $5::text[], $6::bigint, $7::bigint, $8::text, $9::bigint, $10::json
  )`;

export const limit = 'limit $6';
export const offset = '(($7::bigint - 1) * $6)';

/**
 * One plan for each statement, made once a connection without regard to its parameters, out of index scans and nested
 * loops alone: the shape that is right for a company of any size. See docs/decisions/0006.
 */
export const plannerSettings = `
  set plan_cache_mode = force_generic_plan;
  set enable_seqscan = off;
  set enable_bitmapscan = off;
  set enable_hashjoin = off;
  set enable_mergejoin = off;
  set enable_sort = off;
  set jit = off`;
