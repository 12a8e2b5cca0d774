import type { ExportRequest__Output } from '../../proto/generated/clientreporting/reporting/ExportRequest.ts';
import type { ListRequest__Output } from '../../proto/generated/clientreporting/reporting/ListRequest.ts';
import { authService, reportingService } from '../../proto/load.ts';
import { openAccess } from '../../access/access.ts';
import { openPool } from '../../runtime/postgres/database.ts';
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
import { createDatabaseServers } from './reports/database-servers.ts';
import type { Report } from './reports/report.ts';
import { createReports, plannerSettings } from './reports/run-report.ts';
import { scheduledPayments } from './scheduled-payments/scheduled-payments.ts';
import { timesheets } from './timesheets/timesheets.ts';
import { measureReconciliations } from './roll-ups/metrics.ts';

await runProgram(
  'reporting',
  () => readReportingConfig(process.env),
  async (config, program) => {
    const { log, metrics, tracing, onStop, readiness } = program;
    const { server, channel } = openRpcCredentials(config, log);
    const open = (name: string, DATABASE_URL: string) => {
      const own = { ...config, DATABASE_URL };
      const pages = openPool(name, own, program, plannerSettings);
      onStop(`database of ${name}`, () => pages.end());
      const exports = openExportPool(`${name} exports`, own, program);
      onStop(`database of ${name} exports`, () => exports.end());
      return { pages, exports };
    };
    const primary = open('reporting', config.DATABASE_URL);
    await readiness.requires('the database at DATABASE_URL', () =>
      primary.pages.query('select null::reporting.date_segment from reporting.data_versions limit 0'),
    );
    measureReconciliations(primary.pages, metrics);
    const replicas = config.REPLICA_DATABASE_URLS.map((url, index) => open(`reporting replica ${index + 1}`, url));
    const servers = createDatabaseServers(primary, replicas, log);
    const auth = connectRpc(authService, {
      address: config.AUTH_ADDRESS,
      credentials: channel,
      deadlineMs: config.AUTH_DEADLINE_MS,
      metrics,
      tracing,
    });
    onStop('gRPC client', async () => auth.close());
    const access = openAccess(auth, config, program);
    const scheduler = createExportScheduler();
    const limited = createExportLimit(config.EXPORT_POOL_SIZE);
    const runExport = createExporter(servers, scheduler);
    const runReport = createReports(servers, config.REPORT_CACHE_BYTES, metrics);
    const fileHeaders = createFileHeaders(servers, runReport);
    // The company is that of the access token, which is verified here again: the caller's word is not enough.
    const list = (report: Report) => (request: ListRequest__Output, call: CallContext) =>
      scheduler.page(async () => {
        const companyId = await access(call.authorization, call);
        return runReport(report, { ...request, companyId }, call.signal);
      });
    const file = (report: Report) =>
      async function* (request: ExportRequest__Output, call: CallContext) {
        const companyId = await access(call.authorization, call);
        const companyRequest = { ...request, companyId };
        const headers = await scheduler.page(() => fileHeaders(report, companyRequest, call.signal));
        if (headers) yield headers;
        else yield* limited(companyId, call.signal, () => runExport(report, companyRequest, call.signal));
      };
    return startRpcServer(
      reportingService,
      {
        ListScheduledPayments: list(scheduledPayments),
        ListTimesheets: list(timesheets),
        ExportScheduledPayments: file(scheduledPayments),
        ExportTimesheets: file(timesheets),
      },
      config,
      server,
      program,
    );
  },
);
