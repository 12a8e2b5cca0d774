import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import request from 'supertest';
import { paymentsPath, secret, timesheetsPath } from '../support/fixtures.ts';
import { exchange } from '../support/network/raw-http.ts';

export type Operation = { name: string; atOnce: number; run: () => Promise<unknown> };

/** Each throws where the answer is another than it should be. */
export function operations(url: string, token: string): { all: Operation[]; disconnect: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const authorized = { Authorization: `Bearer ${token}` };
  const [payments, timesheets] = [paymentsPath, timesheetsPath].map(
    (path) => `${path}?fromDate=2024-01-01&toDate=2024-12-31`,
  ) as [string, string];
  const get = (status: number, path: string, headers: Record<string, string> = authorized) =>
    request(url).get(path).agent(agent).set(headers).expect(status);
  let etag = '';

  const all: Operation[] = [
    { name: 'page', atOnce: 8, run: () => get(200, payments) },
    {
      name: 'page and changes of a filter of their own',
      atOnce: 8,
      run: async () => {
        // 12 kB, nearly as much as a request can carry.
        const ids = Array.from({ length: 100 }, (_, index) => `${index}-${randomUUID()}`.padEnd(120, 'x'));
        const filtered = `${payments}&contractorIds=${ids.join()}`;
        await get(200, filtered);
        await get(200, filtered.replace('list', 'changes'));
      },
    },
    { name: 'export', atOnce: 2, run: () => get(200, timesheets, { ...authorized, Accept: 'text/csv' }) },
    {
      name: 'export that its client cuts off',
      atOnce: 2,
      run: async () => {
        const headers = { ...authorized, Accept: 'application/x-ndjson' };
        const { status, body } = await fetch(`${url}${payments}`, { headers });
        if (status !== 200) throw new Error(`the export answered ${status}`);
        const reader = body?.getReader();
        await reader?.read();
        await reader?.cancel();
      },
    },
    { name: 'portal view', atOnce: 8, run: () => get(200, '/portal') },
    {
      name: 'token',
      atOnce: 8,
      run: async () => {
        const credentials = { clientId: 'acme-client', clientSecret: secret, grantType: 'client_credentials' };
        await request(url).post('/auth/oauth/token').agent(agent).send(credentials).expect(200);
      },
    },
    {
      name: '304',
      atOnce: 8,
      run: async () => {
        if (etag === '') etag = String((await get(200, timesheets)).headers.etag);
        await get(304, timesheets, { ...authorized, 'If-None-Match': etag });
      },
    },
    {
      name: 'refused',
      atOnce: 8,
      run: async () => {
        await get(401, payments, { Authorization: 'Bearer none' });
        await get(400, `${paymentsPath}?fromDate=tomorrow`);
        await get(404, '/nothing/here');
      },
    },
    {
      name: 'broken HTTP',
      atOnce: 8,
      run: async () => {
        const [answer] = await exchange(url, 'GET / HTTP/1.1\r\nno header\r\n\r\n');
        if (answer?.status !== 400) throw new Error('broken HTTP is no 400');
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
