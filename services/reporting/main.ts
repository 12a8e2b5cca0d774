import { reportingService } from '../../proto/load.ts';
import { openPool } from '../../runtime/database.ts';
import { runProgram } from '../../runtime/program.ts';
import { startRpcServer } from '../../runtime/rpc-server.ts';
import { readReportingConfig } from './config.ts';
import { createReporter, plannerSettings } from './report.ts';
import { scheduledPayments } from './scheduled-payments.ts';
import { timesheets } from './timesheets.ts';

await runProgram(
  'reporting',
  () => readReportingConfig(process.env),
  async (config, { log, onStop }) => {
    const pool = openPool('reporting', config, log, plannerSettings);
    onStop('database', () => pool.end());
    await pool.query('select').catch((error: unknown) => {
      log.warn({ err: error }, 'the database at DATABASE_URL can not be used yet');
    });
    const report = createReporter(pool, config.REMEMBERED_BYTES);
    const server = await startRpcServer(
      reportingService,
      {
        ListScheduledPayments: (request, { signal }) => report(scheduledPayments(request), signal),
        ListTimesheets: (request, { signal }) => report(timesheets(request), signal),
      },
      { listenOn: config.GRPC_LISTEN, log },
    );
    onStop('gRPC server', server.stop);
    return server.address;
  },
);
