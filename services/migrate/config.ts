import { databaseUrl, logLevel, readEnvironment } from '../../runtime/environment.ts';

export function readMigrateConfig(environment: NodeJS.ProcessEnv) {
  return readEnvironment(migrateSettings, environment);
}

export const migrateSettings = {
  DATABASE_URL: databaseUrl().describe('Postgres 14 or later, with ICU, as the owner of the schemas'),
  AUTH_DATABASE_URL: databaseUrl()
    .optional()
    .describe("auth's `DATABASE_URL`: its role is created, with the rights that auth needs"),
  REPORTING_DATABASE_URL: databaseUrl()
    .optional()
    .describe("reporting's `DATABASE_URL`: its role is created, with the rights that reporting needs"),
  WRITER_DATABASE_URL: databaseUrl()
    .optional()
    .describe(
      'of the import, or of a program that writes reports: its role is created, with the rights that writers need',
    ),
  BACKUP_DATABASE_URL: databaseUrl().optional().describe('of the backup: its role is created, and may read everything'),
  LOG_LEVEL: logLevel(),
};
