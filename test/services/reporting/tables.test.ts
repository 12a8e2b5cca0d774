import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { shownColumns } from '../../../services/reporting/sql/columns.ts';
import { company, contract, day, payment, person, together } from '../../support/fixtures.ts';
import { createDatabase, isOnCitus, query } from '../../support/postgres/database.ts';
import { root } from '../../support/programs/command.ts';
import { load } from '../../support/programs/product.ts';
import { filesOf, randomData } from '../../support/reports/random-data.ts';

const database = await createDatabase();
await load(
  database,
  together(company('acme'), company('rival'), {
    people: [person('ana', 'Ana', 'García')],
    teams: [{ id: 't2', company_id: 'rival', name: 'Rivals' }],
    contracts: [contract('f1'), contract('h1', { type: 'hourly', rate: '80' })],
    scheduled_payments: [payment('p1', { contract_id: 'f1' })],
    timesheet_days: [day('h1', '2024-01-01')],
  }),
);

const [checked, referenced, unique, required] = ['23514', '23503', '23505', '23502'];
// Citus lets no row change its company.
const ofAnother = isOnCitus() ? '0A000' : referenced;

it.each([
  ['a user of an unknown status', checked, `auth.users set status = 'deleted'`],
  ['a user twice', unique, `auth.users set id = 'acme-user'`],
  ['an application of an unknown user', referenced, `auth.oauth_applications set user_id = 'x'`],
  ['a client id of one character', checked, `auth.oauth_applications set client_id = 'x'`],
  ['a company without an id', checked, `reporting.companies set id = ''`],
  ['a company without a name', required, `reporting.companies set name = null`],
  ['a team of no company', ofAnother, `reporting.teams set company_id = 'x'`],
  ['a contract of an unknown type', checked, `reporting.contracts set type = 'weekly' where id = 'f1'`],
  ['an hourly contract without a rate', checked, `reporting.contracts set rate = null`],
  ['a negative rate', checked, `reporting.contracts set rate = -1`],
  ['a contractor without a row', referenced, `reporting.contracts set contractor_id = 'x'`],
  ['a team of another company', referenced, `reporting.contracts set team_id = 't2'`],
  ['a payment of an hourly contract', referenced, `reporting.scheduled_payments set contract_id = 'h1'`],
  ['a payment of another company', ofAnother, `reporting.scheduled_payments set company_id = 'rival'`],
  ['a payment of an unknown status', checked, `reporting.scheduled_payments set status = 'x'`],
  ['a payment in no year', checked, `reporting.scheduled_payments set scheduled_payment_on = 'infinity'`],
  ['a timesheet day of a fixed contract', referenced, `reporting.timesheet_days set contract_id = 'f1'`],
  ['negative minutes', checked, `reporting.timesheet_days set billed_minutes = -1`],
  ['manual minutes above the tracked', checked, `reporting.timesheet_days set manual_minutes = 61`],
  ['activity above 100', checked, `reporting.timesheet_days set activity = 100.01`],
  ['activity that is not a number', checked, `reporting.timesheet_days set activity = 'NaN'`],
  ['tracker time without activity', checked, `reporting.timesheet_days set activity = null`],
])('The tables refuse %s', async (_, code, change) => {
  await expect(query(database, `update ${change}`)).rejects.toMatchObject({ code });
});

it('Columns that reports show may be null where the database says so', async () => {
  const found = await query<{ table: string; column: string; isNullable: boolean }>(
    database,
    `select table_name as "table", column_name as "column", is_nullable = 'YES' as "isNullable"
     from information_schema.columns where table_schema = 'reporting'`,
  );
  for (const [table, { neverNull, nullable }] of Object.entries(shownColumns)) {
    const ofTable = (isNullable: boolean) =>
      found.flatMap((row) => (row.table === table && row.isNullable === isNullable ? row.column : []));
    expect(ofTable(false)).toEqual(expect.arrayContaining([...neverNull]));
    expect(ofTable(true)).toEqual(expect.arrayContaining([...nullable]));
  }
});

it('The tables refuse a timesheet day twice', async () => {
  const again = 'insert into reporting.timesheet_days select * from reporting.timesheet_days';
  await expect(query(database, again)).rejects.toMatchObject({ code: unique });
});

it('The tables refuse a text of more than 1,000 characters that reports show, also without the import', async () => {
  const shown = Object.entries(shownColumns).flatMap(([table, { neverNull, nullable }]) =>
    [...neverNull, ...nullable].map((column) => `${table}.${column}`),
  );
  const texts = await query<{ table: string; column: string }>(
    database,
    `select table_name as "table", column_name as "column" from information_schema.columns
     where table_schema = 'reporting' and data_type = 'text' and column_name <> 'id'
       and table_name || '.' || column_name = any ($1)`,
    [['companies.name', ...shown]],
  );
  for (const { table, column } of texts) {
    const tooLong = query(database, `update reporting.${table} set ${column} = repeat('x', 1001)`);
    expect(String(await tooLong.catch((error: unknown) => error))).toContain(`"${table}_${column}_check"`);
  }
});

it.each(Object.entries(shownColumns))(
  'What reports show of %s has values in the demo and in random data, and nulls there where it may',
  (table, { neverNull, nullable }) => {
    const columns = [...neverNull, ...nullable];
    const file = readFileSync(path.join(root, `local/demo/${table}.csv`));
    const demo = parse<Record<string, string>>(file, { columns: true });
    const random = fc.sample(randomData, { numRuns: 50, seed: 1 }).flatMap((data) => filesOf(data)[table] ?? []);
    for (const rows of [demo, random])
      expect(columns.filter((column) => rows.some((row) => (row[column] ?? '') !== ''))).toEqual(columns);
    expect(nullable.filter((column) => random.some((row) => row[column] === null))).toEqual(nullable);
  },
);
