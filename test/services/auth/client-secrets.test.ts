import { randomBytes } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import {
  createClientSecret,
  hashClientSecret,
  matchClientSecret,
} from '../../../services/auth/clients/client-secret.ts';
import { readAuthConfig } from '../../../services/auth/config.ts';
import { createDatabase, query } from '../../support/postgres/database.ts';
import { load, startProduct, unlimited } from '../../support/programs/product.ts';
import { startCommand } from '../../support/programs/command.ts';
import { scrape } from '../../support/network/scrape.ts';
import { temporaryDirectory } from '../../support/files.ts';
import { pepper } from '../../support/pepper.ts';
import { until } from '../../support/until.ts';
import { company, secret, tokenStatuses } from '../../support/fixtures.ts';
import { ownProduct } from '../../support/programs/own-product.ts';

const clientId = 'acme-client';

const { directory: temporary } = await temporaryDirectory();
const hashesFile = path.join(temporary, 'hashes');
const counting = { TRUST_PROXY: '127.0.0.1', NODE_OPTIONS: countingHashes() };
const product = await ownProduct(counting, ...['acme', 'revoked', 'bare'].map(company), given('guessable'));

it('Every refusal computes the same, whatever the client is', async () => {
  await query(
    product.databaseUrl,
    `update auth.oauth_applications set revoked_at = now() where client_id = 'revoked-client';
     delete from auth.client_secrets where client_id = 'bare-client';
     insert into auth.client_secrets (client_id, secret_hash, origin) values ('given-client', sha256('another'), 'generated')`,
  );
  const refused = async (clientId: string, clientSecret: string) => {
    const selects = await countSelects();
    await rm(hashesFile, { force: true });
    await request(product.url).post('/auth/token').send({ clientId, clientSecret }).expect(401);
    return { hashes: await readFile(hashesFile, 'utf8'), selects: (await countSelects()) - selects };
  };
  for (const wrong of ['a wrong secret', createClientSecret()]) {
    const unknown = await refused('unknown-client', wrong);
    expect(unknown).toEqual({ hashes: expect.stringContaining('createHmac\ntimingSafeEqual\n'), selects: 1 });
    for (const clientId of ['bare-client', 'acme-client', 'given-client', 'revoked-client']) {
      expect([clientId, await refused(clientId, wrong)]).toEqual([clientId, unknown]);
    }
  }
  expect(await refused('revoked-client', secret)).toEqual(await refused('unknown-client', secret));
});

/** Options of Node that have auth write a line for each computation of a hash. */
function countingHashes(): string {
  const code = `
    import crypto from 'node:crypto';
    import { appendFileSync } from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    if (process.argv[1].endsWith('services/auth/main.js')) {
      for (const name of ['createHmac', 'timingSafeEqual', 'scrypt', 'pbkdf2']) {
        const compute = crypto[name];
        crypto[name] = (...values) => {
          appendFileSync(${JSON.stringify(hashesFile)}, name + '\\n');
          return compute(...values);
        };
      }
      syncBuiltinESMExports();
    }`;
  return `--import=data:text/javascript,${encodeURIComponent(code)}`;
}

async function countSelects(): Promise<number> {
  const series = [...(await scrape(product.auth.internal()))].filter(([name]) =>
    /^client_reporting_db_statement_duration_seconds_count.*statement="select/.test(name),
  );
  return series.reduce((sum, [, count]) => sum + count, 0);
}

function given(clientSecret: string) {
  const tables = company('given');
  const [application] = tables.oauth_applications;
  return { ...tables, oauth_applications: [{ ...application, client_secret: clientSecret }] };
}

it('The token endpoints accept two secrets while they rotate, neither before it was made nor after it has expired', async () => {
  const [old, fresh] = [secret, createClientSecret()];
  expect(await statuses(old, fresh)).toEqual([200, 401]);
  await addSecret(fresh);
  expect(await statuses(old, fresh)).toEqual([200, 200]);
  await query(product.databaseUrl, `update auth.client_secrets set expires_at = now() where origin = 'given'`);
  expect(await statuses(old, fresh)).toEqual([401, 200]);
});

it('The token endpoints note when a secret was last used, at most once a minute', async () => {
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
  const again = request(product.url).post('/auth/token').set('X-Forwarded-For', '192.0.2.7');
  await again.send({ clientId, clientSecret: used });
  const grants = `select from auth.audit_events where event = 'token.granted' and address = '192.0.2.7'`;
  await until('it is written', async () => (await query(product.databaseUrl, grants)).length === 1);
  expect(await lastUsed()).toEqual(first);
});

const statuses = (...secrets: string[]) => tokenStatuses(product.url, clientId, ...secrets);

async function addSecret(clientSecret: string): Promise<void> {
  await query(
    product.databaseUrl,
    `with replaced as (update auth.client_secrets set expires_at = now() where origin = 'generated')
     insert into auth.client_secrets (client_id, secret_hash, origin) values ($1, $2, 'generated')`,
    [clientId, hashClientSecret(clientId, clientSecret)],
  );
}

