import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';

const readEveryMs = 60_000;

/** Measures how old the oldest reconciliation and the oldest snapshot are, and how many differences the last ones found. It reads once a minute at most. */
export function measureUpkeep(pool: pg.Pool, metrics: Registry, now = () => performance.now()): void {
  const differences = new Gauge({
    name: 'client_reporting_roll_up_differences',
    help: 'Differences between the roll-ups and the rows, as the last reconciliation of each company found them, and triggers that fire at wrong times now.',
    registers: [metrics],
  });
  const snapshotAge = new Gauge({
    name: 'client_reporting_oldest_snapshot_age_seconds',
    help: 'Time for which the same snapshot or prepared transaction of Postgres has been the oldest one. Dead rows stay as long.',
    registers: [metrics],
  });
  let [readAt, oldestAt] = [-Infinity, -Infinity];
  let snapshot: { oldest: string | null; since: number } = { oldest: null, since: 0 };
  new Gauge({
    name: 'client_reporting_roll_up_reconciliation_age_seconds',
    help: 'Time since the oldest of the last reconciliations of all companies; infinite before the first.',
    registers: [metrics],
    async collect() {
      if (now() - readAt > readEveryMs) {
        readAt = now();
        // The other metrics must not wait for a database that can't answer.
        const late = sleep(1_000, { rows: [] }, { ref: false });
        const read = pool.query<Upkeep>(upkeep).catch(() => ({ rows: [] }));
        for (const { oldest, count, oldestSnapshot } of (await Promise.race([read, late])).rows) {
          oldestAt = oldest ?? -Infinity;
          differences.set(count);
          if (oldestSnapshot !== snapshot.oldest) snapshot = { oldest: oldestSnapshot, since: readAt };
          snapshotAge.set(oldestSnapshot === null ? 0 : (readAt - snapshot.since) / 1_000);
        }
      }
      this.set(Date.now() / 1_000 - oldestAt);
    },
  });
}

type Upkeep = { oldest: number | null; count: number; oldestSnapshot: string | null };

const upkeep = `
  select oldest, found + states.count as count, reporting.oldest_snapshot()::text as "oldestSnapshot"
  from (
    select extract(epoch from min(reconciled_at))::float8 as oldest, coalesce(sum(differences_count), 0)::float8 as found
    from reporting.reconciliations
  ) of_companies
  cross join (select count(*) from reporting.trigger_states() where state is distinct from expected) states`;
