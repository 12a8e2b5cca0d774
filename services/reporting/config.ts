import { accessSettings } from '../../runtime/access/settings.ts';
import { address, databaseUrl, processSettings, readEnvironment, wholeNumber } from '../../runtime/environment.ts';
import { tlsSettings } from '../../runtime/tls.ts';
import { tracingSettings } from '../../runtime/tracing/settings.ts';

export type ReportingConfig = ReturnType<typeof readReportingConfig>;

/** @throws ConfigError */
export function readReportingConfig(environment: NodeJS.ProcessEnv) {
  return readEnvironment(
    {
      DATABASE_URL: databaseUrl(),
      DATABASE_POOL_SIZE: wholeNumber(1, 1_000).default(10),
      STATEMENT_TIMEOUT_MS: wholeNumber(100, 600_000).default(15_000),
      EXPORT_POOL_SIZE: wholeNumber(1, 1_000).default(8),
      EXPORT_STATEMENT_TIMEOUT_MS: wholeNumber(100, 3_600_000).default(60_000),
      EXPORT_STALL_MS: wholeNumber(100, 3_600_000).default(30_000),
      REPORT_CACHE_BYTES: wholeNumber(1, 10_000_000_000).default(33_554_432),
      GRPC_LISTEN: address().default('0.0.0.0:50052'),
      GRPC_CONNECTION_AGE_MS: wholeNumber(100, 3_600_000).default(30_000),
      DRAIN_MS: wholeNumber(0, 600_000).default(1_500),
      ...accessSettings,
      ...tlsSettings,
      ...tracingSettings,
      ...processSettings,
    },
    environment,
  );
}
