import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { expect, it } from '@jest/globals';
import jwt from 'jsonwebtoken';
import request from 'supertest';
import { company, requestReport, secret, tokenOf } from '../../support/fixtures.ts';
import { query } from '../../support/postgres/database.ts';
import { auditOf } from '../../support/programs/admin-command.ts';
import { importClient } from '../../support/programs/client-package.ts';
import { unlimited } from '../../support/programs/product.ts';
import { sharedProduct } from '../../support/programs/shared-product.ts';
import { until } from '../../support/until.ts';
import { ownGateway } from '../../support/programs/own-product.ts';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const stranger = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const pem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString();

const product = await sharedProduct(company('keyed'), company('other-keyed'), company('placed'));
const proxied = await ownGateway({ ...unlimited, TRUST_PROXY: '127.0.0.1' }, product);
await addKey('keyed-client', 'rsa', rsa.publicKey);
await addKey('keyed-client', 'ec', ec.publicKey);
await addKey('other-keyed-client', 'rsa', stranger.publicKey);

it('An assertion of a key gets a token that opens the reports, for keys of both kinds, once', async () => {
  for (const { privateKey } of [rsa, ec]) {
    const assertion = sign({}, privateKey);
    const { status, body } = await exchange(assertion);
    expect([status, body]).toEqual([200, { access_token: expect.any(String), token_type: 'Bearer', expires_in: 3600 }]);
    expect((await exchange(assertion)).body).toMatchObject({ error: 'invalid_client' });
  }
  const ofAddress = { aud: [`${product.url}/auth/oauth/token`, 'https://elsewhere.example'] };
  expect((await exchange(sign(ofAddress), { client_id: 'keyed-client' })).status).toBe(200);
});

it('An assertion of a key is accepted once of ten at a time, and only for its address, application and purpose', async () => {
  const assertion = sign({});
  const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(assertion)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 401)]);
  expect((await exchange(assertion, { client_id: 'other-keyed-client' })).status).not.toBe(200);
  await requestReport(product.url, sign({})).expect(401);
  expect((await exchange(await tokenOf(product.url, 'keyed'), { client_id: 'keyed-client' })).status).not.toBe(200);
});

it('An assertion of a key serves the client for Node.js', async () => {
  const { createClient } = await importClient();
  const client = createClient({ baseUrl: product.url, clientId: 'keyed-client', privateKey: pem(ec.privateKey) });
  expect((await client.company()).companyName).toBe('Company keyed');
  expect(() => createClient({ baseUrl: product.url, clientId: 'a', privateKey: 'b' })).toThrow(
    'privateKey must be a private key as PEM: RSA, P-256 or Ed25519',
  );
});

it.each([
  ['is ahead', { nbf: 8, iat: 8, exp: 308 }],
  ['is behind', { iat: -120, exp: -8 }],
])('An assertion of a key is accepted where the clock of its sender %s by 8 seconds', async (_, times) => {
  const own = Object.fromEntries(Object.entries(times).map(([name, fromNow]) => [name, seconds(fromNow)]));
  expect((await exchange(sign(own), { client_id: 'keyed-client' })).status).toBe(200);
});

it.each<[string, () => string]>([
  ['of a clock that is a minute ahead', () => sign({ nbf: seconds(60), exp: seconds(120) })],
  ['of another application', () => sign({ sub: 'other-keyed-client', iss: 'other-keyed-client' })],
  ['of a key of another application', () => sign({}, stranger.privateKey)],
  ['for another service', () => sign({ aud: 'https://elsewhere.example' })],
  ['that lives longer than five minutes', () => sign({ exp: seconds(400) })],
  ['that was made long ago to live longer', () => sign({ iat: seconds(-200), exp: seconds(200) })],
  ['that has expired', () => sign({ exp: seconds(-60) })],
  ['without an end', () => sign({ exp: undefined })],
  ['without an id', () => sign({ jti: undefined })],
  ['with an id that Postgres can not store', () => sign({ jti: 'a\0' })],
  ['by another issuer', () => sign({ iss: 'other-keyed-client' })],
  ['with no signature', () => jwt.sign(claims({}), '', { algorithm: 'none' })],
  [
    'with an HMAC keyed with the public key',
    () =>
      jwt.sign(claims({}), rsa.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'), {
        algorithm: 'HS256',
      }),
  ],
  ['of an unknown application', () => sign({ sub: 'unknown', iss: 'unknown' })],
])('An assertion is refused %s', async (_, assertion) => {
  const { status, body } = await exchange(assertion(), { client_id: 'keyed-client' });
  expect([status, body.error]).toEqual([401, 'invalid_client']);
  expect(body.error_description).toMatch(/The clock of its sender may differ by 10 seconds\.$/);
});

it.each([
  [{ client_assertion: 'garbage' }, { client_assertion: 'must be a JWT whose claim sub is the client id' }],
  [{ client_assertion_type: 'x' }, { client_assertion_type: `must be ${type}` }],
  [{ client_secret: secret }, { client_secret: 'must be left out when client_assertion is used' }],
])('An assertion of a key with %j is a 400', async (fields, problems) => {
  const { status, body } = await exchange(sign({}), fields);
  expect(status).toBe(400);
  expect(Object.entries(body.details ?? {}).map(([name, { message }]) => ({ [name]: message }))).toEqual([problems]);
});

