import { tokenSettings } from '../../access/settings.ts';
import { readEnvironment, serviceSettings, wholeNumber } from '../../runtime/environment.ts';
import { tlsSettings } from '../../runtime/grpc/tls.ts';
import { times } from '../../runtime/times.ts';
import { tracingSettings } from '../../runtime/tracing/settings.ts';
import { keyList, secretPepper } from './secret-settings.ts';

export type AuthConfig = ReturnType<typeof readAuthConfig>;

export function readAuthConfig(environment: NodeJS.ProcessEnv) {
  return { ...readEnvironment(authSettings(environment), environment), times };
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

/** The first key encrypts; production must have one. */
function keyEncryption({ NODE_ENV }: NodeJS.ProcessEnv) {
  return (NODE_ENV === 'production' ? keyList() : keyList().default([])).describe(
    'encrypts the stored private keys; required where `NODE_ENV` is `production`. To replace it, see [Rotate secrets](../k8s/runbooks/secrets.md)',
  );
}
