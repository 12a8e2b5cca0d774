import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { changedTimes } from '../../support/programs/main-of.ts';
import { load, startProduct, unlimited } from '../../support/programs/product.ts';
import type { Product } from '../../support/programs/product.ts';
import { lockTable, untilStatements } from '../../support/postgres/waiting.ts';
import { until } from '../../support/until.ts';
import { company, paymentsPath, secret, timesheetsPath, together, tokenOf } from '../../support/fixtures.ts';

let product: Product;
let token: string;

beforeAll(async () => {
  // One connection each, so that a statement that went on would be in the way of the next request.
  product = await startProduct({
    ...unlimited,
    ...changedTimes({ reportingDeadlineMs: 2_000, authStatementMs: 600_000, reportingStatementMs: 600_000 }),
    DATABASE_POOL_SIZE: '1',
  });
  await load(product.databaseUrl, together(company('acme'), company('rival')));
  token = await tokenOf(product.url, 'acme');
});
afterAll(() => product.stop());

const tables = [
  [paymentsPath, 'reporting.scheduled_payments'],
  [timesheetsPath, 'reporting.timesheet_days'],
] as const;

describe.each(tables)('%s', (path, table) => {
  it('a deadline that passes ends the statement in Postgres, and the client gets a 503', async () => {
    const unlock = await lockTable(product.databaseUrl, table);
    try {
      const response = report(path);
      await untilStatements(product.databaseUrl, 'reporting', 1);
      expectUnavailable(await response);
      await untilStatements(product.databaseUrl, 'reporting', 0);
    } finally {
      await unlock();
    }
    await untilAnswered(() => report(path));
  });

  it('a client that hangs up ends the statement in Postgres', async () => {
    const unlock = await lockTable(product.databaseUrl, table);
    try {
      const client = new AbortController();
      const response = fetch(`${product.url}${path}?${new URLSearchParams(anyRange()).toString()}`, {
        headers: { Authorization: `Bearer ${token}` },
        signal: client.signal,
      });
      await untilStatements(product.databaseUrl, 'reporting', 1);
      client.abort();
      await expect(response).rejects.toThrow('aborted');
      await untilStatements(product.databaseUrl, 'reporting', 0);
    } finally {
      await unlock();
    }
    await untilAnswered(() => report(path));
  });
});

it('requests that wait for a connection until their deadline leave no statement behind', async () => {
  const unlock = await lockTable(product.databaseUrl, 'reporting.scheduled_payments');
  try {
    for (const response of await Promise.all(Array.from({ length: 8 }, () => report(paymentsPath)))) {
      expectUnavailable(response);
    }
    await untilStatements(product.databaseUrl, 'reporting', 0);
  } finally {
    await unlock();
  }
  await untilAnswered(() => report(paymentsPath));
});

describe('auth', () => {
  it('a deadline that passes on a token endpoint ends the statement in Postgres, and the client gets a 503', async () => {
    const unlock = await lockTable(product.databaseUrl, 'auth.users');
    try {
      const responses = Promise.all(Array.from({ length: 8 }, () => issueToken()));
      await untilStatements(product.databaseUrl, 'auth', 1);
      for (const response of await responses) expectUnavailable(response);
      await untilStatements(product.databaseUrl, 'auth', 0);
    } finally {
      await unlock();
    }
    await untilAnswered(issueToken);
  });

  it('a client that hangs up on a token endpoint ends the statement in Postgres', async () => {
    const unlock = await lockTable(product.databaseUrl, 'auth.users');
    try {
      const client = new AbortController();
      const response = fetch(`${product.url}/auth/token`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ clientId: 'acme-client', clientSecret: secret }),
        signal: client.signal,
      });
      await untilStatements(product.databaseUrl, 'auth', 1);
      client.abort();
      await expect(response).rejects.toThrow('aborted');
      await untilStatements(product.databaseUrl, 'auth', 0);
    } finally {
      await unlock();
    }
    await untilAnswered(issueToken);
  });

  it('a deadline that passes on the account of a token ends the statement in Postgres, and the client gets a 503', async () => {
    const unknown = await tokenOf(product.url, 'rival');
    const unlock = await lockTable(product.databaseUrl, 'auth.users');
    try {
      const response = report(paymentsPath, unknown);
      await untilStatements(product.databaseUrl, 'auth', 1);
      expectUnavailable(await response);
      await untilStatements(product.databaseUrl, 'auth', 0);
    } finally {
      await unlock();
    }
    await untilAnswered(() => report(paymentsPath, unknown));
  });
});

/** Another range each time, so that no answer is cached. */
function anyRange() {
  const toDate = new Date(Date.UTC(2030, 0, (requestCount += 1))).toISOString().slice(0, 10);
  return { fromDate: '2000-01-01', toDate };
}

let requestCount = 0;

async function report(path: string, accessToken = token) {
  return request(product.url).get(path).query(anyRange()).set('Authorization', `Bearer ${accessToken}`);
}

async function issueToken() {
  return request(product.url).post('/auth/token').send({ clientId: 'acme-client', clientSecret: secret });
}

/** The connection is free again. */
async function untilAnswered(sendRequest: () => Promise<request.Response>): Promise<void> {
  await until('an answer', async () => (await sendRequest()).status === 200);
}

function expectUnavailable({ status, headers, body }: request.Response): void {
  expect({ status, body: body as unknown, retryAfter: headers['retry-after'] }).toEqual({
    status: 503,
    body: {
      error: 'service_unavailable',
      message: 'The service is temporarily unavailable. Retry after the number of seconds in Retry-After.',
    },
    retryAfter: '5',
  });
}
