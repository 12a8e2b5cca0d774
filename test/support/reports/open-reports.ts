import pg from 'pg';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { createCaches } from '../../../services/reporting/answers/caches.ts';
import { createCitus } from '../../../services/reporting/servers/citus.ts';
import { createChanges } from '../../../services/reporting/changes/changes.ts';
import { createDatabaseServers } from '../../../services/reporting/servers/database-servers.ts';
import { createPages, pagedReport } from '../../../services/reporting/answers/pages.ts';
import type { PageRequest } from '../../../services/reporting/answers/pages.ts';
import type { ChangedRows } from '../../../services/reporting/answers/changed-rows.ts';
import { queryOf } from '../../../services/reporting/answers/report.ts';
import type { Report, ReportRequest } from '../../../services/reporting/answers/report.ts';

/** The reports as the service answers them, over a pool or in the transaction of a client. */
export function openReports(source: pg.Pool | pg.Client, cacheBytes = 1_000_000, metrics = new Registry()) {
  const lent = { connect: async () => Object.assign(source, { release: () => undefined }) } as unknown as pg.Pool;
  const pool = source instanceof pg.Client ? lent : source;
  const caches = createCaches(cacheBytes, metrics);
  const log = pino({ enabled: false });
  const { lockable } = createCitus(pool, caches.nodes);
  const both = { pages: pool, exports: pool };
  const servers = createDatabaseServers(both, [], caches.versions, async () => undefined, log, lockable);
  const readPage = createPages(servers, caches, metrics);
  const readChanges = createChanges(servers, caches.totals);
  return {
    servers,
    runReport: (report: Report, request: ReportRequest & PageRequest, signal: AbortSignal) =>
      readPage(pagedReport(queryOf(report, request)), request, signal),
    readChanges: (
      { rows, changes }: { rows: Report; changes: ChangedRows },
      request: ReportRequest & { since: string; leastVersion: string },
      signal: AbortSignal,
    ) => readChanges(changes, queryOf(rows, request), request, signal),
  };
}
