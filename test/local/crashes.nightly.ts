import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import path from 'node:path';
import { connectWhenUp } from '../../runtime/postgres/connect-when-up.ts';
import { query, withClient } from '../support/postgres/database.ts';
import { temporaryDirectory } from '../support/files.ts';
import { unlimited } from '../support/programs/product.ts';
import { pidOf, untilGone } from '../support/programs/processes.ts';
import {
  demoToken,
  npmStart,
  paymentsOf,
  paymentsReport,
  processesOf,
  startProgram,
  stopStarted,
} from '../support/programs/started.ts';
import type { Started } from '../support/programs/started.ts';
import { until } from '../support/until.ts';

const { directory: temporary } = await temporaryDirectory();
let started: Started;

/** Most tests go on with what the one before has left. */
beforeAll(async () => {
  started = await npmStart(path.join(temporary, 'demo'), { more: unlimited });
});
afterAll(() => stopStarted(started));

describe('npm start', () => {
  it('goes on when a process of Postgres is killed: 503 while Postgres recovers, then right answers', async () => {
    const token = await demoToken(started);
    const before: unknown = await (await paymentsReport(started, token)).json();
    const backends = 'select pid from pg_stat_activity where application_name = $1';
    const [backend] = await query<{ pid: number }>(started.databaseUrl, backends, ['reporting']);
    const holder = await holderOf(started);
    process.kill(backend?.pid ?? Number.NaN, 'SIGKILL');
    const statuses = new Set<number>();
    await until('Postgres is held again', async () => {
      statuses.add((await paymentsReport(started, token)).status);
      return ![undefined, holder].includes(await holderOf(started));
    });
    await until('an answer', async () => (await paymentsReport(started, token)).status === 200);
    expect([200, 503]).toEqual(expect.arrayContaining([...statuses]));
    expect(await (await paymentsReport(started, token)).json()).toEqual(before);
    expect(started.stderr()).toBe('');
    expect(started.stdout()).not.toContain('"stack"');
  });

  it('goes on when Postgres crashes again before it is held again', async () => {
    const goesOn = () => expect(started.stderr()).toBe('');
    await until('a crash that comes so early', () => crashTwice(started).finally(goesOn), 200_000);
    await until('Postgres is held again', async () => (await holderOf(started)) !== undefined);
    expect(await paymentsOf(started)).toBeGreaterThan(0);
    expect(started.stderr()).toBe('');
  });

  it('goes on when its Postgres can be held again only a moment after it was lost', async () => {
    const holder = await holderOf(started);
    await withClient(started.databaseUrl.replace(/[^/]*$/, 'postgres'), async (other) => {
      // Another session waits for the lock, and has it before npm start tries again.
      const [lock] = (await other.query<{ key: number }>(`select objid as key from pg_locks where pid = ${holder}`))
        .rows;
      const taken = other.query(`select pg_advisory_lock(${lock?.key})`);
      await until('it waits', async () => (await query(started.databaseUrl, waitingForLock)).length > 0);
      await query(started.databaseUrl, `select pg_terminate_backend(${holder})`);
      await taken;
      await until(
        'npm start has tried',
        async () => (await query(started.databaseUrl, tryingLock, [holder])).length > 0,
      );
    });
    await until('it is held again', async () => ![undefined, holder].includes(await holderOf(started)));
    expect(await paymentsOf(started)).toBeGreaterThan(0);
    expect(started.stderr()).toBe('');
  });

  it('ends when Postgres does not recover in time, says so, and works when it is started again', async () => {
    const before = await paymentsOf(started);
    await fillLog(started);
    process.kill((await holderOf(started)) ?? Number.NaN, 'SIGKILL');
    await until('Postgres recovers, and is stopped at that', async () => {
      const recovery = (await processesOf(started)).find(({ command }) => command.startsWith('postgres: startup'));
      if (recovery) process.kill(recovery.pid, 'SIGSTOP');
      return recovery !== undefined;
    });
    expect(await started.ended).toBe(1);
    expect(started.stderr()).toMatch(
      /^start: The embedded Postgres crashed, and its recovery takes longer than 30 seconds \(.*\)\. Start again: .*\n$/,
    );
    expect(started.stdout()).not.toContain('"stack"');
    started = await npmStart(started.directory, { more: unlimited });
    expect(await paymentsOf(started)).toBe(before);
  }, 150_000);

  it('goes on when the portal is killed: 503 in its place, reports are answered, and it is started again', async () => {
    const { url } = started;
    const portal = async () => (await fetch(`${url}/portal`)).status;
    for (const pauseMs of [1_000, 2_000]) {
      process.kill(pidOf(await processesOf(started), /services\/portal\/main\.js/), 'SIGKILL');
      await until('503 for the portal', async () => (await portal()) === 503);
      expect(await paymentsOf(started)).toBeGreaterThan(0);
      await until('the portal again', async () => (await portal()) === 200);
      const logged = () => linesAbout(started, `"pauseMs":${pauseMs},`);
      await until('it is logged', () => logged().length > 0);
      expect(logged()).toEqual([
        expect.objectContaining({
          level: 'warn',
          reason: 'portal ended with SIGKILL',
          pauseMs,
          msg: 'portal is started again after the pause',
        }),
      ]);
    }
    expect(started.stderr()).toBe('');
  });

  it('stops a Postgres that does not end by itself', async () => {
    const processes = await processesOf(started);
    process.kill(pidOf(processes, /^postgres: checkpointer/), 'SIGSTOP');
    process.kill(started.pid, 'SIGTERM');
    await untilGone(processes, 30_000);
    expect(await started.ended).toBe(0);
    started = await npmStart(started.directory, { more: unlimited });
    expect(await paymentsOf(started)).toBeGreaterThan(0);
  });

  it('stops a Postgres that an earlier start left amid its shutdown, and starts it again', async () => {
    const processes = await processesOf(started);
    const [postgres, rest] = [/postgres/, /(main|start)\.js|npm/].map((command) =>
      processes.filter((process) => command.test(process.command)),
    );
    process.kill(pidOf(processes, /^\S*node .*local\/start\.js/), 'SIGKILL');
    await untilGone(rest ?? [], 20_000);
    process.kill(pidOf(processes, /^postgres: checkpointer/), 'SIGSTOP');
    process.kill(pidOf(processes, /\/postgres -D/), 'SIGINT');
    started = await npmStart(started.directory, { more: unlimited });
    await untilGone(postgres ?? [], 1_000);
    expect(await paymentsOf(started)).toBeGreaterThan(0);
  });

  it('goes on where Postgres can not write its log, as on a full disk, or works when it is started again', async () => {
    const before = await paymentsOf(started);
    await stopStarted(started);
    // One of the write-ahead log has 16 MB.
    const by = ['prlimit', '--fsize=8388608:', ...startProgram];
    started = await npmStart(started.directory, { by, more: unlimited });
    const token = await demoToken(started);
    await expect(fillLog(started)).rejects.toThrow();
    // It may end, and its gateway with it.
    const isAnswered = () =>
      paymentsReport(started, token).then(
        ({ status }) => status === 200,
        () => false,
      );
    const ended = await Promise.race([started.ended, until('an answer', isAnswered)]);
    if (ended !== undefined) {
      const said = /^start: The embedded Postgres (ended|crashed, and) .*\. Its log is .*\n$/;
      expect([ended, started.stderr()]).toEqual([1, expect.stringMatching(said)]);
      started = await npmStart(started.directory, { more: unlimited });
    }
    expect(await paymentsOf(started)).toBe(before);
  }, 150_000);
});

