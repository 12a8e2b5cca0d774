import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import { reports as definitions } from '../../../proto/reports.ts';
import { orderOf } from '../../../services/reporting/answers/report.ts';
import type { PageRequest, Report } from '../../../services/reporting/answers/report.ts';
import { plannerSettings } from '../../../services/reporting/answers/run-report.ts';
import { scheduledPayments } from '../../../services/reporting/scheduled-payments/scheduled-payments.ts';
import { timesheets } from '../../../services/reporting/timesheets/timesheets.ts';
import { createDatabase, query } from '../../support/postgres/database.ts';
import { load } from '../../support/programs/product.ts';
import { firstPage } from '../../support/reports/first-page.ts';
import { openReports } from '../../support/reports/open-reports.ts';
import {
  filesOf,
  paymentSortFields,
  questions,
  randomData,
  timesheetSortFields,
} from '../../support/reports/random-data.ts';
import { expectedPayments, expectedTimesheets } from '../../support/reports/reference-implementation.ts';
import type { Question, ReportData } from '../../support/reports/reference-implementation.ts';
import { begunWithin } from '../../support/begun-within.ts';

let databaseUrl: string;
let pool: pg.Pool;
beforeAll(async () => {
  databaseUrl = await createDatabase();
  pool = new pg.Pool({ connectionString: databaseUrl });
  pool.on('connect', (client) => void client.query(plannerSettings));
});
afterAll(() => pool.end());

it('every way gives the bytes of the same answer, that of the reference implementation', async () => {
  const asked = fc.record({
    reportData: randomData,
    payments: fc.array(questions(definitions['scheduled-payments'], paymentSortFields), { minLength: 8, maxLength: 8 }),
    sheets: fc.array(questions(definitions.timesheets, timesheetSortFields), { minLength: 8, maxLength: 8 }),
  });
  await fc.assert(
    fc.asyncProperty(
      asked,
      begunWithin(60_000, async ({ reportData, payments, sheets }) => {
        await query(databaseUrl, 'truncate reporting.companies, reporting.people cascade');
        await load(databaseUrl, filesOf(reportData));
        for (const question of payments) await compare(scheduledPayments, question, expectedPayments, reportData);
        for (const question of sheets) await compare(timesheets, question, expectedTimesheets, reportData);
      }),
    ),
    { numRuns: 15 },
  );
});

type Reference = (reportData: ReportData, question: Question) => { pagination: { pagesCount: number } };

/** Every page and the one past the end. Each way has a cache of its own, so that later pages are also made of cached ids. */
async function compare(report: Report, question: Question, reference: Reference, reportData: ReportData) {
  const { sortField, ...others } = question;
  const request: PageRequest = {
    ...firstPage,
    ...others,
    sortField: sortField === 'date' ? 'scheduledPaymentOn' : sortField,
  };
  const ways = report.waysOf(orderOf(report, request));
  const byWay = ways.map((way) => ({ way, runReport: openReports(pool).runReport }));
  const { pagesCount } = reference(reportData, question).pagination;
  for (let page = 1; page <= Math.min(pagesCount, 12) + 1; page += 1) {
    const answers: string[] = [];
    for (const { way, runReport } of byWay) {
      const chosen: Report = { ...report, choose: () => way };
      const { json } = await runReport(chosen, { ...request, page }, AbortSignal.timeout(20_000));
      answers.push(json.toString());
      expect({ way, json: answers.at(-1) }).toEqual({ way, json: answers[0] });
    }
    expect(JSON.parse(answers[0] ?? '')).toEqual(reference(reportData, { ...question, page }));
  }
}
