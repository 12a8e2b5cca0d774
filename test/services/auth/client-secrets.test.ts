import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import {
  createClientSecret,
  hashClientSecret,
  matchClientSecret,
} from '../../../services/auth/clients/client-secret.ts';
import { createSlowHashQueue } from '../../../services/auth/clients/slow-hash-queue.ts';
import { createDatabase, query } from '../../support/postgres/database.ts';
import { load, startProduct, unlimited } from '../../support/programs/product.ts';
import type { Product } from '../../support/programs/product.ts';
import { runCommand } from '../../support/programs/command.ts';
import { slowHashOf } from '../../support/slow-hash.ts';
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
  product = await startProduct({ ...unlimited, TRUST_PROXY: '127.0.0.1', AUTH_DEADLINE_MS: '4000' });
  const [given] = company('given').oauth_applications;
  const guessable = { oauth_applications: [{ ...given, client_secret: 'guessable' }] };
  await load(product.databaseUrl, together(company('acme'), { ...company('given'), ...guessable }));
});
afterAll(() => product.stop());

describe('while wrong secrets come in numbers', () => {
  it('those for a client with a slow hash are a 503 over the bound, and secrets that were generated go on', async () => {
    const wrong = Array.from({ length: 12 }, () => token('given-client', 'wrong'));
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
    await servesGiven();
  });

  it('those for unknown clients, and for clients without a slow hash, take no place of those who need one', async () => {
    const wrong = ['unknown-client', 'missing-client', clientId].flatMap((id) =>
      Array.from({ length: 20 }, () => token(id, 'wrong')),
    );
    await servesGiven();
    const statuses = (await Promise.all(wrong)).map(({ status }) => status);
    expect(statuses).toEqual(Array(60).fill(401));
  });

  async function servesGiven() {
    await until('the holder of the given secret is served', async () => {
      return (await token('given-client', 'guessable')).status === 200;
    });
  }

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

    const grants = () =>
      query(
        product.databaseUrl,
        `select from auth.audit_events where event = 'token.granted' and address = '192.0.2.7'`,
      );
    await request(product.url)
      .post('/auth/token')
      .set('X-Forwarded-For', '192.0.2.7')
      .send({ clientId, clientSecret: used });
    await until('the second grant is written', async () => (await grants()).length === 1);
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
    const scrypt = /^\$scrypt\$ln=14,r=8,p=5\$[\w+/]{22}\$[\w+/]{43}$/;
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
    ['at a lower cost', slowHashOf('guessable', 10)],
  ])('which are stored %s are valid, and stored as others once they come again', async (_, hash) => {
    await query(database, 'update auth.oauth_applications set secret_hash = $1', [hash]);
    expect(await valid('guessable')).toEqual(['given guessable']);
    await give('guessable');
    expect(await valid('guessable')).toEqual(['given guessable']);
    expect((await stored())[0]?.hash.toString()).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$/);
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

describe('the pepper of given secrets', () => {
  const [pepper, other] = [randomBytes(32), randomBytes(32)];
  const settings = (...peppers: Buffer[]) => ({
    ...unlimited,
    AUTH_DEADLINE_MS: '4000',
    AUTH_SECRET_PEPPER: peppers.map((bytes) => bytes.toString('base64')).join(','),
  });
  const peppered = /^\$hmac-sha256\$k=[\da-f]{8}\$[\w+/]{43}$/;

  it('takes the place of the slow hash at the first right use, and nothing else of the secret changes', async () => {
    const database = await createDatabase();
    await load(database, together(given('guessable'), company('acme')));
    const before = await rows(database);
    const hash = before[0]?.secret_hash.toString() ?? '';
    expect(hash).toMatch(/^\$scrypt\$/);
    const first = await using(database, settings(pepper), async (ask) => {
      expect([await ask('guessed'), await ask('guessable'), await ask('guessable')]).toEqual([401, 200, 200]);
      return rows(database);
    });
    expect(first[0]?.secret_hash.toString()).toMatch(peppered);
    expect(withoutHash(first)).toEqual(withoutHash(before));
    expect(await applicationHash(database)).toEqual(first[0]?.secret_hash);

    // The import that knows the pepper finds the same secret.
    await load(database, given('guessable'), [pepper]);
    expect((await rows(database))[0]?.secret_hash).toEqual(first[0]?.secret_hash);

    const replaced = await using(database, settings(other, pepper), async (ask) => {
      expect([await ask('guessed'), await ask('guessable')]).toEqual([401, 200]);
      return rows(database);
    });
    expect(replaced[0]?.secret_hash.toString()).toMatch(peppered);
    expect(replaced[0]?.secret_hash).not.toEqual(first[0]?.secret_hash);
    expect(
      await using(database, settings(other), async (ask) => [await ask('guessed'), await ask('guessable')]),
    ).toEqual([401, 200]);
  });

  it('is what an import stores a new secret under', async () => {
    const database = await createDatabase();
    await load(database, given('guessable'), [pepper]);
    expect((await rows(database))[0]?.secret_hash.toString()).toMatch(peppered);
    const answers = await using(database, settings(pepper), async (ask) => {
      // More than the queue of slow hashes would take.
      const guesses = Array.from({ length: 20 }, () => ask('guessed'));
      expect(await ask('guessable')).toBe(200);
      return Promise.all(guesses);
    });
    expect(answers).toEqual(Array(20).fill(401));
  });

  it('stops the start of an auth that lacks it, in a line that names the setting', async () => {
    const database = await createDatabase();
    await load(database, given('guessable'), [pepper]);
    for (const environment of [{}, settings(other)]) {
      const { status, stderr } = await runCommand('node', ['dist/services/auth/main.js'], {
        ...environment,
        DATABASE_URL: database,
        GRPC_LISTEN: '127.0.0.1:0',
        INTERNAL_PORT: '0',
      });
      expect({ status, stderr }).toEqual({
        status: 1,
        stderr: 'auth: AUTH_SECRET_PEPPER: lacks the key that client secrets are stored under\n',
      });
    }
  });

  it('is required in production', async () => {
    const { status, stderr } = await runCommand('node', ['dist/services/auth/main.js'], {
      ...{ NODE_ENV: 'production', DATABASE_URL: 'postgres://127.0.0.1:1/none' },
      AUTH_KEY_ENCRYPTION_KEY: pepper.toString('base64'),
    });
    expect({ status, stderr }).toEqual({ status: 1, stderr: 'auth: AUTH_SECRET_PEPPER: is required but not set\n' });
  });

  function given(clientSecret: string) {
    const tables = company('given');
    const [application] = tables.oauth_applications;
    return { ...tables, oauth_applications: [{ ...application, client_secret: clientSecret }] };
  }

  type Row = { secret_hash: Buffer };

  function rows(database: string): Promise<Row[]> {
    return query<Row>(database, `select * from auth.client_secrets where client_id = 'given-client'`);
  }

  function withoutHash(secrets: Row[]) {
    // Written some time after each use.
    return secrets.map((row) => ({ ...row, secret_hash: null, last_used_at: null }));
  }

  async function applicationHash(database: string) {
    const [row] = await query<Row>(
      database,
      `select secret_hash from auth.oauth_applications where client_id = 'given-client'`,
    );
    return row?.secret_hash;
  }

  async function using<T>(
    database: string,
    environment: Record<string, string>,
    work: (ask: (clientSecret: string) => Promise<number>) => Promise<T>,
  ): Promise<T> {
    const started = await startProduct(environment, database);
    try {
      return await work(async (clientSecret) => {
        const answer = await request(started.url)
          .post('/auth/oauth/token')
          .send({ clientId: 'given-client', clientSecret, grantType: 'client_credentials' });
        return answer.status;
      });
    } finally {
      await started.stop();
    }
  }
});

it('slow hashes of one address, and those of one client id, take at most 4 of 8 places, those of an IPv6 /48 at most 6', async () => {
  const runSlowHash = createSlowHashQueue();
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const refused = expect.objectContaining({ name: 'ApiError', code: 'service_unavailable' });
  const requests = (count: number, clientAddress: string, clientIds: string[]) =>
    Array.from({ length: count }, (_, index) =>
      runSlowHash(
        { clientAddress, clientId: clientIds[index % clientIds.length] ?? '' },
        new AbortController().signal,
        () => finished.then(() => 'done'),
      ).catch((error: unknown) => error),
    );
  const done = (count: number) => Array<string>(count).fill('done');
  const given = async (...answers: Promise<unknown>[][]) => {
    finish();
    return Promise.all(answers.map((each) => Promise.all(each)));
  };
  expect(
    await given(
      requests(5, '10.0.0.1', ['a', 'b', 'c']),
      requests(3, '10.0.0.2', ['a']),
      requests(3, '10.0.0.3', ['d']),
    ),
  ).toEqual([
    [...done(4), refused],
    [...done(2), refused],
    [...done(2), refused],
  ]);
  expect(
    await given(
      requests(3, '2001:db8:1:1::/64', ['a', 'b', 'c']),
      requests(4, '2001:db8:1:2::/64', ['d', 'e', 'f', 'g']),
      requests(3, '2001:db8:2:1::/64', ['h']),
    ),
  ).toEqual([done(3), [...done(3), refused], [...done(2), refused]]);
});
