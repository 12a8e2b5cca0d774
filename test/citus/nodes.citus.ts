import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from '@jest/globals';
import { distribute } from '../../services/migrate/distribute.ts';
import { exclusively } from '../../services/migrate/exclusively.ts';
import { migrateUp } from '../../services/migrate/migrate-schema.ts';
import { schemas } from '../../services/migrate/schemas.ts';
import { company, contract, payment, paymentsPath, person, together, tokenOf } from '../support/fixtures.ts';
import { startRelay } from '../support/network/relay.ts';
import type { Relay } from '../support/network/relay.ts';
import { createDatabase, onEachServer, query } from '../support/postgres/database.ts';
import { runCommand } from '../support/programs/command.ts';
import { load, startProduct, unlimited } from '../support/programs/product.ts';
import type { Product } from '../support/programs/product.ts';
import { until } from '../support/until.ts';
import { addWorker, createCitusDatabase, dropDatabases, nodeOf } from './cluster.ts';
import { ownRole } from './global-setup.ts';

const nodes = (process.env.TEST_POSTGRES_URL ?? '').split(' ');
const ids = Array.from({ length: 12 }, (_, n) => `c${n}`);
const stops: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

it('A worker that hangs takes no page or export from companies of the others, and answers again by itself', async () => {
  const database = await createDatabase();
  await load(database, rows);
  const { sendRequest, relays, hanging, healthy } = await startBehindRelays(database, [2]);
  const [hung = ''] = hanging;
  relays.forEach((relay) => relay.cut());
  const refused: Promise<number>[] = [];
  const answered: number[] = [];
  for (let round = 0; round < 60; round += 1) {
    const [hangs, answers] = [hanging[round % hanging.length] ?? '', healthy[round % healthy.length] ?? ''];
    refused.push(...(['file', 'file', 'list'] as const).map((kind) => statusOf(sendRequest(hangs, kind))));
    for (const kind of ['list', 'file'] as const) answered.push(await statusOf(sendRequest(answers, kind)));
    await sleep(200);
  }
  expect(new Set(answered)).toEqual(new Set([200]));
  // 429 where two exports of the company are under way.
  for (const status of await Promise.all(refused)) expect([429, 503]).toContain(status);
  relays.forEach((relay) => relay.heal());
  await until('the worker answers again', async () => (await statusOf(sendRequest(hung, 'list'))) === 200);
  expect(await statusOf(sendRequest(hung, 'file'))).toBe(200);
});

it('Two workers that hang leave connections to companies of a third node', async () => {
  const database = await createCitusDatabase(nodes, 'test_000000000003');
  await query(
    database,
    `select citus_set_node_property(nodename, nodeport, 'shouldhaveshards', true) from pg_dist_node`,
  );
  await migrateUp(database, schemas);
  await distribute(database);
  await load(database, rows);
  const { sendRequest, relays, hanging, healthy } = await startBehindRelays(database, [1, 2]);
  relays.forEach((relay) => relay.cut());
  const refused: Promise<number>[] = [];
  // More than all connections of both pools, while a node hangs.
  for (let round = 0; round < 40; round += 1) {
    const id = hanging[round % hanging.length] ?? '';
    refused.push(statusOf(sendRequest(id, 'list')), statusOf(sendRequest(id, 'file')));
  }
  await sleep(500);
  for (const id of [...healthy, ...healthy]) {
    expect(await statusOf(sendRequest(id, 'list'))).toBe(200);
    expect(await statusOf(sendRequest(id, 'file'))).toBe(200);
  }
  for (const status of await Promise.all(refused)) expect([429, 503]).toContain(status);
  relays.forEach((relay) => relay.heal());
  for (const id of hanging)
    await until('both answer again', async () => (await statusOf(sendRequest(id, 'list'))) === 200);
});

it('Reporting reads the same through a worker as through the coordinator', async () => {
  const database = await createDatabase();
  await load(database, rows);
  const [, worker = ''] = onEachServer(database);
  const products: Product[] = [];
  for (const reportingUrl of [database, worker]) {
    products.push(await startProduct(unlimited, database, reportingUrl));
    stops.push(async () => products.pop()?.stop());
  }
  for (const id of ids) {
    for (const [kind, more] of [['list', 'page=1'], ['file'], ['changes'], ['summary'], ['names']] as const) {
      const answers = await Promise.all(
        products.map(async ({ url }) => {
          const answer = await requester(url, id, await tokenOf(url, id))(kind, more);
          return { status: answer.status, version: answer.headers.get('report-version'), body: await answer.text() };
        }),
      );
      expect(answers[0]?.status).toBe(200);
      expect(answers[1]).toEqual(answers[0]);
    }
  }
});

