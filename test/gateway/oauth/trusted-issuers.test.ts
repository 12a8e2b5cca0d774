import { createPrivateKey, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { trustedIssuers } from '../../../runtime/trusted-issuers.ts';
import { createPersonVerifier } from '../../../access/verify-person.ts';
import { readGatewayConfig } from '../../../gateway/config.ts';
import { claimsFor, forge, signingKeyOf } from '../../support/access-token.ts';
import { paths } from '../../../gateway/paths.ts';
import { authorizedGet, company, paymentsPath, requestReport, tokenOf } from '../../support/fixtures.ts';
import { forgeries, headed, signedByKey } from '../../support/forgeries.ts';
import { away, startOpenIdProvider, audience } from '../../support/openid-provider.ts';
import type { OpenIdProvider } from '../../support/openid-provider.ts';
import { adminJson, auditOf } from '../../support/programs/admin-command.ts';
import { startGateway } from '../../support/programs/gateway.ts';
import { load } from '../../support/programs/product.ts';
import { codeAtReporting } from '../../support/reports/code-at-reporting.ts';
import { until } from '../../support/until.ts';
import { ownProduct } from '../../support/programs/own-product.ts';

const invalid = [401, 'invalid_token'];
const unknown = [401, 'unauthorized'];

const providers = [startOpenIdProvider(), startOpenIdProvider(), startOpenIdProvider()] as const;
const [login, partner, stranger] = await Promise.all(providers);
afterAll(() => Promise.all([login, partner, stranger].map(({ stop }) => stop())));
const people = [person('acme', 'login:ana'), person('rival', 'partner:bo'), person('plain', '')];
const product = await ownProduct({ TRUSTED_ISSUERS: JSON.stringify(trusted()) }, ...people);

it('A token of a trusted issuer opens the reports, sums, changes and tools of the company of its user', async () => {
  const token = await login.tokenFor('ana');
  for (const [part, more] of Object.entries({ list: '', summary: '&groupBy=month', changes: '' })) {
    expect(await answerOf(token, paymentsPath.replace('list', part), more)).toEqual([200, undefined]);
  }
  const ofCompany = await authorizedGet(product.url, token, paths.company).expect(200);
  expect(ofCompany.body).toEqual({ _id: 'acme', companyName: 'Company acme' });
  const called = await request(product.url)
    .post('/mcp')
    .set('Authorization', `Bearer ${token}`)
    .send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_payments', arguments: days } })
    .expect(200);
  expect(called.text).toContain('\\"totalCount\\":0');
});

it('A token of a trusted issuer may have any of several audiences, and the user in another claim', async () => {
  for (const aud of [audience, ['https://other.example.com', 'https://reports.example.com']]) {
    const token = partner.forge({ ...partner.claimsOf('anything'), employee: 'bo', aud });
    expect(await answerOf(token)).toEqual([200, undefined]);
  }
});

it('A token of a trusted issuer names its reader in the log and in the audit of exports', async () => {
  const token = await login.tokenFor('ana');
  await requestReport(product.url, token).set('Accept', 'text/csv').expect(200);
  const events = await auditOf(product.databaseUrl, `event = 'export.begun'`);
  expect(events).toMatchObject([{ actor: 'person:acme-user', clientId: null, details: { company: 'acme' } }]);
  await until('it is logged', () =>
    product.logs().some((line) => line.includes('"person":"acme-user","company":"acme"')),
  );
});

it.each<[string, () => string | Promise<string>, (string | number)[]]>([
  ['of an issuer that is not trusted', () => stranger.tokenFor('ana'), invalid],
  ['of another audience', () => login.tokenFor('ana', 'https://other.example.com'), invalid],
  ['only of the audience of the other issuer', () => login.tokenFor('ana', 'https://reports.example.com'), invalid],
  ['without an audience', () => ofAna({ aud: undefined }), invalid],
  ['of one issuer under the name of the other', () => partner.forge(login.claimsOf('ana')), invalid],
  ['of an issuer that nearly has the name', () => ofAna({ iss: `${login.issuer}/` }), invalid],
  ['of an issuer whose name is no text', () => ofAna({ iss: [login.issuer] }), invalid],
  ['that has expired', () => ofAna({ exp: seconds(-60) }), invalid],
  ['that never expires', () => ofAna({ exp: undefined }), invalid],
  ['that is not valid yet', () => ofAna({ nbf: seconds(60) }), invalid],
  ['for signing in, not for access', () => ofAna({}, { header: { alg: 'RS256', typ: 'JWT' } }), invalid],
  ['of ours under the name of an issuer', async () => ownToken({ iss: login.issuer }), invalid],
  ['of an issuer under our name', () => login.forge({ ...claimsFor('plain'), iss: 'client-reporting-api' }), invalid],
  ['of a user whom the other issuer names', () => login.tokenFor('bo'), unknown],
  ['that spells the prefix itself', () => login.tokenFor('login:ana'), unknown],
  ['of an unknown user', () => login.tokenFor('eve'), unknown],
  ['with no name', () => ofAna({ sub: undefined }), unknown],
  ['with a name that Postgres can not store', () => ofAna({ sub: 'ana\0' }), unknown],
  ['with a name that is no text', () => partner.forge({ ...partner.claimsOf('bo'), employee: ['bo'] }), unknown],
])('The reports and the tools refuse a token %s', async (_, token, refusal) => {
  expect(await answerOf(await token())).toEqual(refusal);
  expect(await codeAtReporting(product, `Bearer ${await token()}`)).toBe(refusal[1]);
});

it.each(Object.entries(forgeries))('A forged token, of ours or of an issuer, is refused with %s', async (_, forged) => {
  const own = await ours();
  const address = stranger.issuer;
  const genuine = [
    {
      header: { alg: 'RS256', typ: 'JWT', kid: own.kid },
      claims: claimsFor('plain'),
      key: createPrivateKey(own.privateKey),
      address,
    },
    ...[login, partner].map((provider) => ({
      header: { alg: 'RS256', typ: 'at+jwt', kid: 'first' },
      claims: { ...provider.claimsOf('ana'), employee: 'bo' },
      key: provider.key().privateKey,
      address,
    })),
  ];
  for (const one of genuine) {
    const token = forged(one);
    expect(await answerOf(token)).toEqual(invalid);
    expect(await answerOfTools(token)).toEqual(invalid);
    expect(await codeAtReporting(product, `Bearer ${token}`)).toBe('invalid_token');
    // All that is wrong is what was forged.
    expect(await answerOf(headed({}, signedByKey)(one))).toEqual([200, undefined]);
  }
});

describe('the keys of an issuer', () => {
  let provider: OpenIdProvider;
  beforeEach(async () => {
    provider = await startOpenIdProvider();
  });
  afterEach(() => provider.stop());

  it('The keys of an issuer are refused within five minutes of their removal', async () => {
    const { verify, pass } = personsAt(provider);
    const token = provider.forge(provider.claimsOf('ana'));
    await verify(token);
    provider.rotate();
    pass(299);
    await verify(token);
    pass(2);
    await expect(verify(token)).rejects.toMatchObject({ code: 'invalid_token' });
    await verify(provider.forge(provider.claimsOf('ana')));
  });

  it.each<[string, (response: ServerResponse, issuer: string) => void]>([
    ['503', (response) => response.writeHead(503).end()],
    ['garbage', (response) => response.end('garbage')],
    ['no keys', (response, issuer) => response.end(JSON.stringify({ issuer, jwks_uri: issuer }))],
    [
      'the metadata of another issuer',
      (response) => response.end(JSON.stringify({ issuer: stranger.issuer, jwks_uri: `${stranger.issuer}/jwks` })),
    ],
    [
      'keys that come without TLS',
      (response, issuer) => response.end(JSON.stringify({ issuer, jwks_uri: 'http://192.0.2.1/jwks' })),
    ],
    ['a redirect', (response) => response.writeHead(302, { Location: stranger.issuer }).end()],
    [
      'more than 256 KiB',
      (response, issuer) => response.end(JSON.stringify({ issuer, jwks_uri: issuer, keys: [] }).padEnd(300_000)),
    ],
  ])('The keys of an issuer serve for a day where it answers %s, and no longer', async (_, answer) => {
    const { verify, pass } = personsAt(provider);
    const token = provider.forge(provider.claimsOf('ana'));
    await verify(token);
    provider.answerBy((_request, response) => answer(response, provider.issuer));
    const strange = stranger.forge(provider.claimsOf('ana'), { key: { ...stranger.key(), kid: 'other' } });
    await expect(verify(strange)).rejects.toMatchObject({ code: 'invalid_token' });
    pass(6);
    // It may be of a key that the issuer has had since.
    await expect(verify(strange)).rejects.toMatchObject({ code: 'service_unavailable' });
    for (const seconds of [301, 6, 86_000]) {
      pass(seconds);
      await verify(token);
    }
    pass(200);
    await expect(verify(token)).rejects.toMatchObject({ code: 'service_unavailable' });
    provider.answerBy();
    pass(6);
    await until('it is reached', () => verify(token).then(Boolean, () => false));
  });

  it('The keys of an issuer are not waited for again where it answers nothing', async () => {
    const { verify, pass } = personsAt(provider);
    const token = provider.forge(provider.claimsOf('ana'));
    await verify(token);
    const sockets: Socket[] = [];
    provider.answerBy(({ socket }) => void sockets.push(socket));
    pass(301);
    await verify(token);
    pass(6);
    await verify(token);
    await until('it is called again', () => sockets.length === 2);
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, false]);
  });

  it('The keys of an issuer that writes the type JWT open nothing by a token for signing in', async () => {
    const { verify } = personsAt(provider, { type: 'JWT' });
    const header = { alg: 'RS256', typ: 'JWT' };
    await verify(provider.forge(provider.claimsOf('ana'), { header }));
    const signedIn = provider.forge({ ...provider.claimsOf('ana'), aud: 'portal' }, { header });
    await expect(verify(signedIn)).rejects.toMatchObject({ code: 'invalid_token' });
  });
});

