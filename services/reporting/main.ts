import { authService, reportingService } from '../../proto/load.ts';
import { openAccess } from '../../runtime/access/access.ts';
import { openPool } from '../../runtime/database.ts';
import { runProgram } from '../../runtime/program.ts';
import { connectRpc } from '../../runtime/rpc-client.ts';
import { startRpcServer } from '../../runtime/rpc-server.ts';
import { openRpcCredentials } from '../../runtime/tls.ts';
import { createAdmission } from './admission.ts';
import { readReportingConfig } from './config.ts';
import { createExporter } from './exports/export.ts';
import { createExportLimit } from './exports/export-limit.ts';
import { openExportPool } from './exports/pool.ts';
import { scheduledPaymentsExport } from './exports/scheduled-payments.ts';
import { timesheetsExport } from './exports/timesheets.ts';
import { createTurns } from './exports/turns.ts';
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
      pool.query('select null::reporting.piece from reporting.data_versions limit 0'),
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
    const admit = createAdmission(openAccess(auth, config, program));
    const turns = createTurns();
    const exported = createExporter(exportPool, turns);
    const limited = createExportLimit(config.EXPORT_POOL_SIZE);
    const report = createReports(pool, config.REMEMBERED_BYTES, metrics);
    const rpc = await startRpcServer(
      reportingService,
      {
        ListScheduledPayments: async (request, call) =>
          turns.page(async () => report(scheduledPayments(await admit(request, call)), call.signal)),
        ListTimesheets: async (request, call) =>
          turns.page(async () => report(timesheets(await admit(request, call)), call.signal)),
        ExportScheduledPayments: async function* (request, call) {
          const admitted = await admit(request, call);
          yield* limited(admitted.companyId, call.signal, () =>
            exported(scheduledPaymentsExport(admitted), admitted.format, call.signal),
          );
        },
        ExportTimesheets: async function* (request, call) {
          const admitted = await admit(request, call);
          yield* limited(admitted.companyId, call.signal, () =>
            exported(timesheetsExport(admitted), admitted.format, call.signal),
          );
        },
      },
      {
        listenOn: config.GRPC_LISTEN,
        credentials: server,
        connectionAgeMs: config.GRPC_CONNECTION_AGE_MS,
        drainMs: config.DRAIN_MS,
        log,
        metrics,
        tracing,
        ready: readiness.ready,
      },
    );
    onStop('gRPC server', rpc.stop, config.DRAIN_MS + 500);
    return rpc.address;
  },
);
