import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { query } from '../support/postgres/database.ts';
import { exported, flattened, rowsOfCsv } from '../support/reports/exports.ts';
import { load } from '../support/programs/product.ts';
import type { ReportQuery, ReportData, SummaryQuery } from '../support/reports/reference-implementation.ts';
import { filesOf, randomData } from '../support/reports/random-data.ts';
import { randomQueries, expected } from '../support/reports/references.ts';
import type { TestedReport } from '../support/reports/references.ts';
import { definitions } from '../sample-report/definitions.ts';
import { company, tokenOf } from '../support/fixtures.ts';
import { givenFilters } from '../support/reports/filter-query.ts';
import { reportPath } from '../../gateway/paths.ts';
import { begunWithin } from '../support/begun-within.ts';
import { ownProductWithSamples } from '../support/programs/own-product.ts';

const product = await ownProductWithSamples(company('acme'), company('rival'));
const tokens: Record<string, string> = {
  acme: await tokenOf(product.url, 'acme'),
  rival: await tokenOf(product.url, 'rival'),
};

it('Pages, files and sums of every report equal the reference implementation, for any data, filters and order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({ reportData: randomData, reports: randomQueries(4) }),
      begunWithin(60_000, async ({ reportData, reports }) => {
        await query(product.databaseUrl, 'truncate reporting.companies, reporting.people cascade');
        await load(product.databaseUrl, filesOf(reportData));
        for (const { report, queries } of reports)
          for (const reportQuery of queries) await compare(report, reportData, reportQuery);
      }),
    ),
    { numRuns: 40 },
  );
});

/** Every page, the one past the end, and the files. */
async function compare(
  report: TestedReport,
  reportData: ReportData,
  reportQuery: ReportQuery | SummaryQuery,
): Promise<void> {
  const { companyId, itemsPerPage, fromDate, toDate, sortField, sortOrder } = reportQuery;
  const groups = 'groupBy' in reportQuery ? { groupBy: reportQuery.groupBy } : {};
  const parameters = { fromDate, toDate, sortField, sortOrder, ...groups, ...givenFilters(reportQuery) };
  const url = `${product.url}${reportPath(report, 'groupBy' in reportQuery ? 'summary' : 'list')}`;
  const get = (accept: string, query: object = {}) =>
    exported(url, { ...parameters, ...query }, tokens[companyId] ?? '', accept);

  const all = { ...reportQuery, page: 1, itemsPerPage: Infinity };
  const { results, statistics, pagination } = expected(report, reportData, all);
  const pagesCount = Math.ceil(pagination.totalCount / itemsPerPage);
  for (let page = 1; page <= Math.min(pagesCount, 12) + 1; page += 1) {
    const { text } = await get('application/json', { page, itemsPerPage });
    expect(JSON.parse(text)).toEqual({
      results: results.slice((page - 1) * itemsPerPage, page * itemsPerPage),
      pagination: { ...pagination, currentPage: page, itemsPerPage, pagesCount },
      statistics,
    });
  }

  const ndjson = await get('application/x-ndjson');
  expect(ndjson.status).toBe(200);
  const rows = ndjson.text.split('\n').slice(0, -1);
  expect(rows.map((row) => JSON.parse(row) as unknown)).toEqual(results);
  expect(ndjson.headers['x-total-count']).toBe(String(pagination.totalCount));
  if ('groupBy' in reportQuery) return;
  const csv = await get('text/csv');
  expect(rowsOfCsv(csv.text)).toEqual(results.map((row) => flattened(definitions[report].fields, row)));
  expect(csv.headers['x-total-count']).toBe(String(pagination.totalCount));
}
