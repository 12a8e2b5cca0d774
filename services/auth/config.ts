import { z } from 'zod';
import { address, databaseUrl, processSettings, readEnvironment, wholeNumber } from '../../runtime/environment.ts';
import { redisUrl } from '../../runtime/redis.ts';
import { tlsSettings } from '../../runtime/tls.ts';
import { tracingSettings } from '../../runtime/tracing/settings.ts';

export type AuthConfig = ReturnType<typeof readAuthConfig>;

/** @throws ConfigError */
export function readAuthConfig(environment: NodeJS.ProcessEnv) {
  return readEnvironment(
    {
      DATABASE_URL: databaseUrl(),
      AUTH_KEY_ENCRYPTION_KEY: keyEncryption(environment),
      DATABASE_POOL_SIZE: wholeNumber(1, 1_000).default(5),
      STATEMENT_TIMEOUT_MS: wholeNumber(100, 600_000).default(5_000),
      GRPC_LISTEN: address().default('0.0.0.0:50051'),
      GRPC_CONNECTION_AGE_MS: wholeNumber(100, 3_600_000).default(30_000),
      DRAIN_MS: wholeNumber(0, 600_000).default(1_500),
      TOKEN_ISSUER: z.string().default('client-reporting-api'),
      TOKEN_AUDIENCE: z.string().default('client-reporting-api'),
      TOKEN_LIFETIME_SECONDS: wholeNumber(1, 86_400).default(3_600),
      REDIS_URL: redisUrl().optional(),
      ...tlsSettings,
      ...tracingSettings,
      ...processSettings,
    },
    environment,
  );
}

/** Those of the commands. @throws ConfigError */
export function readAdminConfig(environment: NodeJS.ProcessEnv) {
  return readEnvironment(
    { DATABASE_URL: databaseUrl(), AUTH_KEY_ENCRYPTION_KEY: keyEncryption(environment) },
    environment,
  );
}

/** Keys of 32 bytes, of which the first encrypts; production must have one. */
function keyEncryption({ NODE_ENV }: NodeJS.ProcessEnv) {
  const keys = z.string().transform((list, context) => {
    const decoded = list.split(',').map((key) => decodeKey(key.trim()));
    if (decoded.every((key) => key !== undefined)) return decoded;
    context.addIssue('must be 32 bytes in base64 or hex; several are separated by commas');
    return z.NEVER;
  });
  return NODE_ENV === 'production' ? keys : keys.default([]);
}

function decodeKey(text: string): Buffer | undefined {
  if (/^[\da-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  if (/^[\w+/-]{43}=?$/.test(text)) return Buffer.from(text, 'base64');
  return undefined;
}
