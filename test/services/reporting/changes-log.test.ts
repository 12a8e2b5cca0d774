import { afterEach, beforeEach, expect, it } from '@jest/globals';
import pg from 'pg';
import { decodeVersion } from '../../../proto/report-version.ts';
import { readVersion } from '../../../services/reporting/servers/data-version.ts';
import { trimChanges } from '../../../services/reporting/roll-ups/trim-changes.ts';
import { company, contract, day, payment, person, together } from '../../support/fixtures.ts';
import { connectTo, createDatabase, isOnCitus, query, withClient } from '../../support/postgres/database.ts';
import { load } from '../../support/programs/product.ts';
import { untilLockIsWaitedFor } from '../../support/postgres/waiting.ts';

let client: pg.Client;

const rows = {
  people: [person('ana', 'Ana', 'A'), person('bob', 'Bob', 'B')],
  teams: [{ id: 't1', company_id: 'acme', name: 'T' }],
  contracts: [
    contract('web', { team_id: 't1' }),
    contract('h1', { type: 'hourly', rate: 40 }),
    contract('other', { company_id: 'other', contractor_id: 'bob', employer_id: 'bob' }),
  ],
  scheduled_payments: [payment('p1'), payment('p2')],
  timesheet_days: [day('h1', '2024-02-02')],
};

const databaseUrl = await createDatabase();
await load(databaseUrl, together(company('acme'), company('other'), rows));

beforeEach(async () => {
  client = await connectTo(databaseUrl);
});

afterEach(async () => client.end());

it('The log of changes names no keys of a statement that changes more than 10,000', async () => {
  const insert = (count: number, prefix: string) =>
    `insert into reporting.scheduled_payments select 'acme', '${prefix}' || n, 'web', 'fixed', 'M', 1, 1, 'paid', '2024-03-03'
     from generate_series(1, ${count}) n`;
  const [most] = await loggedBy(insert(10_000, 'm'));
  expect(most?.keys).toHaveLength(10_000);
  expect(await loggedBy(insert(10_001, 'n'))).toEqual([{ kind: 'payment', keys: null }]);
  const [updated] = await loggedBy(`update reporting.scheduled_payments set amount = 2 where id like 'm%'`);
  expect(updated?.keys).toHaveLength(10_000);
  expect(await loggedBy(`delete from reporting.scheduled_payments where id like 'n%'`)).toEqual([
    { kind: 'payment', keys: null },
  ]);
});

it('The log of changes names the contract of days, however many days one statement changes', async () => {
  const insert = `insert into reporting.timesheet_days select 'acme', 'h1', 'hourly', date '1950-01-01' + n, 9, 9, 0, 9, 9, 1, null
    from generate_series(1, 20001) n`;
  expect(await loggedBy(insert)).toEqual([{ kind: 'day', keys: ['h1'] }]);
});

it('The log of changes has a chain for each stripe, whose end is the version, for transactions of every isolation level that may write', async () => {
  for (const level of ['read uncommitted', 'read committed', 'repeatable read']) {
    await client.query(`begin isolation level ${level}`);
    await client.query(`insert into reporting.teams values ('acme', '${level}', 'T')`);
    await client.query(`savepoint one; delete from reporting.teams where id = '${level}'; rollback to one`);
    await client.query(`update reporting.teams set name = 'U' where id = '${level}'; commit`);
  }
  expect(await differences()).toEqual([]);
  const { rows } = await client.query<{ stripe: number }>(
    `select stripe from reporting.data_versions where company_id = 'acme' order by 1`,
  );
  expect(rows).toEqual([{ stripe: 0 }]);
});

it.each([
  ['a version without a row', `update reporting.data_versions set version = version + 1`],
  [
    'a row without its version',
    `update reporting.changes set version = version + 1 where version = (select max(version) from reporting.changes)`,
  ],
  [
    'a gap',
    `delete from reporting.changes where version = (select min(version) from reporting.changes where version_before > 0)`,
  ],
])('The log of changes is compared with the versions: %s is a difference', async (_, statement) => {
  await client.query(`begin; ${statement}`);
  const { rows } = await client.query<{ roll_up: string }>('select roll_up from reporting.roll_up_differences');
  expect(new Set(rows.map(({ roll_up }) => roll_up))).toEqual(new Set(['changes']));
  await client.query('rollback');
});

it('The log of changes loses old rows except the newest row of a stripe', async () => {
  await client.query(`update reporting.teams set name = 'Old'`);
  await client.query(`update reporting.changes set changed_at = now() - interval '36 days'`);
  expect(await trimChanges(client, 'acme', 37)).toBe(0);
  expect(await trimChanges(client, 'acme', 35)).toBeGreaterThan(5);
  const { rowCount } = await client.query(
    `select stripe from reporting.changes where company_id = 'acme' group by stripe having count(*) > 1`,
  );
  expect(rowCount).toBe(0);
  expect(await differences()).toEqual([]);
});

