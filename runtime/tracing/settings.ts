import * as z from 'zod';
import type { Logger } from '../logger.ts';

/** A platform may set these for all of its programs: a value that we don't have ends no program. OpenTelemetry's SDK reads others by itself. */
export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .meta({ values: 'http or https URL' })
    .optional()
    .describe('OpenTelemetry collector that traces are sent to, such as `http://collector:4318`; no traces if unset'),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .string()
    .meta({ values: '`http/protobuf`, `http/json`' })
    .default('http/protobuf')
    .describe('how traces are sent; with another value, the log has a warning, and there are no traces'),
  OTEL_SDK_DISABLED: z.string().optional().meta({ values: '`true`' }).describe('no traces'),
};

export type TracingConfig = Partial<z.infer<z.ZodObject<typeof tracingSettings>>>;

export type Collector = { endpoint: string; isJson: boolean };

/** Where traces are sent, if they are. */
export function collectorIn(config: TracingConfig, log: Logger): Collector | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: protocol, OTEL_SDK_DISABLED } = config;
  if (endpoint === undefined || /^true$/i.test(OTEL_SDK_DISABLED ?? '')) return undefined;
  const [, format] = /^http\/(protobuf|json)$/i.exec(protocol ?? 'http/protobuf') ?? [];
  const isUrl = /^https?:\/\//i.test(endpoint) && URL.canParse(endpoint);
  if (isUrl && format !== undefined) return { endpoint, isJson: format.toLowerCase() === 'json' };
  const wrong = isUrl ? 'PROTOCOL must be http/protobuf or http/json' : 'ENDPOINT must be an http or https URL';
  log.warn(`no traces: OTEL_EXPORTER_OTLP_${wrong}`);
  return undefined;
}
