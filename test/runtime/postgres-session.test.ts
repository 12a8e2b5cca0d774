import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import request from 'supertest';
import { connect } from '../../runtime/postgres/session.ts';
import { inSnapshot } from '../../runtime/postgres/snapshot.ts';
import { Application, openAuthDatabase } from '../../services/auth/database.ts';
import { company, payment, contract, person, requestReport, secret, together, tokenOf } from '../support/fixtures.ts';
import { createDatabase, query } from '../support/postgres/database.ts';
import { adminJson } from '../support/programs/admin-command.ts';
import { runCommand } from '../support/programs/command.ts';
import { load, startProduct } from '../support/programs/product.ts';
import type { Product } from '../support/programs/product.ts';
import { until } from '../support/until.ts';
import { ApiError } from '../../proto/errors.ts';
import { isTransient } from '../../runtime/transient-error.ts';

/** A database whose every setting is another than the programs rely on. */
let product: Product;
let database: string;

beforeAll(async () => {
  database = await createDatabase();
  const name = pg.escapeIdentifier(new URL(database).pathname.slice(1));
  for (const setting of [
    `datestyle = 'SQL, DMY'`,
    `timezone = 'Asia/Tokyo'`,
    `intervalstyle = 'sql_standard'`,
    `standard_conforming_strings = off`,
    `search_path = nowhere`,
    `default_transaction_isolation = 'serializable'`,
  ]) {
    await query(database, `alter database ${name} set ${setting}`);
  }
  await load(database, { ...together(company('acme'), company('rival')), people: [person('ana', 'Ana', 'García')] });
  await load(database, {
    people: [person('ana', 'Ana', 'Lima')],
    contracts: [contract('web')],
    scheduled_payments: [payment('first')],
  });
  product = await startProduct(undefined, database);
});
afterAll(() => product.stop());

it('A revoked application is refused, and its tokens', async () => {
  const token = await tokenOf(product.url, 'rival');
  const report = () => requestReport(product.url, token);
  await report().expect(200);
  await adminJson(database, 'applications', 'revoke', 'rival-client');
  await request(product.url).post('/auth/token').send({ clientId: 'rival-client', clientSecret: secret }).expect(401);
  await until('its token is refused', async () => (await report()).status === 401, 10_000);
});

it('Reports, the import and the commands of roll-ups work with these settings of the session', async () => {
  const report = await requestReport(product.url, await tokenOf(product.url, 'acme')).expect(200);
  expect(report.body).toMatchObject({
    results: [{ scheduledPaymentOn: '2024-02-29T00:00:00.000Z', contract: { contractor: { lastName: 'Lima' } } }],
  });
  const { status, stderr } = await runCommand(
    'node',
    ['dist/services/reporting/roll-ups/main.js', 'fold', 'reconcile', 'trim', 'rebuild'],
    { DATABASE_URL: database },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

it('A time that cannot be read is an error, not null', async () => {
  const message = /^a time of the database can't be read: /;
  const client = await connect({ connectionString: database });
  try {
    await client.query(`set datestyle = 'German'`);
    await expect(client.query('select now()')).rejects.toThrow(message);
  } finally {
    await client.end();
  }
  const auth = openAuthDatabase({ DATABASE_URL: database, DATABASE_POOL_SIZE: 1, statementTimeoutMs: 5_000 });
  try {
    const found = auth.transaction(async (transaction) => {
      await auth.query(transaction, `set local datestyle = 'German'`);
      return Application.findByPk('rival-client', { transaction });
    });
    await expect(found).rejects.toThrow(message);
  } finally {
    await auth.close();
  }
});

it.each<[boolean, unknown]>([
  [true, ofPostgres('57P03')],
  [true, ofPostgres('57014')],
  [true, ofPostgres('53300')],
  [true, ofPostgres('40001')],
  [true, ofPostgres('08006')],
  // A coordinator of Citus that is killed while it waits for a worker.
  [true, ofPostgres('XX000', 'postmaster was shut down, exiting')],
  [true, new Error('no answer', { cause: ofPostgres('57P03') })],
  [true, Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
  [true, Object.assign(new Error('connect'), { code: 'EAI_AGAIN' })],
  [false, ofPostgres('42P01')],
  [false, ofPostgres('XX000', 'cache lookup failed for relation 1')],
  [false, new ApiError('forbidden')],
  [false, 'Connection terminated'],
])('It is %s that %p means that the database can not answer now', (expected, error) => {
  expect(isTransient(error)).toBe(expected);
});

function ofPostgres(code: string, message = 'a message') {
  return Object.assign(new pg.DatabaseError(message, 0, 'error'), { code });
}

it('A snapshot that is left while a batch of its copy is awaited ends at once', async () => {
  const pool = new pg.Pool({ connectionString: database });
  const left = inSnapshot(pool, [], new AbortController().signal, async function* (_, copy) {
    const rows = copy('select generate_series(1, 10000000)');
    await rows.next();
    rows.next().catch(() => undefined);
    yield;
  });
  await left.next();
  await left.return(undefined);
  expect(pool.totalCount).toBe(0);
  await pool.end();
});
