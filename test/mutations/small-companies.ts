import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createDatabase, query } from '../support/postgres/database.ts';
import { load } from '../support/programs/product.ts';
import { filesOf, randomData } from '../support/reports/random-data.ts';
import { randomQueries, expected, sortFieldOf } from '../support/reports/references.ts';
import type { ReportData } from '../support/reports/reference-implementation.ts';
import { openReportRequests } from './requests.ts';

/** Every page and the file of random queries of each report and of its sums, against the reference implementation. */
export async function compareSmallCompanies(samples: number): Promise<void> {
  const databaseUrl = await createDatabase();
  const { requestPage, requestFile, close } = openReportRequests(databaseUrl);
  const cases = fc.record({ reportData: randomData, reports: randomQueries(4) });
  for (const { reportData, reports } of fc.sample(cases, { seed: 1, numRuns: samples })) {
    await replaceRows(databaseUrl, reportData);
    for (const { report, queries } of reports) {
      for (const query of queries) {
        const request = { ...query, sortField: sortFieldOf(report, query) };
        const { pagesCount } = expected(report, reportData, query).pagination;
        for (let page = 1; page <= Math.min(pagesCount, 12) + 1; page += 1) {
          assert.deepEqual(
            await requestPage(report, { ...request, page }),
            expected(report, reportData, { ...query, page }),
          );
        }
        const all = { ...query, page: 1, itemsPerPage: Infinity };
        assert.deepEqual(await requestFile(report, request), expected(report, reportData, all).results);
      }
    }
  }
  await close();
}

async function replaceRows(databaseUrl: string, reportData: ReportData): Promise<void> {
  await query(databaseUrl, 'truncate reporting.companies, reporting.people cascade');
  await load(databaseUrl, filesOf(reportData));
  assert.deepEqual(await query(databaseUrl, 'select * from reporting.roll_up_differences'), []);
}
