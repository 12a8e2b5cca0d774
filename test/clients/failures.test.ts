import { buffer } from 'node:stream/consumers';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  Client,
  ClientOptions,
  ClientReportingError,
  createClient,
  Retry,
} from '../../clients/node/create-client.ts';
import { importClient } from '../support/programs/client-package.ts';
import { emptyPage, json, page, startFailingServer, token } from './failing-server.ts';
import type { Answer, FailingServer } from './failing-server.ts';
import { cases, expectOutcome, html, refuse, startCase } from './cases.ts';
import type { Outcome, Run } from './cases.ts';

const year = { fromDate: '2026-01-01', toDate: '2026-12-31' };

let create: typeof createClient;
const servers: FailingServer[] = [];

beforeAll(async () => {
  ({ createClient: create } = await importClient());
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map(({ stop }) => stop()));
});

// At once, since most of their time is waiting.
describe('where a server fails, the client', () => {
  it.concurrent.each(cases)('$title', async (one) => {
    const { run, counts, stop } = await startCase(one);
    try {
      const outcome = await outcomeOf(run);
      expectOutcome(one, { ...outcome, ...counts() });
    } finally {
      await stop();
    }
  });
});

describe('says what is wrong', () => {
  it('The client says that the API cannot be reached', async () => {
    const { client, server } = await clientOf([page], { maxRetries: 0 });
    await server.stop();
    servers.length = 0;
    await expect(client.timesheets.list(year)).rejects.toMatchObject({
      name: 'ClientReportingError',
      code: 'connection_failed',
      message: expect.stringMatching(/^No whole response from http:\/\/127.0.0.1:\d+: Error: connect ECONNREFUSED/),
      status: undefined,
      cause: expect.objectContaining({ message: 'fetch failed' }),
    });
  });

  it.each([
    [{ clientId: undefined }, 'clientId is missing'],
    [{ clientSecret: '' }, 'clientSecret must be a text that is not empty'],
    [{ timeout: 5 }, /^timeout is not an option here. The options are baseUrl, clientId, .*attemptTimeoutMs/],
    [{ attemptTimeoutMs: 2 ** 31 }, 'attemptTimeoutMs must be a number of milliseconds from 1 to 2147483647'],
    [{ maxRetries: -1 }, 'maxRetries must be a whole number from 0'],
    [{ fetch: 'fetch' }, 'fetch must be a function'],
  ] as [object, string][])('The client says which of its options is wrong: %j', async (wrong, message) => {
    const { options } = await clientOf([page]);
    expect(() => create({ ...options, ...wrong })).toThrow(TypeError);
    expect(() => create({ ...options, ...wrong })).toThrow(message);
  });

  it('The client says which option of a call is wrong', async () => {
    const { client } = await clientOf([page]);
    const wrong: object = { ifNoneMatch: 'W/"a"' };
    expect(() => client.timesheets.rows(year, wrong)).toThrow('ifNoneMatch is not an option here.');
    const timeout = client.timesheets.list(year, { callTimeoutMs: Infinity });
    await expect(timeout).rejects.toThrow('callTimeoutMs must be a number of milliseconds');
    const following = client.timesheets.sync(year, { follow: true, pollSeconds: 4 } as never);
    await expect(following).rejects.toThrow('pollSeconds must be a number of seconds from 5 to 86400');
  });
});

it.each([
  'https://reports.example.com/v/',
  ...['http://localhost:8080', 'http://api.localhost', 'http://127.1.2.3', 'http://[::1]:8080'],
])('The client accepts the baseUrl %s', (baseUrl) => {
  expect(createAt(baseUrl)).toHaveProperty('timesheets');
});

const [insecure, example] = ['begin with https:, since', 'be an address such as https://reports.example.com, not'];

