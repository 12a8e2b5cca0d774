import { AsyncLocalStorage } from 'node:async_hooks';
import { diag, isSpanContextValid, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Context } from '@opentelemetry/api';
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { atMostEvery } from '../logger.ts';
import type { Logger } from '../logger.ts';
import { version } from '../version.ts';
import type { Collector } from './settings.ts';
import type { Attributes, Span, Tracing } from './tracing.ts';

/** Tracing by OpenTelemetry's SDK, which reads sampler, resource, limits and batches from the environment itself. */
export function createTracing(program: string, { endpoint, isJson }: Collector, log: Logger): Tracing {
  // Only while the SDK reads its settings: later it would log texts of failures.
  const warn = (problem: string) => log.warn({ problem }, 'OpenTelemetry ignores a setting');
  const ignore = () => undefined;
  diag.setLogger({ error: warn, warn, info: ignore, debug: ignore, verbose: ignore });
  const Exporter = isJson ? JsonExporter : ProtobufExporter;
  const exporter = new Exporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  // Each failure to export comes here. Only its code is logged: the text may contain what was sent.
  const logFailure = atMostEvery(60_000, (_, { code }: NodeJS.ErrnoException) => {
    log.warn({ code }, 'the collector takes no spans; they are lost');
  });
  setGlobalErrorHandler((error) => logFailure(error as NodeJS.ErrnoException));
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': program,
      'service.namespace': 'client-reporting',
      'service.version': version,
    }).merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  diag.disable();
  const tracer = provider.getTracer('client-reporting');
  const propagator = new W3CTraceContextPropagator();
  const active = new AsyncLocalStorage<Context>();

  const begin = (kind: SpanKind, name: string, attributes: Attributes, parent: Context): Span => {
    const span = tracer.startSpan(name, { kind, attributes }, parent);
    const context = trace.setSpan(parent, span);
    return {
      run: (work) => active.run(context, work),
      send: (set) => propagator.inject(context, undefined, { set: (_, header, value) => set(header, value) }),
      end: (attributes, error) => {
        span.setAttributes(attributes);
        if (error !== undefined) span.setAttribute('error.type', error).setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  };
  return {
    serve: (name, attributes, header) => {
      const caller = propagator.extract(ROOT_CONTEXT, undefined, { get: (_, name) => header(name), keys: () => [] });
      return begin(SpanKind.SERVER, name, attributes, caller);
    },
    call: (name, attributes) => {
      const context = active.getStore();
      return context && begin(SpanKind.CLIENT, name, attributes, context);
    },
    logFields: () => {
      const context = active.getStore();
      const span = context && trace.getSpanContext(context);
      return span && isSpanContextValid(span) ? { trace_id: span.traceId, span_id: span.spanId } : {};
    },
    stop: () => provider.shutdown(),
  };
}
