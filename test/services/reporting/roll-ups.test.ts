import { expect, it } from '@jest/globals';
import { connectTo, createDatabase, isOnCitus, query, withClient } from '../../support/postgres/database.ts';
import { runCommand } from '../../support/programs/command.ts';
import { load } from '../../support/programs/product.ts';
import { untilLockIsWaitedFor } from '../../support/postgres/waiting.ts';
import { company, contract, day, payment, person, together } from '../../support/fixtures.ts';

const rows = {
  people: [person('ana', 'Ana', 'A')],
  teams: [{ id: 't1', company_id: 'acme', name: 'T' }],
  contracts: [
    ...['c1', 'c2', 'c3'].map((id) => contract(id, { team_id: 't1' })),
    contract('h1', { type: 'hourly', team_id: 't1', rate: 40 }),
  ],
  scheduled_payments: [
    payment('p1', { contract_id: 'c1', scheduled_payment_on: '2024-02-29' }),
    payment('p2', { contract_id: 'c2', scheduled_payment_on: '2024-03-01', paid_amount: 0, status: 'upcoming' }),
    payment('p3', { contract_id: 'c2', scheduled_payment_on: '2025-03-01' }),
  ],
  timesheet_days: [day('h1', '2024-02-29', [60, 6, 0, 60, 0], '40.00', '55.5')],
};

const databaseUrl = await createDatabase();
await load(databaseUrl, together(company('acme'), company('other'), rows));

it('The roll-ups follow every writer: inserts, updates, deletes, a contract that changes its company, truncation', async () => {
  const statements = [
    `insert into reporting.scheduled_payments values ('acme', 'p9', 'c1', 'fixed', 'New', 1, 1, 'paid', '2024-12-31T23:59Z')`,
    `update reporting.scheduled_payments set status = 'failed', paid_amount = 0, scheduled_payment_on = '2025-01-01' where id = 'p9'`,
    `update reporting.scheduled_payments set contract_id = 'c2' where id = 'p9'`,
    `update reporting.timesheet_days set tracked_minutes = 100, work_date = '2026-01-01'`,
    // Citus refuses to move a row to another node.
    ...(isOnCitus() ? [] : [`update reporting.contracts set company_id = 'other', team_id = null where id = 'c2'`]),
    `delete from reporting.scheduled_payments where id = 'p9'`,
    `truncate reporting.timesheet_days`,
  ];
  for (const statement of statements) {
    const before = await versions();
    await query(databaseUrl, statement);
    expect(await differences()).toEqual([]);
    expect(await versions()).not.toEqual(before);
  }
});

if (!isOnCitus())
  it('The roll-ups follow a logical replication, which fires only triggers of rows', async () => {
    await withClient(databaseUrl, async (client) => {
      await client.query(`set session_replication_role = replica`);
      await client.query(
        `insert into reporting.scheduled_payments values ('acme', 'r1', 'c1', 'fixed', 'R', 7, 7, 'paid', '2024-05-05'),
        ('acme', 'r2', 'c1', 'fixed', 'R', 7, 7, 'paid', '2024-05-06')`,
      );
      await client.query(`update reporting.scheduled_payments set paid_amount = 3 where id = 'r1'`);
      await client.query(`delete from reporting.scheduled_payments where id = 'r2'`);
      await client.query(
        `insert into reporting.timesheet_days values ('acme', 'h1', 'hourly', '2024-05-05', 60, 0, 0, 60, 60, 40, 90)`,
      );
    });
    expect(await differences()).toEqual([]);
  });

it('The roll-ups and versions stay as they are where rows are written again as they were, which succeeds', async () => {
  await query(
    databaseUrl,
    `insert into reporting.timesheet_days values ('acme', 'h1', 'hourly', '2024-07-07', 60, 0, 0, 60, 60, 40, 90)`,
  );
  const before = await versions();
  const [{ name } = { name: '' }] = await query<{ name: string }>(databaseUrl, `select repeat('long ', 180) as name`);
  await query(databaseUrl, `update reporting.scheduled_payments set name = '${name}' where id = 'p1'`);
  await query(databaseUrl, `update reporting.timesheet_days set activity = 55.50`);
  const changed = await versions();
  expect(changed).not.toEqual(before);
  const again = [
    ...['scheduled_payments', 'contracts', 'people', 'teams', 'companies'].map((table) => `${table} set id = id`),
    'timesheet_days set contract_id = contract_id',
    // Written with another scale, and compressed anew.
    'timesheet_days set activity = 55.500',
    `scheduled_payments set amount = amount + 0.00, name = '${name}' where id = 'p1'`,
  ];
  for (const update of again) {
    const { rowCount } = await withClient(databaseUrl, (client) => client.query(`update reporting.${update}`));
    expect(rowCount).toBeGreaterThan(0);
  }
  const upsert = `insert into reporting.teams values ('acme', 't1', 'T') on conflict (company_id, id) do update set name = excluded.name
    returning id`;
  expect(await query(databaseUrl, upsert)).toEqual([{ id: 't1' }]);
  expect(await versions()).toEqual(changed);
  await query(databaseUrl, `delete from reporting.timesheet_days where work_date = '2024-07-07'`);
});

