import { ExportResultCode, setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import type { SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Logger } from '../logger.ts';
import type { TracingConfig } from './settings.ts';

/** Sends spans to the collector. That it can't be reached is logged once, and once that it can again. */
export function createExporter(config: TracingConfig, log: Logger): SpanExporter {
  const protocol = config.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? config.OTEL_EXPORTER_OTLP_PROTOCOL;
  const exporter = protocol === 'http/json' ? new JsonExporter() : new ProtobufExporter();
  // Each failure ends here too, with the texts of what failed.
  setGlobalErrorHandler(() => undefined);
  let lost = 0;
  return {
    export: (spans, done) => {
      exporter.export(spans, (result) => {
        if (result.code === ExportResultCode.SUCCESS) {
          if (lost > 0) log.info({ lost }, 'the collector takes spans again');
          lost = 0;
        } else {
          if (lost === 0) log.warn({ code: codeOf(result.error) }, 'the collector takes no spans; they are lost');
          lost += spans.length;
        }
        done(result);
      });
    },
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
}

/** A code of the system, such as ECONNREFUSED, or an HTTP status. The text may tell what the collector was told. */
function codeOf(error: Error | undefined): unknown {
  return error && 'code' in error ? error.code : undefined;
}
