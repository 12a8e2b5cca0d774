import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type * as clientPackage from '../../client/create-client.ts';
import { importClient } from '../support/programs/client-package.ts';

const year = { fromDate: '2026-01-01', toDate: '2026-12-31' };
const clientSecret = 'a-secret';

let createClient: typeof clientPackage.createClient;
const servers: Server[] = [];

beforeAll(async () => {
  ({ createClient } = await importClient());
});
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

describe('redirects', () => {
  it.each([301, 302, 303, 307, 308])('never carry the client secret to another address: %d', async (status) => {
    const received: string[] = [];
    const other = await serve((request, response) => {
      void text(request).then((body) => received.push(body));
      response.end('{}');
    });
    const location = `${other}/steal`;
    const baseUrl = await serve((_, response) => response.writeHead(status, { Location: location }).end());
    await expect(clientOf(baseUrl).scheduledPayments.list(year)).rejects.toMatchObject({
      name: 'ClientReportingError',
      status,
      code: 'redirect_refused',
      message: `The service redirects to ${location}. If that is the API, set baseUrl to it.`,
    });
    expect(received).toEqual([]);
  });

  it('of reports are refused too', async () => {
    const received: (string | undefined)[] = [];
    const other = await serve(({ headers }, response) => {
      received.push(headers.authorization);
      response.end('{"results":[]}');
    });
    const baseUrl = await serve((request, response) => {
      if (isToken(request)) response.end(JSON.stringify({ access_token: 'a-token', expires_in: 3_600 }));
      else response.writeHead(302, { Location: other }).end();
    });
    for (const call of [
      () => clientOf(baseUrl).timesheets.list(year),
      () => clientOf(baseUrl).timesheets.download(year, 'csv'),
    ]) {
      await expect(call()).rejects.toMatchObject({ status: 302, code: 'redirect_refused' });
    }
    expect(received).toEqual([]);
  });
});

describe('baseUrl', () => {
  it.each([
    'http://reports.example.com',
    'http://10.0.0.1:8080',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
  ])('%s is refused, unless http is allowed', (baseUrl) => {
    expect(() => clientOf(baseUrl)).toThrow(
      new TypeError(`baseUrl must begin with https:, since ${baseUrl} would send the client secret in plain text`),
    );
    expect(createClient({ baseUrl, allowHttp: true, clientId: 'id', clientSecret })).toHaveProperty('timesheets');
  });

  it.each([
    'https://reports.example.com/v/',
    'http://localhost:8080',
    'http://api.localhost',
    'http://127.1.2.3',
    'http://[::1]:8080',
  ])('%s is taken', (baseUrl) => expect(clientOf(baseUrl)).toHaveProperty('timesheets'));

  it.each([
    'reports.example.com',
    'ftp://reports.example.com',
    'https://id:secret@example.com',
    'https://example.com?a',
  ])('%s is refused', (baseUrl) => {
    expect(() => clientOf(baseUrl)).toThrow(
      new TypeError(`baseUrl must be an address such as https://reports.example.com, not ${baseUrl}`),
    );
  });

  it('with the path of a report is refused, and what is right is said', () => {
    const baseUrl = 'https://reports.example.com/api/v1';
    expect(() => clientOf(baseUrl)).toThrow(
      new TypeError(`baseUrl must be the address before /api/v1 and /auth, not ${baseUrl}`),
    );
  });

  it('as a URL object is refused, and what is right is said', () => {
    const url = new URL('https://reports.example.com') as unknown as string;
    expect(() => clientOf(url)).toThrow(
      new TypeError(
        'baseUrl must be an address as text, such as https://reports.example.com; a URL object has it as `href`',
      ),
    );
  });

  it.each([
    [404, 'not_found', 'There is nothing at this path.'],
    [405, 'method_not_allowed', 'This path does not support the method.'],
  ])('with another path is named where the API has nothing there: %d', async (status, error, message) => {
    const baseUrl = await serve((_, response) => response.writeHead(status).end(JSON.stringify({ error, message })));
    await expect(clientOf(`${baseUrl}/reports`).timesheets.list(year)).rejects.toMatchObject({
      code: error,
      message: `${message} baseUrl is ${baseUrl}/reports: it must be the address before /api/v1 and /auth.`,
    });
  });
});

function clientOf(baseUrl: string) {
  return createClient({ baseUrl, clientId: 'id', clientSecret });
}

/** Its address. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function isToken({ url }: IncomingMessage): boolean {
  return url === '/auth/oauth/token';
}
