import * as z from 'zod';

/** OpenTelemetry's SDK reads its other standard settings from the environment itself. */
export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
    .meta({ values: 'http or https URL' })
    .optional()
    .describe('OpenTelemetry collector that traces are sent to, such as `http://collector:4318`; no traces if unset'),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .enum(['http/protobuf', 'http/json'], { error: 'must be one of http/protobuf, http/json' })
    .default('http/protobuf')
    .describe('how traces are sent'),
};

export type TracingConfig = Partial<z.infer<z.ZodObject<typeof tracingSettings>>>;
