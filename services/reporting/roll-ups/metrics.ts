import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';

const readEveryMs = 60_000;

/** Says how old the oldest reconciliation is, and how many differences the last ones found. It reads them once a minute at most. */
export function measureReconciliations(pool: pg.Pool, metrics: Registry): void {
  const differences = new Gauge({
    name: 'client_reporting_roll_up_differences',
    help: 'Differences between the roll-ups and the rows, as the last reconciliation of each company found them.',
    registers: [metrics],
  });
  let [readAt, oldestAt] = [-Infinity, -Infinity];
  new Gauge({
    name: 'client_reporting_roll_up_reconciliation_age_seconds',
    help: 'Time since the oldest of the last reconciliations of all companies; infinite while there is none.',
    registers: [metrics],
    async collect() {
      if (performance.now() - readAt > readEveryMs) {
        readAt = performance.now();
        // The other metrics must not wait for a database that can't answer.
        const late = sleep(1_000, { rows: [] }, { ref: false });
        const read = pool.query<{ oldest: number | null; count: number }>(reconciled).catch(() => ({ rows: [] }));
        for (const { oldest, count } of (await Promise.race([read, late])).rows) {
          oldestAt = oldest ?? -Infinity;
          differences.set(count);
        }
      }
      this.set(Date.now() / 1_000 - oldestAt);
    },
  });
}

const reconciled = `
  select extract(epoch from min(reconciled_at))::float8 as oldest, coalesce(sum(differences_count), 0)::float8 as count
  from reporting.reconciliations`;
