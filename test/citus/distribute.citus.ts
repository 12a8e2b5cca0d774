import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it } from '@jest/globals';
import { migrateUp } from '../../services/migrate/migrate-schema.ts';
import { schemas } from '../../services/migrate/schemas.ts';
import { runCommand } from '../support/programs/command.ts';
import { query } from '../support/postgres/database.ts';
import { dumpTables, rowsOf } from '../support/postgres/dump.ts';
import { load } from '../support/programs/product.ts';
import { company, contract, payment, person, together } from '../support/fixtures.ts';
import { createCitusDatabase } from './cluster.ts';

const nodes = (process.env.TEST_POSTGRES_URL ?? '').split(' ');
let database: string;

beforeAll(async () => {
  database = await createCitusDatabase(nodes, 'test_000000000000', async (url) => {
    await migrateUp(url, schemas);
    await load(url, rows);
  });
});

it('The option --distribute of migrate moves the rows of a database that got Citus after them, and may be repeated', async () => {
  const before = rowsOf(await dumpTables(database));
  const migrate = () =>
    runCommand('node', ['dist/services/migrate/main.js', '--distribute'], { DATABASE_URL: database });
  expect(await migrate()).toMatchObject({ status: 0, stderr: '' });
  const tables = await distributed();
  expect(tables).toEqual([
    'changes by company',
    'companies reference',
    'contracts by company',
    'data_versions by company',
    'payment_sums by company',
    'payment_totals by company',
    'people reference',
    'reconciliations by company',
    'scheduled_payments by company',
    'teams by company',
    'timesheet_days by company',
    'timesheet_periods by company',
  ]);
  expect(rowsOf(await dumpTables(database))).toEqual(before);
  expect(await query(database, 'select * from reporting.roll_up_differences')).toEqual([]);
  expect(await migrate()).toMatchObject({ status: 0, stderr: '' });
  expect(await distributed()).toEqual(tables);
  expect(rowsOf(await dumpTables(database))).toEqual(before);
});

it('The command of the documentation moves the rows back to one server', async () => {
  const [coordinator = ''] = nodes;
  await query(coordinator, 'create database test_000000000002');
  const server = Object.assign(new URL(coordinator), { pathname: 'test_000000000002' }).href;
  await migrateUp(server, schemas);
  const page = await readFile('docs/operations/citus.md', 'utf8');
  const [, command = ''] = /```sh\n(pg_dump [^`]+)```/.exec(page) ?? [];
  const copied = await runCommand(
    'sh',
    ['-c', command.replaceAll('CITUS_URL', database).replaceAll('SERVER_URL', server)],
    {},
  );
  expect(copied).toMatchObject({ status: 0, stderr: '' });
  expect(rowsOf(await dumpTables(server))).toEqual(rowsOf(await dumpTables(database)));
  expect(await query(server, 'select * from reporting.roll_up_differences')).toEqual([]);
});

it('A deferred foreign key is checked on the nodes', async () => {
  const move = `update reporting.contracts set team_id = 'none' where company_id = 'c0'`;
  await expect(query(database, move)).rejects.toMatchObject({ code: '23503' });
});

it('No node compiles statements, since the settings of a connection do not reach the workers', async () => {
  for (const node of nodes) {
    const own = Object.assign(new URL(node), { pathname: new URL(database).pathname }).href;
    expect(await query(own, 'show jit')).toEqual([{ jit: 'off' }]);
  }
});

async function distributed(): Promise<string[]> {
  const found = await query<{ line: string }>(
    database,
    `select c.relname || case p.partmethod when 'n' then ' reference' else ' by company' end as line
     from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid order by c.relname`,
  );
  return found.map(({ line }) => line);
}

const ids = Array.from({ length: 8 }, (_, n) => `c${n}`);

/** One person works for the first six companies. */
const rows = together(
  ...ids.map((id) => company(id)),
  { people: [person('ana', 'Ana', 'A'), person('bob', 'Bob', 'B')] },
  {
    contracts: ids.map((id, n) =>
      contract(`${id}-contract`, { company_id: id, contractor_id: n < 6 ? 'ana' : 'bob', employer_id: 'bob' }),
    ),
    scheduled_payments: ids.map((id) => payment(`${id}-payment`, { contract_id: `${id}-contract` })),
  },
);
