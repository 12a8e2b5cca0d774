import { databaseUrl, logLevel, readEnvironment } from '../../runtime/environment.ts';

/** @throws ConfigError */
export function readMigrateConfig(environment: NodeJS.ProcessEnv) {
  return readEnvironment(
    {
      DATABASE_URL: databaseUrl(),
      AUTH_DATABASE_URL: databaseUrl().optional(),
      REPORTING_DATABASE_URL: databaseUrl().optional(),
      LOG_LEVEL: logLevel(),
    },
    environment,
  );
}
