import { expect, it } from '@jest/globals';
import pg from 'pg';
import { reportNamed } from '../../../services/reporting/reports.ts';
import { company, contract, person, together } from '../../support/fixtures.ts';
import { createDatabase, query } from '../../support/postgres/database.ts';
import { load } from '../../support/programs/product.ts';
import { firstPage } from '../../support/reports/first-page.ts';
import { openReports } from '../../support/reports/open-reports.ts';

it.each([
  ['a list', [], 'contract', 'scheduled-payments subtracted scanned'],
  ['sums by groups', ['contract'], 'groupBy', 'scheduled-payments by contract subtracted'],
])('hints from before an import are forgotten after one answer: %s', async (_, groupBy, sortField, expected) => {
  const databaseUrl = await createDatabase();
  const rows = { people: [person('ana', 'Ana', 'A')], contracts: [contract('c1')] };
  await load(databaseUrl, together(company('acme'), rows));
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { runReport } = openReports(client);
  const ask = async (toDate: string) => {
    const request = { ...firstPage, companyId: 'acme', fromDate: '2020-01-01', toDate, sortField, sortOrder: 'asc' };
    await runReport(reportNamed('scheduled-payments', groupBy), request as never, AbortSignal.timeout(20_000));
    const { rows: statements } = await client.query<{ name: string }>(
      `select name from pg_prepared_statements where name like 'scheduled-payments%' order by prepare_time`,
    );
    return statements.map(({ name }) => name.slice(0, name.lastIndexOf(' ')));
  };
  await ask('2030-01-01');
  await query(
    databaseUrl,
    `insert into reporting.scheduled_payments
     select 'acme', 'p' || n, 'c1', 'fixed', 'P', 1, 1, 'paid', '2024-03-03' from generate_series(1, 30000) n`,
  );
  const before = await ask('2030-01-02');
  expect(before).toHaveLength(1);
  expect(await ask('2030-01-03')).toEqual([...before, expected]);
  await client.end();
});
