import { buffer } from 'node:stream/consumers';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client, ClientOptions, createClient, Retry } from '../../client/create-client.ts';
import { importClient } from '../support/programs/client-package.ts';
import { emptyPage, page, startFailingServer } from './failing-server.ts';
import type { Answer, FailingServer } from './failing-server.ts';

const year = { fromDate: '2026-01-01', toDate: '2026-12-31' };
const badGateway = '<html><body>502 Bad Gateway</body></html>';

let create: typeof createClient;
const servers: FailingServer[] = [];

beforeAll(async () => {
  ({ createClient: create } = await importClient());
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map(({ stop }) => stop()));
});

// At once, since most of their time is waiting.
describe('sends a request again', () => {
  it.concurrent.each([408, 429, 500, 502, 503, 504])('after %d', async (status) => {
    const { client, retries, requests } = await clientOf([html(status), page]);
    expect(await client.timesheets.list(year)).toEqual(emptyPage);
    expect(requests).toHaveLength(2);
    expect(retries).toEqual([{ retry: 1, delayMs: expect.any(Number), error: expect.objectContaining({ status }) }]);
    expect(requests[1]?.at).toBeGreaterThan((requests[0]?.at ?? Infinity) + (retries[0]?.delayMs ?? 0));
  });

  it.concurrent.each<[string, Answer]>([
    ['is reset', (response) => response.socket?.resetAndDestroy()],
    ['is closed without an answer', (response) => response.destroy()],
    [
      'breaks within a page',
      (response) => response.writeHead(200, { 'Content-Length': 99 }).write('{', () => response.destroy()),
    ],
    ['answers what is not HTTP', (response) => response.socket?.end('220 mail.example.com ESMTP\r\n')],
  ])('when the connection %s', async (_, failure) => {
    const { client, retries } = await clientOf([failure, page]);
    expect(await client.timesheets.list(year)).toEqual(emptyPage);
    expect(retries.map(({ error: { name, code, status } }) => ({ name, code, status }))).toEqual([
      { name: 'ClientReportingError', code: 'connection_failed', status: undefined },
    ]);
  });

  it.concurrent.each<[string, Answer]>([
    ['no answer', () => undefined],
    ['only a part of a page', (response) => response.writeHead(200, { 'Content-Length': 99 }).write('{')],
  ])('when there is %s within attemptTimeoutMs', async (_, silence) => {
    const { client, retries } = await clientOf([silence, page], { attemptTimeoutMs: 1_500 });
    expect(await client.timesheets.list(year)).toEqual(emptyPage);
    expect(retries.map(({ error: { code, message } }) => [code, message])).toEqual([
      ['timeout', 'No whole answer within 1500 ms (attemptTimeoutMs)'],
    ]);
  });

  it.concurrent('for a token too', async () => {
    const answers: Answer[] = [html(502), (response) => response.socket?.resetAndDestroy()];
    const { client, retries, server } = await clientOf([page], {}, (response, request) => {
      const failure = answers.shift();
      if (failure) failure(response, request);
      else response.end('{"access_token":"a-token","expires_in":3600}');
    });
    expect(await client.timesheets.list(year)).toEqual(emptyPage);
    expect([server.tokens(), retries.length]).toEqual([3, 2]);
  });

  it.concurrent('five times, each after about twice the wait', async () => {
    const { client, retries, requests } = await clientOf([html(500)]);
    await expect(client.timesheets.list(year)).rejects.toMatchObject({ status: 500 });
    expect(requests).toHaveLength(6);
    for (const [index, { retry, delayMs }] of retries.entries()) {
      expect(retry).toBe(index + 1);
      expect(delayMs).toBeGreaterThanOrEqual(500 * 2 ** index);
      expect(delayMs).toBeLessThanOrEqual(625 * 2 ** index);
    }
  });

  it.concurrent.each([0, 1])('as often as maxRetries says: %d', async (maxRetries) => {
    const { client, requests } = await clientOf([html(500)], { maxRetries: 2 });
    await expect(client.timesheets.list(year, { maxRetries })).rejects.toMatchObject({ status: 500 });
    expect(requests).toHaveLength(maxRetries + 1);
  });

  it.concurrent('but not after another refusal', async () => {
    for (const status of [400, 401, 403, 404, 412, 501]) {
      const { client, requests } = await clientOf([refuse(status, 'a_new_code')]);
      const error = { name: 'ClientReportingError', status, code: 'a_new_code', message: 'No.', requestId: 'an-id' };
      await expect(client.timesheets.list(year)).rejects.toMatchObject(error);
      expect(requests).toHaveLength(1);
    }
  });
});

