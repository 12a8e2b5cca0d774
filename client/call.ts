import { ClientReportingError } from './client-reporting-error.js';
import { given } from './options.js';
import type { CallOptions, SendOptions } from './options.js';

type Timer = { signal: AbortSignal; start: () => void; stop: () => void };

/** One call of a user, with all its requests. */
export type Call = {
  attemptTimeoutMs: number;
  maxRetries: number;
  headers: Record<string, string>;
  onRetry: SendOptions['onRetry'];
  onResponse: SendOptions['onResponse'];
  /** Aborted by the user, or after `callTimeoutMs`. */
  signal: AbortSignal;
  /** When `callTimeoutMs` ends, by `performance.now()`. */
  endsAt: number;
  /** Stops the time of `callTimeoutMs`. */
  end: () => void;
};

/**
 * @param all the options of the client
 */
export function startCall(all: SendOptions, own: CallOptions): Call {
  const callTimeoutMs = own.callTimeoutMs ?? all.callTimeoutMs;
  const time = timer(callTimeoutMs, 'callTimeoutMs');
  time.start();
  return {
    attemptTimeoutMs: own.attemptTimeoutMs ?? all.attemptTimeoutMs ?? 60_000,
    maxRetries: own.maxRetries ?? all.maxRetries ?? 5,
    headers: { ...given(all.headers), ...given(own.headers) },
    onRetry: own.onRetry ?? all.onRetry,
    onResponse: own.onResponse ?? all.onResponse,
    endsAt: performance.now() + (callTimeoutMs ?? Infinity),
    signal: own.signal ? AbortSignal.any([own.signal, time.signal]) : time.signal,
    end: time.stop,
  };
}

/** Its signal is aborted with a ClientReportingError this time after the start, unless it is stopped before. */
export function timer(ms: number | undefined, option: string): Timer {
  const controller = new AbortController();
  let timeout: NodeJS.Timeout | undefined;
  return {
    signal: controller.signal,
    start: () => {
      if (ms !== undefined) timeout = setTimeout(() => controller.abort(timedOut(ms, option)), ms);
    },
    stop: () => clearTimeout(timeout),
  };
}

export function timedOut(ms: number, option: string): ClientReportingError {
  return new ClientReportingError({ code: 'timeout', message: `No whole answer within ${ms} ms (${option})` });
}