it('An owner without superuser rights distributes, imports, and keeps the roll-ups', async () => {
  const [coordinator = ''] = nodes;
  const name = 'test_000000000004';
  await query(coordinator, `create role ${ownRole} login createrole`);
  stops.push(async () => {
    await dropDatabases(nodes, new RegExp(`^${name}$`));
    await query(coordinator, `drop role ${ownRole}`);
  });
  const database = await createCitusDatabase(nodes, name);
  await query(database, 'select run_command_on_all_nodes($1)', [`alter database ${name} owner to ${ownRole}`]);
  const asOwner = Object.assign(new URL(database), { username: ownRole }).href;
  const run = (program: string, ...args: string[]) =>
    runCommand('node', [`dist/${program}`, ...args], { DATABASE_URL: asOwner });
  expect(await run('services/migrate/main.js', '--distribute')).toMatchObject({ status: 0, stderr: '' });
  await load(asOwner, rows);
  const kept = await run('services/reporting/roll-ups/main.js', 'fold', 'trim', 'rebuild', 'reconcile');
  expect(kept).toMatchObject({ status: 0, stderr: '' });
  const product = await startProduct(unlimited, asOwner);
  stops.push(product.stop);
  for (const id of ids)
    expect(await statusOf(requester(product.url, id, await tokenOf(product.url, id))('list'))).toBe(200);
});

it('A worker that is added takes shards beside writers, and tables can be emptied afterwards', async () => {
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

it('A later migration can add tables and triggers, which --distribute then spreads', async () => {
  const database = await createDatabase();
  await exclusively(database, {}, (client) =>
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

type Kind = 'list' | 'file' | 'changes' | 'summary' | 'names';

const statusOf = async (answer: Promise<Response>) => (await answer).status;

/** Requests a page that was not requested before, so that it is not cached, or something else. */
function requester(url: string, companyId: string, token: string) {
  return (kind: Kind, more = '', headers: Record<string, string> = {}) => {
    pageSize = (pageSize % 100) + 1;
    const path = {
      list: paymentsPath,
      file: paymentsPath,
      changes: paymentsPath.replace('list', 'changes'),
      summary: paymentsPath.replace('list', 'summary'),
      names: paymentsPath.replace('scheduled-payments', 'contractors'),
    }[kind];
    const own = {
      list: more === '' ? `itemsPerPage=${pageSize}` : '',
      file: '',
      changes: '',
      summary: 'groupBy=contract',
      names: '',
    }[kind];
    const range = kind === 'names' ? '' : 'fromDate=2024-01-01&toDate=2024-12-31';
    const accept = kind === 'file' ? 'text/csv' : 'application/json';
    return fetch(`${url}${path}?${[range, own, more].filter((part) => part !== '').join('&')}`, {
      headers: { authorization: `Bearer ${token}`, accept, ...headers },
    });
  };
}

let pageSize = 0;

/** A product of the database with relays before these nodes, and the companies by whether theirs is one of these. */
async function startBehindRelays(database: string, which: number[]) {
  const relays: Relay[] = [];
  for (const node of which) {
    const { port } = nodeOf(nodes[node] ?? '');
    const relay = await startRelay(port);
    relays.push(relay);
    stops.push(relay.stop);
    await query(database, `select citus_update_node(nodeid, '127.0.0.1', $1) from pg_dist_node where nodeport = $2`, [
      relay.port,
      port,
    ]);
  }
  const product = await startProduct(undefined, database);
  stops.push(product.stop);
  const placed = await query<{ id: string; hangs: boolean }>(
    database,
    `select id, nodeport = any ($1) as hangs
     from reporting.companies
     join pg_dist_placement on shardid = get_shard_id_for_distribution_column('reporting.contracts', id)
     join pg_dist_node using (groupid)
     order by id`,
    [relays.map(({ port }) => port)],
  );
  const requestOf = new Map<string, ReturnType<typeof requester>>();
  for (const { id } of placed) requestOf.set(id, requester(product.url, id, await tokenOf(product.url, id)));
  const sendRequest = (id: string, ...parameters: Parameters<ReturnType<typeof requester>>) =>
    requestOf.get(id)?.(...parameters) ?? Promise.reject(new Error(`no company ${id}`));
  const [hanging, healthy] = [true, false].map((hangs) =>
    placed.filter((company) => company.hangs === hangs).map(({ id }) => id),
  ) as [string[], string[]];
  expect(Math.min(hanging.length, healthy.length)).toBeGreaterThan(1);
  for (const { id } of placed)
    for (const kind of ['list', 'file'] as const) expect(await statusOf(sendRequest(id, kind))).toBe(200);
  return { sendRequest, product, relays, hanging, healthy };
}

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
