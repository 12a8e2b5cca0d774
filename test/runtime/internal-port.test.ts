import { expect, it } from '@jest/globals';
import { Client, credentials } from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/grpc-js';
import { service } from 'grpc-health-check';
import request from 'supertest';
import { startChild } from '../../local/child.ts';
import type { Child } from '../../local/child.ts';
import { schemas } from '../../services/migrate/schemas.ts';
import { readMigrations } from '../../runtime/postgres/migrations.ts';
import { createDatabase, query } from '../support/postgres/database.ts';
import { version } from '../support/programs/command.ts';
import { until } from '../support/until.ts';
import { lockTable, untilStatements } from '../support/postgres/waiting.ts';
import { company, requestReport, tokenOf } from '../support/fixtures.ts';
import { pepperSetting } from '../support/pepper.ts';
import { once } from 'node:events';
import { Agent, createServer, get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { listenHttp } from '../../runtime/process/http-server.ts';
import { ownProduct } from '../support/programs/own-product.ts';

const product = await ownProduct({}, company('acme'));
const token = await tokenOf(product.url, 'acme');

const all = () => [product.gateway, product.auth, product.reporting];

it('Every process has an internal port that says whether it lives and is ready, and what it measures', async () => {
  for (const { name, internal } of all()) {
    for (const path of ['/livez', '/readyz', '/readyz?verbose=1']) {
      const { status, text, headers } = await request(internal()).get(path);
      expect({ status, text, type: headers['content-type'] }).toEqual({
        status: 200,
        text: 'ok\n',
        type: 'text/plain; charset=utf-8',
      });
    }
    const { status, text, headers } = await request(internal()).get('/metrics');
    expect({ status, type: headers['content-type'] }).toEqual({
      status: 200,
      type: 'text/plain; version=0.0.4; charset=utf-8',
    });
    expect(text).toContain(
      `client_reporting_build_info{program="${name}",version="${version}",node="${process.version}"} 1\n`,
    );
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds [\d.e-]+$/m);
  }
});

it('Any other path of the internal port is a 404 that names the paths, however odd it is', async () => {
  for (const path of ['//', '/__proto__', '/%']) {
    const { status, text } = await request(product.gateway.internal()).get(path);
    expect({ path, status, text }).toEqual({ path, status: 404, text: 'try /livez, /readyz, /metrics\n' });
  }
});

it('A program that got the signal to end says so while it lets a running request end', async () => {
  const unlock = await lockTable(product.databaseUrl, 'reporting.data_versions');
  const report = requestReport(product.url, token).then(({ status }) => status);
  await untilStatements(product.databaseUrl, 'reporting', 1);
  const { internal, process, exited } = product.gateway;
  const address = internal();
  process.kill('SIGTERM');
  await until('it is not ready', async () => (await request(address).get('/readyz')).status === 503);
  expect((await request(address).get('/readyz')).text).toBe('stopping\n');
  expect((await request(address).get('/livez')).status).toBe(200);
  await unlock();
  expect(await report).toBe(200);
  expect(await exited).toBe('gateway ended with status 0');
});

