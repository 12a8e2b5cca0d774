import { expect, it } from '@jest/globals';
import jwt from 'jsonwebtoken';
import request from 'supertest';
import { claimsFor, signingKeyOf } from '../../support/access-token.ts';
import { sharedProduct } from '../../support/programs/shared-product.ts';
import {
  company,
  ofOAuth,
  paymentsPath,
  requestReport,
  secret,
  timesheetsPath,
  tokenOf,
} from '../../support/fixtures.ts';

const tokenPath = '/auth/token';
const oauthPath = '/auth/oauth/token';
const grantType = 'client_credentials';
const formType = 'application/x-www-form-urlencoded';
const credentials = { clientId: 'endpoints-client', clientSecret: secret };
const form = { grant_type: grantType, client_id: 'endpoints-client', client_secret: secret };
const twoValues = 'must not be given with two values';
const besideBasic = 'must be left out when HTTP Basic is used, which a .netrc file may have added';
const ownBasic = basic('endpoints-client', secret);
const granted = { access_token: expect.any(String), token_type: 'Bearer', expires_in: 3_600 };

const invalidClient = { error: 'invalid_client', message: 'The client ID or the client secret is wrong.' };
const wrongGrant = { error: 'forbidden', message: 'The grant type must be client_credentials.' };

const product = await sharedProduct(company('endpoints'));
const key = await signingKeyOf(product.databaseUrl);

it('The token endpoints answer 200 with a bearer token that opens both reports, its lifetime in seconds, and no-store', async () => {
  const json = await post(tokenPath, credentials).expect(200);
  expect(json.body).toEqual({ accessToken: expect.any(String), tokenType: 'Bearer', expiresIn: 3_600 });
  const oauth = await post(oauthPath, { ...credentials, grantType }).expect(200);
  expect(oauth.body).toEqual(granted);
  for (const { headers, body } of [json, oauth]) {
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' });
    const { accessToken, access_token = accessToken } = body as Record<string, string>;
    for (const path of [paymentsPath, timesheetsPath])
      await requestReport(product.url, access_token ?? '', path).expect(200);
  }
});

