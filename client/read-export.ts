import { ReadableStream } from 'node:stream/web';
import { timedOut } from './call.js';
import type { Call } from './call.js';
import { ClientReportingError } from './client-reporting-error.js';

/** The bytes of an export. It fails with a ClientReportingError when they end too early, or do not come in time. */
export function exportedBytes(response: Response, call: Call): ReadableStream<Uint8Array> {
  const { attemptTimeoutMs, signal } = call;
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        let late: ClientReportingError | undefined;
        const timer = setTimeout(() => {
          late = timedOut(attemptTimeoutMs, 'attemptTimeoutMs');
          void reader.cancel().catch(() => undefined);
        }, attemptTimeoutMs);
        try {
          const { done, value } = await reader.read();
          if (late) throw late;
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          signal.throwIfAborted();
          throw incompleteExport(response, error);
        } finally {
          clearTimeout(timer);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

export function incompleteExport(response: Response, cause?: unknown): ClientReportingError {
  const message = 'The export ended before its last row. Request it again.';
  return new ClientReportingError({ code: 'incomplete_export', message, response, cause });
}
