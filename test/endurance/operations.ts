import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { paymentsPath, secret, timesheetsPath } from '../support/fixtures.ts';

export type Operation = { name: string; atOnce: number; run: () => Promise<unknown> };

/** Each throws where the answer is another than it should be. */
export function operations(url: string, token: string): { all: Operation[]; disconnect: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const authorized = { Authorization: `Bearer ${token}` };
  const year = 'fromDate=2024-01-01&toDate=2024-12-31';

  const sendRequest = (path: string, headers: Record<string, string> = {}, body?: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const method = body === undefined ? 'GET' : 'POST';
      const own = body === undefined ? {} : { 'Content-Type': 'application/json' };
      const sent = request(`${url}${path}`, { method, agent, headers: { ...headers, ...own } }, resolve);
      sent.on('error', reject).end(body);
    });
  const expectAnswer = async (status: number, ...parameters: Parameters<typeof sendRequest>) => {
    const answer = await sendRequest(...parameters);
    const body = await text(answer);
    if (answer.statusCode !== status) throw new Error(`${parameters[0]} answered ${answer.statusCode}: ${body}`);
    return answer;
  };
  let etag = '';

  const all: Operation[] = [
    { name: 'page', atOnce: 8, run: () => expectAnswer(200, `${paymentsPath}?${year}`, authorized) },
    {
      name: 'page and changes of a filter of their own',
      atOnce: 8,
      run: async () => {
        // 12 kB, nearly as much as a request can carry.
        const ids = Array.from({ length: 100 }, (_, index) => `${index}-${randomUUID()}`.padEnd(120, 'x'));
        const filtered = `${paymentsPath}?${year}&contractorIds=${ids.join()}`;
        await expectAnswer(200, filtered, authorized);
        await expectAnswer(200, filtered.replace('list', 'changes'), authorized);
      },
    },
    {
      name: 'export',
      atOnce: 2,
      run: () => expectAnswer(200, `${timesheetsPath}?${year}`, { ...authorized, Accept: 'text/csv' }),
    },
    {
      name: 'export that its client cuts off',
      atOnce: 2,
      run: async () => {
        const answer = await sendRequest(`${paymentsPath}?${year}`, { ...authorized, Accept: 'application/x-ndjson' });
        if (answer.statusCode !== 200) throw new Error(`the export answered ${answer.statusCode}`);
        await once(answer, 'data');
        answer.destroy();
      },
    },
    { name: 'portal view', atOnce: 8, run: () => expectAnswer(200, '/portal') },
    {
      name: 'token',
      atOnce: 8,
      run: async () => {
        const body = { clientId: 'acme-client', clientSecret: secret, grantType: 'client_credentials' };
        await expectAnswer(200, '/auth/oauth/token', {}, JSON.stringify(body));
      },
    },
    {
      name: '304',
      atOnce: 8,
      run: async () => {
        const path = `${timesheetsPath}?${year}`;
        if (etag === '') etag = String((await expectAnswer(200, path, authorized)).headers.etag);
        await expectAnswer(304, path, { ...authorized, 'If-None-Match': etag });
      },
    },
    {
      name: 'refused',
      atOnce: 8,
      run: async () => {
        await expectAnswer(401, `${paymentsPath}?${year}`, { Authorization: 'Bearer none' });
        await expectAnswer(400, `${paymentsPath}?fromDate=tomorrow`, authorized);
        await expectAnswer(404, '/nothing/here');
      },
    },
    {
      name: 'broken HTTP',
      atOnce: 8,
      run: async () => {
        const { hostname, port } = new URL(url);
        const socket = connect(Number(port), hostname);
        socket.end('GET / HTTP/1.1\r\nno header\r\n\r\n');
        if (!(await text(socket)).startsWith('HTTP/1.1 400 ')) throw new Error('broken HTTP is no 400');
      },
    },
  ];
  return { all, disconnect: () => agent.destroy() };
}

/** Runs it so often, a few at once. */
export async function repeat({ atOnce, run }: Operation, times: number): Promise<void> {
  let begun = 0;
  const worker = async () => {
    while (begun++ < times) await run();
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
