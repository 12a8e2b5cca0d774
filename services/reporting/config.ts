import { accessSettings } from '../../access/settings.ts';
import { databaseUrls, readEnvironment, serviceSettings, wholeNumber } from '../../runtime/environment.ts';
import { tlsSettings } from '../../runtime/grpc/tls.ts';
import { times } from '../../runtime/times.ts';
import { tracingSettings } from '../../runtime/tracing/settings.ts';

export type ReportingConfig = ReturnType<typeof readReportingConfig>;

export function readReportingConfig(environment: NodeJS.ProcessEnv) {
  return { ...readEnvironment(reportingSettings, environment), times };
}

export const reportingSettings = {
  ...serviceSettings({ listen: '0.0.0.0:50052', poolSize: 10 }),
  REPLICA_DATABASE_URLS: databaseUrls().describe(
    'streaming replicas of the database at `DATABASE_URL`, each by its own address; reports are read from them, and from `DATABASE_URL` where none is new enough',
  ),
  EXPORT_POOL_SIZE: wholeNumber(1, 1_000)
    .default(8)
    .describe('connections for exports, besides the others; so many exports run at once, at most two per company'),
  ...accessSettings,
  ...tlsSettings,
  ...tracingSettings,
};
