import { z } from 'zod';

const endpoint = () => z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).optional();
const protocol = () => oneOf(['http/protobuf', 'http/json']);

/** Of OpenTelemetry's standard settings those that the programs use; its SDK reads the others from the environment itself. */
export const tracingSettings = {
  OTEL_SDK_DISABLED: oneOf(['true', 'false']),
  OTEL_TRACES_EXPORTER: oneOf(['otlp', 'none']),
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint(),
  OTEL_EXPORTER_OTLP_PROTOCOL: protocol(),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocol(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
};

export type TracingConfig = Partial<z.infer<z.ZodObject<typeof tracingSettings>>>;

/** Whether spans are made: only where an endpoint, or at least the exporter, is set. */
export function isTraced(config: TracingConfig): boolean {
  if (config.OTEL_SDK_DISABLED === 'true' || config.OTEL_TRACES_EXPORTER === 'none') return false;
  const endpoint = config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? config.OTEL_EXPORTER_OTLP_ENDPOINT;
  return endpoint !== undefined || config.OTEL_TRACES_EXPORTER === 'otlp';
}

function oneOf<const Value extends string>(values: [Value, ...Value[]]) {
  return z.enum(values, { error: `must be one of ${values.join(', ')}` }).optional();
}
