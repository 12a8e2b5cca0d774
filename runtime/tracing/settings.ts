import { z } from 'zod';

const endpoint = () =>
  z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
    .meta({ values: 'http or https URL' })
    .optional();
const protocol = () => oneOf(['http/protobuf', 'http/json']);

/** Of OpenTelemetry's standard settings those that the programs use; its SDK reads the others from the environment itself. */
export const tracingSettings = {
  OTEL_SDK_DISABLED: oneOf(['true', 'false']).describe('`true` turns traces off'),
  OTEL_TRACES_EXPORTER: oneOf(['otlp', 'none']).describe(
    '`otlp` sends traces to `http://localhost:4318` if no endpoint is set; `none` turns traces off',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint().describe(
    'OpenTelemetry collector that traces are sent to, such as `http://collector:4318`; no traces if unset',
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint().describe(
    'the whole URL that traces are sent to, instead of `OTEL_EXPORTER_OTLP_ENDPOINT`',
  ),
  OTEL_EXPORTER_OTLP_PROTOCOL: protocol().describe('`http/protobuf` if unset; gRPC is not offered'),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocol().describe('instead of `OTEL_EXPORTER_OTLP_PROTOCOL`'),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional().describe('headers for the collector, as `NAME=VALUE,NAME=VALUE`'),
};

export type TracingConfig = Partial<z.infer<z.ZodObject<typeof tracingSettings>>>;

export function isTraced(config: TracingConfig): boolean {
  if (config.OTEL_SDK_DISABLED === 'true' || config.OTEL_TRACES_EXPORTER === 'none') return false;
  const endpoint = config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? config.OTEL_EXPORTER_OTLP_ENDPOINT;
  return endpoint !== undefined || config.OTEL_TRACES_EXPORTER === 'otlp';
}

function oneOf<const Value extends string>(values: [Value, ...Value[]]) {
  return z.enum(values, { error: `must be one of ${values.join(', ')}` }).optional();
}
