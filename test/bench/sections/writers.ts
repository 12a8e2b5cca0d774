import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { query, withClient } from '../../support/postgres/database.ts';
import { million, report } from '../bench.ts';
import type { Bench, Figure } from '../bench.ts';
import { summaryOf } from '../summary.ts';

/** Writers of one company at once, each inserting single payments, and another that does not commit. */
export async function measureWriters({ databases, options: { seconds } }: Bench): Promise<Figure[]> {
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
  const all = { '1': one, '8 of one company': eight, '8 beside an open one': besideOpen };
  const ratio = eight.commitsPerSecond / one.commitsPerSecond;
  return [
    ...Object.entries(all).flatMap(([name, { commitsPerSecond, p50Ms, p99Ms, p50MsBySecond, looks, waits }]) => {
      report(`  ${name}: ${commitsPerSecond.toFixed(0)} commits/s, p50 by second ${p50MsBySecond.join(' ')} ms`);
      return [
        { figure: `writers: ${name}, commits/s`, measured: commitsPerSecond, unit: '' },
        { figure: `writers: ${name}, p50 of a statement`, measured: p50Ms, unit: 'ms' },
        { figure: `writers: ${name}, p99 of a statement`, measured: p99Ms, unit: 'ms' },
        { figure: `writers: ${name}, seen waiting for any lock`, measured: waits, unit: `of ${looks} looks` },
      ];
    }),
    { figure: 'writers: 8 of one company, commits/s to 1', target: { atLeast: 1 }, measured: ratio, unit: 'times' },
    {
      figure: 'writers: 8 beside an open one, seen waiting for it',
      target: { atMost: 0 },
      measured: besideOpen.waitsForOpen,
      unit: `of ${besideOpen.looks} looks`,
    },
  ];
}

const application = 'bench-writer';

async function write(databaseUrl: string, writers: number, seconds: number, openPid = 0) {
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

/** Looks every 20 ms for writers that wait for a lock of another transaction. */
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
