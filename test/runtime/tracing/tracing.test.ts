import { afterAll, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import request from 'supertest';
import { startCollector } from '../../support/network/collector.ts';
import type { ReceivedSpan } from '../../support/network/collector.ts';
import { root } from '../../support/programs/command.ts';
import { query } from '../../support/postgres/database.ts';
import { until } from '../../support/until.ts';
import { lockTable, untilStatements } from '../../support/postgres/waiting.ts';
import { authorizedGet, company, paymentsPath, secret, timesheetsPath, tokenOf } from '../../support/fixtures.ts';
import { ownProduct } from '../../support/programs/own-product.ts';

const dates = 'fromDate=2024-02-01&toDate=2024-02-29';
const callerSpanId = 'b7ad6b7169203331';

const collector = await startCollector();
const settings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=key-of-the-collector',
  OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  OTEL_BSP_SCHEDULE_DELAY: '100',
};
const product = await ownProduct(settings, company('acme'));
afterAll(collector.stop);
const token = await tokenOf(product.url, 'acme');

it('One trace leads from the caller through gateway, auth and reporting to the statements', async () => {
  const traceId = '10000000000000000000000000000001';
  await report(`${paymentsPath}?${dates}`, traceId).expect(200);
  await until('the last span', () => traceOf(traceId).some(isWhole));
  await until('those of auth and reporting', () => {
    const services = traceOf(traceId).filter(({ kind }) => kind === 'server');
    return services.length === 6;
  });
  expect([...new Set(lines(traceId))].toSorted()).toEqual([
    'auth GetAccount > select oauth_applications',
    'auth ListSigningKeys > select signing_key_states',
    `caller > gateway GET ${paymentsPath}`,
    `gateway GET ${paymentsPath} > call GetAccount`,
    `gateway GET ${paymentsPath} > call List`,
    `gateway GET ${paymentsPath} > call ListSigningKeys`,
    'gateway call GetAccount > auth GetAccount',
    'gateway call List > reporting List',
    'gateway call ListSigningKeys > auth ListSigningKeys',
    'reporting List > call GetAccount',
    'reporting List > call ListSigningKeys',
    expect.stringMatching(/^reporting List > has-citus \w{8}$/),
    expect.stringMatching(/^reporting List > scheduled-payments \w{8}$/),
    'reporting call GetAccount > auth GetAccount',
    'reporting call ListSigningKeys > auth ListSigningKeys',
  ]);
});

it('Each span records what the conventions want, and each process what it is', async () => {
  const traceId = '10000000000000000000000000000002';
  await report(`${timesheetsPath}?${dates}&sortField=goMeter`, traceId).expect(200);
  const parts = ['gateway server', 'gateway client', 'reporting server', 'reporting client'];
  const found = () => new Map(traceOf(traceId).map((span) => [`${span.service} ${span.kind}`, span.attributes]));
  await until('a span of each kind', () => parts.every((part) => found().has(part)));
  const rpc = {
    'rpc.system': 'grpc',
    'rpc.service': 'clientreporting.reporting.Reporting',
    'rpc.method': 'List',
    'rpc.grpc.status_code': 0,
  };
  const port = Number(product.reportingAddress.split(':')[1]);
  expect(Object.fromEntries([...found()].filter(([part]) => parts.includes(part)))).toEqual({
    'gateway server': {
      'http.request.method': 'GET',
      'http.route': timesheetsPath,
      'http.response.status_code': 200,
      'url.scheme': 'http',
      'network.protocol.version': '1.1',
    },
    'gateway client': { ...rpc, 'server.address': '127.0.0.1', 'server.port': port },
    'reporting server': rpc,
    'reporting client': {
      'db.system.name': 'postgresql',
      'db.query.summary': expect.stringMatching(/^timesheets \w{8}$/),
    },
  });
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string };
  for (const service of ['gateway', 'auth', 'reporting']) {
    expect(collector.resources[service]).toEqual({
      'service.name': service,
      'service.namespace': 'client-reporting',
      'service.version': version,
      'deployment.environment.name': 'test',
    });
  }
});

it('Spans are sent to /v1/traces, with the headers of OTEL_EXPORTER_OTLP_HEADERS', () => {
  const requests = collector.requests.map(({ path, headers }) => `${path} ${String(headers.authorization)}`);
  expect([...new Set(requests)]).toEqual(['/v1/traces key-of-the-collector']);
});

it('The log lines of every process name the trace', async () => {
  const traceId = '10000000000000000000000000000003';
  await report(`${paymentsPath}?${dates}&page=2`, traceId).expect(200);
  const logged = () => linesOf(traceId).map(({ name, trace_id, span_id }) => ({ name, trace_id, span_id }));
  const spans = () => traceOf(traceId).filter(({ kind }) => kind === 'server');
  await until('the last span, and as many lines as spans', () => {
    const names = spans().map(({ service }) => service);
    return names.includes('gateway') && names.includes('reporting') && spans().length === logged().length;
  });
  const expected = spans().map(({ service, spanId }) => ({ name: service, trace_id: traceId, span_id: spanId }));
  expect(logged()).toEqual(expect.arrayContaining(expected));
});

it('One trace holds an export and its statements', async () => {
  const traceId = '10000000000000000000000000000004';
  await report(`${paymentsPath}?${dates}`, traceId).set('Accept', 'text/csv').expect(200);
  await until('the last span', () => traceOf(traceId).some(isWhole));
  await until('that of reporting', () => lines(traceId).includes('reporting Export > rollback'));
  expect(lines(traceId)).toEqual(
    expect.arrayContaining([
      'gateway call Export > reporting Export',
      expect.stringMatching(/^reporting Export > scheduled-payments/),
    ]),
  );
});

