import { expect, it } from '@jest/globals';
import pg from 'pg';
import { Registry } from 'prom-client';
import { scheduledPayments } from '../../../services/reporting/scheduled-payments/scheduled-payments.ts';
import { createDatabase, query } from '../../support/postgres/database.ts';
import { load } from '../../support/programs/product.ts';
import { firstPage } from '../../support/reports/first-page.ts';
import { openReports } from '../../support/reports/open-reports.ts';
import { company, contract, person, together } from '../../support/fixtures.ts';

it('ranges that differ in days without data share totals, until there are data on these days', async () => {
  const databaseUrl = await createDatabase();
  const rows = { people: [person('ana', 'Ana', 'Ode')], contracts: [contract('c1')] };
  await load(databaseUrl, together(company('acme'), rows));
  const pay = (id: string, on: string) =>
    query(
      databaseUrl,
      `insert into reporting.scheduled_payments values ('acme', $1, 'c1', 'fixed', 'P', 5, 5, 'paid', $2)`,
      [id, on],
    );
  const pool = new pg.Pool({ connectionString: databaseUrl });
  const metrics = new Registry();
  const { runReport } = openReports(pool, 1_000_000, metrics);
  const count = async (fromDate: string, toDate: string) => {
    const order = { sortField: 'budget', sortOrder: 'asc' as const };
    const request = { companyId: 'acme', ...firstPage, ...order, fromDate, toDate };
    const { json } = await runReport(scheduledPayments, request, AbortSignal.timeout(20_000));
    return (JSON.parse(json.toString()) as { statistics: { scheduledPaymentsCount: number } }).statistics
      .scheduledPaymentsCount;
  };
  const computed = async () =>
    /source="computed"\} (\d+)/.exec(
      await metrics.getSingleMetricAsString('client_reporting_report_answers_total'),
    )?.[1];
  try {
    await pay('p1', '2024-02-10');
    await pay('p2', '2024-05-10');
    expect([await count('2020-01-01', '2030-01-01'), await count('2021-01-01', '2031-01-01')]).toEqual([2, 2]);
    expect(await computed()).toBe('1');
    expect(await count('2024-02-11', '2031-01-01')).toBe(1);
    expect(await computed()).toBe('2');
    await pay('p3', '2020-06-06');
    expect([await count('2019-01-01', '2030-01-01'), await count('2021-01-01', '2030-01-02')]).toEqual([3, 2]);
    expect(await computed()).toBe('4');
    await query(databaseUrl, `delete from reporting.scheduled_payments where id in ('p1', 'p3')`);
    expect([await count('2018-01-01', '2030-01-01'), await count('2017-01-01', '2024-05-01')]).toEqual([1, 0]);
  } finally {
    await pool.end();
  }
}, 60_000);