it('The metadata of the resource names the issuers and their scopes', async () => {
  const metadata = await request(product.url).get('/.well-known/oauth-protected-resource/mcp').expect(200);
  expect(metadata.body).toEqual({
    resource: `${product.url}/mcp`,
    resource_name: 'Client Reporting',
    authorization_servers: [login.issuer, partner.issuer, product.url],
    bearer_methods_supported: ['header'],
    scopes_supported: ['openid', 'reports'],
  });
});

it('A limit of the operator counts each person and each application separately', async () => {
  const tier = { name: 'accounts', key: 'account', limit: 2, routes: [`GET ${paymentsPath}`, 'POST /mcp'] };
  const settings = { TRUSTED_ISSUERS: JSON.stringify(trusted()), RATE_LIMIT_TIERS: JSON.stringify([tier]) };
  const gateway = await startGateway(settings, product);
  try {
    const bo = () => partner.forge({ ...partner.claimsOf('anything'), employee: 'bo', jti: randomUUID() });
    for (const token of [() => login.tokenFor('ana'), bo, () => tokenOf(product.url, 'acme')]) {
      expect(await answerOf(await token(), paymentsPath, '', gateway.url)).toEqual([200, undefined]);
      expect(await answerOfTools(await token(), gateway.url)).toEqual([200, undefined]);
      expect(await answerOf(await token(), paymentsPath, '', gateway.url)).toEqual([429, 'rate_limited']);
      expect(await answerOfTools(await token(), gateway.url)).toEqual([200, 'rate_limited']);
      expect(await answerOf(await token(), paymentsPath.replace('list', 'changes'), '', gateway.url)).toEqual([
        200,
        undefined,
      ]);
    }
  } finally {
    await gateway.stop();
  }
});

