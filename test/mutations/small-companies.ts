import assert from 'node:assert/strict';
import fc from 'fast-check';
import { reports } from '../../proto/reports.ts';
import { createDatabase, query } from '../support/postgres/database.ts';
import { load } from '../support/programs/product.ts';
import { filesOf, questions, randomData } from '../support/reports/random-data.ts';
import { expectedPayments, expectedTimesheets } from '../support/reports/reference-implementation.ts';
import type { Question, ReportData } from '../support/reports/reference-implementation.ts';
import { askReports } from './asking.ts';

/** Every page and the file of random questions, against the reference implementation. */
export async function compareSmallCompanies(samples: number): Promise<void> {
  const databaseUrl = await createDatabase();
  const { askPage, askFile, close } = askReports(databaseUrl);
  const compare = async (
    report: 'payments' | 'timesheets',
    { sortField, ...question }: Question,
    reference: (question: { page: number; itemsPerPage: number }) => Expected,
  ) => {
    const asked = {
      ...question,
      sortField: sortField === 'date' ? 'scheduledPaymentOn' : sortField,
    };
    const { pagesCount } = reference(question).pagination;
    for (let page = 1; page <= Math.min(pagesCount, 12) + 1; page += 1) {
      assert.deepEqual(await askPage(report, { ...asked, page }), reference({ ...question, page }));
    }
    assert.deepEqual(await askFile(report, asked), reference({ page: 1, itemsPerPage: Infinity }).results);
  };
  for (const { reportData, payments, sheets } of fc.sample(asked, { seed: 1, numRuns: samples })) {
    await replaceRows(databaseUrl, reportData);
    for (const question of payments) {
      await compare('payments', question, (page) => expectedPayments(reportData, { ...question, ...page }));
    }
    for (const question of sheets) {
      await compare('timesheets', question, (page) => expectedTimesheets(reportData, { ...question, ...page }));
    }
  }
  await close();
}

type Expected = { results: object[]; pagination: { pagesCount: number } };

const asked = fc.record({
  reportData: randomData,
  payments: fc.array(questions(reports['scheduled-payments']), { minLength: 6, maxLength: 6 }),
  sheets: fc.array(questions(reports.timesheets), { minLength: 6, maxLength: 6 }),
});

async function replaceRows(databaseUrl: string, reportData: ReportData): Promise<void> {
  await query(databaseUrl, 'truncate reporting.companies, reporting.people cascade');
  await load(databaseUrl, filesOf(reportData));
  assert.deepEqual(await query(databaseUrl, 'select * from reporting.roll_up_differences'), []);
}
