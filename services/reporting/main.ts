import path from 'node:path';
import type { ExportRequest__Output } from '../../proto/generated/clientreporting/reporting/ExportRequest.ts';
import type { ChangesRequest__Output } from '../../proto/generated/clientreporting/reporting/ChangesRequest.ts';
import type { ListRequest__Output } from '../../proto/generated/clientreporting/reporting/ListRequest.ts';
import type { CompanyRequest__Output } from '../../proto/generated/clientreporting/reporting/CompanyRequest.ts';
import type { NamesRequest__Output } from '../../proto/generated/clientreporting/reporting/NamesRequest.ts';
import { authService, reportingService } from '../../proto/load.ts';
import { openAccess } from '../../access/access.ts';
import { openPool } from '../../runtime/postgres/database.ts';
import { requireMigrations } from '../../runtime/postgres/migrations.ts';
import type { AppliedMigration } from '../../runtime/postgres/migrations.ts';
import { runProgram } from '../../runtime/process/program.ts';
import { connectRpc } from '../../runtime/grpc/rpc-client.ts';
import { startRpcServer } from '../../runtime/grpc/rpc-server.ts';
import type { CallContext } from '../../runtime/grpc/rpc-server.ts';
import { openRpcCredentials } from '../../runtime/grpc/tls.ts';
import { readReportingConfig } from './config.ts';
import { createExporter } from './exports/export.ts';
import { createExportLimit } from './exports/export-limit.ts';
import { createExportScheduler } from './exports/export-scheduler.ts';
import { createFileHeaders } from './exports/file-headers.ts';
import { openExportPool } from './exports/pool.ts';
import { createCitus } from './answers/citus.ts';
import { createNodes } from './answers/nodes.ts';
import { createPageLimit } from './answers/page-limit.ts';
import { createChanges } from './changes/changes.ts';
import { createWaits } from './changes/waits.ts';
import { createChooseWay } from './answers/choose-way.ts';
import { createDatabaseServers } from './answers/database-servers.ts';
import type { DatabaseServer } from './answers/database-servers.ts';
import { createReports, plannerSettings } from './answers/run-report.ts';
import { createTotals } from './answers/totals.ts';
import { getCompany } from './names/get-company.ts';
import { createNames } from './names/list-names.ts';
import { reportNamed } from './reports.ts';
import { measureReconciliations } from './roll-ups/metrics.ts';

const migrations = path.join(import.meta.dirname, 'migrations');

await runProgram(
  'reporting',
  () => readReportingConfig(process.env),
  async (config, program) => {
    const { log, metrics, tracing, onStop, readiness } = program;
    const { server, channel } = openRpcCredentials(config, program);
    const open = (name: string, DATABASE_URL: string) => {
      const own = { ...config, DATABASE_URL };
      const pages = openPool(name, own, program, plannerSettings);
      onStop(`database of ${name}`, () => pages.end());
      const exports = openExportPool(`${name} exports`, own, program);
      onStop(`database of ${name} exports`, () => exports.end());
      return { pages, exports };
    };
    const primary = open('reporting', config.DATABASE_URL);
    const requireMigrated = ({ pages }: DatabaseServer) =>
      requireMigrations(
        'reporting',
        migrations,
        async (statement, values) => (await pages.query<AppliedMigration>(statement, values)).rows,
      );
    await readiness.requires('the database at DATABASE_URL', () => requireMigrated(primary));
    measureReconciliations(primary.pages, metrics);
    const replicas = config.REPLICA_DATABASE_URLS.map((url, index) => open(`reporting replica ${index + 1}`, url));
    const servers = createDatabaseServers(primary, replicas, requireMigrated, log);
    onStop('watch over replicas', async () => servers.stop());
    const auth = connectRpc(authService, {
      address: config.AUTH_ADDRESS,
      credentials: channel,
      deadlineMs: config.AUTH_DEADLINE_MS,
      metrics,
      tracing,
    });
    onStop('gRPC client', async () => auth.close());
    const access = openAccess(auth, config, program);
    const citus = createCitus(primary.pages);
    const scheduler = createExportScheduler();
    const nodes = createNodes(config.DATABASE_URL, primary.pages, citus, log);
    const limited = createExportLimit(config.EXPORT_POOL_SIZE, nodes);
    const limitedPages = createPageLimit(config.DATABASE_POOL_SIZE, nodes);
    const page = <T>(companyId: string, { signal }: CallContext, make: () => Promise<T>) =>
      scheduler.page(() => limitedPages(companyId, signal, make));
    const chooseWay = createChooseWay();
    const chooseTotals = createTotals(chooseWay);
    const runExport = createExporter(servers, citus, chooseTotals, scheduler);
    const runReport = createReports(servers, chooseWay, config.REPORT_CACHE_BYTES, metrics);
    const readChanges = createChanges(servers, citus, chooseTotals);
    const waits = createWaits(primary.pages, nodes, log, metrics);
    const fileHeaders = createFileHeaders(servers, runReport);
    const listNames = createNames(servers);
    // The company is that of the access token, which is verified here again: the caller's word is not enough.
    const list = async (request: ListRequest__Output, call: CallContext) => {
      const companyId = await access(call.authorization, call);
      const report = reportNamed(request.report, request.groupBy);
      return page(companyId, call, () => runReport(report, { ...request, companyId }, call.signal));
    };
    const file = async function* (request: ExportRequest__Output, call: CallContext) {
      const companyId = await access(call.authorization, call);
      const report = reportNamed(request.report, request.groupBy);
      const companyRequest = { ...request, companyId };
      const headers = await page(companyId, call, () => fileHeaders(report, companyRequest, call.signal));
      if (headers) yield headers;
      else yield* limited(companyId, call.signal, () => runExport(report, companyRequest, call.signal));
    };
    const changes = async (request: ChangesRequest__Output, call: CallContext) => {
      const companyId = await access(call.authorization, call);
      const report = reportNamed(request.report, []);
      const read = (leastVersion: string) =>
        page(companyId, call, () => readChanges(report, { ...request, companyId, leastVersion }, call.signal));
      const answer = await read(request.leastVersion);
      if (request.waitSeconds === 0 || answer.more || answer.version !== request.since) return answer;
      const other = await waits.otherVersion(companyId, answer.version, request.waitSeconds * 1_000, call.signal);
      if (other === undefined) return answer;
      // The application may have been revoked meanwhile. Of replicas, only one that has the change will do.
      await access(call.authorization, call);
      return read(other);
    };
    const names = async (request: NamesRequest__Output, call: CallContext) => {
      const companyId = await access(call.authorization, call);
      return page(companyId, call, () => listNames({ ...request, companyId }, call.signal));
    };
    const company = async (_: CompanyRequest__Output, call: CallContext) => {
      const companyId = await access(call.authorization, call);
      return page(companyId, call, () => getCompany(primary.pages, companyId, call.signal));
    };
    const calls = { List: list, Export: file, Changes: changes, ListNames: names, GetCompany: company };
    const address = await startRpcServer(reportingService, calls, config, server, program);
    // Before the calls are waited for.
    onStop('waits for changes', async () => waits.stop());
    return address;
  },
);
