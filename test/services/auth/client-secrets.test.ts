import { scryptSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import {
  createClientSecret,
  hashClientSecret,
  matchClientSecret,
} from '../../../services/auth/clients/client-secret.ts';
import { createSlowHashQueue } from '../../../services/auth/clients/slow-hash-queue.ts';
import { createDatabase, query } from '../../support/postgres/database.ts';
import { load, startProduct } from '../../support/programs/product.ts';
import type { Product } from '../../support/programs/product.ts';
import { until } from '../../support/until.ts';
import { company, secret, together } from '../../support/fixtures.ts';

const clientId = 'acme-client';

it('a generated secret can be told from anything else, and is within the 2 to 100 characters of the specification', () => {
  const made = Array.from({ length: 100 }, createClientSecret);
  expect(new Set(made).size).toBe(100);
  for (const generated of made) expect(generated).toMatch(/^crs_[0-9A-Za-z]{49}$/);
});

let product: Product;
beforeAll(async () => {
  product = await startProduct();
  const [given] = company('given').oauth_applications;
  const guessable = { oauth_applications: [{ ...given, client_secret: 'guessable' }] };
  await load(product.databaseUrl, together(company('acme'), { ...company('given'), ...guessable }));
});
afterAll(() => product.stop());

describe('while wrong secrets come in numbers', () => {
  it('those over the bound of slow hashes are a 503, and secrets that were generated go on', async () => {
    const wrong = Array.from({ length: 40 }, () => token('given-client', 'wrong'));
    const generated = await Promise.all([1, 2, 3].map(() => token(clientId, secret)));
    expect(generated.map(({ status }) => status)).toEqual([200, 200, 200]);
    const answers = await Promise.all(wrong);
    const refused = answers.filter(({ status }) => status === 503);
    expect(answers.filter(({ status }) => status === 401).length).toBe(answers.length - refused.length);
    expect(refused.length).toBeGreaterThan(0);
    for (const { body, headers } of refused) {
      expect(body).toMatchObject({ error: 'service_unavailable' });
      expect(headers['retry-after']).toBe('5');
    }
    expect((await token('given-client', 'guessable')).status).toBe(200);
  });

  async function token(id: string, clientSecret: string) {
    return request(product.url).post('/auth/oauth/token').send({
      clientId: id,
      clientSecret,
      grantType: 'client_credentials',
    });
  }
});

describe('the tokens’ endpoints', () => {
  it('take two secrets while they rotate, neither before it was made nor after it has expired', async () => {
    const [old, fresh] = [secret, createClientSecret()];
    expect(await statuses(old, fresh)).toEqual([200, 401]);
    await addSecret(fresh);
    expect(await statuses(old, fresh)).toEqual([200, 200]);
    await query(product.databaseUrl, `update auth.client_secrets set expires_at = now() where origin = 'given'`);
    expect(await statuses(old, fresh)).toEqual([401, 200]);
  });

  it('note when a secret was last used, at most once a minute', async () => {
    const used = createClientSecret();
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
    expect(await valid(secret)).toEqual([`given ${secret}`]);
    await give('another-secret');
    expect(await valid(secret, 'another-secret')).toEqual(['given another-secret']);
  });

  it('are stored by scrypt, with its cost and a salt of their own, unless they have the form of generated ones', async () => {
    const scrypt = /^\$scrypt\$ln=14,r=8,p=1\$[\w+/]{22}\$[\w+/]{43}$/;
    await give('guessable');
    const [first] = await stored();
    expect(first?.hash.toString()).toMatch(scrypt);
    await give('another-secret');
    await give('guessable');
    const [second] = await stored();
    expect(second?.hash.toString()).toMatch(scrypt);
    expect(second?.hash).not.toEqual(first?.hash);
    const generated = createClientSecret();
    await give(generated);
    expect((await stored())[0]?.hash).toEqual(hashClientSecret(clientId, generated));
    const mistyped = `${generated.slice(0, -1)}${generated.endsWith('0') ? '1' : '0'}`;
    await give(mistyped);
    expect((await stored())[0]?.hash.toString()).toMatch(scrypt);
  });

  it.each([
    ['that was generated', secret],
    ['that was not', 'guessable'],
  ])('change nothing when one %s comes again', async (_, given) => {
    await give(given);
    await query(database, `update auth.client_secrets set expires_at = now() + interval '1 day', last_used_at = now()`);
    const rows = () => query(database, 'select *, xmin::text from auth.client_secrets');
    const before = await rows();
    await give(given);
    expect(await rows()).toEqual(before);
  });

  it.each([
    ['by the fast hash, as an earlier version did', hashClientSecret(clientId, 'guessable')],
    ['at a lower cost', scryptOf('guessable', 10)],
  ])('which are stored %s are valid, and stored as others once they come again', async (_, hash) => {
    await query(database, 'update auth.oauth_applications set secret_hash = $1', [hash]);
    expect(await valid('guessable')).toEqual(['given guessable']);
    await give('guessable');
    expect(await valid('guessable')).toEqual(['given guessable']);
    expect((await stored())[0]?.hash.toString()).toMatch(/^\$scrypt\$ln=14,/);
  });

  it('may be one that was generated, which then leaves the old one its time', async () => {
    await query(database, `update auth.client_secrets set expires_at = now() + interval '1 day'`);
    const generated = await generate();
    const before = await stored();
    await give(generated);
    expect(await stored()).toEqual(before);
  });

  it('end all but the newest of those that were generated', async () => {
    await query(database, 'delete from auth.client_secrets');
    const [older, newer] = [await generate(), await generate()];
    await give('given-now');
    expect(await valid(older, newer, 'given-now')).toEqual([`generated ${newer}`, 'given given-now']);
  });

  async function give(clientSecret: string): Promise<void> {
    const [application] = company('acme').oauth_applications;
    await load(database, { oauth_applications: [{ ...application, client_secret: clientSecret }] });
  }

  async function generate(): Promise<string> {
    const clientSecret = createClientSecret();
    await query(
      database,
      `insert into auth.client_secrets (client_id, secret_hash, origin) values ($1, $2, 'generated')`,
      [clientId, hashClientSecret(clientId, clientSecret)],
    );
    return clientSecret;
  }

  /** Which of these is valid, and where it is from. */
  async function valid(...secrets: string[]): Promise<string[]> {
    const found = (await stored()).map(async (row) => {
      const matches = await Promise.all(secrets.map((given) => matchClientSecret(clientId, given, [row])));
      return `${row.origin} ${secrets[matches.indexOf(row)]}`;
    });
    return Promise.all(found);
  }

  async function stored() {
    return query<{ origin: string; hash: Buffer }>(
      database,
      `select origin, secret_hash as hash from auth.client_secrets
       where expires_at is null or expires_at > now() order by origin = 'given', created_at`,
    );
  }
});

it('slow hashes of one address take at most 8 of 18 places', async () => {
  const runSlowHash = createSlowHashQueue();
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const refused = expect.objectContaining({ name: 'ApiError', code: 'service_unavailable' });
  const requests = (count: number, address: string) =>
    Array.from({ length: count }, () =>
      runSlowHash(new AbortController().signal, address, () => finished.then(() => 'done')).catch(
        (error: unknown) => error,
      ),
    );
  const answers = [requests(9, '10.0.0.1'), requests(9, '10.0.0.2'), requests(3, '10.0.0.3')];
  finish();
  const done = (count: number) => Array<string>(count).fill('done');
  expect(await Promise.all(answers.map((each) => Promise.all(each)))).toEqual([
    [...done(8), refused],
    [...done(8), refused],
    [...done(2), refused],
  ]);
  expect(await Promise.all(requests(8, '10.0.0.1'))).toEqual(done(8));
});

function scryptOf(clientSecret: string, ln: number): Buffer {
  const salt = Buffer.alloc(16, 1);
  const hash = scryptSync(clientSecret, salt, 32, { N: 2 ** ln, r: 8, p: 1 });
  const [saltText, hashText] = [salt, hash].map((bytes) => bytes.toString('base64').replaceAll('=', ''));
  return Buffer.from(`$scrypt$ln=${ln},r=8,p=1$${saltText}$${hashText}`);
}
