import { afterAll, beforeAll, expect, it, describe } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import { orderOf } from '../../../services/reporting/answers/report.ts';
import type { PageRequest, Report } from '../../../services/reporting/answers/report.ts';
import { plannerSettings } from '../../../services/reporting/answers/run-report.ts';
import { citusSettings } from '../../../services/reporting/servers/citus.ts';
import { reportNamed, reports } from '../../../services/reporting/reports.ts';
import { sampleReports } from '../../sample-report/paid-contracts.ts';
import { scheduledPayments } from '../../../services/reporting/scheduled-payments/scheduled-payments.ts';
import { timesheets } from '../../../services/reporting/timesheets/timesheets.ts';
import { connectTo, createDatabase, isOnCitus, query } from '../../support/postgres/database.ts';
import { load } from '../../support/programs/product.ts';
import { firstPage } from '../../support/reports/first-page.ts';
import { openReports } from '../../support/reports/open-reports.ts';
import { filesOf, randomData } from '../../support/reports/random-data.ts';
import type { ReportQuery, ReportData, SummaryQuery } from '../../support/reports/reference-implementation.ts';
import { randomQueries, expected, sortFieldOf } from '../../support/reports/references.ts';
import type { TestedReport } from '../../support/reports/references.ts';
import { begunWithin } from '../../support/begun-within.ts';
import { Registry } from 'prom-client';
import { fillShapes, shapesSpan, teamsCount } from '../../support/reports/shapes-data.ts';
import { company, contract, person, together } from '../../support/fixtures.ts';

describe('by every way', () => {
  let databaseUrl: string;
  let pool: pg.Pool;
  beforeAll(async () => {
    databaseUrl = await createDatabase();
    pool = new pg.Pool({ connectionString: databaseUrl });
    pool.on('connect', (client) => void client.query(`${plannerSettings}; ${citusSettings}`));
  });
  afterAll(() => pool.end());

  it('every way gives the bytes of the same answer, that of the reference implementation, of every report and its sums', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({ reportData: randomData, randomReports: randomQueries(8) }),
        begunWithin(60_000, async ({ reportData, randomReports }) => {
          await query(databaseUrl, 'truncate reporting.companies, reporting.people cascade');
          await load(databaseUrl, filesOf(reportData));
          for (const { report, queries } of randomReports)
            for (const query of queries) await compare(report, query, reportData);
        }),
      ),
      { numRuns: 15 },
    );
  });

  /** Every page and the one past the end. Each way has a cache of its own, so that later pages are also made of cached ids. */
  async function compare(name: TestedReport, query: ReportQuery | SummaryQuery, reportData: ReportData) {
    const { groupBy = [], ...others } = { groupBy: undefined, ...query };
    const report = reportNamed(sampleReports, name, groupBy);
    const request: PageRequest = firstPage({ ...others, sortField: sortFieldOf(name, query) });
    const ways = report.waysOf(orderOf(report, request));
    const byWay = ways.map((way) => ({ way, runReport: openReports(pool).runReport }));
    const { pagesCount } = expected(name, reportData, query).pagination;
    for (let page = 1; page <= Math.min(pagesCount, 12) + 1; page += 1) {
      const answers: string[] = [];
      for (const { way, runReport } of byWay) {
        const chosen: Report = { ...report, choose: () => way };
        const { json } = await runReport(chosen, { ...request, page }, AbortSignal.timeout(20_000));
        answers.push(json.toString());
        expect({ way, json: answers.at(-1) }).toEqual({ way, json: answers[0] });
      }
      expect(JSON.parse(answers[0] ?? '')).toEqual(expected(name, reportData, { ...query, page }));
    }
  }
});

