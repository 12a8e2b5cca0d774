import { importSettings } from '../services/import/config.ts';
import { host, httpSettings, logLevel } from '../runtime/environment.ts';

export const startSettings = {
  ...httpSettings,
  HOST: host().default('127.0.0.1').describe('address to listen on'),
  ...importSettings,
  LOG_LEVEL: logLevel(),
};
