import { z } from 'zod';
import { tokenSettings } from '../../access/settings.ts';
import { databaseSettings, readEnvironment, serviceSettings, wholeNumber } from '../../runtime/environment.ts';
import { tlsSettings } from '../../runtime/grpc/tls.ts';
import { times } from '../../runtime/times.ts';
import { tracingSettings } from '../../runtime/tracing/settings.ts';

export type AuthConfig = ReturnType<typeof readAuthConfig>;

export function readAuthConfig(environment: NodeJS.ProcessEnv) {
  return { ...readEnvironment(authSettings(environment), environment), times };
}

export function readAdminConfig(environment: NodeJS.ProcessEnv) {
  return readEnvironment(adminSettings, environment);
}

export const authSettings = (environment: NodeJS.ProcessEnv) => ({
  ...serviceSettings({ listen: '0.0.0.0:50051', poolSize: 5 }),
  AUTH_KEY_ENCRYPTION_KEY: keyEncryption(environment),
  AUTH_SECRET_PEPPER: secretPepper(),
  TOKEN_LIFETIME_SECONDS: wholeNumber(1, 86_400).default(3_600).describe('lifetime of a token'),
  ...tokenSettings,
  ...tlsSettings,
  ...tracingSettings,
});

export const adminSettings = {
  ...databaseSettings,
  AUTH_KEY_ENCRYPTION_KEY: keyList().default([]).describe('as auth has it, for the commands of keys'),
  AUDIT_KEPT_DAYS: wholeNumber(90, 36_500)
    .default(365)
    .describe('`audit prune` deletes older events; the CronJob runs it every night'),
};

/** The first key encrypts; production must have one. */
function keyEncryption({ NODE_ENV }: NodeJS.ProcessEnv) {
  return (NODE_ENV === 'production' ? keyList() : keyList().default([])).describe(
    'encrypts the stored private keys; required where `NODE_ENV` is `production`. To replace it, see [Encryption of the keys](operations/administer.md#encryption-of-the-keys)',
  );
}

/** The first key is used for new hashes. */
const secretPepper = () => keyList().describe(pepperIs);

/** Of programs that can do without. */
export const optionalSecretPepper = () => keyList().default([]).describe(pepperIs);

const pepperIs =
  'the pepper of client secrets that this product did not generate; auth requires it. `npm start` makes one. To replace it, see [The pepper](operations/administer.md#the-pepper)';

function keyList() {
  return z
    .string()
    .meta({ values: '32 bytes in base64 or hex' })
    .transform((list, context) => {
      const decoded = list.split(',').map((key) => decodeKey(key.trim()));
      if (decoded.every((key) => key !== undefined)) return decoded;
      context.addIssue('must be 32 bytes in base64 or hex; several are separated by commas');
      return z.NEVER;
    });
}

function decodeKey(text: string): Buffer | undefined {
  if (/^[\da-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  if (/^[\w+/-]{43}=?$/.test(text)) return Buffer.from(text, 'base64');
  return undefined;
}
