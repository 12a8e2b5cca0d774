import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { query } from '../../support/postgres/database.ts';
import { addPayments, exported, mediaTypes, openExport } from '../../support/reports/exports.ts';
import type { OpenExport } from '../../support/reports/exports.ts';
import { changedTimes } from '../../support/programs/main-of.ts';
import { startGateway } from '../../support/programs/gateway.ts';
import { startProduct, unlimited } from '../../support/programs/product.ts';
import type { Product } from '../../support/programs/product.ts';
import { scrape } from '../../support/network/scrape.ts';
import { until } from '../../support/until.ts';
import { lockTable } from '../../support/postgres/waiting.ts';
import { company, contract, payment, paymentsPath, person, tokenOf } from '../../support/fixtures.ts';
import { ownProduct } from '../../support/programs/own-product.ts';

const wide = { fromDate: '2024-01-01', toDate: '2024-12-31' };
const narrow = { fromDate: '2023-01-01', toDate: '2023-12-31' };

const product = await ownProduct(
  {
    ...changedTimes({ exportDeadlineMs: 12_000, exportStallMs: 6_000, fileStallMs: 6_000, exportStatementMs: 10_000 }),
    EXPORT_POOL_SIZE: '2',
  },
  ...[company('acme'), company('rival')],
  {
    people: [person('ana', 'Ana', 'Müller')],
    contracts: [contract('web')],
    scheduled_payments: [payment('early', { scheduled_payment_on: '2023-05-05' })],
  },
);
// Ninety megabytes in 2024, half of it where the file is compressed, more than all buffers on the way hold.
await addPayments(product.databaseUrl, 90_000);
const token = await tokenOf(product.url, 'acme');

const url = `${product.url}${paymentsPath}`;

/** One that has sent a part. A busy service says 503 in place of the first bytes, and is called again. */
async function begin(accept: string, version: '1.0' | '1.1' = '1.1'): Promise<OpenExport> {
  for (let attempt = 1; ; attempt += 1) {
    const client = await openExport(url, wide, token, accept, version);
    if (await client.received(100_000)) return client;
    expect(attempt).toBeLessThan(10);
  }
}

afterEach(async () => {
  await untilNoSnapshot();
  const { status, headers } = await exported(url, narrow, token, 'text/csv');
  expect({ status, count: headers['x-total-count'] }).toEqual({ status: 200, count: '1' });
});

async function untilNoSnapshot(): Promise<void> {
  await until('no snapshot is held for an export', async () => (await snapshots()) === 0);
}

async function snapshots(): Promise<number> {
  const rows = await query(
    product.databaseUrl,
    `select from pg_stat_activity
     where datname = current_database() and application_name = 'reporting exports' and xact_start is not null`,
  );
  return rows.length;
}

