import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { query, withClient } from '../support/database.ts';
import { million, tell } from './bench.ts';
import type { Bench, Measured } from './bench.ts';
import { summaryOf } from './summary.ts';
import type { Summary } from './summary.ts';

type Written = Summary & {
  commitsPerSecond: number;
  /** The same second by second: whether it gets slower. */
  p50MsBySecond: number[];
  /** How often a writer was seen waiting for a lock, of so many times that one was looked at, and for the open one. */
  looks: number;
  waits: number;
  waitsForOpen: number;
};

/** Writers of one company at once, each inserting single payments, and another that doesn't commit. */
export async function measureWriters({ databases, options: { seconds } }: Bench): Promise<Measured> {
  const one = await write(databases.product, 1, seconds);
  const eight = await write(databases.product, 8, seconds);
  const besideOpen = await withClient(databases.product, async (open) => {
    await open.query('begin');
    await open.query({ ...insert, values: paymentOf('open', 0) });
    const { rows } = await open.query<{ pid: number }>('select pg_backend_pid() as pid');
    const written = await write(databases.product, 8, seconds, rows[0]?.pid);
    await open.query('rollback');
    return written;
  });
  for (const [name, { commitsPerSecond, p50MsBySecond }] of Object.entries({ one, eight, besideOpen })) {
    tell(`  ${name}: ${commitsPerSecond.toFixed(0)} commits/s, p50 by second ${p50MsBySecond.join(' ')} ms`);
  }
  return {
    figures: [
      { figure: 'writers: 1, commits/s', measured: one.commitsPerSecond, unit: '' },
      { figure: 'writers: 1, p50 of a statement', measured: one.p50Ms, unit: 'ms' },
      { figure: 'writers: 1, p99 of a statement', measured: one.p99Ms, unit: 'ms' },
      { figure: 'writers: 8 of one company, commits/s', measured: eight.commitsPerSecond, unit: '' },
      {
        figure: 'writers: 8 of one company, commits/s against 1',
        target: { atLeast: 1 },
        measured: eight.commitsPerSecond / one.commitsPerSecond,
        unit: 'times',
      },
      { figure: 'writers: 8 of one company, p50 of a statement', measured: eight.p50Ms, unit: 'ms' },
      { figure: 'writers: 8 of one company, p99 of a statement', measured: eight.p99Ms, unit: 'ms' },
      { figure: 'writers: 8 beside an open one, commits/s', measured: besideOpen.commitsPerSecond, unit: '' },
      { figure: 'writers: 8 beside an open one, p50 of a statement', measured: besideOpen.p50Ms, unit: 'ms' },
      { figure: 'writers: 8 beside an open one, p99 of a statement', measured: besideOpen.p99Ms, unit: 'ms' },
      {
        figure: 'writers: 8 beside an open one, seen waiting for it',
        target: { atMost: 0 },
        measured: besideOpen.waitsForOpen,
        unit: `of ${besideOpen.looks} looks`,
      },
      {
        figure: 'writers: 8 of one company, seen waiting for any lock',
        measured: eight.waits,
        unit: `of ${eight.looks} looks`,
      },
    ],
    raw: { one, eight, besideOpen },
  };
}

const application = 'bench-writer';

async function write(databaseUrl: string, writers: number, seconds: number, openPid = 0): Promise<Written> {
  const clients = Array.from(
    { length: writers },
    () => new pg.Client({ connectionString: databaseUrl, application_name: application }),
  );
  await Promise.all(clients.map((client) => client.connect()));
  const run = `${Date.now()}`;
  const begunAt = performance.now();
  const endsAt = begunAt + seconds * 1_000;
  const latencies: number[] = [];
  const bySecond: number[][] = Array.from({ length: seconds }, () => []);
  const watched = watchLocks(databaseUrl, openPid, endsAt);
  await Promise.all(
    clients.map(async (client, writer) => {
      for (let n = 0, now = performance.now(); now < endsAt; n++) {
        await client.query({ ...insert, values: paymentOf(`${run}-${writer}-${n}`, n * 8 + writer) });
        const then = performance.now();
        latencies.push(then - now);
        bySecond[Math.floor((then - begunAt) / 1_000)]?.push(then - now);
        now = then;
      }
    }),
  );
  await Promise.all(clients.map((client) => client.end()));
  return {
    ...summaryOf(latencies),
    commitsPerSecond: latencies.length / seconds,
    p50MsBySecond: bySecond.map((ofSecond) => summaryOf(ofSecond).p50Ms),
    ...(await watched),
  };
}

const insert = {
  name: 'bench-insert',
  text: `insert into reporting.scheduled_payments
      (company_id, id, contract_id, name, amount, paid_amount, status, scheduled_payment_on)
    values ($1, $2, $3, $4, 100, 100, 'paid', $5)`,
};

function paymentOf(id: string, n: number): unknown[] {
  const day = new Date(Date.UTC(2024, 0, 1 + (n % 731)));
  return [million, `bench-${id}`, `${million}-fixed-${1 + ((n * 7) % 2_000)}`, `Payment ${id}`, day];
}

/** Looks every 20 ms for writers that wait for a lock that another transaction has. */
async function watchLocks(databaseUrl: string, openPid: number, endsAt: number) {
  let [looks, waits, waitsForOpen] = [0, 0, 0];
  while (performance.now() < endsAt) {
    const waiting = await query<{ blockers: number[] }>(
      databaseUrl,
      `select pg_blocking_pids(pid) as blockers from pg_stat_activity
       where application_name = '${application}' and wait_event_type = 'Lock'`,
    );
    looks += 1;
    waits += waiting.length;
    waitsForOpen += waiting.filter(({ blockers }) => blockers.includes(openPid)).length;
    await sleep(20);
  }
  return { looks, waits, waitsForOpen };
}