it('The token endpoints issue a JWT of one hour that names the application and its user', async () => {
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

it.each<[string, string | Buffer, string]>([
  ['broken JSON', '{"clientId":', 'is not valid JSON'],
  ['an array', '[{"clientId":"endpoints-client"}]', 'must be a JSON object'],
  ['bytes that are no UTF-8', Buffer.from('{"clientId":"\xff\xfe"}', 'latin1'), 'is not valid UTF-8'],
])('The token endpoints refuse %s', async (_, body, message) => {
  for (const path of [tokenPath, oauthPath]) {
    expect(await send(body, 'application/json', '', path)).toMatchObject({
      status: 400,
      body: errorOf(path, bodyError(message)),
    });
  }
});

it.each([
  [tokenPath, 'text/plain', ''],
  [tokenPath, formType, ''],
  [oauthPath, 'multipart/form-data; boundary=x', `, or a form, with Content-Type: ${formType}`],
])('The endpoint %s refuses a body of the type %s', async (path, type, forms) => {
  const { status, body } = await send(JSON.stringify({ ...credentials, grantType }), type, '', path);
  const message = `must be a JSON object, with Content-Type: application/json${forms}`;
  expect([status, body]).toEqual([400, errorOf(path, bodyError(message))]);
});

it('The token endpoints accept a body of 16 KiB, and refuse a larger one', async () => {
  const atLimit = {
    ...credentials,
    padding: 'x'.repeat(16 * 1_024 - JSON.stringify({ ...credentials, padding: '' }).length),
  };
  await post(tokenPath, atLimit).expect(200);
  const tooLarge = { error: 'payload_too_large', message: 'The body exceeds 16 KiB.' };
  expect((await post(tokenPath, { ...atLimit, more: 1 }).expect(413)).body).toEqual(tooLarge);
  const long = await send(String(new URLSearchParams({ ...form, padding: 'x'.repeat(16_384) })), formType);
  expect([long.status, long.body]).toEqual([413, ofOAuth(tooLarge)]);
});

it.each([
  ['absent', {}, 'is required'],
  ['null', { clientId: null, clientSecret: null }, 'must be a string'],
  ['1 character long', { clientId: 'x', clientSecret: 'x' }, 'must have at least 2 characters'],
  ['101 long', { clientId: 'x'.repeat(101), clientSecret: 'x'.repeat(101) }, 'must have at most 100 characters'],
])('The token endpoints refuse credentials that are %s, with details by field', async (_, wrong, message) => {
  for (const path of [tokenPath, oauthPath]) {
    const response = await post(path, { ...wrong, grantType }).expect(400);
    const details = { clientId: { message }, clientSecret: { message } };
    const text = `The request is not valid. clientId: ${message}. clientSecret: ${message}`;
    expect(response.body).toEqual(errorOf(path, { error: 'validation_error', message: text, details }));
  }
});

it.each(['xx', 'x'.repeat(100), 'a\0b', '\ud800\ud800', "'; drop table auth.users --", 'constructor'])(
  'The token endpoints look up any client id of 2 to 100 characters: %j',
  async (clientId) => {
    const response = await post(tokenPath, { clientId, clientSecret: clientId }).expect(401);
    expect(response.body).toEqual(invalidClient);
  },
);

it('The token endpoints name a blank or a line end at the end of a wrong client id or secret', async () => {
  const message = `${invalidClient.message} One begins or ends with a blank or a line end.`;
  for (const wrong of [{ clientSecret: `${secret}\n` }, { clientId: ' endpoints-client' }]) {
    const response = await post(tokenPath, { ...credentials, ...wrong }).expect(401);
    expect(response.body).toEqual({ ...invalidClient, message });
  }
});

it('The token endpoints require grantType as a string on /auth/oauth/token; on /auth/token it is optional', async () => {
  const missing = await post(oauthPath, credentials).expect(400);
  expect(missing.body).toMatchObject({ details: { grantType: { message: 'is required' } } });
  for (const path of [tokenPath, oauthPath]) {
    for (const wrong of [null, [grantType]]) {
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

it('The token endpoints require no bearer token, and ignore one', async () => {
  await post(tokenPath, credentials).set('Authorization', 'Bearer garbage').expect(200);
});

it.each<[string, object | string, string]>([
  ['names of both endpoints', { client_id: 'endpoints-client', clientSecret: secret, grantType }, ''],
  ['a name of each with the same value', { ...form, clientId: 'endpoints-client', grantType }, ''],
  ['HTTP Basic', { grant_type: grantType }, ownBasic],
  ['a form, and other parameters', urlEncoded({ ...form, scope: 'ignored' }), ''],
  ['a form, and HTTP Basic in any case', urlEncoded({ grant_type: grantType }), ownBasic.replace('Basic', 'bAsIc')],
])(`The endpoint ${oauthPath} accepts %s`, async (_, body, authorization) => {
  expect(await sendParameters(body, authorization)).toMatchObject({ status: 200, body: granted });
});

it.each<[string, object | string, string, object]>([
  ['parameters without a value', 'client_id=&client_secret=', '', required('client_id', 'client_secret', 'grant_type')],
  ['a parameter twice', 'client_id=aa&client_id=aa', '', problem('client_id', 'is given more than once')],
  ['broken percent-encoding', 'client_id=%zz', '', problem('client_id', 'is not valid percent-encoded UTF-8')],
  ['HTTP Basic that is no UTF-8', '', `Basic ${Buffer.from([0xff, 0x3a, 0xff]).toString('base64')}`, badBasic()],
  ['HTTP Basic with broken percent-encoding', '', `Basic ${Buffer.from('a%zz:b').toString('base64')}`, badBasic()],
  ['HTTP Basic and nothing after', { grant_type: grantType }, 'Basic', badBasic()],
  ['another secret beside HTTP Basic', 'client_secret=a', 'Basic %', problem('client_secret', besideBasic)],
  ['the secret of HTTP Basic in JSON', { ...credentials, grantType }, ownBasic, problem('clientSecret', besideBasic)],
  ['another client id in JSON', { clientId: 'rival-client', grantType }, ownBasic, problem('clientId', besideBasic)],
  ['nothing', {}, '', required('clientId', 'clientSecret', 'grantType')],
  ['nothing but a client id', { client_id: 'aa' }, '', required('client_secret', 'grant_type')],
  ['two client ids', { ...form, clientId: 'rival-client' }, '', problem('client_id', twoValues)],
])(`The endpoint ${oauthPath} refuses %s`, async (_, body, authorization, details) => {
  const answer = await sendParameters(body, authorization);
  const message = expect.any(String);
  expect([answer.status, answer.body]).toEqual([
    400,
    { error: 'validation_error', message, error_description: message, details },
  ]);
});

it.each(['"utf-8"', 'iso-8859-1', 'none'])(
  `The endpoint ${oauthPath} accepts ASCII text as the charset %s`,
  async (charset) => {
    expect((await send(urlEncoded(form), `${formType}; charset=${charset}`)).status).toBe(200);
    expect((await send(JSON.stringify(form), `application/json; charset=${charset}`)).status).toBe(200);
  },
);

it(`The endpoint ${oauthPath} refuses a form outside UTF-8, whatever its charset`, async () => {
  const answer = await send(Buffer.from('client_id=\xe9\xe9', 'latin1'), `${formType}; charset=iso-8859-1`);
  const details = { body: { message: 'is not valid UTF-8' } };
  expect([answer.status, answer.body]).toMatchObject([400, { details }]);
});

it('Wrong credentials are refused with a challenge where they came by HTTP Basic', async () => {
  const byForm = await sendParameters(urlEncoded({ ...form, client_secret: 'wrong' }));
  expect([byForm.status, byForm.body]).toEqual([401, ofOAuth(invalidClient)]);
  expect(byForm.headers.get('www-authenticate')).toBeNull();
  const byBasic = await sendParameters({ grant_type: grantType }, basic('endpoints-client', 'wrong'));
  expect([byBasic.status, byBasic.body]).toEqual([401, ofOAuth(invalidClient)]);
  expect(byBasic.headers.get('www-authenticate')).toBe('Basic realm="client-reporting-api", charset="UTF-8"');
});

function post(path: string, body: object) {
  return request(product.url).post(path).send(body);
}

/** Parameters of OAuth as JSON, or as a form that is encoded already. */
function sendParameters(body: object | string, authorization?: string) {
  return typeof body === 'string'
    ? send(body, formType, authorization)
    : send(JSON.stringify(body), 'application/json', authorization);
}

async function send(body: string | Buffer, type: string, authorization = '', path = oauthPath) {
  const response = await fetch(`${product.url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': type, ...(authorization && { Authorization: authorization }) },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

function urlEncoded(parameters: Record<string, string>): string {
  return String(new URLSearchParams(parameters));
}

function basic(clientId: string, clientSecret: string): string {
  return `Basic ${Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString('base64')}`;
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

function problem(name: string, message: string) {
  return { [name]: { message } };
}

function required(...names: string[]) {
  return Object.assign({}, ...names.map((name) => problem(name, 'is required'))) as object;
}

function badBasic() {
  return problem('Authorization', 'must be Basic and CLIENT_ID:CLIENT_SECRET in base64, each form-urlencoded before');
}