it('The log of changes loses only the beginning of a chain, whatever older time a transaction that was open for long has behind it', async () => {
  const change = `update reporting.teams set name = name || '!' where company_id = 'acme'`;
  for (let time = 0; time < 3; time += 1) await client.query(change);
  await client.query(
    `update reporting.changes set changed_at = now() - interval '36 days'
     where company_id = 'acme' and stripe = 0 and version = (
       select version from reporting.changes where company_id = 'acme' and stripe = 0 order by version desc offset 1 limit 1
     )`,
  );
  await trimChanges(client, 'acme', 35);
  expect(await differences()).toEqual([]);
});

it.each(['repeatable read', 'serializable'])(
  'The log of changes has no change of a %s transaction whose company was written since its snapshot, or that is refused',
  async (level) => {
    const insert = (id: string) => `insert into reporting.teams values ('acme', '${level} ${id}', 'T')`;
    // On Citus the node of the company has the snapshot.
    await client.query(`begin isolation level ${level}; select from reporting.teams where company_id = 'acme'`);
    await query(databaseUrl, insert('other'));
    const isRefused = level === 'serializable';
    await expect(client.query(insert('own'))).rejects.toMatchObject(
      isRefused
        ? {
            code: '0A000',
            message: 'cannot write reports in a transaction of isolation level serializable',
            hint: 'Use read committed.',
          }
        : { code: '40001' },
    );
    await client.query('rollback');
    if (!isRefused) await client.query(`begin isolation level ${level}; ${insert('again')}; commit`);
    expect(await differences()).toEqual([]);
  },
);

// On Citus the node that has the rows has the locks, too.
if (!isOnCitus())
  it('The log of changes has at most 33 stripes, however many transactions of a company are open: more wait for them', async () => {
    const open = await Promise.all(Array.from({ length: 33 }, () => connectTo(databaseUrl)));
    const write = (writer: pg.Client, index: number) =>
      writer.query(`begin; insert into reporting.teams values ('acme', 'of ${index}', 'T')`);
    for (const [index, writer] of open.slice(0, 32).entries()) await write(writer, index);
    const [waiting = client] = open.slice(32);
    const last = write(waiting, 32);
    await untilLockIsWaitedFor(databaseUrl);
    for (const writer of open.slice(0, 32)) await writer.query('commit');
    await last;
    for (const writer of open) await writer.query('commit').then(() => writer.end());
    const pool = new pg.Pool({ connectionString: databaseUrl });
    const version = decodeVersion(await readVersion(pool, 'acme', AbortSignal.timeout(5_000)));
    expect([...(version?.seen.keys() ?? [])]).toEqual(Array.from({ length: 32 }, (_, stripe) => stripe));
    await pool.end();
    expect(await differences()).toEqual([]);
  });

async function loggedBy(statement: string): Promise<{ kind: string; keys: string[] | null }[]> {
  const logged = `select kind, keys, version from reporting.changes where company_id = 'acme' order by stripe, version`;
  const before = await client.query(logged);
  await client.query(statement);
  const after = await client.query<{ kind: string; keys: string[] | null }>(logged);
  const seen = new Set(before.rows.map((row) => JSON.stringify(row)));
  return after.rows
    .filter((row) => !seen.has(JSON.stringify(row)))
    .map(({ kind, keys }) => ({ kind, keys: keys?.toSorted() ?? null }));
}

async function differences(): Promise<object[]> {
  return query(databaseUrl, 'select * from reporting.roll_up_differences');
}

it.each([
  [
    'added',
    `insert into reporting.contracts (company_id, id, type, title, contractor_id, employer_id) values ('other', 'new', 'fixed', 'N', 'eve', 'eve')`,
  ],
  ['given to its contractor', `update reporting.contracts set contractor_id = 'eve' where id = 'theirs'`],
  ['given to its employer', `update reporting.contracts set employer_id = 'eve' where id = 'theirs'`],
  // Citus does not let a row change its company.
  ...(isOnCitus()
    ? []
    : [['moved to another company', `update reporting.contracts set company_id = 'other' where id = 'web'`]]),
])('A rename waits for a contract that is being %s, and is logged for its company', async (_, write) => {
  const databaseUrl = await createDatabase();
  const rows = {
    people: [person('ana', 'Ana', 'A'), person('eve', 'Eve', 'E')],
    contracts: [
      contract('web', { contractor_id: 'eve', employer_id: 'ana' }),
      contract('theirs', { company_id: 'other' }),
    ],
  };
  await load(databaseUrl, together(company('acme'), company('other'), rows));
  await withClient(databaseUrl, async (writer) => {
    await writer.query(`begin; ${write}`);
    const renamed = query(databaseUrl, `update reporting.people set last_name = 'New' where id = 'eve'`);
    await untilLockIsWaitedFor(databaseUrl);
    await writer.query('commit');
    await renamed;
  });
  const logged = `select from reporting.changes where kind = 'person' and keys = '{eve}' and company_id = 'other'`;
  expect(await query(databaseUrl, logged)).toHaveLength(1);
});