if (!isOnCitus())
  it.each(['all', 'user'])(
    'The roll-ups are right after disable and enable trigger %s, which shows until rebuild',
    async (which) => {
      await query(databaseUrl, `alter table reporting.scheduled_payments disable trigger ${which}`);
      await query(databaseUrl, `alter table reporting.scheduled_payments enable trigger ${which}`);
      await query(
        databaseUrl,
        `insert into reporting.scheduled_payments values ('acme', 'e1', 'c1', 'fixed', 'E', 7, 7, 'paid', '2024-05-05')`,
      );
      const found = await query(databaseUrl, 'select distinct roll_up from reporting.roll_up_differences');
      expect(found).toEqual([{ roll_up: 'triggers' }]);
      await query(databaseUrl, 'select reporting.set_triggers()');
      expect(await differences()).toEqual([]);
      await query(databaseUrl, `delete from reporting.scheduled_payments where id = 'e1'`);
    },
  );

// Citus makes and drops triggers of distributed tables by its own command only.
if (!isOnCitus())
  it('The roll-ups differ where a trigger is missing, also of a table that they do not sum up, but not by triggers of others', async () => {
    await withClient(databaseUrl, async (client) => {
      await client.query(
        `begin; drop trigger track_update on reporting.teams;
       create trigger own before update on reporting.teams for each row execute function suppress_redundant_updates_trigger();
       alter table reporting.teams disable trigger own`,
      );
      const { rows } = await client.query('select distinct roll_up, difference from reporting.roll_up_differences');
      await client.query('rollback');
      const missing = { of_table: 'reporting.teams', trigger_name: 'track_update', state: null, expected: 'O' };
      expect(rows).toEqual([{ roll_up: 'triggers', difference: missing }]);
    });
  });

