import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { Registry } from 'prom-client';
import { createReports } from '../../services/reporting/reports/run-report.ts';
import type { RunReport } from '../../services/reporting/reports/run-report.ts';
import { timesheets } from '../../services/reporting/reports/timesheets.ts';
import { createDatabase } from '../support/database.ts';
import { load } from '../support/product.ts';
import { lockTable, untilStatements } from '../support/waiting.ts';
import { company } from '../support/world.ts';

/** Requests that come together share the statement that reads the version of what is remembered. */
let databaseUrl: string;
let pool: pg.Pool;
let report: RunReport;

beforeAll(async () => {
  databaseUrl = await createDatabase();
  await load(databaseUrl, company('acme'));
  pool = new pg.Pool({ connectionString: databaseUrl, application_name: 'versions', max: 1 });
  report = createReports(pool, 1_000_000, new Registry());
  await ask(new AbortController().signal);
});
afterAll(() => pool.end());

it('a caller who hangs up takes the answer from nobody who asked with him', async () => {
  const unlock = await lockTable(databaseUrl, 'reporting.data_versions');
  const gone = new AbortController();
  const answers = [gone.signal, new AbortController().signal, new AbortController().signal].map(ask);
  answers[0]?.catch(() => undefined);
  await untilStatements(databaseUrl, 'versions', 1);
  gone.abort();
  await unlock();
  const [, second, third] = await Promise.all(answers);
  expect(JSON.parse(String(second?.json))).toMatchObject({ results: [], pagination: { totalCount: 0 } });
  expect(third).toEqual(second);
});

it('when all who asked together are gone, their statement ends', async () => {
  const unlock = await lockTable(databaseUrl, 'reporting.data_versions');
  try {
    const callers = [new AbortController(), new AbortController()];
    const answers = Promise.allSettled(callers.map(({ signal }) => ask(signal)));
    await untilStatements(databaseUrl, 'versions', 1);
    for (const caller of callers) caller.abort();
    expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await untilStatements(databaseUrl, 'versions', 0);
  } finally {
    await unlock();
  }
});

function ask(signal: AbortSignal) {
  const range = { fromDate: '2024-01-01', toDate: '2024-12-31', page: 1, itemsPerPage: 10 };
  const everything = { companyId: 'acme', teamIds: [], contractorIds: [], ifNoneMatch: [] };
  return report(timesheets({ ...everything, ...range, sortField: 'contract', sortOrder: 'asc' }), signal);
}
