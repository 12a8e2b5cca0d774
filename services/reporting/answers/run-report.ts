import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Report__Output } from '../../../proto/generated/clientreporting/reporting/Report.ts';
import { runStatement } from '../../../runtime/postgres/database.ts';
import { valuesOf } from '../sql/statement.ts';
import type { Statement } from '../sql/statement.ts';
import { readVersion, requireVersion, versionOf } from './data-version.ts';
import type { Choice, DatabaseServers } from './database-servers.ts';
import { entityTag, isAmong } from './entity-tag.ts';
import type { ChooseWay } from './choose-way.ts';
import { positionOf } from './position.ts';
import { createReportCache } from './report-cache.ts';
import { cachedPageStatementOf, orderOf, pageStatementOf, valuesFor, waysOf } from './report.ts';
import type { PageRequest, PageRow, Report, Way } from './report.ts';

export type RunReport = (report: Report, request: PageRequest, signal: AbortSignal) => Promise<Report__Output>;

/**
 * Answers pages from a cache, as long as the version of the company's data is the one that an answer was made of. A version is
 * committed with the data and read for every request, so that no answer is older than its request. An answer that the
 * caller has, by its etag, is neither made nor sent.
 */
export function createReports(
  servers: DatabaseServers,
  chooseWay: ChooseWay,
  cacheBytes: number,
  metrics: Registry,
): RunReport {
  const cache = createReportCache(cacheBytes, metrics);
  const answered = new Counter({
    name: 'client_reporting_report_answers_total',
    help: 'Pages answered: not modified (304), cached, of rows whose order is cached, or computed.',
    labelNames: ['report', 'source'],
    registers: [metrics],
  });

  const statements = new Map<string, Statement>();
  const prepared = (key: unknown[], make: () => Statement): Statement => {
    const name = JSON.stringify(key);
    const made = statements.get(name) ?? make();
    statements.set(name, made);
    return made;
  };

  const run = async (report: Report, request: PageRequest, choice: Choice, signal: AbortSignal) => {
    const { name } = report;
    const order = orderOf(report, request);
    const values = valuesFor(report, request);
    const position = positionOf(request);
    const { page, itemsPerPage, ifNoneMatch } = request;
    const answerKey = JSON.stringify([name, order, report.filterValues(request), page, itemsPerPage]);
    const batchKey = JSON.stringify([name, order, report.filterValues(request), itemsPerPage, position.batch]);
    const byWay = (way: Way) => prepared([name, order, way], () => pageStatementOf(report, order, way));
    const tagOf = (version: string) => entityTag(byWay(waysOf(report.choice, order)[0]), answerKey, version);

    const cached = cache.answers.get(answerKey);
    if (cached || ifNoneMatch.length > 0) {
      const version = choice.version ?? (await readVersion(choice.pages, values.companyId, signal));
      requireVersion(version, request);
      const isCurrent = version === cached?.version;
      const etag = isCurrent ? cached.etag : tagOf(version);
      if (isAmong(etag, ifNoneMatch)) {
        answered.inc({ report: name, source: 'not_modified' });
        return { json: Buffer.alloc(0), etag, pagesCount: 0, version };
      }
      if (isCurrent) {
        answered.inc({ report: name, source: 'cached' });
        return cached;
      }
    }

    const runOne = async <Row extends { version: string }>(
      statement: Statement,
      others: Record<string, unknown>,
    ): Promise<Row> => {
      const [row] = await runStatement<Row>(
        choice.pages,
        statement,
        valuesOf(statement, { ...values, ...others }),
        signal,
      );
      if (!row) throw new Error('a report is one row, always');
      return { ...row, version: versionOf(row.version) };
    };
    const answerWith = ({ version, totalCount, statistics, results }: Omit<PageRow, 'batchIds'>, source: string) => {
      answered.inc({ report: name, source });
      const pagesCount = Math.ceil(totalCount / itemsPerPage);
      const pagination = JSON.stringify({ currentPage: page, itemsPerPage, pagesCount, totalCount });
      const json = Buffer.from(`{"results":${results ?? '[]'},"pagination":${pagination},"statistics":${statistics}}`);
      const answer = { json, etag: tagOf(version), pagesCount, version };
      cache.answers.set(answerKey, answer);
      requireVersion(version, request);
      return answer;
    };

    const batch = cache.batches.get(batchKey);
    if (batch) {
      const pageIds = batch.ids.slice(position.pageOffset, position.pageOffset + itemsPerPage);
      const statement = prepared([name], () => cachedPageStatementOf(report));
      const row = await runOne<Pick<PageRow, 'version' | 'results'>>(statement, { pageIds });
      if (row.version === batch.version) return answerWith({ ...batch, ...row }, 'cached_order');
    }

    const chosen = await chooseWay(report, order, { ...values, ...position }, choice.pages, signal);
    const row = await runOne<PageRow>(byWay(chosen.way), position);
    chosen.answered(row.statistics);
    if (row.batchIds !== null) {
      const { version, totalCount, statistics } = row;
      cache.batches.set(batchKey, { version, totalCount, statistics, ids: JSON.parse(row.batchIds) as string[] });
    }
    return answerWith(row, 'computed');
  };

  return async (report, request, signal) => {
    const choice = await servers.choose(request, signal);
    const answer = await run(report, request, choice, signal);
    servers.answered(request.companyId, answer.version, choice);
    return answer;
  };
}

/**
 * One plan for each statement, made once a connection without regard to its parameters: to plan a page takes longer than to read
 * one of a small company. Such a plan takes a page for a tenth of all rows, so it would sort them, or read all contracts into a hash.
 * plans.test.ts shows that each of these is needed; see docs/decisions/0006.
 * Citus needs the company's value to find its node, and plans these statements each time.
 */
export const plannerSettings = `
  select set_config('plan_cache_mode', case when count(*) > 0 then 'auto' else 'force_generic_plan' end, false)
  from pg_extension where extname = 'citus';
  set enable_hashjoin = off;
  set enable_sort = off;
  set jit = off`;
