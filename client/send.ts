import { setTimeout as delay } from 'node:timers/promises';
import { ClientReportingError } from './client-reporting-error.ts';
import { createPace } from './pace.ts';

/**
 * Sends a request in its turn, and waits and retries while it is refused with 429 or 503.
 * @throws ClientReportingError; the reason of `signal` when it is aborted; TypeError when the API cannot be reached
 */
export type Send = (path: string, init: RequestInit & { signal: AbortSignal | null }) => Promise<Response>;

const maxRetries = 10;

export function createSend(baseUrl: string): Send {
  const prefix = baseUrl.replace(/\/+$/, '');
  const pace = createPace();
  return async (path, init) => {
    for (let retries = 0; ; retries += 1) {
      const response = await pace(() => fetch(prefix + path, init), init.signal);
      if (response.ok) return response;
      const isTemporary = response.status === 429 || response.status === 503;
      if (!isTemporary || retries === maxRetries) throw await ClientReportingError.of(response);
      await response.body?.cancel();
      await delay(retryAfterMs(response), undefined, init.signal ? { signal: init.signal } : {}).catch(() =>
        init.signal?.throwIfAborted(),
      );
    }
  };
}

/** Seconds, or a date, as proxies may send it. */
function retryAfterMs({ headers }: Response): number {
  const value = headers.get('Retry-After') ?? '5';
  const ms = Number(value) * 1_000;
  return Number.isNaN(ms) ? Math.max(0, Date.parse(value) - Date.now()) : ms;
}
