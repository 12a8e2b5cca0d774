import { expect, it } from '@jest/globals';
import jwt from 'jsonwebtoken';
import request from 'supertest';
import { claimsFor, forge, signingKeyOf } from '../../support/access-token.ts';
import { query } from '../../support/postgres/database.ts';
import { startGateway } from '../../support/programs/gateway.ts';
import { sharedProduct } from '../../support/programs/shared-product.ts';
import { until } from '../../support/until.ts';
import { company, ofOAuth, requestReport, secret, tokenOf } from '../../support/fixtures.ts';

const path = '/auth/revoke';
const form = 'application/x-www-form-urlencoded';
const acmeBasic = basic('revoke-client', secret);

const product = await sharedProduct(company('revoke'), company('rival-of-revoke'));

it.each([
  ['a body', path, { clientId: 'acme', clientSecret: 'secret', token: 'd.e.f' }],
  ['parameters', `${path}?token=d.e.f`, undefined],
])('A revocation by a token with %s besides is refused', async (_, url, body) => {
  const answer = await request(product.url).post(url).set({ Authorization: 'Bearer a.b.c' }).send(body);
  const message = 'a Bearer token must come without body and parameters';
  expect([answer.status, (answer.body as { details: object }).details]).toEqual([400, { Authorization: { message } }]);
});

it.each<[string, (token: string) => request.Test]>([
  ['a form', (token) => post({ token, client_id: 'revoke-client', client_secret: secret }).type('form')],
  ['JSON with the names of OAuth', (token) => post({ token, client_id: 'revoke-client', client_secret: secret })],
  ['JSON and HTTP Basic', (token) => post({ token, token_type_hint: 'access_token' }).set('Authorization', acmeBasic)],
  ['the token itself', (token) => request(product.url).post(path).set('Authorization', `Bearer ${token}`)],
])('An application revokes its own token by %s, which the reports refuse within 5 seconds', async (_, revoke) => {
  const token = await tokenOf(product.url, 'revoke');
  const other = await tokenOf(product.url, 'revoke');
  await report(token).expect(200);
  const response = await revoke(token).expect(200);
  expect(response.text).toBe('');
  expect(response.headers['cache-control']).toBe('no-store');
  await until('refused', async () => (await report(token)).status === 401, 5_000);
  expect((await report(token)).body).toMatchObject({ error: 'invalid_token' });
  await report(other).expect(200);
  await revoke(token).expect(200);
});

it('Revoking an invalid, expired, foreign or badly signed token is answered 200, and revokes nothing', async () => {
  const key = await signingKeyOf(product.databaseUrl);
  const foreign = await tokenOf(product.url, 'rival-of-revoke');
  const expired = forge(key, { ...claimsFor('revoke'), jti: 'expired', exp: Math.floor(Date.now() / 1_000) - 60 });
  const badSignature = `${forge(key, { ...claimsFor('revoke'), jti: 'bad' }).slice(0, -8)}AAAAAAAA`;
  for (const token of ['garbage', 'a.b.c', foreign, expired, badSignature, 'x'.repeat(10_000)]) {
    const response = await post({ token, clientId: 'revoke-client', clientSecret: secret }).expect(200);
    expect(response.text).toBe('');
    if (token !== foreign) {
      const byItself = await request(product.url).post(path).set('Authorization', `Bearer ${token}`).expect(200);
      expect(byItself.text).toBe('');
    }
  }
  const { jti } = jwt.decode(foreign) as { jti: string };
  const revoked = await query(product.databaseUrl, 'select from auth.revoked_tokens where token_id = any ($1)', [
    [jti, 'expired', 'bad'],
  ]);
  expect(revoked).toEqual([]);
});

it('Wrong credentials are refused with 401, with a challenge where they came by HTTP Basic', async () => {
  const refused = await post({ token: 'garbage' }).set('Authorization', basic('revoke-client', 'wrong')).expect(401);
  expect(refused.body).toMatchObject({ error: 'invalid_client' });
  expect(refused.headers['www-authenticate']).toBe('Basic realm="client-reporting-api", charset="UTF-8"');
});

it('A revocation without a token or credentials is refused with details by parameter', async () => {
  const credentials = { clientId: 'revoke-client', clientSecret: secret };
  for (const [body, details] of [
    [credentials, { token: { message: 'is required' } }],
    [{ ...credentials, token: '' }, { token: { message: 'must not be empty' } }],
    [{ ...credentials, token: 1 }, { token: { message: 'must be a string' } }],
    [{ token: 'garbage' }, { clientId: { message: 'is required' }, clientSecret: { message: 'is required' } }],
  ] as const) {
    const response = await post(body).expect(400);
    const { message } = response.body as { message: string };
    expect(response.body).toEqual(ofOAuth({ error: 'validation_error', message, details }));
  }
  const twice = await request(product.url).post(path).type(form).send('token=a&token=a').expect(400);
  expect(twice.body).toMatchObject({ details: { token: { message: 'is given more than once' } } });
});

it('A revocation counts against the limits of POST /auth/token, by address and by client id', async () => {
  const gateway = await startGateway({ TRUST_PROXY: '127.0.0.1' }, product);
  try {
    const send = (to: string, address: string, body: object) =>
      request(gateway.url).post(to).set('X-Forwarded-For', address).send(body);
    const acme = { clientId: 'revoke-client', clientSecret: secret, token: 'garbage' };
    for (let n = 0; n < 3; n += 1) await send('/auth/token', `192.0.2.${n}`, acme).expect(200);
    for (let n = 3; n < 5; n += 1) await send(path, `192.0.2.${n}`, acme).expect(200);
    const byClient = await send(path, '192.0.2.5', acme).expect(429);
    expect(byClient.headers).toMatchObject({ 'ratelimit-limit': '5', 'ratelimit-remaining': '0' });
    for (let n = 0; n < 5; n += 1) await send(path, '192.0.2.9', { ...acme, clientId: `nobody-${n}` }).expect(401);
    await send('/auth/token', '192.0.2.9', { ...acme, clientId: 'rival-of-revoke-client' }).expect(429);
  } finally {
    await gateway.stop();
  }
});

function post(body: object) {
  return request(product.url).post(path).send(body);
}

function report(token: string) {
  return requestReport(product.url, token);
}

function basic(clientId: string, clientSecret: string): string {
  return `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
}