function linesAbout({ stdout }: Started, text: string): unknown[] {
  const lines = stdout().split('\n').slice(0, -1);
  return lines.filter((line) => line.startsWith('{') && line.includes(text)).map((line) => JSON.parse(line) as unknown);
}

const waitingForLock = `select from pg_locks where locktype = 'advisory' and not granted`;
const tryingLock = `select from pg_stat_activity where query like 'select pg_try_advisory_lock%' and pid <> $1`;

/** The process of Postgres that keeps the lock by which npm start holds its Postgres. */
async function holderOf({ databaseUrl }: Started): Promise<number | undefined> {
  const locks = `select pid from pg_locks where locktype = 'advisory' and granted`;
  const [lock] = await query<{ pid: number }>(databaseUrl, locks).catch(() => []);
  return lock?.pid;
}

/**
 * Crashes Postgres, and once more at the moment when npm start has connected to it again but doesn't hold it yet. A lock on
 * pg_proc shows when it connects. False where it was faster.
 */
async function crashTwice(started: Started): Promise<boolean> {
  const holder = await holderOf(started);
  if (holder === undefined) return false;
  const start = pidOf(await processesOf(started), /^\S*node .*local\/start\.js/);
  const url = new URL(started.databaseUrl);
  url.pathname = 'postgres';
  const waiting = { limitMs: 60_000, isWorthWaiting: () => true };
  const witness = await connectWhenUp(url.href, waiting);
  const crashed = new Promise((resolve) => witness.once('end', resolve));
  process.kill(holder, 'SIGKILL');
  await crashed;
  const lock = await connectWhenUp(url.href, waiting);
  const attempt = async () => {
    // Else a transaction sees the activity of its first look.
    await lock.query('select pg_stat_clear_snapshot()');
    const { rows } = await lock.query<{ pid: number; state: string }>(
      `select pid, state from pg_stat_activity
       where pid <> pg_backend_pid() and (datname = 'postgres' or state = 'starting' and wait_event_type = 'Lock')`,
    );
    return rows[0];
  };
  try {
    await lock.query('begin; lock table pg_proc in access exclusive mode');
    await until('npm start connects', async () => (await attempt()) !== undefined);
    const { pid = Number.NaN, state } = (await attempt()) ?? {};
    if (state === 'idle') return false;
    const stoppedAt = performance.now();
    if (state === 'starting') {
      process.kill(start, 'SIGSTOP');
      await lock.query('rollback');
      await until('it has connected', async () => (await attempt())?.state === 'idle');
    }
    process.kill(pid, 'SIGKILL');
    // Later it would find first that its attempt took too long.
    return performance.now() - stoppedAt < 2_000;
  } finally {
    process.kill(start, 'SIGCONT');
    await lock.end().catch(() => undefined);
  }
}

/** Has Postgres write 200 MB to its write-ahead log. */
async function fillLog({ databaseUrl }: Started): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    for (let megabyte = 0; megabyte < 200; megabyte += 1) {
      await client.query(`select pg_logical_emit_message(false, 'filling', repeat('x', 1000000))`);
    }
  });
}
