import { ExportResultCode, setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import type { SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Logger } from '../logger.ts';
import type { TracingConfig } from './settings.ts';

export type Collector = { endpoint: string; protocol: TracingConfig['OTEL_EXPORTER_OTLP_PROTOCOL'] };

/** Sends spans to the collector. Logs once when it can't be reached, and once when it can be again. */
export function createExporter({ endpoint, protocol }: Collector, log: Logger): SpanExporter {
  const Exporter = protocol === 'http/json' ? JsonExporter : ProtobufExporter;
  const exporter = new Exporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  // Each failure comes here too, with the texts of what failed.
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

/** A code of the system, such as ECONNREFUSED, or an HTTP status. The text may contain what was sent. */
function codeOf(error: Error | undefined): unknown {
  return error && 'code' in error ? error.code : undefined;
}
