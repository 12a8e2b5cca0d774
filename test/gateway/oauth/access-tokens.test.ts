import { createHmac, generateKeyPairSync } from 'node:crypto';
import { beforeAll, expect, it } from '@jest/globals';
import jwt from 'jsonwebtoken';
import request from 'supertest';
import { claimsFor, forge, signingKeyOf } from '../../support/access-token.ts';
import type { SigningKey } from '../../support/access-token.ts';
import { load } from '../../support/programs/product.ts';
import { sharedProduct } from '../../support/programs/shared-product.ts';
import { company, paymentsPath, secret, timesheetsPath, tokenOf } from '../../support/fixtures.ts';

const invalidToken = {
  error: 'invalid_token',
  message: 'The access token is invalid, expired or revoked. Request a new one.',
};
const unauthorized = {
  error: 'unauthorized',
  message: 'The application or its token is not associated with a user.',
};

let key: SigningKey;
const product = await sharedProduct();

beforeAll(async () => {
  await load(product.databaseUrl, company('accesses'));
  await tokenOf(product.url, 'accesses');
  key = await signingKeyOf(product.databaseUrl);
});

it('the reports refuse a request with no Authorization', async () => {
  for (const path of [paymentsPath, timesheetsPath]) {
    const response = await report(undefined, path).expect(401);
    expect(response.body).toEqual({
      error: 'missing_token',
      message: 'The Authorization header is missing. Send "Authorization: Bearer <ACCESS_TOKEN>".',
    });
    expect(response.headers['www-authenticate']).toBe('Bearer');
  }
});

it('the reports take the scheme in any case', async () => {
  const token = await tokenOf(product.url, 'accesses');
  await report(`bearer ${token}`).expect(200);
  await report(`BEARER  ${token}`).expect(200);
});

const ownKey = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export({
  type: 'pkcs8',
  format: 'pem',
});
const past = Math.floor(Date.now() / 1_000) - 60;

it.each<[string, () => string]>([
  ['garbage in three parts', () => 'Bearer a.b.c'],
  ['a payload that is no JSON', () => `Bearer ${sealed({ alg: 'RS256', typ: 'JWT', kid: key.kid }, 'garbage')}`],
  ['a payload that is no object', () => `Bearer ${sealed({ alg: 'RS256', typ: 'JWT', kid: key.kid }, '"text"')}`],
  ['a header that is no object', () => `Bearer ${sealed('RS256', '{}')}`],
  ['a kid that is no string', () => `Bearer ${sealed({ alg: 'RS256', typ: 'JWT', kid: { a: 1 } }, '{}')}`],
  ['a bad signature', () => `Bearer ${good().slice(0, -8)}AAAAAAAA`],
  ['no signature', () => `Bearer ${good().replace(/[^.]+$/, '')}`],
  ['claims that were changed', () => `Bearer ${withClaims({ ...claimsFor('accesses'), sub: 'revoked-user' })}`],
  [
    'a signature of another key under our kid',
    () => `Bearer ${forge({ ...key, privateKey: ownKey.toString() }, claimsFor('accesses'))}`,
  ],
  ['a key that we do not have', () => `Bearer ${forge({ ...key, kid: 'nobody' }, claimsFor('accesses'))}`],
  ['no kid', () => `Bearer ${jwt.sign(claimsFor('accesses'), key.privateKey, { algorithm: 'RS256' })}`],
  ['the algorithm none', () => `Bearer ${jwt.sign(claimsFor('accesses'), '', { algorithm: 'none', keyid: key.kid })}`],
  ['an HMAC keyed with our public key', () => `Bearer ${hmacWithPublicKey()}`],
  ['another algorithm of our key', () => `Bearer ${forge(key, claimsFor('accesses'), { algorithm: 'RS512' })}`],
  ['another issuer', () => `Bearer ${forge(key, { ...claimsFor('accesses'), iss: 'somebody' })}`],
  ['another audience', () => `Bearer ${forge(key, { ...claimsFor('accesses'), aud: 'somebody' })}`],
  ['an expiry that is past', () => `Bearer ${forge(key, { ...claimsFor('accesses'), exp: past })}`],
  ['a start that is to come', () => `Bearer ${forge(key, { ...claimsFor('accesses'), nbf: past + 3_600 })}`],
  ['no expiry', () => `Bearer ${forge(key, withoutExpiry(claimsFor('accesses')))}`],
])('the reports refuse %s', async (_, authorization) => {
  const response = await report(authorization()).expect(401);
  expect(response.body).toEqual(invalidToken);
  expect(response.headers['www-authenticate']).toBe(challenge(invalidToken.message));
});

const noBearer = 'what came does not begin with `Bearer`.';
const look = 'Look at the answer to the token request.';

