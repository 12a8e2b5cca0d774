import type pg from 'pg';
import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Report__Output } from '../../../proto/generated/clientreporting/reporting/Report.ts';
import { runStatement } from '../../../runtime/database.ts';
import { statement, valuesOf } from '../sql/statement.ts';
import type { Statement } from '../sql/statement.ts';
import { createVersions } from './data-version.ts';
import { createEntityTags, isAmong } from './entity-tag.ts';
import { createReportCache } from './report-cache.ts';
import type { Totals } from './report-cache.ts';
import type { ReportQuery, ReportRow } from './report-query.ts';

export type RunReport = (query: ReportQuery, signal: AbortSignal) => Promise<Report__Output>;

/**
 * Answers reports from a cache, as long as the version of the company's data is the one that an answer was made of. A version is
 * committed with the data and read for every request, so that no answer is older than its request. An answer that the
 * caller has, by its etag, is neither made nor sent.
 */
export function createReports(pool: pg.Pool, cacheBytes: number, metrics: Registry): RunReport {
  const cache = createReportCache(cacheBytes, metrics);
  const etagOf = createEntityTags();
  const versionOf = createVersions(pool);
  const statementOf = createStatements();
  const answered = new Counter({
    name: 'client_reporting_report_answers_total',
    help: 'Reports answered: held by the caller already (304), cached whole, with cached totals, computed whole.',
    labelNames: ['report', 'source'],
    registers: [metrics],
  });

  return async (query, signal) => {
    const { report, name, filters, page, itemsPerPage, ifNoneMatch } = query;
    const totalsKey = JSON.stringify([report, filters]);
    const answerKey = JSON.stringify([totalsKey, name, page, itemsPerPage]);
    const statement = statementOf(query);
    const cached = cache.answers.get(answerKey);
    if (cached || ifNoneMatch.length > 0) {
      const version = await versionOf(filters.companyId, signal);
      const isCurrent = version === cached?.version;
      const etag = isCurrent ? cached.answer.etag : etagOf(statement, answerKey, version);
      if (isAmong(etag, ifNoneMatch)) {
        answered.inc({ report, source: 'callers_own' });
        return { json: Buffer.alloc(0), etag, pagesCount: 0 };
      }
      if (isCurrent) {
        answered.inc({ report, source: 'remembered' });
        return cached.answer;
      }
    }
    const cachedTotals = cache.totals.get(totalsKey);
    const values = parameterValues(query, cachedTotals);
    const [row] = await runStatement<ReportRow>(pool, statement, valuesOf(statement, values), signal);
    if (!row) throw new Error('a report is one row, always');
    const { version, totalCount } = row;
    answered.inc({ report, source: version === cachedTotals?.version ? 'remembered_totals' : 'computed' });
    const statistics = row.statistics ?? cachedTotals?.statistics ?? '';
    const pagesCount = Math.ceil(totalCount / itemsPerPage);
    const pagination = { currentPage: page, itemsPerPage, pagesCount, totalCount };
    const json = Buffer.from(
      `{"results":${row.results ?? '[]'},"pagination":${JSON.stringify(pagination)},"statistics":${statistics}}`,
    );
    const answer = { json, etag: etagOf(statement, answerKey, version), pagesCount };
    cache.totals.set(totalsKey, { version, totalCount, statistics });
    cache.answers.set(answerKey, { version, answer });
    return answer;
  };
}

/** Of each name the statement, made once. */
function createStatements(): (query: ReportQuery) => Statement {
  const statements = new Map<string, Statement>();
  return ({ name, text }) => {
    const known = statements.get(name) ?? statement(name, text());
    statements.set(name, known);
    return known;
  };
}

export function parameterValues(query: ReportQuery, cached?: Totals): Record<string, unknown> {
  const { filters, dateSegments, page, itemsPerPage } = query;
  return {
    ...filters,
    dateSegments: dateSegments(),
    page,
    itemsPerPage,
    cachedVersion: cached?.version ?? null,
    cachedCount: cached?.totalCount ?? null,
  };
}

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
