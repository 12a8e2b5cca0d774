import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { Socket } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { startChild } from '../../local/child.ts';
import type { Child } from '../../local/child.ts';
import { temporaryDirectory } from '../support/files.ts';
import { scrape } from '../support/network/scrape.ts';
import { until } from '../support/until.ts';

const droppedLines = 'client_reporting_log_lines_dropped_total';

const { directory: temporary } = await temporaryDirectory();
let gateway: Child;
let url: string;
let log: Socket;

beforeEach(async () => {
  const pipe = path.join(temporary, `pipe-${Math.random()}`);
  await promisify(execFile)('mkfifo', [pipe]);
  log = new Socket({ fd: openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK), readable: true }).pause();
  const output = openSync(pipe, 'w');
  const services = { AUTH_ADDRESS: '127.0.0.1:1', REPORTING_ADDRESS: '127.0.0.1:1' };
  const settings = { ...services, PORT: '0', INTERNAL_PORT: '0', INTERNAL_HOST: '127.0.0.1', RATE_LIMIT_IP: '1000000' };
  gateway = startChild('gateway', 'gateway/main.js', { PATH: process.env.PATH, ...settings }, output);
  closeSync(output);
  url = (await gateway.ready).replace('localhost', '127.0.0.1');
});
afterEach(async () => {
  await gateway.stop();
  log.destroy();
});

it('The gateway answers while its log is not read; then says how many lines it dropped, which a metric counts', async () => {
  const count = 400;
  expect(await request(count)).toEqual(new Set([404]));
  expect((await scrape(gateway.internal())).get(droppedLines)).toBeGreaterThan(0);

  const lines = readLines();
  await until('the number of lines that were dropped', () => lines().some(({ level }) => level === 'warn'));
  const dropped = (await scrape(gateway.internal())).get(droppedLines) ?? 0;
  const read = count - dropped;
  const requests = () => lines().filter(({ msg }) => msg === 'request').length;
  await until('all others', () => requests() >= read);
  expect(read).toBeGreaterThan(64);
  expect(lines().filter(({ level }) => level !== 'info')).toEqual([
    expect.objectContaining({
      level: 'warn',
      name: 'gateway',
      msg: 'log lines were dropped, since standard output was not read',
      lines: dropped,
    }),
  ]);

  expect(await request(20)).toEqual(new Set([404]));
  await gateway.stop();
  expect(await gateway.exited).toBe('gateway ended with status 0');
  await until('the last line', () => lines().at(-1)?.msg === 'stopped');
  expect(requests()).toBe(read + 20);
});

it('The gateway ends in order though its log is not read', async () => {
  await request(50);
  await gateway.stop(10_000);
  expect(await gateway.exited).toBe('gateway ended with status 0');
});

/** So many requests that are logged with 8 KB each, more than a pipe holds of eight; their statuses. */
async function request(count: number): Promise<Set<number>> {
  const statuses = new Set<number>();
  for (let index = 0; index < count; index += 1) {
    statuses.add((await fetch(`${url}/${'a'.repeat(8_000)}`, { signal: AbortSignal.timeout(20_000) })).status);
  }
  return statuses;
}

/** Reads the log from now on; its lines so far. */
function readLines(): () => Record<string, unknown>[] {
  let text = '';
  log.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  log.resume();
  return () =>
    text
      .slice(0, text.lastIndexOf('\n') + 1)
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
}