describe('Retry-After', () => {
  const soon = [500, 625] as const;
  it.concurrent.each([
    [undefined, soon],
    ['0', soon],
    ['-1', soon],
    ['soon', soon],
    ['Infinity', soon],
    ['', soon],
    ['Sun, 06 Nov 1994 08:49:37 GMT', soon],
    ['0.7', [700, 875]],
    ['2', [2_000, 2_500]],
    ['60', [60_000, 75_000]],
    ['a date in 30 s', [28_000, 37_500]],
  ] as const)('of %s gives a wait within %j ms', async (value, [least, most]) => {
    const { client, retries } = await clientOf([
      (...both) => html(503, value?.replace('a date in 30 s', inSeconds(30)))(...both),
    ]);
    const abort = new AbortController();
    const onRetry = (retry: Retry) => {
      retries.push(retry);
      abort.abort('seen');
    };
    await expect(client.timesheets.list(year, { onRetry, signal: abort.signal })).rejects.toBe('seen');
    expect(retries[0]?.delayMs).toBeGreaterThanOrEqual(least);
    expect(retries[0]?.delayMs).toBeLessThanOrEqual(most);
  });

  it.concurrent.each(['61', '3600', '99999999999'])('of %s s is not waited for', async (value) => {
    const { client, requests } = await clientOf([refuse(429, 'rate_limited', value)]);
    await expect(client.timesheets.list(year)).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterSeconds: Number(value),
    });
    expect(requests).toHaveLength(1);
  });
});

describe('ends', () => {
  it.concurrent('a call after callTimeoutMs, with all its attempts and waits', async () => {
    const { client, requests } = await clientOf([html(503, '1'), () => undefined], { callTimeoutMs: 6_000 });
    const before = performance.now();
    await expect(client.timesheets.list(year)).rejects.toMatchObject({
      name: 'ClientReportingError',
      code: 'timeout',
      message: 'No whole answer within 6000 ms (callTimeoutMs)',
    });
    expect(performance.now() - before).toBeGreaterThan(5_900);
    expect(requests).toHaveLength(2);
  });

  it.concurrent('a call at once where the next attempt would begin after callTimeoutMs', async () => {
    const { client, requests, retries } = await clientOf([html(503, '30')], { callTimeoutMs: 20_000 });
    await expect(client.timesheets.list(year)).rejects.toMatchObject({ status: 503, retryAfterSeconds: 30 });
    expect([requests.length, retries.length]).toEqual([1, 0]);
  });

  it.concurrent('an export that stops to come, and says that it is incomplete', async () => {
    const { options } = await clientOf([
      (response) => response.writeHead(200, { 'Content-Type': 'text/csv' }).write('id,name\r\n'),
    ]);
    const download = async (own: Partial<ClientOptions>) =>
      buffer(await create({ ...options, ...own }).timesheets.download(year, 'csv'));
    await expect(download({ attemptTimeoutMs: 500 })).rejects.toMatchObject({
      code: 'incomplete_export',
      cause: { code: 'timeout' },
    });
    await expect(download({ callTimeoutMs: 500 })).rejects.toMatchObject({ code: 'timeout' });
  });

  it.concurrent('an export that is cut', async () => {
    const cut = (type: string) => (response: Parameters<Answer>[0]) => {
      response.writeHead(200, { 'Content-Type': type, 'X-Total-Count': '2' }).write('{"a":1}\n');
      setTimeout(() => response.destroy(), 200);
    };
    const { client } = await clientOf([cut('text/csv'), cut('application/x-ndjson')]);
    const error = { name: 'ClientReportingError', code: 'incomplete_export' };
    await expect(buffer(await client.timesheets.download(year, 'csv'))).rejects.toMatchObject(error);
    const seen: unknown[] = [];
    const read = async () => {
      for await (const row of client.timesheets.rows(year)) seen.push(row);
    };
    await expect(read()).rejects.toMatchObject(error);
    expect(seen).toEqual([{ a: 1 }]);
  });

  it.concurrent('an export of which rows are missing at its regular end', async () => {
    const { client } = await clientOf([
      (response) =>
        response.writeHead(200, { 'Content-Type': 'application/x-ndjson', 'X-Total-Count': '2' }).end('{"a":1}\n'),
    ]);
    const read = async () => {
      for await (const row of client.timesheets.rows(year)) expect(row).toEqual({ a: 1 });
    };
    await expect(read()).rejects.toMatchObject({ code: 'incomplete_export' });
  });
});

