import { databaseSettings, readEnvironment, wholeNumber } from '../../../runtime/environment.ts';
import { keyList } from '../secret-settings.ts';

export function readAdminConfig(environment: NodeJS.ProcessEnv) {
  return readEnvironment(adminSettings, environment);
}

export const adminSettings = {
  ...databaseSettings,
  AUTH_KEY_ENCRYPTION_KEY: keyList().default([]).describe('as auth has it, for the commands of keys'),
  AUDIT_KEPT_DAYS: wholeNumber(90, 36_500)
    .default(365)
    .describe('`audit prune` deletes older events; the CronJob runs it every night'),
};
