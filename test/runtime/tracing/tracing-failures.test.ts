import { expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import request from 'supertest';
import { freePort } from '../../../local/free-port.ts';
import { startCollector } from '../../support/network/collector.ts';
import { startGateway } from '../../support/programs/gateway.ts';
import type { Gateway } from '../../support/programs/gateway.ts';
import { until } from '../../support/until.ts';

const json = { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' };
const lost = 'the collector takes no spans; they are lost';

it('The gateway sends its spans when it is stopped', async () => {
  const collector = await startCollector();
  const gateway = await startGateway({
    ...json,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '600000',
  });
  for (let count = 0; count < 5; count += 1) await request(gateway.url).get('/health').expect(200);
  expect(collector.spans).toEqual([]);
  await gateway.stop();
  expect(collector.spans.map(({ name }) => name)).toEqual(Array<string>(5).fill('GET /health'));
  expect(linesOf(gateway).map(({ msg }) => msg)).not.toContain('a step of the shutdown failed');
  collector.stop();
});

it('The gateway answers while nothing listens at the collector, says so once a minute, and goes on when something does', async () => {
  const port = await freePort();
  const gateway = await startGateway({
    ...json,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/key-of-the-collector`,
    OTEL_EXPORTER_OTLP_TIMEOUT: '100',
    OTEL_BSP_SCHEDULE_DELAY: '50',
  });
  const said = (msg: string) => linesOf(gateway).filter((line) => line.msg === msg);
  await untilRequested(gateway, 'it has said so', () => said(lost).length > 0);
  for (let count = 0; count < 10; count += 1) {
    await request(gateway.url).get('/health').expect(200, { status: 'ok' });
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  expect(said(lost)).toMatchObject([{ level: 'warn', code: 'ECONNREFUSED' }]);
  const collector = await startCollector(port);
  await untilRequested(gateway, 'the collector has spans', () => collector.spans.length > 0);
  expect(said(lost)).toHaveLength(1);
  expect(gateway.logs().join('\n')).not.toContain('of-the-collector');
  await gateway.stop();
  collector.stop();
});

it('The gateway does not wait for a silent collector, and stops not much later because of it', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const gateway = await startGateway({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_BSP_SCHEDULE_DELAY: '50',
    OTEL_BSP_MAX_QUEUE_SIZE: '10',
    OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '5',
  });
  const [connected] = (await Promise.all([
    once(silent, 'connection'),
    ...Array.from({ length: 100 }, () => request(gateway.url).get('/health').expect(200, { status: 'ok' })),
  ])) as [unknown];
  expect(connected).toBeDefined();
  await gateway.stop();
  const lines = linesOf(gateway);
  expect(lines.at(-1)).toMatchObject({ msg: 'stopped' });
  expect(lines.filter(({ level }) => level !== 'info')).toMatchObject([
    { level: 'warn', msg: 'a step of the shutdown failed', step: 'traces' },
  ]);
  silent.close();
});

it('The gateway names a trace only where traces are on, and warns of a setting that the SDK ignores', async () => {
  const on = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_TRACES_SAMPLER: 'sometimes' };
  for (const settings of [{}, on]) {
    const gateway = await startGateway(settings);
    await untilRequested(gateway, 'the request is logged', () => linesOf(gateway).some(({ msg }) => msg === 'request'));
    await gateway.stop();
    const logs = gateway.logs().join('\n');
    const isOn = 'OTEL_TRACES_SAMPLER' in settings;
    expect(logs.includes('trace_id')).toBe(isOn);
    expect(/"problem":"[^"]*OTEL_TRACES_SAMPLER.*"msg":"OpenTelemetry ignores a setting"/.test(logs)).toBe(isOn);
  }
});

it.each([
  [
    { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    'no traces: OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf or http/json',
  ],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' },
    'no traces: OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https URL',
  ],
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_EXPORTER_OTLP_ENDPOINT: '' }, undefined],
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'HTTP/Protobuf', OTEL_SDK_DISABLED: 'True' }, undefined],
])('The gateway starts without traces where the environment has %j', async (settings, problem) => {
  const gateway = await startGateway({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', ...settings });
  await untilRequested(gateway, 'the request is logged', () => linesOf(gateway).some(({ msg }) => msg === 'request'));
  await gateway.stop();
  expect(gateway.logs().join('\n')).not.toContain('trace_id');
  expect(linesOf(gateway).flatMap(({ level, msg }) => (level === 'warn' ? msg : []))).toEqual(problem ? [problem] : []);
});

type Line = { level: string; msg: string; code?: string; step?: string };

function linesOf(gateway: Gateway): Line[] {
  const lines = gateway.logs().filter((line) => line.startsWith('{"level":'));
  return lines.map((line) => JSON.parse(line) as Line);
}

async function untilRequested(gateway: Gateway, what: string, answer: () => boolean): Promise<void> {
  await until(what, async () => {
    await request(gateway.url).get('/health').expect(200, { status: 'ok' });
    return answer();
  });
}