it.each([
  ['http://reports.example.com', insecure],
  ['http://127.0.0.1.example.com', insecure],
  ['http://localhost.example.com', insecure],
  ['reports.example.com', example],
  ['ftp://reports.example.com', example],
  ['https://id:secret@example.com', example],
  ['https://example.com?a', example],
  ['https://reports.example.com/api/v1', 'be the address before /api/v1 and /auth, not'],
  [new URL('https://reports.example.com') as never, 'be an address as text, such as'],
])('The client refuses the baseUrl %s, since it must %s', (baseUrl, text) => {
  expect(() => createAt(baseUrl)).toThrow(TypeError);
  expect(() => createAt(baseUrl)).toThrow(`baseUrl must ${text}`);
  if (text === insecure) expect(createAt(baseUrl, { allowHttp: true })).toHaveProperty('timesheets');
});

it.each([404, 405])('The client names a baseUrl with a path where the API has nothing: %d', async (status) => {
  const { options } = await clientOf([refuse(status, 'not_found')]);
  const baseUrl = `${options.baseUrl}/reports`;
  await expect(createAt(baseUrl).timesheets.list(year)).rejects.toMatchObject({
    code: 'not_found',
    message: `No. baseUrl is ${baseUrl}: it must be the address before /api/v1 and /auth.`,
  });
});

it('The client sends its name and version, and the headers of client and call', async () => {
  const { client, requests } = await clientOf([page], { headers: { 'X-Client': 'a', 'x-both': 'client' } });
  await client.timesheets.list(year, { headers: { 'X-Both': 'call', Authorization: 'none' } });
  expect(requests[0]?.headers).toMatchObject({
    'user-agent': expect.stringMatching(/^[\w-]+\/\d+\.\d+\.\d+$/),
    'x-client': 'a',
    'x-both': 'call',
    authorization: 'Bearer a-token',
  });
});

it('What a program does to its parameters and lists after a call changes no request', async () => {
  const { client, requests } = await clientOf([
    (response, request) => {
      const { url = '' } = request;
      const changes = json({ results: [], version: 'v', more: !url.includes('since') });
      (url.includes('/changes') ? changes : twoPages)(response, request);
    },
  ]);
  const contractorIds = ['a'];
  const params = { ...year, contractorIds };
  const report = client.scheduledPayments;
  const [pages, changes, rows] = [report.pages(params), report.changes(params), report.rows(params)];
  const load = async () => Promise.resolve();
  const calls = [report.list(params), report.download(params, 'csv'), report.sync(params, { load, apply: load })];
  contractorIds.length = 0;
  Object.assign(params, { contractorIds: ['b'] });
  await Promise.allSettled([...calls, ended(pages), ended(changes), ended(rows)]);
  expect(requests.map(({ url }) => new URL(url, 'http://localhost').searchParams.get('contractorIds'))).toEqual(
    Array.from({ length: 8 }, () => '["a"]'),
  );
});

it.each([
  ['a Set', () => new Set(['a', 'b,c'])],
  ['a generator', () => ['a', 'b,c'].values()],
  ['the keys of a Map', () => new Map([['a', 1] as const, ['b,c', 2] as const]).keys()],
])('The client sends a list that is given as %s whole, with each page', async (_, listOf) => {
  const { client, requests } = await clientOf([twoPages]);
  await ended(client.scheduledPayments.pages({ ...year, contractorIds: listOf() as never }));
  await client.scheduledPayments.list({ ...year, contractorIds: listOf() as never });
  expect(requests.map(({ url }) => new URL(url, 'http://localhost').searchParams.get('contractorIds'))).toEqual(
    Array.from({ length: 3 }, () => '["a","b,c"]'),
  );
});

it.each([[[]], [['']], [['', ' ']], [[undefined]], [''], [new Set()], [[].values()]])(
  'The client refuses an empty list, which would be everything: %j',
  async (given) => {
    const ids = given as string[];
    const { client, requests } = await clientOf([page]);
    const [params, message] = [{ ...year, contractorIds: ids }, 'contractorIds is empty: leave it out for all'];
    const report = client.scheduledPayments;
    expect(() => report.pages(params)).toThrow(TypeError);
    for (const call of [report.pages, report.rows, report.changes]) expect(() => call(params)).toThrow(message);
    await expect(report.list(params)).rejects.toThrow(message);
    await expect(report.download(params, 'csv')).rejects.toThrow(message);
    await expect(report.sync(params, {} as never)).rejects.toThrow(message);
    expect(() => client.teams.pages({ ids })).toThrow('ids is empty: leave it out for all');
    expect(() => client.timesheetsSummary.pages({ ...year, groupBy: ids as never })).toThrow(
      'groupBy is empty: it needs a value',
    );
    await client.teams.list({ search: '' });
    await report.list({ ...year, minAmount: 0 });
    expect(requests).toHaveLength(2);
  },
);

