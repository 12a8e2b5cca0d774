import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { authService, reportingService } from '../../proto/load.ts';
import { openAccess } from '../../access/access.ts';
import { openPool } from '../../runtime/postgres/database.ts';
import { requireMigrations } from '../../runtime/postgres/migrations.ts';
import type { Program } from '../../runtime/process/program.ts';
import { connectRpc } from '../../runtime/grpc/rpc-client.ts';
import { startRpcServer } from '../../runtime/grpc/rpc-server.ts';
import { openRpcCredentials } from '../../runtime/grpc/tls.ts';
import { createCaches } from './answers/caches.ts';
import { createCalls } from './calls.ts';
import type { ReportingConfig } from './config.ts';
import { getCompany } from './names/names.ts';
import { citusSettings, createCitus } from './servers/citus.ts';
import { createDatabaseServers } from './servers/database-servers.ts';
import type { DatabaseServer } from './servers/database-servers.ts';
import { plannerSettings } from './answers/pages.ts';
import { createExportLimit } from './servers/export-limit.ts';
import { createSlots } from './servers/slots.ts';
import { reports as allReports } from './reports.ts';
import type { Reports } from './reports.ts';
import { measureUpkeep } from './roll-ups/metrics.ts';

const migrations = path.join(import.meta.dirname, 'migrations');
const cacheBytes = 33_554_432;

/** Opens what it needs, and listens. @returns the address */
export async function startReporting(
  config: ReportingConfig,
  program: Program,
  reports: Reports = allReports,
): Promise<string> {
  const { log, metrics, tracing, onStop, readiness } = program;
  const { server, channel } = openRpcCredentials(config, program);
  const open = (name: string, DATABASE_URL: string) => {
    const own = { ...config, DATABASE_URL };
    const timed = { ...own, statementTimeoutMs: config.times.reportingStatementMs };
    const pages = openPool(name, timed, program, `${plannerSettings}; ${citusSettings}`);
    onStop(`database of ${name}`, () => pages.end());
    const ofExports = {
      ...own,
      DATABASE_POOL_SIZE: config.EXPORT_POOL_SIZE,
      statementTimeoutMs: config.times.exportStatementMs,
    };
    const exports = openPool(`${name} exports`, ofExports, program, exportSettings(config));
    onStop(`database of ${name} exports`, () => exports.end());
    return { pages, exports };
  };
  const primary = open('reporting', config.DATABASE_URL);
  const requireMigrated = ({ pages }: DatabaseServer) =>
    requireMigrations(
      'reporting',
      migrations,
      async (statement, values) => (await pages.query<{ name: string; checksum: string }>(statement, values)).rows,
    );
  await readiness.requires('the database at DATABASE_URL', () => requireMigrated(primary));
  measureUpkeep(primary.pages, metrics);
  const replicas = config.REPLICA_DATABASE_URLS.map((url, index) => open(`reporting replica ${index + 1}`, url));
  const caches = createCaches(cacheBytes, metrics);
  const citus = createCitus(primary.pages, caches.nodes);
  const servers = createDatabaseServers(primary, replicas, caches.versions, requireMigrated, log, citus.lockable);
  onStop('watch over replicas', async () => servers.stop());
  const auth = connectRpc(authService, {
    address: config.AUTH_ADDRESS,
    credentials: channel,
    deadlineMs: config.times.authDeadlineMs,
    metrics,
    tracing,
  });
  onStop('gRPC client', async () => auth.close());
  const access = openAccess(auth, config, program);
  const pageSlots = citus.slotsByNode(createSlots(config.DATABASE_POOL_SIZE));
  // Where all rows are on one server, only its company limits an export.
  const exportSlots = citus.slotsByNode(createSlots(config.EXPORT_POOL_SIZE), () => randomUUID());
  const limitExport = createExportLimit(exportSlots);
  const company = (id: string, signal: AbortSignal) => getCompany(primary.pages, id, signal);
  const parts = { reports, auth, access, company, servers, pageSlots, limitExport, caches };
  const calls = createCalls(parts, metrics);
  return startRpcServer(reportingService, calls, config, server, program);
}

/**
 * Exports have connections of their own, so that pages never wait for one, and one process of the database each. A snapshot may be
 * idle for as long as an export may take, since callers read at their own pace. What Postgres has sent is read sooner: the gateway
 * disconnects a client that takes nothing for `fileStallMs`.
 */
const exportSettings = ({ times }: ReportingConfig) => `
  set max_parallel_workers_per_gather = 0;
  set jit = off;
  set idle_in_transaction_session_timeout = ${times.exportDeadlineMs};
  set tcp_user_timeout = ${2 * times.fileStallMs}`;