it("A change of a user's rights is in force within 5 seconds", async () => {
  const token = await login.tokenFor('ana');
  const becomes = async (code: string | undefined) =>
    until(`it is ${code}`, async () => (await answerOf(token))[1] === code, 5_000);
  await adminJson(product.databaseUrl, 'users', 'deactivate', 'acme-user');
  await becomes('inactive_user');
  await adminJson(product.databaseUrl, 'users', 'activate', 'acme-user');
  await becomes(undefined);
  await adminJson(product.databaseUrl, 'users', 'unlink', 'acme-user');
  await becomes('unauthorized');
  await adminJson(product.databaseUrl, 'users', 'link', 'acme-user', 'login:ana');
  await becomes(undefined);
  // A file without the column, as before there was one, leaves it.
  await load(product.databaseUrl, { users: [{ ...user('acme'), company_id: '' }] });
  await becomes('forbidden');
  await load(product.databaseUrl, { users: [user('acme')] });
  await becomes(undefined);
});

it('Tokens of an issuer that has never been reached are answered 503', async () => {
  const trusted = [{ issuer: stranger.issuer, audience }];
  const other = await startGateway({ TRUSTED_ISSUERS: JSON.stringify(trusted) }, product);
  try {
    const token = await stranger.tokenFor('ana');
    stranger.answerBy(away);
    expect(await answerOf(token, paymentsPath, '', other.url)).toEqual([503, 'service_unavailable']);
    expect(await answerOf(await tokenOf(product.url, 'plain'), paymentsPath, '', other.url)).toEqual([200, undefined]);
    stranger.answerBy();
    await until(
      'it is reached',
      async () => (await answerOf(token, paymentsPath, '', other.url))[1] === 'unauthorized',
    );
  } finally {
    await other.stop();
  }
});

