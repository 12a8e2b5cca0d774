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
import { openExportPool } from './exports/pool.ts';
import type { Report } from './reports/report.ts';
import { createReports, plannerSettings } from './reports/run-report.ts';
import { scheduledPayments } from './reports/scheduled-payments.ts';
import { timesheets } from './reports/timesheets.ts';

await runProgram(
  'reporting',
  () => readReportingConfig(process.env),
  async (config, program) => {
    const { log, metrics, tracing, onStop, readiness } = program;
    const { server, channel } = openRpcCredentials(config, log);
    const pool = openPool('reporting', config, program, plannerSettings);
    onStop('database', () => pool.end());
    await readiness.requires('the database at DATABASE_URL', () =>
      pool.query('select null::reporting.date_segment from reporting.data_versions limit 0'),
    );
    const exportPool = openExportPool(config, program);
    onStop('database of exports', () => exportPool.end());
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
    const runExport = createExporter(exportPool, scheduler);
    const runReport = createReports(pool, config.REPORT_CACHE_BYTES, metrics);
    // The company is that of the access token, which is verified here again: the caller's word is not enough.
    const list =
      <SortField extends string>(report: Report<SortField>) =>
      (request: ListRequest__Output, call: CallContext) =>
        scheduler.page(async () => {
          const companyId = await access(call.authorization, call);
          return runReport(report, { ...request, companyId }, call.signal);
        });
    const file = <SortField extends string>(report: Report<SortField>) =>
      async function* (request: ExportRequest__Output, call: CallContext) {
        const companyId = await access(call.authorization, call);
        yield* limited(companyId, call.signal, () =>
          runExport(report, { ...request, companyId }, request.format, call.signal),
        );
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