describe('tells what is wrong', () => {
  it('when the API cannot be reached', async () => {
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

  it.each<[string, Answer, string]>([
    ['a page of a proxy as a refusal', html(403), `403, text/html: ${badGateway}`],
    ['a login page as a report', html(200), `200, text/html: ${badGateway}`],
    [
      'JSON of another program',
      (response) => response.setHeader('Content-Type', 'application/json').end('[1'),
      '200, application/json: [1',
    ],
    ['nothing', (response) => response.end(), '200, no content type'],
  ])('when there is %s', async (_, answer, text) => {
    const { client, requests } = await clientOf([answer]);
    await expect(client.timesheets.list(year)).rejects.toMatchObject({
      name: 'ClientReportingError',
      code: 'unexpected_response',
      message: `Not an answer of the API: ${text}`,
    });
    expect(requests).toHaveLength(1);
  });

  it('when a login page comes in place of a file', async () => {
    const { client } = await clientOf([html(200)]);
    await expect(client.timesheets.download(year, 'csv')).rejects.toMatchObject({ code: 'unexpected_response' });
  });

  it('when a token is missing', async () => {
    const { client } = await clientOf([page], {}, (response) => response.end('{"token":1}'));
    await expect(client.timesheets.list(year)).rejects.toMatchObject({ status: 200, code: 'unexpected_response' });
  });

  it.each([
    [{ clientId: undefined }, 'clientId is missing'],
    [{ clientSecret: '' }, 'clientSecret must be a text that is not empty'],
    [{ timeout: 5 }, /^timeout is not an option here. The options are baseUrl, clientId, .*attemptTimeoutMs/],
    [{ attemptTimeoutMs: 2 ** 31 }, 'attemptTimeoutMs must be a number of milliseconds from 1 to 2147483647'],
    [{ maxRetries: -1 }, 'maxRetries must be a whole number from 0'],
    [{ fetch: 'fetch' }, 'fetch must be a function'],
  ] as [object, string][])('when an option of the client is wrong: %j', async (wrong, message) => {
    const { options } = await clientOf([page]);
    expect(() => create({ ...options, ...wrong })).toThrow(TypeError);
    expect(() => create({ ...options, ...wrong })).toThrow(message);
  });

  it('when an option of a call is wrong', async () => {
    const { client } = await clientOf([page]);
    const wrong: object = { ifNoneMatch: 'W/"a"' };
    expect(() => client.timesheets.rows(year, wrong)).toThrow('ifNoneMatch is not an option here.');
    const timeout = client.timesheets.list(year, { callTimeoutMs: Infinity });
    await expect(timeout).rejects.toThrow('callTimeoutMs must be a number of milliseconds');
  });
});

it('sends its name and version, and the headers of client and call', async () => {
  const { client, requests } = await clientOf([page], { headers: { 'X-Client': 'a', 'x-both': 'client' } });
  await client.timesheets.list(year, { headers: { 'X-Both': 'call', Authorization: 'none' } });
  expect(requests[0]?.headers).toMatchObject({
    'user-agent': expect.stringMatching(/^[\w-]+\/\d+\.\d+\.\d+$/),
    'x-client': 'a',
    'x-both': 'call',
    authorization: 'Bearer a-token',
  });
});

it('takes null for what is left out, in options and in parameters', async () => {
  const none = { signal: null, callTimeoutMs: null, attemptTimeoutMs: null, headers: null, onRetry: null };
  const { signal: _signal, onRetry: _onRetry, ...shared } = none;
  const ofClient = { ...shared, allowHttp: null, fetch: null, maxRetries: null, onResponse: null } as object;
  const { client, requests } = await clientOf([page], ofClient);
  const params = { ...year, teamIds: null, contractorIds: null, sortField: null, page: null } as object as typeof year;
  const options = { ...none, headers: { 'X-None': null } } as object;
  await client.timesheets.list(params, { ...options, ifNoneMatch: null } as object);
  for await (const found of client.timesheets.pages(params, { ...options, onChange: null } as object))
    expect(found).toEqual(emptyPage);
  for await (const found of client.timesheets.changes(params, { ...options, since: null } as object))
    expect(found).toEqual(emptyPage);
  await client.timesheets.list(params, null as unknown as object);
  const dates = 'fromDate=2026-01-01&toDate=2026-12-31';
  expect(requests.map(({ url }) => url.split('/').at(-1))).toEqual([
    `list?${dates}`,
    `list?itemsPerPage=100&${dates}&page=1`,
    `changes?${dates}`,
    `list?${dates}`,
  ]);
  expect(requests[0]?.headers).not.toHaveProperty('x-none');
  expect(() => create({ baseUrl: null, clientId: 'id', clientSecret: 'a' } as object as ClientOptions)).toThrow(
    'baseUrl is missing',
  );
});

it('sends by the fetch of its user', async () => {
  const urls: string[] = [];
  const { client } = await clientOf([page], {
    fetch: async (url, init) => {
      urls.push(url);
      return fetch(url, init);
    },
  });
  await client.timesheets.list(year);
  expect(urls.map((url) => new URL(url).pathname)).toEqual([
    '/auth/oauth/token',
    '/api/v1/external/reports/client/timesheets/list',
  ]);
});

it('tells of each response, also of those that it sends again for', async () => {
  const statuses: number[] = [];
  const { client } = await clientOf([html(500), page], { onResponse: ({ status }) => statuses.push(status) });
  await client.timesheets.list(year);
  expect(statuses).toEqual([200, 500, 200]);
});

it('does not send again for an error of a hook', async () => {
  const error = new Error('of the hook');
  const { client, requests } = await clientOf([page]);
  const onResponse = () => {
    throw error;
  };
  await client.timesheets.list(year);
  await expect(client.timesheets.list(year, { onResponse })).rejects.toBe(error);
  expect(requests).toHaveLength(2);
});

it('uses a token without expires_in until it is refused', async () => {
  const { client, server } = await clientOf([page, page, refuse(401, 'invalid_token'), page], {}, (response) =>
    response.end('{"access_token":"a-token"}'),
  );
  for (const expected of [1, 1, 2]) {
    await client.timesheets.list(year);
    expect(server.tokens()).toBe(expected);
  }
});

type Tried = {
  client: Client;
  server: FailingServer;
  requests: FailingServer['requests'];
  retries: Retry[];
  options: ClientOptions;
};

/** A client of a server that gives these answers, and its retries. */
async function clientOf(answers: Answer[], own: Partial<ClientOptions> = {}, token?: Answer): Promise<Tried> {
  const server = await startFailingServer(answers, token);
  servers.push(server);
  const retries: Retry[] = [];
  const options = { ...server.options, onRetry: (retry: Retry) => void retries.push(retry), ...own };
  return { client: create(options), server, requests: server.requests, retries, options };
}

function inSeconds(seconds: number): string {
  return new Date(Date.now() + seconds * 1_000).toUTCString();
}

/** What a proxy before the API answers. */
function html(status: number, retryAfter?: string): Answer {
  return (response) => {
    if (retryAfter !== undefined) response.setHeader('Retry-After', retryAfter);
    response.writeHead(status, { 'Content-Type': 'text/html' }).end(badGateway);
  };
}

function refuse(status: number, error: string, retryAfter = ''): Answer {
  return (response) => {
    if (retryAfter) response.setHeader('Retry-After', retryAfter);
    response.writeHead(status, { 'Content-Type': 'application/json', 'X-Request-Id': 'an-id' });
    response.end(JSON.stringify({ error, message: 'No.' }));
  };
}
