import type { Logger } from '../logger.ts';
import { isTraced } from './settings.ts';
import type { TracingConfig } from './settings.ts';
import type { Tracing } from './tracing.ts';

/** Undefined unless the settings ask for traces: then nothing of OpenTelemetry is loaded. */
export async function openTracing(program: string, config: TracingConfig, log: Logger): Promise<Tracing | undefined> {
  if (!isTraced(config)) return undefined;
  const { createTracing } = await import('./open-telemetry.ts');
  return createTracing(program, config, log);
}
