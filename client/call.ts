import { ClientReportingError } from './client-reporting-error.js';
import { given } from './options.js';
import type { CallOptions, SendOptions } from './options.js';

/** One call of a user, with all its requests. */
export type Call = Pick<SendOptions, 'onRetry' | 'onResponse'> & {
  attemptTimeoutMs: number;
  maxRetries: number;
  headers: Record<string, string>;
  /** Aborted by the user, or after `callTimeoutMs`. */
  signal: AbortSignal;
  /** When `callTimeoutMs` ends, by `performance.now()`. */
  endsAt: number;
};

/**
 * @param all the options of the client
 */
export function startCall(all: SendOptions, own: CallOptions): Call {
  const { callTimeoutMs = Infinity, ...options } = { ...given(all), ...given(own) };
  const late = abortedAfter(callTimeoutMs, 'callTimeoutMs');
  return {
    attemptTimeoutMs: 60_000,
    maxRetries: 5,
    ...options,
    headers: { ...given(all.headers), ...given(own.headers) },
    endsAt: performance.now() + callTimeoutMs,
    signal: own.signal ? AbortSignal.any([own.signal, late]) : late,
  };
}

/** Is aborted with a ClientReportingError after this time. It keeps no process alive. */
export function abortedAfter(ms: number, option: string): AbortSignal {
  const controller = new AbortController();
  if (ms < Infinity) setTimeout(() => controller.abort(timedOut(ms, option)), ms).unref();
  return controller.signal;
}

export function timedOut(ms: number, option: string): ClientReportingError {
  return new ClientReportingError({ code: 'timeout', message: `No whole answer within ${ms} ms (${option})` });
}
