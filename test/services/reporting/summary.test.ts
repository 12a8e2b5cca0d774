import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import { orderOf } from '../../../services/reporting/answers/report.ts';
import type { PageRequest, Report } from '../../../services/reporting/answers/report.ts';
import { plannerSettings } from '../../../services/reporting/answers/run-report.ts';
import { reportNamed } from '../../../services/reporting/reports.ts';
import { createDatabase, query } from '../../support/postgres/database.ts';
import { load } from '../../support/programs/product.ts';
import { firstPage } from '../../support/reports/first-page.ts';
import { openReports } from '../../support/reports/open-reports.ts';
import { filesOf, randomData, summaryQuestions } from '../../support/reports/random-data.ts';
import { expectedPaymentsSummary, expectedTimesheetsSummary } from '../../support/reports/reference-implementation.ts';
import type { ReportData, SummaryQuestion } from '../../support/reports/reference-implementation.ts';
import { begunWithin } from '../../support/begun-within.ts';

let databaseUrl: string;
let pool: pg.Pool;
beforeAll(async () => {
  databaseUrl = await createDatabase();
  pool = new pg.Pool({ connectionString: databaseUrl });
  pool.on('connect', (client) => void client.query(plannerSettings));
});
afterAll(() => pool.end());

const references = { 'scheduled-payments': expectedPaymentsSummary, timesheets: expectedTimesheetsSummary };

it('sums by any groups, filter and order are those of the reference implementation, by every way', async () => {
  const asked = fc.record({
    reportData: randomData,
    payments: fc.array(summaryQuestions('scheduled-payments'), { minLength: 12, maxLength: 12 }),
    sheets: fc.array(summaryQuestions('timesheets'), { minLength: 8, maxLength: 8 }),
  });
  await fc.assert(
    fc.asyncProperty(
      asked,
      begunWithin(60_000, async ({ reportData, payments, sheets }) => {
        await query(databaseUrl, 'truncate reporting.companies, reporting.people cascade');
        await load(databaseUrl, filesOf(reportData));
        for (const question of payments) await compare('scheduled-payments', question, reportData);
        for (const question of sheets) await compare('timesheets', question, reportData);
      }),
    ),
    { numRuns: 15 },
  );
});

/** Every page and the one past the end, as in the list. */
async function compare(name: 'scheduled-payments' | 'timesheets', question: SummaryQuestion, reportData: ReportData) {
  const { groupBy, ...others } = question;
  const report = reportNamed(name, groupBy);
  const request: PageRequest = { ...firstPage, ...others };
  const expected = references[name](reportData, question);
  for (const way of report.waysOf(orderOf(report, request))) {
    const { runReport } = openReports(pool);
    const chosen: Report = { ...report, choose: () => way };
    for (let page = 1; page <= Math.min(expected.pagination.pagesCount, 12) + 1; page += 1) {
      const { json } = await runReport(chosen, { ...request, page }, AbortSignal.timeout(20_000));
      const answer = JSON.parse(json.toString()) as object;
      expect({ way, ...answer }).toEqual({ way, ...references[name](reportData, { ...question, page }) });
    }
  }
}