describe.each(Object.values(mediaTypes))('as %s', (accept) => {
  it('A client that disconnects ends the cursor', async () => {
    const client = await begin(accept);
    await until('a snapshot is held', async () => (await snapshots()) === 1);
    client.hangUp();
    await untilNoSnapshot();
  });

  it('A file cut off because reporting is killed does not pass for a whole one, over HTTP/1.1 and HTTP/1.0', async () => {
    const clients = [await begin(accept, '1.1'), await begin(accept, '1.0')];
    product.reporting.process.kill('SIGKILL');
    for (const client of clients) expect(await client.isWhole()).toBe(false);
    await product.reporting.exited;
    await product.restartReporting(async () => (await exported(url, narrow, token, 'text/csv')).status === 200);
  });

  it('A file cut off because Postgres ends its connection does not pass for a whole one', async () => {
    const client = await begin(accept, '1.0');
    await query(
      product.databaseUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'reporting exports'`,
    );
    expect(await client.isWhole()).toBe(false);
  });
});

it('A gateway that stops resets what is not sent, and closes an idle connection in order', async () => {
  const gateway = await startGateway({ ...unlimited, DRAIN_MS: '200' }, product);
  const { hostname, port } = new URL(gateway.url);
  const idle = connect({ host: hostname, port: Number(port) });
  idle.write('GET /health HTTP/1.1\r\nHost: gateway\r\n\r\n');
  await once(idle, 'data');
  const closed = once(idle, 'close');
  const files = await Promise.all(
    ['text/csv', mediaTypes.xlsx].map(async (accept) => {
      const file = await openExport(`${gateway.url}${paymentsPath}`, wide, token, accept, '1.0');
      expect(await file.received(100_000)).toBe(true);
      return file;
    }),
  );
  await gateway.stop();
  expect(await Promise.all(files.map((file) => file.isWhole()))).toEqual(files.map(() => false));
  expect(await closed).toEqual([false]);
});

it('A file cut off because reporting is killed counts as a failure, in metrics and in the log', async () => {
  const counted = async () => {
    const series = `client_reporting_http_request_duration_seconds_count{route="${paymentsPath} export",code="503"}`;
    return (await scrape(product.gateway.internal())).get(series) ?? 0;
  };
  const failed = await counted();
  const client = await begin('text/csv');
  product.reporting.process.kill('SIGKILL');
  expect(await client.isWhole()).toBe(false);
  await until('it is counted', async () => (await counted()) > failed);
  const lines = () => product.logs().filter((line) => line.includes(client.requestId));
  const brokenOff = () => lines().filter((line) => line.includes('the response broke off'));
  await until('it is logged', () => brokenOff().length > 0);
  expect(brokenOff()).toHaveLength(1);
  expect(lines().filter((line) => line.includes('the client disconnected'))).toEqual([]);
  await product.reporting.exited;
  await product.restartReporting(async () => (await exported(url, narrow, token, 'text/csv')).status === 200);
});

it('A client slower than the maximum time of an export is disconnected', async () => {
  const client = await begin('text/csv', '1.0');
  const stop = client.takeSlowly();
  await untilNoSnapshot();
  stop();
  expect(await client.isWhole()).toBe(false);
});

it('An export that waited in vain for a slot is refused: by the limit of its company, or of the pool', async () => {
  const clients = await Promise.all([begin('text/csv'), begin('text/csv')]);
  const stops = clients.map((client) => client.takeSlowly());
  const [own, others] = await Promise.all([
    exported(url, narrow, token, 'text/csv'),
    exported(url, narrow, await tokenOf(product.url, 'rival'), 'text/csv'),
  ]);
  for (const stop of stops) stop();
  for (const client of clients) client.hangUp();
  const shown = ({ status, headers, text }: typeof own) => ({
    status,
    retryAfter: headers['retry-after'],
    body: JSON.parse(text) as unknown,
  });
  expect(shown(own)).toEqual({
    status: 429,
    retryAfter: '5',
    body: {
      error: 'rate_limited',
      message: 'Your company already runs 2 exports, the maximum. Retry after the number of seconds in Retry-After.',
    },
  });
  expect(shown(others)).toEqual({
    status: 503,
    retryAfter: '5',
    body: {
      error: 'service_unavailable',
      message: 'The maximum number of exports is running. Retry after the number of seconds in Retry-After.',
    },
  });
});

it('HEAD and a 304 of an export need no slot', async () => {
  const { headers } = await exported(url, narrow, token, 'text/csv');
  const clients = [await begin('text/csv'), await begin('text/csv')];
  const cached = { 'If-None-Match': String(headers.etag) };
  const unchanged = await exported(url, narrow, token, 'text/csv', 'GET', cached);
  const head = await exported(url, narrow, token, 'text/csv', 'HEAD');
  expect([unchanged.status, head.status]).toEqual([304, 200]);
  for (const client of clients) client.hangUp();
});

it('A waiting export takes the slot of a client that is killed', async () => {
  const clients = [await begin('text/csv'), await begin('text/csv')];
  const own = exported(url, narrow, token, 'text/csv');
  clients[0]?.hangUp();
  expect((await own).status).toBe(200);
  const others = exported(url, narrow, await tokenOf(product.url, 'rival'), 'text/csv');
  clients[1]?.hangUp();
  expect((await others).status).toBe(200);
});

it('Exports pipelined on one connection hold no slot after it is closed', async () => {
  const { hostname, port, host } = new URL(product.url);
  const head = `GET ${paymentsPath}?${new URLSearchParams(wide).toString()} HTTP/1.1\r\nHost: ${host}\r\n`;
  const socket = connect({ host: hostname, port: Number(port) });
  socket.write(`${head}Authorization: Bearer ${token}\r\nAccept: text/csv\r\n\r\n`.repeat(3));
  await once(socket, 'readable');
  socket.destroy();
  const clients = [await begin('text/csv'), await begin('text/csv')];
  for (const client of clients) client.hangUp();
});

it('A failure before the first row is an ordinary error', async () => {
  const unlock = await lockTable(product.databaseUrl, 'reporting.scheduled_payments');
  try {
    const { status, headers, text } = await exported(url, wide, token, 'text/csv');
    expect({ status, type: headers['content-type'], retryAfter: headers['retry-after'] }).toEqual({
      status: 503,
      type: 'application/json; charset=utf-8',
      retryAfter: '5',
    });
    expect(JSON.parse(text)).toEqual({
      error: 'service_unavailable',
      message: 'The service is temporarily unavailable. Retry after the number of seconds in Retry-After.',
    });
  } finally {
    await unlock();
  }
});

describe('beside renewed connections', () => {
  let renewing: Product;
  beforeAll(async () => {
    renewing = await startProduct({ ...unlimited, ...changedTimes({ connectionAgeMs: 1_000 }) }, product.databaseUrl);
  });
  afterAll(() => renewing.stop());

  it('An export that outlasts the maximum age of its connection to reporting is whole', async () => {
    const client = await openExport(`${renewing.url}${paymentsPath}`, wide, token, 'text/csv', '1.1');
    await client.received(100_000);
    const stop = client.takeSlowly();
    // Longer than the time after which a connection is pinged that nothing is heard of.
    const end = performance.now() + 15_000;
    await until('the connection has long been renewed', () => performance.now() >= end, 60_000);
    stop();
    expect(await client.isWhole()).toBe(true);
  });
});
