import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startCollector } from '../support/network/collector.ts';
import type { Collector } from '../support/network/collector.ts';
import { startGateway } from '../support/programs/gateway.ts';
import type { Gateway } from '../support/programs/gateway.ts';
import { scrape } from '../support/network/scrape.ts';
import { until } from '../support/until.ts';

/** Responses of the portal that end before they are whole. */
let collector: Collector;
let portal: Server;
let answer: (response: ServerResponse) => void;
let gateway: Gateway;

beforeAll(async () => {
  collector = await startCollector();
  portal = createServer({ keepAliveTimeout: 0 }, (_, response) => answer(response)).listen(0, '127.0.0.1');
  await once(portal, 'listening');
  gateway = await startGateway({
    PORTAL_URL: `http://127.0.0.1:${(portal.address() as AddressInfo).port}`,
    INTERNAL_PORT: '0',
    INTERNAL_HOST: '127.0.0.1',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '100',
  });
});
afterAll(async () => {
  await gateway.stop();
  portal.closeAllConnections();
  portal.close();
  collector.stop();
});

it('one that breaks off behind the gateway is a failure in the response, metrics, log and trace', async () => {
  answer = (response) =>
    void response.writeHead(200, { 'Content-Length': '10' }).write('half', () => response.destroy());
  expect(JSON.parse(await sendRequest('ours'))).toMatchObject({ error: 'service_unavailable' });
  expect(await ending('ours')).toMatchObject({ status: 503 });
  await untilCounted({ 503: 1 });
  expect(await spanOf('ours')).toMatchObject({ failed: true, attributes: { 'error.type': '503' } });
});

it('one that the client breaks off is none', async () => {
  const client = new AbortController();
  answer = (response) => void response.writeHead(200, { 'Content-Length': '10' }).write('half', () => client.abort());
  const requested = sendRequest('theirs', client.signal);
  await expect(requested).rejects.toThrow('aborted');
  expect(await ending('theirs')).toMatchObject({ msg: 'the client disconnected' });
  await untilCounted({ 499: 1, 503: 1 });
  expect(await spanOf('theirs')).toMatchObject({ attributes: { 'error.type': 'cancelled' } });
});

const traceIds = { ours: 'a'.repeat(32), theirs: 'b'.repeat(32) };
type Name = keyof typeof traceIds;

async function sendRequest(name: Name, signal?: AbortSignal): Promise<string> {
  const headers = { 'X-Request-Id': name, traceparent: `00-${traceIds[name]}-${'c'.repeat(16)}-01` };
  const response = await fetch(`${gateway.url}/portal`, { headers, ...(signal && { signal }) });
  return response.text();
}

/** The last line of the log about a request. */
async function ending(requestId: Name): Promise<object | undefined> {
  const lines = () =>
    gateway
      .logs()
      .filter((line) => line.includes(`"${requestId}"`) && line.includes('durationMs'))
      .map((line) => JSON.parse(line) as object);
  await until('its end is logged', () => lines().length > 0);
  expect(lines()).toHaveLength(1);
  return lines()[0];
}

async function untilCounted(expected: Record<string, number>): Promise<void> {
  await until('it is counted', async () => isDeepStrictEqual(await counted(), expected));
}

async function counted(): Promise<Record<string, number>> {
  const pattern = /^client_reporting_http_request_duration_seconds_count\{route="\/portal",code="(\d+)"\}$/;
  return Object.fromEntries(
    [...(await scrape(gateway.internal()))].flatMap(([series, value]) => {
      const code = pattern.exec(series)?.[1];
      return code === undefined ? [] : [[code, value]];
    }),
  );
}

async function spanOf(name: Name) {
  const found = () => collector.spans.find((span) => span.traceId === traceIds[name] && span.kind === 'server');
  await until('its span', () => found() !== undefined);
  return found();
}
