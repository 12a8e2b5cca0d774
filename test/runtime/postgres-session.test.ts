import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import request from 'supertest';
import { connect } from '../../runtime/postgres/session.ts';
import { Application, openAuthDatabase } from '../../services/auth/database.ts';
import { company, payment, contract, person, paymentsPath, secret, together, tokenOf } from '../support/fixtures.ts';
import { createDatabase, query } from '../support/postgres/database.ts';
import { admin, adminJson } from '../support/programs/admin-command.ts';
import { runCommand } from '../support/programs/command.ts';
import { load, startProduct } from '../support/programs/product.ts';
import type { Product } from '../support/programs/product.ts';
import { until } from '../support/until.ts';

/** A database whose every setting is another than the programs rely on. */
let product: Product;
let database: string;
const year = 'fromDate=2024-01-01&toDate=2024-12-31';

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

it('a revoked application is refused, and its tokens', async () => {
  const token = await tokenOf(product.url, 'rival');
  const report = () => request(product.url).get(`${paymentsPath}?${year}`).set('Authorization', `Bearer ${token}`);
  await report().expect(200);
  await adminJson(database, 'applications', 'revoke', 'rival-client');
  await request(product.url).post('/auth/token').send({ clientId: 'rival-client', clientSecret: secret }).expect(401);
  await until('its token is refused', async () => (await report()).status === 401, 10_000);
});

it('the commands of auth show times', async () => {
  const time = '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z';
  for (const [list, line] of [
    [['applications', 'list'], `rival-client  rival-user  ${time}  given      ${time}  `],
    [['keys', 'list'], `signing  ${time}  `],
    [['audit', 'list', '--event', 'application.revoked'], `${time}  application.revoked  `],
  ] as const) {
    expect((await admin(database, [...list])).stdout).toMatch(new RegExp(line));
  }
});

it('reports, the import and the commands of roll-ups work', async () => {
  const { body } = (await request(product.url)
    .get(`${paymentsPath}?${year}`)
    .set('Authorization', `Bearer ${await tokenOf(product.url, 'acme')}`)
    .expect(200)) as { body: unknown };
  expect(body).toMatchObject({
    results: [{ scheduledPaymentOn: '2024-02-29T00:00:00.000Z', contract: { contractor: { lastName: 'Lima' } } }],
  });
  const { status, stderr } = await runCommand(
    'node',
    ['dist/services/reporting/roll-ups/main.js', 'check', 'fold', 'reconcile', 'trim', 'rebuild'],
    { DATABASE_URL: database },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

it('a time that can not be read is an error, not null', async () => {
  const message = /^a time of the database can't be read: /;
  const client = await connect({ connectionString: database });
  try {
    await client.query(`set datestyle = 'German'`);
    await expect(client.query('select now()')).rejects.toThrow(message);
  } finally {
    await client.end();
  }
  const auth = openAuthDatabase({ DATABASE_URL: database, DATABASE_POOL_SIZE: 1, STATEMENT_TIMEOUT_MS: 5_000 });
  try {
    const found = auth.transaction(AbortSignal.timeout(5_000), async (transaction) => {
      await auth.query(transaction, `set local datestyle = 'German'`);
      return Application.findByPk('rival-client', { transaction });
    });
    await expect(found).rejects.toThrow(message);
  } finally {
    await auth.close();
  }
});
