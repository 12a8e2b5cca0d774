import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { createClientSecret, hashClientSecret } from '../../services/auth/client-secret.ts';
import { house } from '../support/command.ts';
import { createDatabase, query } from '../support/database.ts';
import { load, startProduct } from '../support/product.ts';
import type { Product } from '../support/product.ts';
import { until } from '../support/until.ts';
import { company, secret } from '../support/world.ts';

const clientId = 'acme-client';

it('a generated secret can be told from anything else, and is within the 2 to 100 characters of the specification', () => {
  const made = Array.from({ length: 100 }, createClientSecret);
  expect(new Set(made).size).toBe(100);
  for (const generated of made) expect(generated).toMatch(/^crs_[0-9A-Za-z]{49}$/);
});

describe('the tokens’ endpoints', () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct();
    await load(product.databaseUrl, company('acme'));
  });
  afterAll(() => product.stop());

  it('take two secrets while they rotate, neither before it was made nor after it has expired', async () => {
    const [old, fresh] = [secret, 'the-secret-that-replaces-it'];
    expect(await statuses(old, fresh)).toEqual([200, 401]);
    await addSecret(fresh);
    expect(await statuses(old, fresh)).toEqual([200, 200]);
    await query(product.databaseUrl, `update auth.client_secrets set expires_at = now() where origin = 'given'`);
    expect(await statuses(old, fresh)).toEqual([401, 200]);
  });

  it('note when a secret was last used, at most once a minute', async () => {
    const used = 'a-secret-that-is-used';
    await addSecret(used);
    const lastUsed = async () => {
      const [row] = await query<{ last_used_at: Date | null; version: string }>(
        product.databaseUrl,
        'select last_used_at, xmin::text as version from auth.client_secrets where secret_hash = $1',
        [hashClientSecret(clientId, used)],
      );
      return row;
    };
    expect((await lastUsed())?.last_used_at).toBeNull();
    const before = Date.now();
    await statuses(used);
    await until('it is noted', async () => (await lastUsed())?.last_used_at !== null);
    const first = await lastUsed();
    expect(first?.last_used_at?.getTime()).toBeGreaterThanOrEqual(before);

    const grants = () => query(product.databaseUrl, `select from auth.audit_events where event = 'token.granted'`);
    const count = (await grants()).length;
    await statuses(used);
    await until('the second grant is written', async () => (await grants()).length === count + 1);
    expect(await lastUsed()).toEqual(first);
  });

  async function statuses(...secrets: string[]): Promise<number[]> {
    const answers = secrets.map((clientSecret) =>
      request(product.url).post('/auth/token').send({ clientId, clientSecret }),
    );
    return (await Promise.all(answers)).map(({ status }) => status);
  }

  async function addSecret(clientSecret: string): Promise<void> {
    await query(
      product.databaseUrl,
      `with replaced as (update auth.client_secrets set expires_at = now() where origin = 'generated')
       insert into auth.client_secrets (client_id, secret_hash, origin) values ($1, $2, 'generated')`,
      [clientId, hashClientSecret(clientId, clientSecret)],
    );
  }
});

describe('secrets that are given from outside', () => {
  let database: string;
  beforeEach(async () => {
    database = await createDatabase();
    await load(database, company('acme'));
  });

  it('are valid as long as they are given', async () => {
    expect(await valid()).toEqual([`given ${hashOf(secret)}`]);
    await give('another-secret');
    expect(await valid()).toEqual([`given ${hashOf('another-secret')}`]);
  });

  it('change nothing when they come again', async () => {
    await query(database, `update auth.client_secrets set expires_at = now() + interval '1 day', last_used_at = now()`);
    const rows = () => query(database, 'select *, xmin::text from auth.client_secrets');
    const before = await rows();
    await give(secret);
    expect(await rows()).toEqual(before);
  });

  it('may be one that was generated, which then leaves the old one its time', async () => {
    await query(database, `update auth.client_secrets set expires_at = now() + interval '1 day'`);
    await generate('generated');
    const before = await valid();
    await give('generated');
    expect(await valid()).toEqual(before);
  });

  it('end all but the newest of those that were generated', async () => {
    await query(database, 'delete from auth.client_secrets');
    await generate('older');
    await generate('newer');
    await give('given-now');
    expect(await valid()).toEqual([`generated ${hashOf('newer')}`, `given ${hashOf('given-now')}`]);
  });

  async function give(clientSecret: string): Promise<void> {
    const [application] = company('acme').oauth_applications;
    await load(database, { oauth_applications: [{ ...application, client_secret: clientSecret }] });
  }

  async function generate(clientSecret: string): Promise<void> {
    await query(
      database,
      `insert into auth.client_secrets (client_id, secret_hash, origin) values ($1, $2, 'generated')`,
      [clientId, hashClientSecret(clientId, clientSecret)],
    );
  }

  async function valid(): Promise<string[]> {
    const rows = await query<{ secret: string }>(
      database,
      `select origin || ' ' || encode(secret_hash, 'hex') as secret from auth.client_secrets
       where expires_at is null or expires_at > now() order by origin = 'given', created_at`,
    );
    return rows.map(({ secret }) => secret);
  }
});

it('the migration takes over the secrets of yesterday, which yesterday’s service and import go on to use', async () => {
  const database = await createDatabase('template1');
  const apply = async (file: string) =>
    query(database, await readFile(path.join(house, 'services/auth/migrations', file), 'utf8'));
  const insert = (id: string) =>
    query(database, 'insert into auth.oauth_applications (client_id, secret_hash, grant_types) values ($1, $2, $3)', [
      id,
      hashClientSecret(id, secret),
      [],
    ]);
  const hashes = (columns: string) =>
    query(database, `select client_id, encode(secret_hash, 'hex') as hash from ${columns} order by client_id`);

  await apply('0001-accounts.up.sql');
  await insert('before');
  await apply('0003-client-secrets.up.sql');
  await insert('during');
  const expected = ['before', 'during'].map((id) => ({ client_id: id, hash: hashOf(secret, id) }));
  expect(await hashes('auth.client_secrets')).toEqual(expected);
  expect(await hashes('auth.oauth_applications')).toEqual(expected);

  await query(database, `insert into auth.oauth_applications (client_id, grant_types) values ('made-here', '{}')`);
  await apply('0003-client-secrets.down.sql');
  expect(await hashes('auth.oauth_applications')).toEqual([
    ...expected,
    { client_id: 'made-here', hash: '00'.repeat(32) },
  ]);
});

function hashOf(clientSecret: string, id = clientId): string {
  return hashClientSecret(id, clientSecret).toString('hex');
}
