import { reportingService } from '../../proto/load.ts';
import { openPool } from '../../runtime/database.ts';
import { runProgram } from '../../runtime/program.ts';
import { startRpcServer } from '../../runtime/rpc-server.ts';
import { readReportingConfig } from './config.ts';
import { listScheduledPayments } from './list-scheduled-payments.ts';
import { listTimesheets } from './list-timesheets.ts';

await runProgram(
  'reporting',
  () => readReportingConfig(process.env),
  async (config, { log, onStop }) => {
    const pool = openPool('reporting', config, log);
    onStop('database', () => pool.end());
    await pool.query('select').catch((error: unknown) => {
      log.warn({ err: error }, 'the database at DATABASE_URL does not answer yet');
    });
    const server = await startRpcServer(
      reportingService,
      {
        ListScheduledPayments: (request, { signal }) => listScheduledPayments(pool, request, signal),
        ListTimesheets: (request, { signal }) => listTimesheets(pool, request, signal),
      },
      { listenOn: config.GRPC_LISTEN, log },
    );
    onStop('gRPC server', server.stop);
    return server.address;
  },
);