it('An assertion is refused once its key is removed', async () => {
  await query(product.databaseUrl, `delete from auth.client_keys where key_id = 'ec'`);
  expect((await exchange(sign({}, ec.privateKey))).status).toBe(401);
  expect((await exchange(sign({}))).status).toBe(200);
});

it('A private key and a third key cannot be stored, and a weak or broken one opens nothing', async () => {
  const weak = generateKeyPairSync('rsa', { modulusLength: 1_024 });
  await addKey('placed-client', 'weak', weak.publicKey);
  await addKey('placed-client', 'none', '-----BEGIN PUBLIC KEY-----');
  const own = { iss: 'placed-client', sub: 'placed-client' };
  const assertion = jwt.sign(claims(own), weak.privateKey, { algorithm: 'RS256', allowInsecureKeySizes: true });
  expect((await exchange(assertion)).status).toBe(401);
  await expect(addKey('placed-client', 'third', rsa.publicKey)).rejects.toThrow(/two keys at most/);
  await expect(addKey('other-keyed-client', 'private', pem(rsa.privateKey))).rejects.toThrow(/check constraint/);
});

it('An application may refuse secrets', async () => {
  await tokenOf(product.url, 'keyed');
  await query(product.databaseUrl, changeKeyed, [true]);
  await request(product.url).post('/auth/token').send({ clientId: 'keyed-client', clientSecret: secret }).expect(401);
  expect((await exchange(sign({}))).status).toBe(200);
  await query(product.databaseUrl, changeKeyed, [false]);
  await tokenOf(product.url, 'keyed');
  await until('the audit has the refusals', async () => {
    const refused = await auditOf(product.databaseUrl, `client_id = 'keyed-client' and event = 'token.refused'`);
    const reasons = refused.map(({ reason }) => reason);
    return ['secrets_refused', 'used_assertion', 'wrong_assertion'].every((reason) => reasons.includes(reason));
  });
});

const changeKeyed = `update auth.oauth_applications set secrets_refused = $1 where client_id = 'keyed-client'`;

it('Used assertions are kept until they end', async () => {
  await query(product.databaseUrl, "update auth.used_assertions set expires_at = now() - interval '1 second'");
  expect((await exchange(sign({}))).status).toBe(200);
  expect(await query(product.databaseUrl, 'select from auth.used_assertions')).toHaveLength(1);
});

it('An application may name the networks from which its tokens work', async () => {
  const token = await tokenOf(product.url, 'placed');
  const from = async (address: string) => {
    const response = await requestReport(proxied.url, token).set('X-Forwarded-For', address);
    return [response.status, (response.body as { message?: string }).message];
  };
  const refused = [403, 'The application may not be used from this network.'];
  expect(await from('198.51.100.7')).toEqual([200, undefined]);
  const networks = ['203.0.113.0/25', '::ffff:203.0.113.128/121', '2001:db8:0:1:8000::/65'];
  const change = `update auth.oauth_applications set networks = $1 where client_id = 'placed-client'`;
  await query(product.databaseUrl, change, [networks]);
  await until('it is in force', async () => (await from('198.51.100.7'))[0] === 403, 5_000);
  for (const address of [
    '203.0.113.255',
    '::ffff:203.0.113.1',
    '::ffff:203.0.113.254',
    '2001:db8:0:1:8000::1',
    '203.0.113.9:4711',
  ]) {
    expect([address, ...(await from(address))]).toEqual([address, 200, undefined]);
  }
  for (const address of ['203.0.114.0', '2001:db8:0:1::1', '10.0.0.1', '203.0.113.1, 198.51.100.7']) {
    expect([address, ...(await from(address))]).toEqual([address, ...refused]);
  }
  await until('the audit has the refusals', async () => {
    const events = await auditOf(product.databaseUrl, `client_id = 'placed-client' and event = 'token.refused'`);
    return events.some((event) => JSON.stringify(event).includes('"reason":"other_network","address":"203.0.114.0"'));
  });
  await query(product.databaseUrl, change, [[]]);
  await until('it works everywhere', async () => (await from('198.51.100.7'))[0] === 200, 5_000);
});

function seconds(fromNow: number): number {
  return Math.floor(Date.now() / 1_000) + fromNow;
}

function claims(own: object): object {
  const good = { iss: 'keyed-client', sub: 'keyed-client', aud: product.url, jti: randomUUID(), exp: seconds(60) };
  return JSON.parse(JSON.stringify({ ...good, iat: seconds(0), ...own })) as object;
}

function sign(own: object, key: KeyObject = rsa.privateKey): string {
  return jwt.sign(claims(own), key, { algorithm: key.asymmetricKeyType === 'ec' ? 'ES256' : 'RS256' });
}

async function exchange(client_assertion: string, more: object = {}) {
  const form = { grant_type: 'client_credentials', client_assertion_type: type, client_assertion, ...more };
  const response = await request(product.url).post('/auth/oauth/token').type('form').send(form);
  const { status } = response;
  return {
    status,
    body: response.body as {
      error?: string;
      error_description?: string;
      details?: Record<string, { message: string }>;
    },
  };
}

function addKey(clientId: string, keyId: string, key: KeyObject | string) {
  const text = typeof key === 'string' ? key : key.export({ type: 'spki', format: 'pem' });
  const insert = 'insert into auth.client_keys (client_id, key_id, public_key) values ($1, $2, $3)';
  return query(product.databaseUrl, insert, [clientId, keyId, text]);
}
