import { beforeAll, expect, it } from '@jest/globals';
import jwt from 'jsonwebtoken';
import request from 'supertest';
import { claimsFor, signingKeyOf } from '../../support/access-token.ts';
import type { SigningKey } from '../../support/access-token.ts';
import { load } from '../../support/programs/product.ts';
import { sharedProduct } from '../../support/programs/shared-product.ts';
import { company, ofOAuth, paymentsPath, secret, timesheetsPath, tokenOf } from '../../support/fixtures.ts';

const tokenPath = '/auth/token';
const oauthPath = '/auth/oauth/token';
const grantType = 'client_credentials';
const dates = 'fromDate=2024-02-01&toDate=2024-02-29';

const invalidClient = { error: 'invalid_client', message: 'The client ID or the client secret is wrong.' };
const wrongGrant = { error: 'forbidden', message: 'The grant type must be client_credentials.' };

let key: SigningKey;
const product = await sharedProduct();

beforeAll(async () => {
  await load(product.databaseUrl, company('endpoints'));
  await tokenOf(product.url, 'endpoints');
  key = await signingKeyOf(product.databaseUrl);
});

it('the token endpoints answer 200 with a bearer token, its lifetime in seconds, and no-store', async () => {
  const response = await post(tokenPath, { clientId: 'endpoints-client', clientSecret: secret }).expect(200);
  expect(response.body).toEqual({ accessToken: expect.any(String), tokenType: 'Bearer', expiresIn: 3_600 });
  expect(response.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
  });
  const credentials = { clientId: 'endpoints-client', clientSecret: secret, grantType };
  const oauth = await post(oauthPath, credentials).expect(200);
  expect(oauth.body).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: 3_600 });
  expect(oauth.headers['cache-control']).toBe('no-store');
});

it('the token endpoints issue a JWT of one hour that names the application and its user', async () => {
  const token = await tokenOf(product.url, 'endpoints');
  const decoded = jwt.decode(token, { complete: true });
  const payload = decoded?.payload as Record<string, unknown>;
  expect(decoded?.header).toEqual({ alg: 'RS256', typ: 'JWT', kid: key.kid });
  expect(payload).toEqual({
    ...claimsFor('endpoints'),
    jti: expect.stringMatching(/^[\w-]{36}$/),
    iat: expect.any(Number),
    exp: expect.any(Number),
  });
  expect(Number(payload.exp) - Number(payload.iat)).toBe(3_600);
  expect(Math.abs(Number(payload.iat) - Date.now() / 1_000)).toBeLessThan(60);
  const { jti } = jwt.decode(await tokenOf(product.url, 'endpoints')) as { jti: string };
  expect(jti).not.toBe(payload.jti);
});

it('the token endpoints issue tokens of which either opens both reports', async () => {
  const credentials = { clientId: 'endpoints-client', clientSecret: secret, grantType };
  const { accessToken } = (await post(tokenPath, credentials)).body as { accessToken: string };
  const { access_token: oauthToken } = (await post(oauthPath, credentials)).body as { access_token: string };
  for (const token of [accessToken, oauthToken]) {
    for (const path of [paymentsPath, timesheetsPath]) await report(`Bearer ${token}`, path).expect(200);
  }
});

it.each([
  ['broken JSON', '{"clientId":', 'is not valid JSON'],
  ['an array', '[{"clientId":"endpoints-client"}]', 'must be a JSON object'],
])('the token endpoints refuse %s', async (_, body, message) => {
  for (const path of [tokenPath, oauthPath]) {
    const response = await request(product.url).post(path).type('json').send(body).expect(400);
    expect(response.body).toEqual(errorOf(path, bodyError(message)));
  }
});