// Citus lets no trigger be disabled, as filling does.
if (!isOnCitus())
  describe('pages in batches', () => {
    let databaseUrl: string;
    let pool: pg.Pool;
    beforeAll(async () => {
      databaseUrl = await createDatabase();
      await fillShapes(databaseUrl, 0.02);
      pool = new pg.Pool({ connectionString: databaseUrl, options: '-c jit=off' });
      pool.on('connect', (client) => void client.query(`${plannerSettings}; ${citusSettings}`));
    }, 300_000);
    afterAll(() => pool.end());

    // Around the ends of batches, of 100 pages of 10 and of 142 pages of 7, and past the last page.
    const pages = [2, 1, 3, 101, 100, 102, 99, 142, 143, 150, 2, 144, 599, 600, 601, 700, 4, 101];

    /** Answers with a cache and without one. */
    async function walk(companyId: string, report: Report, more: { teamIds?: string[] } = {}) {
      const metrics = new Registry();
      const opened = [openReports(pool, 10_000_000, metrics), openReports(pool, 1)];
      for (const [n, sortField] of report.definition.sortFields.entries()) {
        const filters = { companyId, ...shapesSpan, ...firstPage(more) };
        const order = { sortField, sortOrder: n % 2 ? ('asc' as const) : ('desc' as const) };
        const itemsPerPage = n % 3 ? 10 : 7;
        for (const [position, page] of pages.entries()) {
          if (position === 12) await change(companyId, n);
          const request = { ...filters, ...order, page, itemsPerPage };
          const [answer, expected] = await Promise.all(
            opened.map(({ runReport }) => runReport(report, request, AbortSignal.timeout(20_000))),
          );
          const json = answer?.json.toString();
          expect({ sortField, page, json }).toEqual({ sortField, page, json: expected?.json.toString() });
        }
      }
      return /memory="batches"\} (\d+)/.exec(await metrics.metrics())?.[1];
    }

    /** The first of all in any order, by amount, by date and by sums. */
    async function change(companyId: string, n: number) {
      await query(
        databaseUrl,
        `insert into reporting.scheduled_payments
     values ($1, $2, $3, 'fixed', 'First', $4, $4, 'paid', '2021-01-01T00:00Z')`,
        [companyId, `0-${n}-${Math.random()}`, `${companyId}-fixed-1`, 10_000_000 * (n % 2 ? -1 : 1)],
      );
      await query(
        databaseUrl,
        `update reporting.timesheet_days set tracked_minutes = tracked_minutes + 10000, manual_minutes = $2
     where company_id = $1 and contract_id = $1 || '-hourly-1'`,
        [companyId, n],
      );
    }

    it.each(['small-contracts', 'three-days', 'one-contract'])(
      'pages in and out of order are the same with and without the cached order, before and after a change: %s',
      async (companyId) => {
        const teamIds = Array.from({ length: teamsCount / 2 }, (_, n) => `${companyId}-team-${1 + n}`);
        expect(Number(await walk(companyId, scheduledPayments))).toBeGreaterThan(10_000);
        await walk(companyId, scheduledPayments, { teamIds });
        await walk(companyId, timesheets);
        await walk(companyId, timesheets, { teamIds });
      },
      300_000,
    );
  });

it.each([
  ['a list', [], 'contract', 'scheduled-payments subtracted scanned'],
  ['sums by groups', ['contract'], 'groupBy', 'scheduled-payments by contract subtracted'],
])('hints from before an import are forgotten after one answer: %s', async (_, groupBy, sortField, expected) => {
  const databaseUrl = await createDatabase();
  const rows = { people: [person('ana', 'Ana', 'A')], contracts: [contract('c1')] };
  await load(databaseUrl, together(company('acme'), rows));
  const client = await connectTo(databaseUrl);
  const { runReport } = openReports(client);
  const statementsFor = async (toDate: string) => {
    const request = firstPage({ companyId: 'acme', fromDate: '2020-01-01', toDate, sortField, sortOrder: 'asc' });
    await runReport(reportNamed(reports, 'scheduled-payments', groupBy), request as never, AbortSignal.timeout(20_000));
    const { rows: statements } = await client.query<{ name: string }>(
      `select name from pg_prepared_statements where name like 'scheduled-payments%' order by prepare_time`,
    );
    return statements.map(({ name }) => name.slice(0, name.lastIndexOf(' ')));
  };
  await statementsFor('2030-01-01');
  await query(
    databaseUrl,
    `insert into reporting.scheduled_payments
     select 'acme', 'p' || n, 'c1', 'fixed', 'P', 1, 1, 'paid', '2024-03-03' from generate_series(1, 30000) n`,
  );
  const before = await statementsFor('2030-01-02');
  expect(before).toHaveLength(1);
  expect(await statementsFor('2030-01-03')).toEqual([...before, expected]);
  await client.end();
});