it('A service is ready once the database has its newest migration, by HTTP and by gRPC, and not before', async () => {
  const databaseUrl = await createDatabase();
  await query(databaseUrl, 'alter table public.client_reporting_migrations rename to not_yet');
  const children = [await startService('auth', databaseUrl), await startService('reporting', databaseUrl)];
  const first = (name: string) =>
    schemas.flatMap(({ schema, directory }) => (schema === name ? readMigrations(directory) : [])).at(0)?.name;
  const readyOf = async ({ internal }: Child) => {
    const { status, text } = await request(internal()).get('/readyz');
    return { status, text };
  };
  try {
    for (const child of children) {
      expect(await healthOf(await child.ready)).toBe('NOT_SERVING');
      expect(await readyOf(child)).toEqual({ status: 503, text: 'waiting for the database at DATABASE_URL\n' });
      expect((await request(child.internal()).get('/livez')).status).toBe(200);
    }
    await query(databaseUrl, `update public.not_yet set name = 'not ' || name`);
    await query(databaseUrl, 'alter table public.not_yet rename to client_reporting_migrations');
    for (const child of children) {
      const text = `waiting for migration ${child.name} ${first(child.name)}\n`;
      await until(text, async () => (await readyOf(child)).text === text);
      expect(await healthOf(await child.ready)).toBe('NOT_SERVING');
    }
    const insert = `insert into public.client_reporting_migrations (schema, name, checksum) values ($1, $2, $3)
      on conflict (schema, name) do update set checksum = excluded.checksum`;
    for (const { name } of children) await query(databaseUrl, insert, [name, first(name), '']);
    for (const child of children) {
      const text = `waiting for migration ${child.name} ${first(child.name)} (another version)\n`;
      await until(text, async () => (await readyOf(child)).text === text);
    }
    for (const { schema, directory } of schemas) {
      for (const { name, checksum } of readMigrations(directory))
        await query(databaseUrl, insert, [schema, name, checksum]);
    }
    for (const child of children) {
      await until('it is ready', async () => (await readyOf(child)).status === 200);
      expect(await healthOf(await child.ready)).toBe('SERVING');
    }
    // What all replicas share takes none of them out.
    await query(databaseUrl, 'alter schema reporting rename to lost');
    for (const child of children) expect((await readyOf(child)).status).toBe(200);
  } finally {
    await Promise.all(children.map((child) => child.stop()));
  }
});

async function startService(name: 'auth' | 'reporting', databaseUrl: string): Promise<Child> {
  const noServices = { AUTH_ADDRESS: '127.0.0.1:1', ...pepperSetting };
  const settings = { ...noServices, DATABASE_URL: databaseUrl, GRPC_LISTEN: '127.0.0.1:0', INTERNAL_PORT: '0' };
  const child = startChild(name, `services/${name}/main.js`, { PATH: process.env.PATH, ...settings }, 'pipe');
  child.process.stdout?.resume();
  await child.ready;
  return child;
}

/** What the standard health service of gRPC answers. */
async function healthOf(address: string): Promise<string> {
  const client = new Client(address, credentials.createInsecure());
  const { path, requestSerialize, responseDeserialize } = service.Check as MethodDefinition<object, { status: string }>;
  try {
    return await new Promise((resolve, reject) => {
      client.makeUnaryRequest(path, requestSerialize, responseDeserialize, { service: '' }, (error, reply) => {
        if (reply) resolve(reply.status);
        else reject(error ?? new Error('no reply'));
      });
    });
  } finally {
    client.close();
  }
}

it('A server that ends waits for the answers of a pipeline, and no longer', async () => {
  const server = createServer(({ url = '' }, response) => {
    void sleep(Number(url.slice(1))).then(() => response.end(`after ${url.slice(1)};`));
  });
  const { url, close } = await listenHttp(server, { PORT: 0, HOST: '127.0.0.1' });
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  // The second answer is ready before the first, and no longer to be changed.
  socket.write('GET /1500 HTTP/1.1\r\nHost: a\r\n\r\nGET /1 HTTP/1.1\r\nHost: a\r\n\r\n');
  const answers = text(socket);
  await sleep(100);
  await close(600_000); // Longer than the test may take.
  expect((await answers).match(/after \d+;/g)).toEqual(['after 1500;', 'after 1;']);
});

it('A server that ends answers kept-alive connections for up to 5 seconds, a quarter of its drain, and ends each with its answer', async () => {
  const server = createServer((_, response) => void response.end('answer'));
  const { url, close } = await listenHttp(server, { PORT: 0, HOST: '127.0.0.1' });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const sendRequest = async () => {
    const [answer] = (await once(get(url, { agent }), 'response')) as [IncomingMessage];
    await text(answer);
    return answer.headers.connection;
  };
  expect(await sendRequest()).toBe('keep-alive');
  const closed = close(4_800_000); // A quarter of it is longer than the test may take.
  await sleep(500);
  expect(await sendRequest()).toBe('close');
  await closed;
});
