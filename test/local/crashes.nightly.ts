import { afterAll, beforeAll, expect, it } from '@jest/globals';
import path from 'node:path';
import { query } from '../support/postgres/database.ts';
import { temporaryDirectory } from '../support/files.ts';
import { pidOf, untilGone } from '../support/programs/processes.ts';
import { npmStart, paymentsOf, processesOf, stopStarted } from '../support/programs/started.ts';
import type { Started } from '../support/programs/started.ts';

const { directory: temporary } = await temporaryDirectory();
let started: Started;

/** Each test goes on with what the one before has left. */
beforeAll(async () => {
  started = await npmStart(path.join(temporary, 'demo'));
});
afterAll(() => stopStarted(started));

it('The command npm start ends when a process of Postgres is killed, and the next one has all data', async () => {
  const before = await paymentsOf(started);
  const backends = 'select pid from pg_stat_activity where application_name = $1';
  const [backend] = await query<{ pid: number }>(started.databaseUrl, backends, ['reporting']);
  process.kill(backend?.pid ?? Number.NaN, 'SIGKILL');
  expect(await started.ended).toBe(1);
  expect(started.stderr()).toMatch(/^start: The embedded Postgres ended\. Its log is .*\n$/);
  started = await npmStart(started.directory);
  expect(await paymentsOf(started)).toBe(before);
}, 120_000);

it('The command npm start stops a Postgres that does not end by itself', async () => {
  const processes = await processesOf(started);
  process.kill(pidOf(processes, /^postgres: checkpointer/), 'SIGSTOP');
  process.kill(started.pid, 'SIGTERM');
  await untilGone(processes, 30_000);
  expect(await started.ended).toBe(0);
});

it('The command npm start stops a Postgres that an earlier one left amid its shutdown, and starts it again', async () => {
  started = await npmStart(started.directory);
  const processes = await processesOf(started);
  const [postgres, rest] = [/postgres/, /(main|start)\.js|npm/].map((command) =>
    processes.filter((process) => command.test(process.command)),
  );
  process.kill(pidOf(processes, /^\S*node .*local\/start\.js/), 'SIGKILL');
  await untilGone(rest ?? [], 20_000);
  process.kill(pidOf(processes, /^postgres: checkpointer/), 'SIGSTOP');
  process.kill(pidOf(processes, /\/postgres -D/), 'SIGINT');
  started = await npmStart(started.directory);
  await untilGone(postgres ?? [], 1_000);
  expect(await paymentsOf(started)).toBeGreaterThan(0);
});
