import { afterAll, expect, it } from '@jest/globals';
import request from 'supertest';
import type { Response } from 'supertest';
import { readGatewayConfig } from '../../../gateway/config.ts';
import { load, startProduct } from '../../support/programs/product.ts';
import { company, ofOAuth, paymentsPath, secret, timesheetsPath, together } from '../../support/fixtures.ts';
import { ownGateway } from '../../support/programs/own-product.ts';

const rateLimited = {
  error: 'rate_limited',
  message: 'The rate limit is exceeded. Wait for the number of seconds in Retry-After.',
};

// The tests come through a proxy, to play clients of many addresses.
const product = await startProduct({ TRUST_PROXY: '127.0.0.1,172.16.0.0/12,fd00::/8' });
afterAll(() => product.stop());
await load(product.databaseUrl, together(company('rival'), company('third')));
let network = 0;

it('The default limits let exactly 200 requests a minute of one IP address pass, however many come at once', async () => {
  const responses = await Promise.all(Array.from({ length: 250 }, () => from('10.0.0.1').get('/nowhere')));
  const passed = responses.filter(({ status }) => status === 404);
  const rejected = responses.filter(({ status }) => status === 429);
  expect([passed.length, rejected.length]).toEqual([200, 50]);
  const remaining = passed.map(({ headers }) => Number(headers['ratelimit-remaining']));
  expect(remaining.sort((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, index) => index));
  for (const response of rejected) expectRejected(response, 200);
  expect((await from('10.0.0.2').get('/nowhere')).status).toBe(404);
});

it('Invalid requests and unknown paths show the limit, too', async () => {
  const first = limitHeaders(200, 199, 60);
  expect(headersOf(await from('10.0.1.1').post('/auth/oauth/token').send('{').expect(400))).toEqual(first);
  expect(headersOf(await from('10.0.1.2').get('/nowhere').expect(404))).toEqual(first);
});

it('GET /health has no limit and shows none', async () => {
  await Promise.all(Array.from({ length: 205 }, () => from('10.0.2.1').get('/health').expect(200)));
  const response = await from('10.0.2.1').get('/health').expect(200, { status: 'ok' });
  expect(headersOf(response)).toEqual({});
  expect(headersOf(await from('10.0.2.1').post('/health').expect(405))).toEqual({});
  expect(headersOf(await from('10.0.2.1').get('/nowhere'))).toEqual(limitHeaders(200, 199, 60));
});

it('POST /auth/token lets 5 requests a minute of one IP address pass, whatever their body', async () => {
  expect(headersOf(await from('10.0.3.1').post('/auth/token').expect(400))).toEqual(limitHeaders(5, 4, 60));
  for (const remaining of [3, 2, 1, 0]) {
    const response = await from('10.0.3.1').post('/auth/token').send({ clientId: 'x' }).expect(400);
    expect(response.headers['ratelimit-remaining']).toBe(String(remaining));
  }
  expectRejected(await requestToken('10.0.3.1', 'third'), 5);
  // The 200 a minute are another count: the rejected request is on it too.
  expect(headersOf(await from('10.0.3.1').get('/nowhere').expect(404))).toMatchObject({
    'ratelimit-limit': '200',
    'ratelimit-remaining': '193',
  });
});

it('POST /auth/token lets 5 requests a minute with one clientId pass, from whatever address', async () => {
  expect(headersOf(await requestToken('10.0.4.1', 'unknown-client'))).toEqual(limitHeaders(5, 4, 60));
  const others = await Promise.all([2, 3, 4, 5, 6, 7].map((host) => requestToken(`10.0.4.${host}`, 'unknown-client')));
  expect(others.map(({ status }) => status).sort()).toEqual([401, 401, 401, 401, 429, 429]);
  for (const response of others.filter(({ status }) => status === 429)) expectRejected(response, 5);
  expect((await requestToken('10.0.4.8', 'third')).status).toBe(200);
});

it('An address that is over its limit cannot use up the allowance of a clientId', async () => {
  for (let times = 0; times < 5; times += 1) await requestToken('10.0.5.1', `decoy-${times}`);
  const flood = await Promise.all(Array.from({ length: 20 }, () => requestToken('10.0.5.1', 'rival')));
  for (const response of flood) expectRejected(response, 5);
  for (const remaining of [4, 3, 2, 1, 0]) {
    const response = await requestToken('10.0.5.2', 'rival');
    expect([response.status, response.headers['ratelimit-remaining']]).toEqual([200, String(remaining)]);
  }
  expectRejected(await requestToken('10.0.5.3', 'rival'), 5);
});

it('POST /auth/oauth/token is limited only by IP address, as any other path', async () => {
  const credentials = { clientId: 'third-client', clientSecret: secret, grantType: 'client_credentials' };
  for (let times = 1; times <= 12; times += 1) {
    const response = await from('10.0.6.1').post('/auth/oauth/token').send(credentials).expect(200);
    expect(headersOf(response)).toMatchObject({ 'ratelimit-limit': '200', 'ratelimit-remaining': `${200 - times}` });
  }
});

it('IPv6 addresses are counted with their /48 too, with ten times the limit', async () => {
  const sendRequest = async (subnet: number) =>
    from(`2001:db8:7:${subnet.toString(16)}::1`)
      .post('/auth/token')
      .send({});
  const answers: Response[] = [];
  for (let subnet = 0; subnet < 55; subnet += 1) answers.push(await sendRequest(subnet));
  expect(answers.map(({ status }) => status)).toEqual(
    Array.from({ length: 55 }, (_, index) => (index < 50 ? 400 : 429)),
  );
  for (const refused of answers.slice(50)) {
    expect(headersOf(refused)).toMatchObject({ 'ratelimit-limit': '50', 'ratelimit-remaining': '0' });
  }
  await from('2001:db8:8::1').post('/auth/token').send({}).expect(400);
});

