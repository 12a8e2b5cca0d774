import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from '@jest/globals';
import { distribute } from '../../migrate/distribute.ts';
import { inOneTransaction } from '../../migrate/in-one-transaction.ts';
import { migrateUp } from '../../migrate/migrate-schema.ts';
import { schemas } from '../../migrate/schemas.ts';
import { company, contract, payment, paymentsPath, person, together, tokenOf } from '../support/fixtures.ts';
import { startRelay } from '../support/network/relay.ts';
import { createDatabase, query } from '../support/postgres/database.ts';
import { load, startProduct } from '../support/programs/product.ts';
import { until } from '../support/until.ts';
import { addWorker, createCitusDatabase, nodeOf } from './cluster.ts';

const nodes = (process.env.TEST_POSTGRES_URL ?? '').split(' ');
const ids = Array.from({ length: 12 }, (_, n) => `c${n}`);
const stops: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

it('a worker that hangs takes no answer from companies of the others, is refused at once, and answers again by itself', async () => {
  const database = await createDatabase();
  await load(database, rows);
  const relay = await startRelay(nodeOf(nodes[2] ?? '').port);
  stops.push(relay.stop);
  await query(database, 'select citus_update_node(nodeid, $1, $2) from pg_dist_node where nodeport = $3', [
    '127.0.0.1',
    relay.port,
    nodeOf(nodes[2] ?? '').port,
  ]);
  const product = await startProduct(undefined, database);
  stops.push(product.stop);
  const placed = await query<{ id: string; hangs: boolean }>(
    database,
    `select id, nodeport = $1 as hangs
     from reporting.companies
     join pg_dist_placement on shardid = get_shard_id_for_distribution_column('reporting.contracts', id)
     join pg_dist_node using (groupid)
     order by id`,
    [relay.port],
  );
  const tokens = new Map<string, string>();
  for (const { id } of placed) tokens.set(id, await tokenOf(product.url, id));
  let pageSize = 0;
  // A page that was not asked before, so that it is not cached.
  const statusOf = async (id: string) => {
    pageSize = (pageSize % 100) + 1;
    const range = `fromDate=2024-01-01&toDate=2024-12-31&itemsPerPage=${pageSize}`;
    const headers = { authorization: `Bearer ${tokens.get(id)}` };
    return (await fetch(`${product.url}${paymentsPath}?${range}`, { headers })).status;
  };
  const hanging = placed.filter(({ hangs }) => hangs).map(({ id }) => id);
  const healthy = placed.filter(({ hangs }) => !hangs).map(({ id }) => id);
  expect(Math.min(hanging.length, healthy.length)).toBeGreaterThan(1);
  for (const { id } of placed) expect(await statusOf(id)).toBe(200);

  relay.cut();
  const refused: Promise<number>[] = [];
  const answered: number[] = [];
  for (let round = 0; round < 60; round += 1) {
    refused.push(statusOf(hanging[round % hanging.length] ?? ''));
    answered.push(await statusOf(healthy[round % healthy.length] ?? ''));
    await sleep(200);
  }
  expect(new Set(answered)).toEqual(new Set([200]));
  expect(new Set(await Promise.all(refused))).toEqual(new Set([503]));
  await until(
    'the worker is refused at once',
    async () => {
      const startedAt = performance.now();
      expect(await statusOf(hanging[0] ?? '')).toBe(503);
      return performance.now() - startedAt < 1_000;
    },
    60_000,
  );

  relay.heal();
  await until('the worker answers again', async () => (await statusOf(hanging[0] ?? '')) === 200, 60_000);
});

it('a worker that is added takes shards beside writers, and tables can be emptied afterwards', async () => {
  const database = await createCitusDatabase(nodes.slice(0, 2), 'test_000000000001');
  await migrateUp(database, schemas);
  await distribute(database);
  await load(database, rows);
  let isMoving = true;
  let written = 0;
  const write = async (writer: number) => {
    for (let count = 0; isMoving; count += 1) {
      const id = ids[count % ids.length] ?? '';
      await query(
        database,
        `insert into reporting.scheduled_payments (company_id, id, contract_id, name, amount, paid_amount, status, scheduled_payment_on)
         values ($1, $2, $3, 'Written', 1, 1, 'paid', '2024-03-01')`,
        [id, `written-${writer}-${count}`, `${id}-contract`],
      );
      written += 1;
    }
  };
  const writers = [write(0), write(1)];
  await addWorker(database, nodes[2] ?? '');
  await distribute(database);
  await query(database, `select rebalance_table_shards('reporting.contracts', shard_transfer_mode => 'block_writes')`);
  isMoving = false;
  await Promise.all(writers);
  const [placed] = await query<{ nodes: number }>(
    database,
    `select count(distinct nodeport)::integer as nodes from citus_shards where table_name = 'reporting.contracts'::regclass`,
  );
  expect(placed?.nodes).toBe(2);
  expect(written).toBeGreaterThan(0);
  const sums = () =>
    query(
      database,
      `select sum(payments_count)::integer as count, sum(paid_amount)::integer as paid from reporting.payment_totals where unit = 'month'`,
    );
  expect(await sums()).toEqual([{ count: ids.length + written, paid: written + 100 * ids.length }]);
  expect(await differences(database)).toEqual([]);

  await query(database, 'truncate reporting.scheduled_payments');
  expect(await sums()).toEqual([{ count: null, paid: null }]);
  expect(await differences(database)).toEqual([]);
});

it('a later migration can add tables and triggers, which --distribute then spreads', async () => {
  const database = await createDatabase();
  await inOneTransaction(database, {}, (client) =>
    client.query(`
      create table reporting.invoices (
        company_id text references reporting.companies, id text, primary key (company_id, id));
      create function reporting.note_team() returns trigger language plpgsql as $$ begin return null; end $$;
      do $do$ begin
        create trigger note_team after insert on reporting.teams for each row execute function reporting.note_team();
        create index on reporting.teams (company_id, name);
      end $do$;`),
  );
  await distribute(database);
  const kinds = await query<{ kind: string }>(database, `select citus_table_type as kind from citus_tables`);
  expect(new Set(kinds.map(({ kind }) => kind))).toEqual(new Set(['distributed', 'reference']));
  await load(database, rows);
  await query(database, `insert into reporting.invoices values ('c0', 'i1')`);
  expect(await query(database, 'select * from reporting.invoices')).toEqual([{ company_id: 'c0', id: 'i1' }]);
});

const differences = (database: string) => query(database, 'select * from reporting.roll_up_differences');

const rows = together(
  ...ids.map((id) => company(id)),
  { people: [person('ana', 'Ana', 'A')] },
  {
    contracts: ids.map((id) =>
      contract(`${id}-contract`, { company_id: id, contractor_id: 'ana', employer_id: 'ana' }),
    ),
    scheduled_payments: ids.map((id) =>
      payment(`${id}-payment`, { contract_id: `${id}-contract`, paid_amount: '100', status: 'paid' }),
    ),
  },
);
