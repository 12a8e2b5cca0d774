import { accessSettings } from '../../access/settings.ts';
import { databaseUrls, readEnvironment, serviceSettings, wholeNumber } from '../../runtime/environment.ts';
import { tlsSettings } from '../../runtime/grpc/tls.ts';
import { tracingSettings } from '../../runtime/tracing/settings.ts';

export type ReportingConfig = ReturnType<typeof readReportingConfig>;

export function readReportingConfig(environment: NodeJS.ProcessEnv) {
  return readEnvironment(reportingSettings, environment);
}

export const reportingSettings = {
  ...serviceSettings({ listen: '0.0.0.0:50052', poolSize: 10, statementTimeoutMs: 15_000 }),
  REPLICA_DATABASE_URLS: databaseUrls().describe(
    'streaming replicas of the database at `DATABASE_URL`, each by its own address; reports are read from them, and from `DATABASE_URL` where none is new enough',
  ),
  EXPORT_POOL_SIZE: wholeNumber(1, 1_000)
    .default(8)
    .describe('connections for exports, besides the others; so many exports run at once, at most two per company'),
  EXPORT_STATEMENT_TIMEOUT_MS: wholeNumber(100, 3_600_000)
    .default(60_000)
    .describe(
      'Postgres ends a statement of an export after this time, but for the one that sends its rows: `EXPORT_DEADLINE_MS` is for that',
    ),
  EXPORT_DEADLINE_MS: wholeNumber(100, 86_400_000)
    .default(600_000)
    .describe('the same as for the gateway; Postgres ends an export that takes longer'),
  REPORT_CACHE_BYTES: wholeNumber(1_000_000, 10_000_000_000)
    .default(33_554_432)
    .describe('memory for all caches of reporting: answers, totals, the order of pages, versions'),
  ...accessSettings,
  ...tlsSettings,
  ...tracingSettings,
};