it('A trace marks a failure where it happened and on its way back, only by codes', async () => {
  const traceId = '10000000000000000000000000000005';
  await query(product.databaseUrl, 'alter schema reporting rename to lost');
  await report(`${timesheetsPath}?${dates}&page=3`, traceId).expect(500);
  await query(product.databaseUrl, 'alter schema lost rename to reporting');
  const marked = () =>
    traceOf(traceId)
      .filter(({ failed }) => failed)
      .map(({ service, kind, attributes }) => [service, kind, attributes['error.type']].join(' '));
  await until('the last span', () => traceOf(traceId).some(isWhole) && marked().length === 4);
  expect(marked().toSorted()).toEqual([
    'gateway client internal_error',
    'gateway server 500',
    expect.stringMatching(/^reporting client (42P01|3F000)$/),
    'reporting server internal_error',
  ]);
});

it("A trace does not mark the caller's mistakes", async () => {
  const traceId = '10000000000000000000000000000006';
  await report(`${timesheetsPath}?fromDate=soon`, traceId).expect(400);
  await until('its span', () => traceOf(traceId).some(isWhole));
  const [span] = traceOf(traceId).filter(isWhole);
  expect(span).toMatchObject({ failed: false, attributes: { 'http.response.status_code': 400 } });
});

it('The spans of a request end when its client disconnects', async () => {
  const traceId = '1000000000000000000000000000000b';
  const unlock = await lockTable(product.databaseUrl, 'reporting.scheduled_payments');
  const hangUp = new AbortController();
  const hungUp = fetch(`${product.url}${paymentsPath}?${dates}&page=7`, {
    headers: { Authorization: `Bearer ${token}`, traceparent: `00-${traceId}-${callerSpanId}-01` },
    signal: hangUp.signal,
  });
  await untilStatements(product.databaseUrl, 'reporting', 1);
  hangUp.abort();
  await expect(hungUp).rejects.toThrow('aborted');
  const endings = () =>
    traceOf(traceId)
      .filter((span) => span.service !== 'auth' && !span.name.startsWith('clientreporting.auth') && !isWhole(span))
      .map(({ service, kind, attributes }) => [service, kind, attributes['error.type']].join(' ').trim());
  await until('every span', () => traceOf(traceId).some(isWhole) && endings().length === 3);
  await unlock();
  expect(endings().toSorted()).toEqual(['gateway client cancelled', 'reporting client 57014', 'reporting server']);
  expect(traceOf(traceId).find(isWhole)).toMatchObject({ failed: true, attributes: { 'error.type': 'cancelled' } });
  await until('it is logged', () => linesOf(traceId).some(({ msg }) => msg === 'the client disconnected'));
});

it('A trace that its caller decided against is not sent, though the logs name it', async () => {
  const traceId = '10000000000000000000000000000009';
  await report(`${paymentsPath}?${dates}&page=5`, traceId, '00').expect(200);
  await until('its log lines', () => linesOf(traceId).some(({ name }) => name === 'reporting'));
  await report(`${paymentsPath}?${dates}&page=6`, '1000000000000000000000000000000a').expect(200);
  await until('the next trace', () => traceOf('1000000000000000000000000000000a').some(isWhole));
  expect(traceOf(traceId)).toEqual([]);
});

it('A trace records no secret, no token, no parameter, no unknown path', async () => {
  await request(product.url)
    .post('/auth/token')
    .send({ clientId: 'acme-client', clientSecret: 'secret-of-somebody-else' })
    .expect(401);
  await request(product.url).get(`/reset/${secret}?token=${token}`).expect(404);
  const named = (name: string) => collector.spans.filter((span) => span.name === name);
  await until('both spans', () => named('GET').length > 0 && named('POST /auth/token').length === 2);
  expect(named('GET').map(({ attributes }) => attributes)).toEqual([
    {
      'http.request.method': 'GET',
      'http.response.status_code': 404,
      'url.scheme': 'http',
      'network.protocol.version': '1.1',
    },
  ]);
  const all = JSON.stringify(collector.spans);
  for (const part of [secret, 'somebody-else', 'acme', '2024-02', 'reset', ...token.split('.')]) {
    expect(all).not.toContain(part);
  }
});

function report(path: string, traceId: string, flags = '01') {
  return authorizedGet(product.url, token, path, { traceparent: `00-${traceId}-${callerSpanId}-${flags}` });
}

function traceOf(traceId: string): ReceivedSpan[] {
  return collector.spans.filter((span) => span.traceId === traceId);
}

/** The span of the request itself, which ends last. */
function isWhole({ parentSpanId }: ReceivedSpan): boolean {
  return parentSpanId === callerSpanId;
}

/** Each span of a trace behind its parent, such as `gateway call GetAccount > auth GetAccount`. */
function lines(traceId: string): string[] {
  const spans = traceOf(traceId);
  return spans.map((span) => {
    const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
    const before = parent ? `${parent.service} ${shown(parent)}` : isWhole(span) ? 'caller' : 'nobody';
    return `${before} > ${span.kind === 'server' ? `${span.service} ` : ''}${shown(span)}`;
  });
}

function shown({ name, kind, attributes }: ReceivedSpan): string {
  if (!('rpc.method' in attributes)) return name;
  return `${kind === 'client' ? 'call ' : ''}${attributes['rpc.method']}`;
}

type Line = { name: string; requestId?: string; msg: string; trace_id?: string; span_id?: string };

function logLines(): Line[] {
  return product.logs().map((line) => JSON.parse(line) as Line);
}

function linesOf(traceId: string): Line[] {
  return logLines().filter(({ trace_id }) => trace_id === traceId);
}