it('The client takes null for an option or parameter that is left out', async () => {
  const shared = { callTimeoutMs: null, attemptTimeoutMs: null, headers: null, maxRetries: null };
  const { client, requests } = await clientOf([page], { ...shared, allowHttp: null, fetch: null } as object);
  const params = { ...year, teamIds: null, sortField: null, page: null } as object as typeof year;
  const options = { ...shared, signal: null, onRetry: null, headers: { 'X-None': null } };
  await client.timesheets.list(params, { ...options, ifNoneMatch: null } as object);
  await client.timesheets.list(params, null as never);
  for (const pages of [
    client.timesheets.pages(params, { ...options, onChange: null } as object),
    client.timesheets.changes(params, { ...options, since: null } as object),
  ])
    for await (const found of pages) expect(found).toEqual(emptyPage);
  const dates = 'fromDate=2026-01-01&toDate=2026-12-31';
  expect(requests.map(({ url }) => url.split('/').at(-1))).toEqual([
    ...[`list?${dates}`, `list?${dates}`, `list?itemsPerPage=100&${dates}&page=1`, `changes?${dates}`],
  ]);
  expect(requests[0]?.headers).not.toHaveProperty('x-none');
  expect(() => create({ baseUrl: null, clientId: 'id', clientSecret: 'a' } as never)).toThrow('baseUrl is missing');
});

it('The client reports each response, also of requests that it repeats', async () => {
  const statuses: number[] = [];
  const { client } = await clientOf([html(500), page], { onResponse: ({ status }) => statuses.push(status) });
  await client.timesheets.list(year);
  expect(statuses).toEqual([200, 500, 200]);
});

it('The client does not repeat a request because of an error of a hook', async () => {
  const error = new Error('of the hook');
  const { client, requests } = await clientOf([page]);
  const onResponse = () => {
    throw error;
  };
  await client.timesheets.list(year);
  await expect(client.timesheets.list(year, { onResponse })).rejects.toBe(error);
  expect(requests).toHaveLength(2);
});

it('The client keeps one token for all requests, and gets a single new one when several are refused', async () => {
  let count = 0;
  const { client, server } = await clientOf(
    [
      (response, request) =>
        (request.headers.authorization === 'Bearer token-1' ? refuse(401, 'invalid_token') : page)(response, request),
    ],
    {},
    [(response) => response.end(JSON.stringify({ access_token: `token-${(count += 1)}`, expires_in: 3_600 }))],
  );
  await Promise.all(Array.from({ length: 20 }, () => client.timesheets.list(year)));
  expect(server.tokens()).toBe(2);
});

it('A call that is aborted ends in its own time while another call gets the token', async () => {
  const { client } = await clientOf([page], {}, [(...both) => void setTimeout(() => token(...both), 3_000)]);
  const first = client.timesheets.list(year);
  for (const limit of [{ callTimeoutMs: 500 }, { attemptTimeoutMs: 250, maxRetries: 1 }]) {
    const begun = performance.now();
    await expect(client.timesheets.list(year, limit)).rejects.toMatchObject({ code: 'timeout' });
    expect(performance.now() - begun).toBeLessThan(2_000);
  }
  await first;
});

it('The client asks fetch to store nothing', async () => {
  const stored: unknown[] = [];
  const ownFetch = async (url: string, init: RequestInit) => {
    stored.push((init as { cache?: string }).cache);
    return fetch(url, init);
  };
  const { client } = await clientOf([page], { fetch: ownFetch });
  await client.timesheets.list(year);
  expect(stored).toEqual(['no-store', 'no-store']);
});