it('the token endpoints refuse bytes that are no UTF-8', async () => {
  const response = await fetch(`${product.url}${tokenPath}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: Buffer.from('{"clientId":"\xff\xfe","clientSecret":"secret"}', 'latin1'),
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual(bodyError('is not valid UTF-8'));
});

it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'multipart/form-data; boundary=x'])(
  'the token endpoints refuse a body of the type %s',
  async (type) => {
    const body = JSON.stringify({ clientId: 'endpoints-client', clientSecret: secret, grantType });
    const isForm = type === 'application/x-www-form-urlencoded';
    for (const path of isForm ? [tokenPath] : [tokenPath, oauthPath]) {
      const response = await request(product.url).post(path).set('Content-Type', type).send(body).expect(400);
      const forms = isForm
        ? `; ${oauthPath} takes forms`
        : path === oauthPath
          ? ', or a form, with Content-Type: application/x-www-form-urlencoded'
          : '';
      const message = `must be a JSON object, with Content-Type: application/json${forms}`;
      expect(response.body).toEqual(errorOf(path, bodyError(message)));
    }
  },
);

it('the token endpoints take a body of 16 KiB, and none of more', async () => {
  const body = { clientId: 'endpoints-client', clientSecret: secret, padding: '' };
  const atLimit = { ...body, padding: 'x'.repeat(16 * 1_024 - JSON.stringify(body).length) };
  await post(tokenPath, atLimit).expect(200);
  const response = await post(tokenPath, { ...atLimit, more: 1 }).expect(413);
  expect(response.body).toEqual({ error: 'payload_too_large', message: 'The body exceeds 16 KiB.' });
});

it.each([
  ['absent', {}, 'is required'],
  ['no string', { clientId: 12, clientSecret: 12 }, 'must be a string'],
  ['null', { clientId: null, clientSecret: null }, 'must be a string'],
  ['empty', { clientId: '', clientSecret: '' }, 'must have at least 2 characters'],
  ['1 character long', { clientId: 'x', clientSecret: 'x' }, 'must have at least 2 characters'],
  ['101 long', { clientId: 'x'.repeat(101), clientSecret: 'x'.repeat(101) }, 'must have at most 100 characters'],
])('the token endpoints refuse credentials that are %s, with details by field', async (_, credentials, message) => {
  for (const path of [tokenPath, oauthPath]) {
    const response = await post(path, { ...credentials, grantType }).expect(400);
    const details = { clientId: { message }, clientSecret: { message } };
    const text = `The request is not valid. clientId: ${message}. clientSecret: ${message}`;
    expect(response.body).toEqual(errorOf(path, { error: 'validation_error', message: text, details }));
  }
});

it('POST /auth/token names its own names where those of OAuth are given', async () => {
  const isNamed = (name: string, other: string) => ({
    message: `is required; ${other} is given: its name here is ${name}`,
  });
  const response = await post(tokenPath, { client_id: 'endpoints-client', client_secret: secret }).expect(400);
  expect(response.body).toMatchObject({
    details: {
      clientId: isNamed('clientId', 'client_id'),
      clientSecret: isNamed('clientSecret', 'client_secret'),
    },
  });
  const one = await post(tokenPath, { client_id: 'endpoints-client', clientSecret: secret }).expect(400);
  expect(one.body).toMatchObject({ details: { clientId: isNamed('clientId', 'client_id') } });
  await post(tokenPath, { clientId: 'endpoints-client', clientSecret: secret, client_id: 'other' }).expect(200);
});

it.each(['xx', 'x'.repeat(100), 'a\0b', '\ud800\ud800', "'; drop table auth.users --", 'constructor'])(
  'the token endpoints look up any client id of 2 to 100 characters: %j',
  async (clientId) => {
    const response = await post(tokenPath, { clientId, clientSecret: clientId }).expect(401);
    expect(response.body).toEqual(invalidClient);
  },
);

it('the token endpoints require grantType as a string on /auth/oauth/token; /auth/token may do without', async () => {
  const credentials = { clientId: 'endpoints-client', clientSecret: secret };
  const missing = await post(oauthPath, credentials).expect(400);
  expect(missing.body).toMatchObject({ details: { grantType: { message: 'is required' } } });
  for (const path of [tokenPath, oauthPath]) {
    for (const wrong of [1, null, {}, [grantType]]) {
      const response = await post(path, { ...credentials, grantType: wrong }).expect(400);
      expect(response.body).toMatchObject({ details: { grantType: { message: 'must be a string' } } });
    }
    for (const other of ['password', '', 'CLIENT_CREDENTIALS']) {
      const response = await post(path, { ...credentials, grantType: other }).expect(403);
      expect(response.body).toEqual(errorOf(path, wrongGrant));
    }
    await post(path, { ...credentials, grantType, scope: 'ignored', __proto__: 1 }).expect(200);
  }
});

it.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const)(
  'the token endpoints take only POST, not %s',
  async (method) => {
    for (const path of [tokenPath, oauthPath]) {
      const response = await request(product.url)[method.toLowerCase() as 'get'](path).expect(405);
      const message = 'This path does not support the method; use POST.';
      expect(response.body).toEqual(errorOf(path, { error: 'method_not_allowed', message }));
      expect(response.headers.allow).toBe('POST');
    }
  },
);

it('the token endpoints require no bearer token, and ignore one', async () => {
  const credentials = { clientId: 'endpoints-client', clientSecret: secret };
  await post(tokenPath, credentials).set('Authorization', 'Bearer garbage').expect(200);
});

function post(path: string, body: object) {
  return request(product.url).post(path).send(body);
}

function report(authorization: string | undefined, path = paymentsPath) {
  const requested = request(product.url).get(`${path}?${dates}`);
  return authorization === undefined ? requested : requested.set('Authorization', authorization);
}

function errorOf(path: string, body: { error: string; message: string; details?: object }) {
  return path === oauthPath ? ofOAuth(body) : body;
}

function bodyError(message: string) {
  return {
    error: 'validation_error',
    message: `The request is not valid. body: ${message}`,
    details: { body: { message } },
  };
}
