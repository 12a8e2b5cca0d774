import { timedOut } from './call.js';
import type { Call } from './call.js';
import { ClientReportingError, refusal } from './client-reporting-error.js';
import type { ClientOptions } from './options.js';
import { createPace } from './pace.js';
import { pause } from './pause.js';
import { responseInfo } from './response-info.js';
import { retryDelayMs } from './retries.js';
import { userAgent } from './user-agent.js';

type ApiRequest = { path: string; method?: string; headers: Record<string, string>; body?: () => string };

/**
 * Sends a request in its turn, again and again while that may help, and returns what `read` makes of its response: 200, or 304
 * to If-None-Match.
 * @throws ClientReportingError; the reason of the call's signal when that is aborted
 */
export type Send = <T>(request: ApiRequest, call: Call, read: (response: Response) => Promise<T>) => Promise<T>;

/** Frameworks such as Next.js may keep answers otherwise. */
const notStored = { cache: 'no-store' } as const;

export function createSend(baseUrl: string, sendOne: NonNullable<ClientOptions['fetch']>): Send {
  const pace = createPace();

  const attempt: Send = async ({ path, headers, body, ...request }, call, read) => {
    const sent = new Headers({ 'User-Agent': userAgent });
    for (const [name, value] of Object.entries({ ...call.headers, ...headers })) sent.set(name, value);
    const late = new AbortController();
    let timeout: NodeJS.Timeout | undefined;
    const signal = AbortSignal.any([call.signal, late.signal]);
    const orFailure = async <T>(promise: Promise<T>): Promise<T> =>
      promise.catch((error: unknown) => {
        signal.throwIfAborted();
        throw error instanceof ClientReportingError ? error : connectionFailed(baseUrl, error);
      });
    try {
      const response = await orFailure(
        pace(() => {
          const ms = call.attemptTimeoutMs;
          timeout = setTimeout(() => late.abort(timedOut(ms, 'attemptTimeoutMs')), ms);
          return sendOne(baseUrl + path, {
            ...request,
            ...(body && { body: body() }),
            headers: sent,
            signal,
            redirect: 'manual',
            ...notStored,
          });
        }, call.signal),
      );
      call.onResponse?.(responseInfo(response));
      return await orFailure(response.ok || response.status === 304 ? read(response) : refusal(response, baseUrl));
    } finally {
      clearTimeout(timeout);
    }
  };

  return async (request, call, read) => {
    for (let retries = 0; ; retries += 1) {
      try {
        return await attempt(request, call, read);
      } catch (error) {
        if (call.signal.aborted || !(error instanceof ClientReportingError) || retries === call.maxRetries) throw error;
        const delayMs = retryDelayMs(error, retries);
        if (delayMs === undefined || performance.now() + delayMs > call.endsAt) throw error;
        call.onRetry?.({ error, retry: retries + 1, delayMs });
        await pause(delayMs, call.signal);
      }
    }
  };
}

function connectionFailed(baseUrl: string, error: unknown): ClientReportingError {
  const { cause } = error as { cause?: unknown };
  const message = `No whole response from ${baseUrl}: ${String(cause ?? error)}`;
  return new ClientReportingError({ code: 'connection_failed', message, cause: error });
}