if (!isOnCitus())
  it('The roll-ups need few locks where a transaction changes many companies', async () => {
    const client = await connect();
    await client.query(
      `begin; insert into reporting.companies select 'many-' || n, 'M' from generate_series(1, 500) n`,
    );
    for (let n = 1; n <= 500; n += 1) await client.query(`insert into reporting.teams values ('many-${n}', 't', 'T')`);
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::integer from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`,
    );
    expect(rows[0]?.count).toBeLessThan(70);
    await client.query('rollback');
    await client.end();
  });

it('The roll-ups keep the stripe of a company for all statements of a transaction, rolled back to a savepoint or not', async () => {
  const [first, second] = [await connect(), await connect()];
  const insert = (id: string) =>
    `insert into reporting.scheduled_payments values ('acme', '${id}', 'c1', 'fixed', 'S', 1, 1, 'paid', '2024-06-06')`;
  await first.query(`begin; ${insert('s1')}`);
  await second.query(`begin; savepoint one; ${insert('s2')}; rollback to one; ${insert('s3')}`);
  await first.query('commit');
  await second.query(`${insert('s4')}; commit`);
  const { rows } = await second.query<{ stripe: number }>(
    `select stripe from reporting.payment_totals
     where company_id = 'acme' and unit = 'day' and start = '2024-06-06' and status = 'paid' order by stripe`,
  );
  expect(rows).toEqual([{ stripe: 0 }, { stripe: 1 }]);
  expect(await differences()).toEqual([]);
  await query(databaseUrl, `delete from reporting.scheduled_payments where id in ('s1', 's3', 's4')`);
  await Promise.all([first.end(), second.end()]);
});

it('The roll-ups let writers of a contract and of its contractor not wait for each other', async () => {
  const [renamer, writer] = [await connect(), await connect()];
  await renamer.query(`begin; update reporting.people set last_name = last_name || 'a' where id = 'ana'`);
  await writer.query(`begin; update reporting.contracts set title = 'New' where id = 'c3'`);
  await renamer.query(`update reporting.people set last_name = last_name || 'b' where id = 'ana'; commit`);
  await writer.query('commit');
  expect(await differences()).toEqual([]);
  for (const client of [renamer, writer]) await client.end();
});

it('The roll-ups are rebuilt beside a transaction that changes days and then payments: neither waits for the other for ever', async () => {
  const writer = await connect();
  await writer.query(`begin; update reporting.timesheet_days set billed_minutes = 1 where contract_id = 'h1'`);
  const rebuilt = rollUps('rebuild');
  await untilLockIsWaitedFor(databaseUrl);
  await writer.query(`update reporting.scheduled_payments set paid_amount = 2 where id = 'p3'; commit`);
  expect(await rebuilt).toEqual({ status: 0, output: 'The roll-ups are rebuilt.\n' });
  expect(await differences()).toEqual([]);
  await writer.end();
});

it.each([
  ['change people', `update reporting.people set last_name = 'D' where id = 'ana'`],
  ['truncate', 'truncate reporting.scheduled_payments'],
])('Transactions with an older snapshot cannot %s, since they do not see all companies', async (action, statement) => {
  const refused = withClient(databaseUrl, (client) =>
    client.query(`begin isolation level repeatable read; ${statement}`),
  );
  await expect(refused).rejects.toMatchObject({
    code: '0A000',
    message: `cannot ${action} in a transaction of isolation level repeatable read`,
    hint: 'Use read committed.',
  });
});

it('The roll-ups differ from the rows where any of their figures is another', async () => {
  const figures = await query<{ table: string; figure: string }>(
    databaseUrl,
    `select relname as table, attname as figure
     from pg_attribute
     join pg_class on pg_class.oid = attrelid and relkind = 'r' and relnamespace = 'reporting'::regnamespace
     where relname in ('payment_totals', 'payment_sums', 'timesheet_periods') and attnum > 0 and attname <> 'stripe'
       and atttypid in ('bigint'::regtype, 'integer'::regtype, 'numeric'::regtype)`,
  );
  expect(figures.length).toBe(30);
  await query(
    databaseUrl,
    `insert into reporting.timesheet_days values ('acme', 'h1', 'hourly', '2024-07-07', 60, 0, 0, 60, 60, 40, 90)`,
  );
  for (const { table, figure } of figures) {
    await query(databaseUrl, `update reporting.${table} set ${figure} = coalesce(${figure}, 0) + 1`);
    const found = await differences();
    expect(found.length).toBeGreaterThan(0);
    for (const { roll_up, difference } of found) {
      const wrong = figures.filter((each) => each.table === roll_up && (difference[each.figure] ?? 0) !== 0);
      expect(wrong).toEqual([{ table, figure }]);
    }
    await query(databaseUrl, `update reporting.${table} set ${figure} = ${figure} - 1`);
  }
  expect(await differences()).toEqual([]);
});

it('A command checks and rebuilds the roll-ups, and names a collation that has changed', async () => {
  expect(await rollUps('reconcile')).toEqual({ status: 0, output: '' });
  await query(
    databaseUrl,
    `update reporting.payment_totals set paid_amount = paid_amount + 1 where unit = 'day' and start = '2024-02-29'`,
  );
  expect(await rollUps('reconcile')).toEqual({
    status: 1,
    output:
      'payment_totals: {"unit":"day","start":"2024-02-29","amount":0,"status":"paid","company_id":"acme","paid_amount":1,"payments_count":0,"paid_payments_count":0}\n',
  });
  expect(await reconciled()).toEqual([
    { company_id: 'acme', differences_count: '1' },
    { company_id: 'other', differences_count: '0' },
  ]);
  const [{ before } = { before: '' }] = await query<{ before: string }>(databaseUrl, 'select now()::text as before');
  await query(databaseUrl, 'delete from pg_statistic');
  expect(await rollUps('rebuild')).toEqual({ status: 0, output: 'The roll-ups are rebuilt.\n' });
  const analyzed = await query(databaseUrl, 'select distinct tablename as name from pg_stats order by name');
  // Citus has those of shards, on their nodes.
  if (!isOnCitus())
    expect(analyzed).toEqual(['payment_sums', 'payment_totals', 'timesheet_periods'].map((name) => ({ name })));
  const ended = await query(
    databaseUrl,
    `select company_id from reporting.changes where kind = 'all' and changed_at > $1 order by company_id`,
    [before],
  );
  expect(ended).toEqual(['acme', 'acme', 'other', 'other'].map((company_id) => ({ company_id })));
  expect(await rollUps('reconcile')).toEqual({ status: 0, output: '' });
  expect(await reconciled()).toMatchObject([{ differences_count: '0' }, { differences_count: '0' }]);
  await query(databaseUrl, `update pg_collation set collversion = 'older' where collname = 'text_order'`);
  expect(await rollUps('reconcile')).toEqual({
    status: 1,
    output: expect.stringMatching(
      /^The version of collation reporting\.text_order has changed, .*: reindex database concurrently \w+; alter collation reporting\.text_order refresh version;\n$/,
    ),
  });
  await query(databaseUrl, 'alter collation reporting.text_order refresh version');
  const { status, output } = await rollUps('mend');
  expect([status, output.split('\n')[0]]).toEqual([
    1,
    'Usage: npm run roll-ups -- fold | fold-busy | reconcile | trim | rebuild',
  ]);
});

const connect = () => connectTo(databaseUrl, { lock_timeout: 10_000 });

async function rollUps(command: string) {
  const args = ['dist/services/reporting/roll-ups/main.js', command];
  const { status, stdout, stderr } = await runCommand('node', args, { DATABASE_URL: databaseUrl });
  return { status, output: stdout + stderr };
}

async function differences(): Promise<{ roll_up: string; difference: Record<string, unknown> }[]> {
  return query(databaseUrl, 'select * from reporting.roll_up_differences');
}

async function reconciled(): Promise<object[]> {
  return query(databaseUrl, 'select company_id, differences_count from reporting.reconciliations order by company_id');
}

async function versions(): Promise<object[]> {
  return query(
    databaseUrl,
    'select company_id, sum(version) from reporting.data_versions group by company_id order by company_id',
  );
}
