import { expect, it } from '@jest/globals';
import { changedTimes } from '../../support/programs/main-of.ts';
import { lockTable, untilStatements } from '../../support/postgres/waiting.ts';
import { until } from '../../support/until.ts';
import { company, paymentsPath, secret, timesheetsPath, tokenOf } from '../../support/fixtures.ts';
import { ownProduct } from '../../support/programs/own-product.ts';

// One connection each, so that a statement that went on would be in the way of the next request.
const settings = {
  ...changedTimes({ reportingDeadlineMs: 2_000, reportingStatementMs: 600_000 }),
  DATABASE_POOL_SIZE: '1',
};
const product = await ownProduct(settings, company('acme'), company('rival'));
const tokens = { acme: await tokenOf(product.url, 'acme'), rival: await tokenOf(product.url, 'rival') };
let requestCount = 0;
await report(paymentsPath);

type Send = (signal?: AbortSignal) => Promise<Response>;

const requests: [of: string, program: string, table: string, send: Send][] = [
  ['payments', 'reporting', 'reporting.scheduled_payments', (signal) => report(paymentsPath, signal)],
  ['timesheets', 'reporting', 'reporting.timesheet_days', (signal) => report(timesheetsPath, signal)],
  ['a token', 'auth', 'auth.users', issueToken],
  ['the account of a token', 'auth', 'auth.users', (signal) => report(paymentsPath, signal, tokens.rival)],
];

it.each(requests)(
  'A deadline that passes on %s ends the statement in Postgres, also while requests wait for the connection: 503',
  async (_, program, table, send) => {
    const unlock = await lockTable(product.databaseUrl, table);
    try {
      const responses = Promise.all(Array.from({ length: 8 }, () => send()));
      await untilStatements(product.databaseUrl, program, 1);
      for (const response of await responses) {
        const { status, headers } = response;
        expect({ status, retryAfter: headers.get('retry-after'), body: await response.json() }).toEqual({
          status: 503,
          retryAfter: '5',
          body: {
            error: 'service_unavailable',
            message: 'The service is temporarily unavailable. Retry after the number of seconds in Retry-After.',
          },
        });
      }
      await untilStatements(product.databaseUrl, program, 0);
    } finally {
      await unlock();
    }
    await until('an answer', async () => (await send()).status === 200);
  },
);

// The account is cached by now.
it.each(requests.slice(0, 3))(
  'A client that disconnects on %s ends the statement in Postgres',
  async (_, program, table, send) => {
    const unlock = await lockTable(product.databaseUrl, table);
    try {
      const client = new AbortController();
      const response = send(client.signal);
      await untilStatements(product.databaseUrl, program, 1);
      client.abort();
      await expect(response).rejects.toThrow('aborted');
      await untilStatements(product.databaseUrl, program, 0);
    } finally {
      await unlock();
    }
    await until('an answer', async () => (await send()).status === 200);
  },
);

/** Another range each time, so that no answer is cached. */
async function report(path: string, signal?: AbortSignal, token = tokens.acme) {
  const toDate = new Date(Date.UTC(2030, 0, (requestCount += 1))).toISOString().slice(0, 10);
  const headers = { Authorization: `Bearer ${token}` };
  return fetch(`${product.url}${path}?fromDate=2000-01-01&toDate=${toDate}`, { headers, signal: signal ?? null });
}

async function issueToken(signal?: AbortSignal) {
  return fetch(`${product.url}/auth/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ clientId: 'acme-client', clientSecret: secret }),
    signal: signal ?? null,
  });
}
