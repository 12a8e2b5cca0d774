import { importSettings } from '../import/config.ts';
import { host, httpSettings, logLevel, readEnvironment } from '../runtime/environment.ts';
import { rollUpSettings } from '../services/reporting/roll-ups/settings.ts';

export const startSettings = {
  ...httpSettings,
  HOST: host().default('127.0.0.1').describe('address to listen on'),
  ...importSettings,
  CHANGES_KEPT_DAYS: rollUpSettings.CHANGES_KEPT_DAYS,
  LOG_LEVEL: logLevel(),
};

export function readLocalConfig(environment: NodeJS.ProcessEnv) {
  return readEnvironment(startSettings, environment);
}