it('A new key of the issuer is accepted within seconds, and unknown keys cause few requests', async () => {
  login.rotate();
  const token = await login.tokenFor('ana');
  await until('the new key is fetched', async () => (await answerOf(token))[0] === 200, 10_000);
  const before = login.requests.length;
  const unknownKeys = Array.from({ length: 50 }, (_, index) =>
    answerOf(login.forge(login.claimsOf('ana'), { key: { ...login.key(), kid: `${index}` } })),
  );
  expect(new Set((await Promise.all(unknownKeys)).map(([, code]) => code))).toEqual(new Set(['invalid_token']));
  // Two requests for each of the two programs at most.
  expect(login.requests.length - before).toBeLessThanOrEqual(4);
});

it.each([
  ['{}', 'must be a JSON array of issuers'],
  [
    '[{"issuer":"http://login.example.com","audience":"a"}]',
    'TRUSTED_ISSUERS: 0.issuer: must be an https address; http only of this machine',
  ],
  [
    '[{"issuer":"https://a.example","audience":[]}]',
    'TRUSTED_ISSUERS: 0.audience: Too small: expected array to have >=1 items',
  ],
  [
    '[{"issuer":"https://a.example","audience":"a"},{"issuer":"https://a.example","audience":"b","prefix":"b"}]',
    'an issuer is there twice',
  ],
  [
    '[{"issuer":"https://a.example","audience":"a"},{"issuer":"https://b.example","audience":"b","prefix":"b:"}]',
    'of several issuers each needs a prefix, and none may begin with another',
  ],
])('The setting %s is refused', (TRUSTED_ISSUERS, problem) => {
  const needed = { AUTH_ADDRESS: 'auth:1', REPORTING_ADDRESS: 'reporting:1' };
  expect(() => readGatewayConfig({ ...needed, TRUSTED_ISSUERS })).toThrow(problem);
});

function trusted() {
  const audiences = [audience, 'https://reports.example.com'];
  return [
    { issuer: login.issuer, audience, prefix: 'login:', scopes: ['openid', 'reports'] },
    { issuer: partner.issuer, audience: audiences, claim: 'employee', prefix: 'partner:' },
  ];
}

const days = { fromDate: '2026-01-01', toDate: '2026-12-31' };

async function answerOf(token: string, path = paymentsPath, more = '', url = product.url) {
  const target = `${path}?fromDate=2026-01-01&toDate=2026-12-31${more}`;
  const response = await authorizedGet(url, token, target);
  return [response.status, (response.body as { error?: string }).error];
}

async function answerOfTools(token: string, url = product.url) {
  const response = await request(url)
    .post('/mcp')
    .set('Authorization', `Bearer ${token}`)
    .send({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  return [response.status, (response.body as { error?: { data: { error: string } } }).error?.data.error];
}

/** What verifies tokens of a provider, by a clock of its own. */
function personsAt({ issuer }: OpenIdProvider, more: object = {}) {
  const [trusted] = trustedIssuers().parse(JSON.stringify([{ issuer, audience, ...more }]));
  if (!trusted) throw new Error('no issuer');
  let now = 0;
  return { verify: createPersonVerifier(trusted, () => now), pass: (seconds: number) => void (now += seconds * 1_000) };
}

function person(id: string, externalId: string) {
  return { ...company(id), users: [{ ...user(id), external_id: externalId }] };
}

function user(id: string) {
  return { ...company(id).users[0], id: `${id}-user`, company_id: id };
}

function ofAna(own: object, options: Parameters<OpenIdProvider['forge']>[1] = {}): string {
  const claims = JSON.parse(JSON.stringify({ ...login.claimsOf('ana'), ...own })) as object;
  return login.forge(claims, options);
}

async function ownToken(own: object): Promise<string> {
  return forge(await ours(), { ...claimsFor('acme'), ...own });
}

function seconds(fromNow: number): number {
  return Math.floor(Date.now() / 1_000) + fromNow;
}

function ours() {
  return signingKeyOf(product.databaseUrl);
}
