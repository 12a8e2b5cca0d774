import path from 'node:path';
import { createSigningKeys } from '../../access/signing-keys.ts';
import { createVerifier } from '../../access/verify-token.ts';
import { authService } from '../../proto/load.ts';
import type { Program } from '../../runtime/process/program.ts';
import { requireMigrations } from '../../runtime/postgres/migrations.ts';
import { startRpcServer } from '../../runtime/grpc/rpc-server.ts';
import { openRpcCredentials } from '../../runtime/grpc/tls.ts';
import { getAccount } from './clients/account.ts';
import { openAudit } from './audit/audit.ts';
import { record } from './audit/record.ts';
import type { AuthConfig } from './config.ts';
import { openAuthDatabase } from './database.ts';
import { issueToken } from './tokens/issue-token.ts';
import { createKeyCipher } from './keys/key-cipher.ts';
import { revokeOwnToken } from './tokens/revoke-own-token.ts';
import { openSigningKeys } from './keys/signing-keys.ts';
import { requirePeppers } from './clients/pepper.ts';
import { ExplainedError } from '../../runtime/explained-error.ts';

const migrations = path.join(import.meta.dirname, 'migrations');

/** Opens what it needs, and listens. @returns the address */
export async function startAuth(config: AuthConfig, program: Program): Promise<string> {
  const { log, metrics, tracing, onStop, fail, readiness } = program;
  const { server } = openRpcCredentials(config, program);
  const database = openAuthDatabase({ ...config, statementTimeoutMs: config.times.authStatementMs }, metrics, tracing);
  onStop('database', database.close);
  const peppers = config.AUTH_SECRET_PEPPER;
  const cipher = createKeyCipher(config.AUTH_KEY_ENCRYPTION_KEY);
  const signingKeys = openSigningKeys(database, cipher);
  await readiness.requires('the database at DATABASE_URL', async () => {
    const signal = AbortSignal.timeout(config.times.authStatementMs);
    await requireMigrations('auth', migrations, (statement, values) => database.query(signal, statement, values));
    // Making the first key may take longer than a transaction may.
    const keys = signingKeys.list(new AbortController().signal);
    await Promise.all([keys, requirePeppers(database, peppers, signal)]).catch((error: unknown) => {
      if (error instanceof ExplainedError) fail(error.message);
      throw error;
    });
  });
  const audit = openAudit(database, { log, metrics });
  onStop('audit', audit.close);
  const publicKeys = createSigningKeys({
    // Not by the signal of one caller: others may wait for the same keys.
    ListSigningKeys: () => signingKeys.list(AbortSignal.timeout(config.times.authStatementMs)),
  });
  const verify = createVerifier(publicKeys, config);
  const issuing = { config, database, audit, signingKeys, publicKeys, peppers };
  return startRpcServer(
    authService,
    {
      IssueToken: (request, call) => issueToken(issuing, request, call),
      RevokeToken: (request, call) => revokeOwnToken(issuing, request, call),
      ListSigningKeys: (_, { signal }) => signingKeys.list(signal),
      GetAccount: (request, { signal }) => getAccount(database, request, signal),
      Record: (request, call) => record({ database, audit, verify }, request, call),
    },
    config,
    server,
    program,
  );
}
