import { expect, it } from '@jest/globals';
import request from 'supertest';
import { errorTable } from '../../proto/errors.ts';
import { claimsFor, forge, signingKeyOf } from '../support/access-token.ts';
import { query } from '../support/postgres/database.ts';
import { sharedProduct } from '../support/programs/shared-product.ts';
import { codeAtReporting } from '../support/reports/code-at-reporting.ts';
import { until } from '../support/until.ts';
import { company, ofOAuth, paymentsPath, requestReport, secret, timesheetsPath, tokenOf } from '../support/fixtures.ts';

const invalidClient = { error: 'invalid_client', message: 'The client ID or the client secret is wrong.' } as const;
const invalidToken = {
  error: 'invalid_token',
  message: 'The access token is invalid, expired or revoked. Request a new one.',
} as const;
const unauthorized = {
  error: 'unauthorized',
  message: 'The application or its token is not associated with a user.',
} as const;
const inactiveUser = { error: 'inactive_user', message: 'The user is not active.' } as const;
const noCompany = { error: 'forbidden', message: 'The user is not linked to a company.' } as const;
const noGrant = {
  error: 'forbidden',
  message: 'The application is not allowed the grant type client_credentials.',
} as const;

/** Changes of the facts behind an application, and what it meets then, at the token endpoints and at the reports. */
const changes = [
  ['a revoked application', 'revoked', applicationUpdate('revoked_at = now()'), invalidClient, invalidToken],
  ['an application without a user', 'userless', applicationUpdate('user_id = null'), unauthorized, unauthorized],
  [
    'an application whose user is gone',
    'deleted',
    'delete from auth.users u using auth.oauth_applications a where u.id = a.user_id and a.client_id = $1',
    unauthorized,
    unauthorized,
  ],
  ['a user who is not active', 'inactive', userUpdate(`status = 'inactive'`), inactiveUser, inactiveUser],
  ['a user without a company', 'homeless', userUpdate('company_id = null'), noCompany, noCompany],
  [
    'an application that is not allowed the grant',
    'grantless',
    applicationUpdate(`grant_types = '{authorization_code}'`),
    noGrant,
    noGrant,
  ],
] as const;

const ids = ['identity', ...changes.map(([, id]) => id)];
const product = await sharedProduct(...ids.map(company));
const tokens = new Map<string, string>();
for (const id of ids) {
  tokens.set(id, await tokenOf(product.url, id));
  await report(tokens.get(id)).expect(200);
}

it('A change of these facts is in force within 5 seconds, at reporting too', async () => {
  for (const [, id, change] of changes) await query(product.databaseUrl, change, [`${id}-client`]);
  const isInForce = async (id: string, { error }: { error: string }) =>
    (await report(tokens.get(id))).status !== 200 &&
    (await codeAtReporting(product, `Bearer ${tokens.get(id)}`)) === error;
  await Promise.all(changes.map(([who, id, , , refusal]) => until(who, () => isInForce(id, refusal), 5_000)));
});

it.each(changes)('The token endpoints and the reports refuse %s', async (_, id, _change, onToken, onReport) => {
  const [json, oauth] = await exchange(`${id}-client`, secret);
  const status = errorTable[onToken.error].http;
  expect([json?.status, json?.body]).toEqual([status, onToken]);
  expect([oauth?.status, oauth?.body]).toEqual([status, ofOAuth(onToken)]);
  for (const path of [paymentsPath, timesheetsPath]) {
    const response = await report(tokens.get(id), path).expect(status);
    expect(response.body).toEqual(onReport);
    expect(response.headers['www-authenticate']).toBe(
      status === 401 ? `Bearer error="invalid_token", error_description="${onReport.message}"` : undefined,
    );
  }
});

it.each([
  ['an unknown client', 'nobody-client', secret],
  ['a wrong secret', 'identity-client', 'a-wrong-secret'],
  ['a secret with one character more', 'identity-client', `${secret}x`],
  ['a client id in another case', 'IDENTITY-client', secret],
  ['a revoked application with a wrong secret', 'revoked-client', 'a-wrong-secret'],
  ['an inactive user with a wrong secret', 'inactive-client', 'a-wrong-secret'],
])('The token endpoints refuse %s like any other', async (_, clientId, clientSecret) => {
  const [json, oauth] = await exchange(clientId, clientSecret);
  expect([json?.status, json?.body]).toEqual([401, invalidClient]);
  expect([oauth?.status, oauth?.body]).toEqual([401, ofOAuth(invalidClient)]);
});

it("The reports refuse a token whose user is not its application's, or whose application does not exist", async () => {
  const key = await signingKeyOf(product.databaseUrl);
  for (const claims of [{ sub: 'inactive-user' }, { client_id: 'nobody-client' }]) {
    // What is cached for a good token must not answer for the other, nor the reverse.
    await report(tokens.get('identity')).expect(200);
    const token = forge(key, { ...claimsFor('identity'), ...claims });
    expect((await report(token).expect(401)).body).toEqual(invalidToken);
    expect(await codeAtReporting(product, `Bearer ${token}`)).toBe('invalid_token');
    await report(tokens.get('identity')).expect(200);
  }
});

function applicationUpdate(assignment: string): string {
  return `update auth.oauth_applications set ${assignment} where client_id = $1`;
}

function userUpdate(assignment: string): string {
  return `update auth.users u set ${assignment} from auth.oauth_applications a where u.id = a.user_id and a.client_id = $1`;
}

function report(token = '', path = paymentsPath) {
  return requestReport(product.url, token, path);
}

/** The answers of both token endpoints. */
function exchange(clientId: string, clientSecret: string) {
  const credentials = { clientId, clientSecret, grantType: 'client_credentials' };
  return Promise.all(
    ['/auth/token', '/auth/oauth/token'].map((path) => request(product.url).post(path).send(credentials)),
  );
}
