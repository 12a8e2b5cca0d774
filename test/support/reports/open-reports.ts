import pg from 'pg';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { createCaches } from '../../../services/reporting/answers/caches.ts';
import { createCitus } from '../../../services/reporting/servers/citus.ts';
import { createChanges } from '../../../services/reporting/changes/changes.ts';
import { createDatabaseServers } from '../../../services/reporting/servers/database-servers.ts';
import { createReports } from '../../../services/reporting/answers/run-report.ts';
import { createTotals } from '../../../services/reporting/answers/totals.ts';

/** The reports as the service answers them, over a pool or in the transaction of a client. */
export function openReports(source: pg.Pool | pg.Client, cacheBytes = 1_000_000, metrics = new Registry()) {
  const lent = { connect: async () => Object.assign(source, { release: () => undefined }) } as unknown as pg.Pool;
  const pool = source instanceof pg.Client ? lent : source;
  const caches = createCaches(cacheBytes, metrics);
  const log = pino({ enabled: false });
  const { lockable } = createCitus('', pool, caches.nodes, log);
  const both = { pages: pool, exports: pool };
  const servers = createDatabaseServers(both, [], caches.versions, async () => undefined, log, lockable);
  const readTotals = createTotals();
  const runReport = createReports(servers, caches, metrics);
  return { servers, readTotals, runReport, readChanges: createChanges(servers, readTotals, caches.totals) };
}
