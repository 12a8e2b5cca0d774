import { runProgram } from '../../../runtime/process/program.ts';
import { openPool } from '../../../runtime/postgres/database.ts';
import { orderOf, statementName } from '../../../services/reporting/reports/report.ts';
import type { Report } from '../../../services/reporting/reports/report.ts';
import { pageValues, plannerSettings } from '../../../services/reporting/reports/run-report.ts';
import { scheduledPayments } from '../../../services/reporting/scheduled-payments/scheduled-payments.ts';
import { timesheets } from '../../../services/reporting/timesheets/timesheets.ts';
import { statement, valuesOf } from '../../../services/reporting/sql/statement.ts';
import { connections } from '../load.ts';
import type { LoadResult } from '../load.ts';
import { uncachedSpan } from '../data/requests.ts';
import type { ReportName } from '../data/requests.ts';
import { summaryOf } from '../summary.ts';

/** What the parent asks this process for, a message each. */
export type LimitRequest = { companyId: string; report: ReportName; seconds: number };

/** The product's own statements straight from pg, with neither HTTP nor gRPC: as fast as it could be at most. */
await runProgram(
  'limit',
  () => ({ LOG_LEVEL: 'warn', DATABASE_URL: process.env.DATABASE_URL ?? '' }),
  async ({ DATABASE_URL }, { log, metrics, onStop }) => {
    const config = { DATABASE_URL, DATABASE_POOL_SIZE: connections, STATEMENT_TIMEOUT_MS: 15_000 };
    const pool = openPool('limit', config, { log, metrics }, plannerSettings);
    onStop('database', () => pool.end());
    process.on('message', ({ companyId, report, seconds }: LimitRequest) => {
      const run = async () => {
        await pool.query(statementOf(companyId, report));
      };
      void repeat(run, seconds).then((result) => process.send?.(result));
    });
    return 'pg';
  },
);

function statementOf(companyId: string, report: ReportName) {
  return report === 'payments' ? pageOf(scheduledPayments, companyId) : pageOf(timesheets, companyId);
}

/** The first page in the default order. */
function pageOf(report: Report, companyId: string) {
  const { defaultSortField: sortField, defaultSortOrder: sortOrder } = report.definition;
  const filters = { companyId, teamIds: [], contractorIds: [], scheduledPaymentStatuses: [], ...uncachedSpan() };
  const request = {
    ...filters,
    sortField,
    sortOrder,
    page: 1,
    itemsPerPage: 10,
    ifMatch: [],
    ifNoneMatch: [],
    leastVersion: '',
  };
  const order = orderOf(report, request);
  const named = statement(statementName(report, order), report.pageStatement(order));
  return { ...named, values: valuesOf(named, pageValues(report, request)) };
}

async function repeat(run: () => Promise<void>, seconds: number): Promise<LoadResult> {
  const begunAt = performance.now();
  const warmAt = begunAt + 1_000;
  const endsAt = warmAt + seconds * 1_000;
  const latencies: number[] = [];
  const one = async () => {
    for (let now = begunAt; now < endsAt;) {
      await run();
      const then = performance.now();
      if (then > warmAt && then < endsAt) latencies.push(then - now);
      now = then;
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  return {
    ...summaryOf(latencies),
    requestsPerSecond: latencies.length / seconds,
    answered: latencies.length,
    connections,
  };
}
