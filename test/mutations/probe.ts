import assert from 'node:assert/strict';
import fc from 'fast-check';
import pg from 'pg';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { createDatabaseServers } from '../../services/reporting/reports/database-servers.ts';
import { plannerSettings, createReports } from '../../services/reporting/reports/run-report.ts';
import type { Report } from '../../services/reporting/reports/report.ts';
import { scheduledPayments } from '../../services/reporting/scheduled-payments/scheduled-payments.ts';
import { timesheets } from '../../services/reporting/timesheets/timesheets.ts';
import { openLab } from '../interleavings/lab.ts';
import { maxSessions, readOptions } from '../interleavings/options.ts';
import { sessions } from '../interleavings/sessions.ts';
import { createDatabase, query, templateDatabase } from '../support/postgres/database.ts';
import { load } from '../support/product.ts';
import { expectedPayments, expectedTimesheets } from '../support/reports/reference-implementation.ts';
import type { Question, ReportData } from '../support/reports/reference-implementation.ts';
import { createTemplate } from '../support/postgres/template-database.ts';
import {
  filesOf,
  paymentSortFields,
  questions,
  timesheetSortFields,
  randomData,
} from '../support/reports/random-data.ts';

/** Ends with status 1 where this copy of the product answers anything wrong: random data first, then random orders. */
const server = process.env.TEST_POSTGRES_URL ?? '';
await query(server, `drop database if exists ${templateDatabase} with (force)`);
const urlOf = (database: string) => Object.assign(new URL(server), { pathname: database }).href;
await createTemplate({ urlOf, takenOver: false, log: '', stop: async () => undefined });
await compareRandomData();
await compareRandomOrders();
process.exit(0);

async function compareRandomData(): Promise<void> {
  const databaseUrl = await createDatabase();
  const pool = new pg.Pool({ connectionString: databaseUrl });
  pool.on('connect', (client) => void client.query(plannerSettings));
  const runReport = createReports(
    createDatabaseServers({ pages: pool, exports: pool }, [], pino({ enabled: false })),
    1_000_000,
    new Registry(),
  );
  const compare = async <SortField extends string>(
    report: Report<SortField>,
    { statuses, sortField, ...question }: Question,
    reference: (page: number) => { pagination: { pagesCount: number } },
  ) => {
    const name = sortField === 'date' ? 'scheduledPaymentOn' : sortField;
    for (let page = 1; page <= Math.min(reference(1).pagination.pagesCount, 12) + 1; page += 1) {
      const request = { ...question, sortField: name, page, scheduledPaymentStatuses: statuses as never[] };
      const { json } = await runReport(
        report,
        { ...request, ifMatch: [], ifNoneMatch: [], leastVersion: '' },
        AbortSignal.timeout(20_000),
      );
      assert.deepEqual(JSON.parse(json.toString()), reference(page));
    }
  };
  const asked = fc.record({
    reportData: randomData,
    payments: fc.array(questions(paymentSortFields), { minLength: 6, maxLength: 6 }),
    sheets: fc.array(questions(timesheetSortFields), { minLength: 6, maxLength: 6 }),
  });
  for (const { reportData, payments, sheets } of fc.sample(asked, { seed: 1, numRuns: 25 })) {
    await replaceRows(databaseUrl, reportData);
    for (const question of payments) {
      await compare(scheduledPayments, question, (page) => expectedPayments(reportData, { ...question, page }));
    }
    for (const question of sheets) {
      await compare(timesheets, question, (page) => expectedTimesheets(reportData, { ...question, page }));
    }
  }
  await pool.end();
}

async function replaceRows(databaseUrl: string, reportData: ReportData): Promise<void> {
  await query(databaseUrl, 'truncate reporting.companies, reporting.people cascade');
  await load(databaseUrl, filesOf(reportData));
  assert.deepEqual(await query(databaseUrl, 'select * from reporting.roll_up_differences'), []);
}

async function compareRandomOrders(): Promise<void> {
  const lab = await openLab(maxSessions);
  const { runs } = readOptions(['--sample', '120']);
  for (let run = runs.next(); run.done !== true; run = runs.next()) {
    const { names, order } = run.value;
    await lab.run(
      names.map((name) => sessions[name]),
      order,
    );
  }
}
