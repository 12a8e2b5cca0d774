import { afterAll, beforeAll, expect, it, describe } from '@jest/globals';
import pg from 'pg';
import type { Report } from '../../../services/reporting/answers/report.ts';
import { plannerSettings } from '../../../services/reporting/answers/pages.ts';
import { citusSettings } from '../../../services/reporting/servers/citus.ts';
import { scheduledPayments } from '../../../services/reporting/scheduled-payments/scheduled-payments.ts';
import { timesheets } from '../../../services/reporting/timesheets/timesheets.ts';
import { createDatabase, query } from '../../support/postgres/database.ts';
import { firstPage } from '../../support/reports/first-page.ts';
import { openReports } from '../../support/reports/open-reports.ts';
import { Registry } from 'prom-client';
import { fillShapes, shapesSpan, teamsCount } from '../../support/reports/shapes-data.ts';

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
    'Pages in and out of order are the same with and without the cached order, before and after a change: %s',
    async (companyId) => {
      const teamIds = Array.from({ length: teamsCount / 2 }, (_, n) => `${companyId}-team-${1 + n}`);
      expect(Number(await walk(companyId, scheduledPayments.rows))).toBeGreaterThan(10_000);
      await walk(companyId, scheduledPayments.rows, { teamIds });
      await walk(companyId, timesheets.rows);
      await walk(companyId, timesheets.rows, { teamIds });
    },
    300_000,
  );
});
