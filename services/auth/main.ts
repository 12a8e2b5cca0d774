import { authService } from '../../proto/load.ts';
import { runProgram } from '../../runtime/program.ts';
import { startRpcServer } from '../../runtime/rpc-server.ts';
import { openRpcCredentials } from '../../runtime/tls.ts';
import { getAccount } from './account.ts';
import { openAudit } from './audit.ts';
import { readAuthConfig } from './config.ts';
import { openAuthDatabase } from './database.ts';
import { issueToken } from './issue-token.ts';
import { listSigningKeys } from './signing-keys.ts';

await runProgram(
  'auth',
  () => readAuthConfig(process.env),
  async (config, { log, onStop, readiness }) => {
    const { server } = openRpcCredentials(config, log);
    const database = openAuthDatabase(config);
    onStop('database', database.close);
    await readiness.requires('the database at DATABASE_URL', () =>
      listSigningKeys(database, AbortSignal.timeout(config.STATEMENT_TIMEOUT_MS)),
    );
    const audit = openAudit(database, log);
    onStop('audit', audit.close);
    const rpc = await startRpcServer(
      authService,
      {
        IssueToken: (request, call) => issueToken(config, database, audit, request, call),
        ListSigningKeys: (_, { signal }) => listSigningKeys(database, signal),
        GetAccount: (request, { signal }) => getAccount(database, request, signal),
      },
      {
        listenOn: config.GRPC_LISTEN,
        credentials: server,
        connectionAgeMs: config.GRPC_CONNECTION_AGE_MS,
        drainMs: config.DRAIN_MS,
        log,
        ready: readiness.ready,
      },
    );
    onStop('gRPC server', rpc.stop, config.DRAIN_MS + 500);
    return rpc.address;
  },
);