it("X-Forwarded-For is trusted only for its last address that is not a trusted proxy's", async () => {
  expect(headersOf(await from('10.0.8.1').get('/'))).toMatchObject({ 'ratelimit-remaining': '199' });
  expect(headersOf(await from('10.0.8.99, 10.0.8.1').get('/'))).toMatchObject({ 'ratelimit-remaining': '198' });
  expect(headersOf(await from('10.0.8.98, 10.0.8.1, 127.0.0.1').get('/'))).toMatchObject({
    'ratelimit-remaining': '197',
  });
});

it.each(['172.16.0.5', '\t"172.16.0.5:44321"', '172.16.0.5:_hidden', '[fd00::5]', '"[::ffff:172.16.0.5]:443"'])(
  'A trusted proxy that is forwarded as %s is not taken for the client',
  async (hop) => {
    network += 1;
    const remaining = [];
    for (const client of [`192.0.${network}.1:5000`, `192.0.${network}.2:5000`, `192.0.${network}.1:5001`])
      remaining.push((await from(`${client}, ${hop}`).get('/nowhere')).headers['ratelimit-remaining']);
    expect(remaining).toEqual(['199', '199', '198']);
  },
);

function from(address: string) {
  return request.agent(product.url).set('X-Forwarded-For', address);
}

async function requestToken(address: string, companyId: string): Promise<Response> {
  return from(address)
    .post('/auth/token')
    .send({ clientId: `${companyId}-client`, clientSecret: secret });
}

const ownTiers = [
  { name: 'reports', key: 'ip', limit: 2, windowSeconds: 30, routes: [`GET ${timesheetsPath}`, `GET ${paymentsPath}`] },
  { name: 'oauth-client', key: 'clientId', limit: 1, routes: ['POST /auth/oauth/token'] },
];
/** Without TRUST_PROXY. */
const gateway = await ownGateway({ RATE_LIMIT_IP: '20', RATE_LIMIT_TIERS: JSON.stringify(ownTiers) });

it('A tier of the operator is charged after the others, only on its own routes, HEAD like GET', async () => {
  expect(headersOf(await request(gateway.url).get(timesheetsPath).expect(401))).toEqual({
    ...limitHeaders(2, 1, 30),
    'ratelimit-policy': '2;w=30',
  });
  expect(headersOf(await request(gateway.url).post(timesheetsPath).expect(405))['ratelimit-limit']).toBe('20');
  await request(gateway.url).head(paymentsPath).expect(401);
  await request(gateway.url).head(timesheetsPath).expect(429);
  const rejected = await request(gateway.url).get(`${timesheetsPath}?page=1`).expect(429, rateLimited);
  expect(rejected.headers).toMatchObject({ 'ratelimit-limit': '2', 'ratelimit-policy': '2;w=30' });
  expect(Number(rejected.headers['retry-after'])).toBeLessThanOrEqual(30);
});

it('A tier by clientId that the operator put on POST /auth/oauth/token is charged', async () => {
  const sendRequest = (clientId: string) =>
    request(gateway.url).post('/auth/oauth/token').send({ clientId, clientSecret: secret, grantType: 'any' });
  // No service is there to answer those that pass.
  await sendRequest('one').expect(503);
  expectRejected(await sendRequest('one'), 1, ofOAuth(rateLimited));
  await sendRequest('other').expect(503);
});

it('X-Forwarded-For is ignored without TRUST_PROXY', async () => {
  const responses = await Promise.all(
    Array.from({ length: 30 }, (_, host) => request(gateway.url).get('/').set('X-Forwarded-For', `10.0.0.${host}`)),
  );
  // 8 requests were made above.
  expect(responses.filter(({ status }) => status === 404)).toHaveLength(12);
});
it.each<[string, object, object, string]>([
  ['a name twice', { name: 'own' }, { name: 'own' }, 'the names of tiers must differ, and be none of ip, portal,'],
  ['a name of the built-in tiers', { name: 'token-ip' }, {}, 'the names of tiers must differ, and be none of ip,'],
  ['the key clientId on a report', { key: 'clientId' }, {}, 'the routes of tokens have a clientId'],
  ['the key account on a token', { key: 'account', routes: ['POST /auth/token'] }, {}, 'the others an account'],
])('RATE_LIMIT_TIERS refuses %s', (_, first, second, problem) => {
  const tier = { key: 'ip', limit: 1, routes: [`GET ${paymentsPath}`] };
  const tiers = [
    { ...tier, name: 'first', ...first },
    { ...tier, name: 'second', ...second },
  ];
  const services = { AUTH_ADDRESS: '127.0.0.1:1', REPORTING_ADDRESS: '127.0.0.1:1' };
  expect(() => readGatewayConfig({ ...services, RATE_LIMIT_TIERS: JSON.stringify(tiers) })).toThrow(problem);
});

function limitHeaders(limit: number, remaining: number, resetSeconds: number) {
  return {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(resetSeconds),
    'ratelimit-policy': `${limit};w=60`,
  };
}

function headersOf({ headers }: Response): Record<string, string> {
  const all = Object.entries(headers as Record<string, string>);
  return Object.fromEntries(all.filter(([name]) => name.startsWith('ratelimit-') || name === 'retry-after'));
}

function expectRejected(response: Response, limit: number, body: object = rateLimited): void {
  expect(response.status).toBe(429);
  expect(response.body).toEqual(body);
  const reset = Number(response.headers['ratelimit-reset']);
  expect(headersOf(response)).toEqual({ ...limitHeaders(limit, 0, reset), 'retry-after': String(reset) });
  expect(Number.isInteger(reset) && reset >= 1 && reset <= 60).toBe(true);
}
