import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';
import { readOne } from '../../../runtime/postgres/database.ts';
import { createStatements, valuesOf } from '../sql/statement.ts';
import type { Statement } from '../sql/statement.ts';
import type { Caches } from './caches.ts';
import { readVersion, requireVersion, versionOf } from '../servers/data-version.ts';
import type { Choice, DatabaseServers } from '../servers/database-servers.ts';
import { entityTag, isAmong } from './entity-tag.ts';
import { pageJson } from './page-json.ts';
import type { Page } from './page-json.ts';
import { positionOf } from './position.ts';
import { cachedPageStatementOf, orderOf, pageStatementOf, valuesFor } from './report.ts';
import type { PageRequest, PageRow, Report } from './report.ts';

export type RunReport = (report: Report, request: PageRequest, signal: AbortSignal) => Promise<Page>;

/**
 * Answers pages from a cache, as long as the version of the company's data is the one that an answer was made of. A version is
 * committed with the data and read for every request, so that no answer is older than its request. An answer that the
 * caller has, by its etag, is neither made nor sent.
 */
export function createReports(
  servers: DatabaseServers,
  { answers, batches }: Pick<Caches, 'answers' | 'batches'>,
  metrics: Registry,
): RunReport {
  const answered = new Counter({
    name: 'client_reporting_report_answers_total',
    help: 'Pages answered: not modified (304), cached, of rows whose order is cached, or computed.',
    labelNames: ['report', 'source'],
    registers: [metrics],
  });

  const prepared = createStatements();

  const statementOf = ({ report, order }: PageTask) =>
    prepared([report.name, order], () => pageStatementOf(report, order));

  const tagOf = (task: PageTask, version: string) => entityTag(statementOf(task), task.answerKey, version);

  const answerWith = (task: PageTask, row: Omit<PageRow, 'batchIds'>, source: string) => {
    const { report, request, answerKey } = task;
    const { version, statistics } = row;
    answered.inc({ report: report.name, source });
    const answer = { ...pageJson(request, row, { statistics }), etag: tagOf(task, version), version };
    answers.set(answerKey, answer);
    requireVersion(version, request);
    return answer;
  };

  /** What the caller has, or what is cached, where it is of the current version. */
  const fromCache = async (task: PageTask): Promise<Page | undefined> => {
    const { report, request, choice, signal, answerKey } = task;
    const cached = answers.get(answerKey);
    if (!cached && request.ifNoneMatch.length === 0) return undefined;
    const version = choice.version ?? (await readVersion(choice.pages, request.companyId, signal));
    requireVersion(version, request);
    const current = cached?.version === version ? cached : undefined;
    const etag = current?.etag ?? tagOf(task, version);
    if (isAmong(etag, request.ifNoneMatch)) {
      answered.inc({ report: report.name, source: 'not_modified' });
      return { json: Buffer.alloc(0), etag, pagesCount: 0, version, rows: 0 };
    }
    if (current) answered.inc({ report: report.name, source: 'cached' });
    return current;
  };

  /** The rows of a batch whose ids are cached. */
  const fromBatch = async (task: PageTask): Promise<Page | undefined> => {
    const { report, request, position, batchKey } = task;
    const batch = batches.get(batchKey);
    if (!batch) return undefined;
    const pageIds = batch.ids.slice(position.pageOffset, position.pageOffset + request.itemsPerPage);
    const statement = prepared([report.name], () => cachedPageStatementOf(report));
    const row = await readRow<Pick<PageRow, 'version' | 'results'>>(task, statement, { pageIds });
    return row.version === batch.version ? answerWith(task, { ...batch, ...row }, 'cached_order') : undefined;
  };

  const computed = async (task: PageTask): Promise<Page> => {
    const row = await readRow<PageRow>(task, statementOf(task));
    const { version, totalCount, statistics, batchIds } = row;
    if (batchIds !== null) {
      batches.set(task.batchKey, { version, totalCount, statistics, ids: JSON.parse(batchIds) as string[] });
    }
    return answerWith(task, row, 'computed');
  };

  return (report, request, signal) =>
    servers.read(request, signal, async (choice) => {
      const task = taskOf(report, request, choice, signal);
      return (await fromCache(task)) ?? (await fromBatch(task)) ?? computed(task);
    });
}

type PageTask = ReturnType<typeof taskOf>;

/** A request with what each step takes of it. */
function taskOf(report: Report, request: PageRequest, choice: Choice, signal: AbortSignal) {
  const order = orderOf(report, request);
  const { page, itemsPerPage } = request;
  const [position, own] = [positionOf(request), [report.name, order, report.filterValues(request)]];
  return {
    ...{ report, request, choice, signal, order, position },
    values: { ...valuesFor(report, request), ...position },
    answerKey: JSON.stringify([...own, page, itemsPerPage]),
    batchKey: JSON.stringify([...own, itemsPerPage, position.batch]),
  };
}

async function readRow<Row extends { version: string }>(
  { choice, values, signal }: PageTask,
  statement: Statement,
  others: Record<string, unknown> = {},
): Promise<Row> {
  const row = await readOne<Row>(choice.pages, statement, valuesOf(statement, { ...values, ...others }), signal);
  return { ...row, version: versionOf(row.version) };
}

/**
 * One plan for each statement, made once a connection without regard to its parameters: to plan a page takes longer than to read
 * one of a small company. Such a plan takes a page for a tenth of all rows, so it would sort them, or read all contracts into a hash.
 * plans.test.ts shows the need of each setting; see docs/decisions/0006.
 */
export const plannerSettings = `
  set plan_cache_mode = force_generic_plan;
  set enable_sort = off;
  set jit = off`;
