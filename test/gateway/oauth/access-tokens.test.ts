import { expect, it } from '@jest/globals';
import jwt from 'jsonwebtoken';
import request from 'supertest';
import { claimsFor, forge, signingKeyOf } from '../../support/access-token.ts';
import { sharedProduct } from '../../support/programs/shared-product.ts';
import { codeAtReporting } from '../../support/reports/code-at-reporting.ts';
import { company, paymentsPath, secret, timesheetsPath, tokenOf } from '../../support/fixtures.ts';

const invalidToken = {
  error: 'invalid_token',
  message: 'The access token is invalid, expired or revoked. Request a new one.',
};

const product = await sharedProduct(company('accesses'));
const key = await signingKeyOf(product.databaseUrl);

it('The reports refuse a request without Authorization', async () => {
  for (const path of [paymentsPath, timesheetsPath]) {
    const response = await report(undefined, path).expect(401);
    expect(response.body).toEqual({
      error: 'missing_token',
      message: 'The Authorization header is missing. Send "Authorization: Bearer <ACCESS_TOKEN>".',
    });
    expect(response.headers['www-authenticate']).toBe('Bearer');
  }
  expect(await codeAtReporting(product, undefined)).toBe('missing_token');
  expect(await codeAtReporting(product, '')).toBe('invalid_token');
});

it('The reports accept the scheme in any case, and reporting refuses a token without it', async () => {
  const token = await tokenOf(product.url, 'accesses');
  await report(`bearer ${token}`).expect(200);
  await report(`BEARER  ${token}`).expect(200);
  expect(await codeAtReporting(product, token)).toBe('invalid_token');
});

const past = Math.floor(Date.now() / 1_000) - 60;

// Forged signatures, keys and algorithms: trusted-issuers.test.ts.
it.each<[string, () => string]>([
  ['a payload that is no JSON', () => sealed({ alg: 'RS256', typ: 'JWT', kid: key.kid }, 'garbage')],
  ['a payload that is no object', () => sealed({ alg: 'RS256', typ: 'JWT', kid: key.kid }, '"text"')],
  ['a header that is no object', () => sealed('RS256', '{}')],
  ['no kid', () => jwt.sign(claimsFor('accesses'), key.privateKey, { algorithm: 'RS256' })],
  ['another algorithm of our key', () => forge(key, claimsFor('accesses'), { algorithm: 'RS512' })],
  ['another issuer', () => forge(key, { ...claimsFor('accesses'), iss: 'somebody' })],
  ['another audience', () => forge(key, { ...claimsFor('accesses'), aud: 'somebody' })],
  ['an expiry that is past', () => forge(key, { ...claimsFor('accesses'), exp: past })],
  ['a start that is to come', () => forge(key, { ...claimsFor('accesses'), nbf: past + 3_600 })],
  ['no expiry', () => forge(key, withoutExpiry(claimsFor('accesses')))],
])('The reports, and reporting itself, refuse %s', async (_, token) => {
  const response = await report(`Bearer ${token()}`).expect(401);
  expect(response.body).toEqual(invalidToken);
  expect(response.headers['www-authenticate']).toBe(challenge(invalidToken.message));
  expect(await codeAtReporting(product, `Bearer ${token()}`)).toBe('invalid_token');
});

it.each<[string, () => string]>([
  ['HTTP Basic', () => `Basic ${Buffer.from(`accesses-client:${secret}`).toString('base64')}`],
  ['a good token without a scheme', () => good()],
  ['a scheme that is joined to the token', () => `Bearer${good()}`],
  ['nothing', () => ''],
  ['only the scheme', () => 'Bearer'],
  ['undefined', () => 'Bearer undefined'],
  ['an object', () => 'Bearer [object Object]'],
  ['an error', () => 'Bearer {"error":"invalid_client"}'],
  ['quotes', () => `Bearer "${good()}"`],
  ['two tokens', () => `Bearer ${good()} ${good()}`],
  ['letters beyond ASCII', () => 'Bearer \xe9.\xe9.\xe9'],
])('The reports say what they expect where a request has %s in place of a token', async (_, authorization) => {
  const mustBe =
    'The Authorization header must be `Bearer <ACCESS_TOKEN>`, with the access token that the token request returned.';
  const message = authorization().startsWith('Basic') ? `${mustBe} A .netrc file may have replaced it.` : mustBe;
  for (const path of [paymentsPath, timesheetsPath]) {
    const response = await report(authorization(), path).expect(401);
    expect(response.body).toEqual({ error: 'invalid_token', message });
    expect(response.headers['www-authenticate']).toBe(challenge(message));
    // As RFC 6750 has it: no quotes, no backslashes, only ASCII.
    expect(message).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  }
});

it('The reports refuse a token of another grant type', async () => {
  const token = forge(key, { ...claimsFor('accesses'), grant_type: 'authorization_code' });
  const response = await report(`Bearer ${token}`).expect(403);
  expect(response.body).toEqual({
    error: 'forbidden',
    message: 'The token was not issued for the grant type client_credentials.',
  });
  expect(response.headers['www-authenticate']).toBeUndefined();
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

function sealed(header: unknown, payload: string): string {
  const encoded = [JSON.stringify(header), payload].map((part) => Buffer.from(part).toString('base64url'));
  return `${encoded.join('.')}.c2lnbmF0dXJl`;
}

function withoutExpiry({ exp: _exp, ...claims }: ReturnType<typeof claimsFor>) {
  return claims;
}
