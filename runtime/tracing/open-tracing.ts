import type { Logger } from '../logger.ts';
import type { TracingConfig } from './settings.ts';
import type { Tracing } from './tracing.ts';

/** Undefined unless the settings ask for traces: then nothing of OpenTelemetry is loaded. */
export async function openTracing(
  program: string,
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: protocol }: TracingConfig,
  log: Logger,
): Promise<Tracing | undefined> {
  if (endpoint === undefined) return undefined;
  const { createTracing } = await import('./open-telemetry.ts');
  return createTracing(program, { endpoint, protocol }, log);
}
