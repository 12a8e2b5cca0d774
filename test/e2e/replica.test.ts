import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import request from 'supertest';
import { startLocalPostgres } from '../../local/postgres/postgres.ts';
import type { LocalPostgres } from '../../local/postgres/postgres.ts';
import { schemas } from '../../migrate/schemas.ts';
import { migrateUp } from '../../migrate/migrate-schema.ts';
import { query, withClient } from '../support/database.ts';
import { load, startProduct, unlimited } from '../support/product.ts';
import type { Product } from '../support/product.ts';
import { until } from '../support/until.ts';
import { company, paymentsPath, person, together, tokenOf } from '../support/world.ts';

let directory: string;
let primary: LocalPostgres;
let replica: LocalPostgres;
let product: Product;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'client-reporting-replica-'));
  primary = await startLocalPostgres(path.join(directory, 'primary'), { fsync: 'off', wal_level: 'replica' });
  await query(primary.urlOf('postgres'), 'create database reports');
  await migrateUp(primary.urlOf('reports'), schemas);
  await load(primary.urlOf('reports'), together(company('acme'), rows));
  replica = await startReplica();
  product = await startProduct(unlimited, primary.urlOf('reports'), replica.urlOf('reports'));
}, 60_000);

afterAll(async () => {
  await product.stop();
  await replica.stop();
  await primary.stop();
  await rm(directory, { recursive: true, force: true });
});

it('answers from a streaming replica, and remembers nothing past what the replica has replayed', async () => {
  const token = await tokenOf(product.url, 'acme');
  const totals = async () => {
    const response = await request(product.url)
      .get(paymentsPath)
      .query({ fromDate: '2024-01-01', toDate: '2024-12-31' })
      .set('Authorization', `Bearer ${token}`)
      .expect(200);
    return (response.body as { statistics: object }).statistics;
  };
  const once = { contractsCount: 1, scheduledPaymentsCount: 1, paidScheduledPaymentsCount: 1 };
  expect(await totals()).toEqual({ ...once, totalScheduledPaymentsPaidAmount: 10 });
  for (let paid = 11; paid < 16; paid += 1) {
    await query(primary.urlOf('reports'), 'update reporting.scheduled_payments set paid_amount = $1', [paid]);
    await until('the replica has replayed it', hasCaughtUp);
    expect(await totals()).toEqual({ ...once, totalScheduledPaymentsPaidAmount: paid });
  }
});

/** A copy of the running primary, as a base backup makes it, that then follows it. */
async function startReplica(): Promise<LocalPostgres> {
  const [from, to] = ['primary', 'replica'].map((name) => path.join(directory, name, 'postgres'));
  await mkdir(path.join(directory, 'replica'));
  await withClient(primary.urlOf('postgres'), async (client) => {
    await client.query(`select pg_backup_start('replica', true)`);
    await promisify(execFile)('cp', ['-a', from ?? '', to ?? '']);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    await writeFile(path.join(to ?? '', 'backup_label'), rows[0]?.labelfile ?? '', { mode: 0o644 });
  });
  await rm(path.join(to ?? '', 'postmaster.pid'));
  await writeFile(path.join(to ?? '', 'standby.signal'), '', { mode: 0o644 });
  const { port, password } = new URL(primary.urlOf('postgres'));
  return startLocalPostgres(path.join(directory, 'replica'), {
    primary_conninfo: `host=127.0.0.1 port=${port} user=postgres password=${password}`,
  });
}

async function hasCaughtUp(): Promise<boolean> {
  const [written] = await query<{ lsn: string }>(primary.urlOf('postgres'), 'select pg_current_wal_lsn() as lsn');
  const [replayed] = await query<{ caught_up: boolean }>(
    replica.urlOf('postgres'),
    'select pg_last_wal_replay_lsn() >= $1::pg_lsn as caught_up',
    [written?.lsn],
  );
  return replayed?.caught_up === true;
}

const rows = {
  people: [person('ana', 'Ana', 'A')],
  contracts: [
    {
      id: 'c1',
      company_id: 'acme',
      type: 'fixed',
      title: 'T',
      contractor_id: 'ana',
      employer_id: 'ana',
      team_id: null,
      rate: null,
    },
  ],
  scheduled_payments: [
    {
      id: 'p1',
      contract_id: 'c1',
      name: 'P',
      amount: 10,
      paid_amount: 10,
      status: 'paid',
      scheduled_payment_on: '2024-05-05',
    },
  ],
};