describe('secrets that are given from outside', () => {
  let database: string;
  beforeEach(async () => {
    database = await createDatabase();
    await load(database, company('acme'));
  });

  it('Given secrets are stored under the pepper, unless they have the form of generated ones', async () => {
    await give('guessable');
    expect((await stored())[0]?.hash.toString()).toMatch(peppered);
    const generated = createClientSecret();
    await give(generated);
    expect((await stored())[0]?.hash).toEqual(hashClientSecret(clientId, generated));
    const mistyped = `${generated.slice(0, -1)}${generated.endsWith('0') ? '1' : '0'}`;
    await give(mistyped);
    expect((await stored())[0]?.hash.toString()).toMatch(peppered);
  });

  it.each([
    ['that was generated', secret],
    ['that was not', 'guessable'],
  ])('Given secrets change nothing when one %s comes again', async (_, given) => {
    await give(given);
    await query(database, `update auth.client_secrets set expires_at = now() + interval '1 day', last_used_at = now()`);
    const rows = () => query(database, 'select *, xmin::text from auth.client_secrets');
    const before = await rows();
    await give(given);
    expect(await rows()).toEqual(before);
  });

  it('A given secret may be a generated one, which then leaves the old one its time', async () => {
    await query(database, `update auth.client_secrets set expires_at = now() + interval '1 day'`);
    const generated = await generate();
    const before = await stored();
    await give(generated);
    expect(await stored()).toEqual(before);
  });

  it('A given secret ends the one before, and all generated ones except the newest', async () => {
    await query(database, 'delete from auth.client_secrets');
    const [older, newer] = [await generate(), await generate()];
    await give('given-before');
    await give('given-now');
    expect(await valid(older, newer, 'given-before', 'given-now')).toEqual([`generated ${newer}`, 'given given-now']);
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
    return (await stored()).map((row) => {
      const valid = secrets.find((given) => matchClientSecret(clientId, given, [row], [pepper]));
      return `${row.origin} ${valid}`;
    });
  }

  async function stored() {
    return query<{ origin: string; hash: Buffer }>(
      database,
      `select origin, secret_hash as hash from auth.client_secrets
       where expires_at is null or expires_at > now() order by origin = 'given', created_at`,
    );
  }
});

const peppered = /^\$hmac-sha256\$k=[\da-f]{8}\$[\w+/]{43}$/;

const [old, other] = [randomBytes(32), randomBytes(32)];
const settings = (...peppers: Buffer[]) => ({
  ...unlimited,
  AUTH_SECRET_PEPPER: peppers.map((bytes) => bytes.toString('base64')).join(','),
});

it('The pepper may be one of several: the first is for new secrets, the others for existing ones', async () => {
  const database = await createDatabase();
  await load(database, given('guessable'), [old]);
  const before = await query(database, 'select *, xmin::text from auth.client_secrets');
  await load(database, given('guessable'), [other, old]);
  expect(await query(database, 'select *, xmin::text from auth.client_secrets')).toEqual(before);
  const started = await startProduct(settings(other, old), database);
  try {
    const token = (clientSecret: string) =>
      request(started.url).post('/auth/token').send({ clientId: 'given-client', clientSecret });
    await token('guessable').expect(200);
    await token('guessed').expect(401);
    await load(database, given('guessable again'), [other, old]);
    await token('guessable again').expect(200);
  } finally {
    await started.stop();
  }
  // The old one can go now.
  expect(await startAuth(database, settings(other), 'SIGTERM')).toMatchObject({ status: 0, stderr: '' });
});

it('The pepper is required by auth', () => {
  const settings = { DATABASE_URL: 'postgres://127.0.0.1:1/nothing' };
  expect(() => readAuthConfig(settings)).toThrow('AUTH_SECRET_PEPPER: is required but not set');
});

it('A wrong pepper stops the start of auth, in a line that names the setting', async () => {
  const database = await createDatabase();
  await load(database, given('guessable'));
  const stderr = 'auth: AUTH_SECRET_PEPPER: lacks the key that client secrets are stored under\n';
  expect(await startAuth(database, settings(other))).toMatchObject({ status: 1, stderr });
});

/** How it ends; with a signal, which it is sent once it serves. */
async function startAuth(database: string, environment: Record<string, string>, signal?: 'SIGTERM') {
  const command = startCommand('node', ['dist/services/auth/main.js'], {
    ...environment,
    DATABASE_URL: database,
    GRPC_LISTEN: '127.0.0.1:0',
    INTERNAL_PORT: '0',
  });
  if (signal) {
    await until('it serves', () => command.stdout().includes('"msg":"ready"'));
    command.process.kill(signal);
  }
  return { status: await command.ended, stderr: command.stderr() };
}
