import path from 'node:path';
import { authService, reportingService } from '../../proto/load.ts';
import { openAccess } from '../../access/access.ts';
import type { Account } from '../../access/access.ts';
import { openPool } from '../../runtime/postgres/database.ts';
import { requireMigrations } from '../../runtime/postgres/migrations.ts';
import type { AppliedMigration } from '../../runtime/postgres/migrations.ts';
import { runProgram } from '../../runtime/process/program.ts';
import { connectRpc } from '../../runtime/grpc/rpc-client.ts';
import { startRpcServer } from '../../runtime/grpc/rpc-server.ts';
import type { CallContext, Methods } from '../../runtime/grpc/rpc-server.ts';
import { openRpcCredentials } from '../../runtime/grpc/tls.ts';
import { readReportingConfig } from './config.ts';
import { createExporter } from './exports/export.ts';
import { createExportLimit } from './exports/export-limit.ts';
import { createExportScheduler } from './exports/export-scheduler.ts';
import { createFileHeaders } from './exports/file-headers.ts';
import { openExportPool } from './exports/pool.ts';
import { createCaches } from './answers/caches.ts';
import { createCitus } from './answers/citus.ts';
import { createNodes } from './answers/nodes.ts';
import { createPageLimit } from './answers/page-limit.ts';
import { createChanges } from './changes/changes.ts';
import { createChooseWay } from './answers/choose-way.ts';
import { createDatabaseServers } from './answers/database-servers.ts';
import type { DatabaseServer } from './answers/database-servers.ts';
import { createReports, plannerSettings } from './answers/run-report.ts';
import { createTotals } from './answers/totals.ts';
import { getCompany } from './names/get-company.ts';
import { createNames } from './names/list-names.ts';
import { createReadRecord, nameRead } from './reads.ts';
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
    const caches = createCaches(config.REPORT_CACHE_BYTES, metrics);
    const servers = createDatabaseServers(primary, replicas, caches.versions, requireMigrated, log);
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
    const nodes = createNodes(config.DATABASE_URL, primary.pages, citus, caches.nodes, log);
    const limited = createExportLimit(config.EXPORT_POOL_SIZE, nodes);
    const limitedPages = createPageLimit(config.DATABASE_POOL_SIZE, nodes);
    // The company is that of the access token, which is verified here again: the caller's word is not enough.
    const page = async <T>(call: CallContext, make: (account: Account) => Promise<T>) => {
      const account = await access(call.authorization, call);
      Object.assign(call.logged, { application: account.clientId, company: account.companyId });
      return scheduler.page(() => limitedPages(account.companyId, call.signal, () => make(account)));
    };
    const chooseWay = createChooseWay(caches);
    const chooseTotals = createTotals(chooseWay);
    const runExport = createExporter(servers, citus, chooseTotals, scheduler);
    const runReport = createReports(servers, chooseWay, caches, metrics);
    const readChanges = createChanges(servers, citus, chooseTotals, caches.totals);
    const fileHeaders = createFileHeaders(servers, runReport);
    const listNames = createNames(servers);
    const recordRead = createReadRecord(auth);
    const calls: Methods<typeof reportingService, CallContext> = {
      List: (request, call) =>
        page(call, async ({ companyId }) => {
          const [report, list] = [reportNamed(request.report, request.groupBy), { ...request, companyId }];
          Object.assign(call.logged, nameRead(report, list));
          const answer = await runReport(report, list, call.signal);
          call.logged.rows = answer.rows;
          return answer;
        }),
      Export: async function* (request, call) {
        const { report, account, file, read, headers } = await page(call, async (account) => {
          const { companyId } = account;
          const [report, file] = [reportNamed(request.report, request.groupBy), { ...request, companyId }];
          const read = nameRead(report, file);
          Object.assign(call.logged, read);
          return { report, account, file, read, headers: await fileHeaders(report, file, call.signal) };
        });
        if (headers) {
          yield headers;
          return;
        }
        const { format, fromDate, toDate } = request;
        for await (const chunk of limited(file.companyId, call.signal, () => runExport(report, file, call.signal))) {
          if (call.logged.rows === undefined) {
            call.logged.rows = chunk.totalCount;
            const more = { fromDate, toDate, format, rows: String(chunk.totalCount) };
            await recordRead('export', account, { ...read, ...more }, call);
          }
          yield chunk;
        }
      },
      Changes: async (request, call) => {
        const { account, named, answer } = await page(call, async (account) => {
          const [report, changes] = [reportNamed(request.report, []), { ...request, companyId: account.companyId }];
          const named = nameRead(report, changes);
          Object.assign(call.logged, named);
          const answer = await readChanges(report, changes, call.signal);
          call.logged.rows = answer.rows;
          return { account, named, answer };
        });
        const { since, fromDate, toDate } = request;
        if (since === '') await recordRead('copy', account, { ...named, fromDate, toDate }, call);
        return answer;
      },
      ListNames: (request, call) =>
        page(call, async ({ companyId }) => {
          call.logged.report = request.list;
          const answer = await listNames({ ...request, companyId }, call.signal);
          call.logged.rows = answer.rows;
          return answer;
        }),
      GetCompany: (_, call) => page(call, ({ companyId }) => getCompany(primary.pages, companyId, call.signal)),
    };
    return startRpcServer(reportingService, calls, config, server, program);
  },
);
