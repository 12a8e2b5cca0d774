import { z } from 'zod';
import { wholeNumber } from '../environment.ts';

/** Those of OpenTelemetry's standard that concern traces; its SDK reads them itself. */
export const tracingSettings = {
  OTEL_SDK_DISABLED: oneOf(['true', 'false']),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_RESOURCE_ATTRIBUTES: z.string().optional(),
  OTEL_PROPAGATORS: listOf(['tracecontext', 'baggage', 'none']),
  OTEL_TRACES_EXPORTER: oneOf(['otlp', 'none']),
  OTEL_TRACES_SAMPLER: oneOf([
    'always_on',
    'always_off',
    'traceidratio',
    'parentbased_always_on',
    'parentbased_always_off',
    'parentbased_traceidratio',
  ]),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0|1|[01]?\.\d+)$/, 'must be a number from 0 to 1')
    .refine((ratio) => Number(ratio) <= 1, 'must be a number from 0 to 1')
    .optional(),
  OTEL_BSP_SCHEDULE_DELAY: milliseconds(),
  OTEL_BSP_EXPORT_TIMEOUT: milliseconds(),
  OTEL_BSP_MAX_QUEUE_SIZE: wholeNumber(1, 1_000_000).optional(),
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: wholeNumber(1, 1_000_000).optional(),
  ...exporterSettings('OTEL_EXPORTER_OTLP'),
  ...exporterSettings('OTEL_EXPORTER_OTLP_TRACES'),
};

export type TracingConfig = Partial<z.infer<z.ZodObject<typeof tracingSettings>>>;

/** Whether spans are to be made: where they go must be said, were it only by naming the exporter. */
export function isTraced(config: TracingConfig): boolean {
  if (config.OTEL_SDK_DISABLED === 'true' || config.OTEL_TRACES_EXPORTER === 'none') return false;
  const endpoint = config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? config.OTEL_EXPORTER_OTLP_ENDPOINT;
  return endpoint !== undefined || config.OTEL_TRACES_EXPORTER === 'otlp';
}

type ExporterSettings = ReturnType<typeof exporterValues>;

function exporterSettings<Prefix extends string>(prefix: Prefix) {
  const named = Object.entries(exporterValues()).map(([name, value]) => [`${prefix}_${name}`, value]);
  return Object.fromEntries(named) as {
    [Name in keyof ExporterSettings as `${Prefix}_${Name}`]: ExporterSettings[Name];
  };
}

function exporterValues() {
  return {
    ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).optional(),
    PROTOCOL: oneOf(['http/protobuf', 'http/json']),
    HEADERS: z.string().optional(),
    TIMEOUT: milliseconds(),
    COMPRESSION: oneOf(['gzip', 'none']),
    CERTIFICATE: z.string().optional(),
    CLIENT_CERTIFICATE: z.string().optional(),
    CLIENT_KEY: z.string().optional(),
  };
}

function milliseconds() {
  return wholeNumber(1, 600_000).optional();
}

function oneOf<const Value extends string>(values: [Value, ...Value[]]) {
  return z.enum(values, { error: `must be one of ${values.join(', ')}` }).optional();
}

function listOf(values: string[]) {
  return z
    .string()
    .transform((list) => list.split(',').map((entry) => entry.trim()))
    .refine((list) => list.every((entry) => values.includes(entry)), `must be a list of ${values.join(', ')}`)
    .optional();
}