it.each<[string, () => string, string]>([
  [
    'HTTP Basic',
    () => `Basic ${Buffer.from(`accesses-client:${secret}`).toString('base64')}`,
    'HTTP Basic came. Exchange the client ID and secret for an access token first.',
  ],
  ['a good token without a scheme', () => good(), noBearer],
  ['a good token of another scheme', () => `Token ${good()}`, noBearer],
  ['a scheme that is joined to the token', () => `Bearer${good()}`, noBearer],
  ['quotes around all of it', () => `"Bearer ${good()}"`, noBearer],
  ['only an error', () => '{"error":"invalid_client"}', noBearer],
  ['nothing', () => '', `an empty one came. ${look}`],
  ['only undefined', () => 'undefined', noBearer],
  ['only the scheme', () => 'Bearer', `no token came. ${look}`],
  ['the scheme and a blank', () => 'Bearer ', `no token came. ${look}`],
  ['undefined', () => 'Bearer undefined', `the token that came is undefined. ${look}`],
  ['null', () => 'Bearer null', `the token that came is null. ${look}`],
  ['an object', () => 'Bearer [object Object]', `the token that came is [object Object]. ${look}`],
  [
    'an error',
    () => 'Bearer {"error":"invalid_client","message":"The client ID or the client secret is wrong."}',
    `the token that came is JSON. ${look}`,
  ],
  ['quotes', () => `Bearer "${good()}"`, 'the token that came has quotes around it.'],
  ['other quotes', () => `Bearer '${good()}'`, 'the token that came has quotes around it.'],
  ['two tokens', () => `Bearer ${good()} ${good()}`, 'the token that came has a space in it.'],
  ['garbage', () => 'Bearer garbage', 'the token that came is not a JWT.'],
  ['letters beyond ASCII', () => 'Bearer \xe9.\xe9.\xe9', 'the token that came is not a JWT.'],
])('the reports say what came in place of a token, and what they expect: %s', async (_, authorization, came) => {
  const message = `The Authorization header must be \`Bearer <ACCESS_TOKEN>\`; ${came}`;
  for (const path of [paymentsPath, timesheetsPath]) {
    const response = await report(authorization(), path).expect(401);
    expect(response.body).toEqual({ error: 'invalid_token', message });
    expect(response.headers['www-authenticate']).toBe(challenge(message));
    // As RFC 6750 has it: no quotes, no backslashes, only ASCII.
    expect(message).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  }
});

it('the reports refuse a token that names no user', async () => {
  for (const sub of [undefined, '']) {
    const response = await report(`Bearer ${forge(key, { ...claimsFor('accesses'), sub })}`).expect(401);
    expect(response.body).toEqual(unauthorized);
    expect(response.headers['www-authenticate']).toBe(challenge(unauthorized.message));
  }
});

it('the reports refuse a token of another grant type', async () => {
  const token = forge(key, { ...claimsFor('accesses'), grant_type: 'authorization_code' });
  const response = await report(`Bearer ${token}`).expect(403);
  expect(response.body).toEqual({
    error: 'forbidden',
    message: 'The token was not issued for the grant type client_credentials.',
  });
  expect(response.headers['www-authenticate']).toBeUndefined();
});

it('the reports check the token before the parameters', async () => {
  await request(product.url).get(`${paymentsPath}?page=x`).expect(401);
});

function report(authorization: string | undefined, path = paymentsPath) {
  const requested = request(product.url).get(`${path}?fromDate=2024-02-01&toDate=2024-02-29`);
  return authorization === undefined ? requested : requested.set('Authorization', authorization);
}

function challenge(message: string): string {
  return `Bearer error="invalid_token", error_description="${message}"`;
}

function good(): string {
  return forge(key, claimsFor('accesses'));
}

function base64url(text: string): string {
  return Buffer.from(text).toString('base64url');
}

function sealed(header: unknown, payload: string): string {
  return `${base64url(JSON.stringify(header))}.${base64url(payload)}.c2lnbmF0dXJl`;
}

function withClaims(claims: object): string {
  const [header = '', , signature = ''] = good().split('.');
  return [header, base64url(JSON.stringify(claims)), signature].join('.');
}

function withoutExpiry({ exp: _exp, ...claims }: ReturnType<typeof claimsFor>) {
  return claims;
}

function hmacWithPublicKey(): string {
  const head = base64url(JSON.stringify({ alg: 'HS256', typ: 'JWT', kid: key.kid }));
  const signed = `${head}.${base64url(JSON.stringify(claimsFor('accesses')))}`;
  return `${signed}.${createHmac('sha256', key.publicKey).update(signed).digest('base64url')}`;
}