it('The client uses a token without expires_in until it is refused', async () => {
  const { client, server } = await clientOf([page, page, refuse(401, 'invalid_token'), page], {}, [
    (response) => response.end('{"access_token":"a-token"}'),
  ]);
  for (const expected of [1, 1, 2]) {
    await client.timesheets.list(year);
    expect(server.tokens()).toBe(expected);
  }
});

const twoPages = json({ results: [], pagination: { ...emptyPage.pagination, pagesCount: 2 } });

async function ended(items: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of items);
}

function createAt(baseUrl: string, more: Partial<ClientOptions> = {}): Client {
  return create({ baseUrl, clientId: 'id', clientSecret: 'a-secret', ...more });
}

/** A client of a server that gives these answers. */
async function clientOf(answers: Answer[], own: Partial<ClientOptions> = {}, tokenAnswers?: Answer[]) {
  const server = await startFailingServer(answers, tokenAnswers);
  servers.push(server);
  const options = { ...server.options, ...own };
  return { client: create(options), server, requests: server.requests, options };
}

/** What the client of Node.js does in a case. */
async function outcomeOf({ url, call, stopAtRetry, copy, ...options }: Run): Promise<Outcome> {
  const abort = new AbortController();
  const outcome: Outcome = { result: null, error: null, retries: [] };
  const onRetry = ({ retry, delayMs, error: { code, status } }: Retry) => {
    outcome.retries.push({ retry, delayMs, code, status: status ?? null });
    if (stopAtRetry) abort.abort('stopped');
  };
  const client = create({ baseUrl: url, clientId: 'id', clientSecret: 'a-secret', onRetry, ...options });
  try {
    await run(client.scheduledPayments, call, outcome, abort.signal, copy);
  } catch (error) {
    if (error === 'stopped') return outcome;
    if (!(error instanceof Error) || error.name !== 'ClientReportingError') throw error;
    const { code, status, message, retryAfterSeconds, requestId } = error as ClientReportingError;
    outcome.error = { code, status, message, retryAfterSeconds, requestId };
  }
  return outcome;
}

async function run(
  report: Client['scheduledPayments'],
  call: Run['call'],
  outcome: Outcome,
  signal: AbortSignal,
  copy: Run['copy'],
) {
  const found: unknown[] = [];
  const collect = async (items: AsyncIterable<unknown>) => {
    for await (const one of items) found.push(one);
  };
  switch (call) {
    case 'list':
      outcome.result = (await report.list(year, { signal })).results.length;
      break;
    case 'pages':
    case 'restart':
      await collect(report.pages(year, { onChange: call === 'pages' ? 'throw' : 'restart' }));
      outcome.result = found.length;
      break;
    case 'rows':
    case 'sync':
      outcome.result = found;
      await (call === 'rows' ? collect(report.rows(year)) : sync(report, found, copy));
      break;
    default:
      outcome.result = (await buffer(await report.download(year, call))).toString();
  }
}

async function sync(
  report: Client['scheduledPayments'],
  steps: unknown[],
  { paid, reads = Infinity }: Run['copy'],
): Promise<void> {
  let totalCount = 0;
  const version = await report.sync(year, {
    load: async (rows, loaded) => {
      const keys: string[] = [];
      if (reads > 0) {
        for await (const { _id } of rows) if (keys.push(_id) === reads) break;
      }
      totalCount = keys.length;
      steps.push(`load ${keys.join()} ${loaded}`);
    },
    apply: async (rows, removedIds, applied) => {
      totalCount += rows.length - removedIds.length;
      steps.push(`apply ${rows.map(({ _id }) => _id).join()} ${removedIds.join()} ${applied}`);
      return Promise.resolve();
    },
    count: async () =>
      Promise.resolve({
        totalCount,
        ...(paid !== undefined && { statistics: { totalScheduledPaymentsPaidAmount: paid } }),
      }),
  });
  steps.push(`version ${version}`);
}
