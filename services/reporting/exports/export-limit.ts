import Bottleneck from 'bottleneck';
import { exportRefused, exportsPerCompany } from '../../../proto/errors.ts';

/** A wait that is over stays in the queue. Beyond this, the oldest is dropped, so such waits go first. */
const queue = { highWater: 100, strategy: Bottleneck.strategy.LEAK };

/** Runs an export while it holds a slot of its company and one of the pool. */
export type ExportLimit = <Chunk>(
  companyId: string,
  signal: AbortSignal,
  run: () => AsyncIterable<Chunk>,
) => AsyncGenerator<Chunk>;

/**
 * Limits the exports that run at once in this process. An export waits for its slots for `waitMs` in all.
 * @throws ApiError `rate_limited` when its company has no free slot, `service_unavailable` when the pool has none
 */
export function createExportLimit(poolSize: number, waitMs = 5_000): ExportLimit {
  // Bottleneck drops a company's limiter this long after its last export began, even if that still runs. EXPORT_DEADLINE_MS
  // is at most half of it.
  const companies = new Bottleneck.Group({ ...queue, maxConcurrent: exportsPerCompany, timeout: 2 * 86_400_000 });
  const pool = new Bottleneck({ ...queue, maxConcurrent: poolSize });
  return async function* (companyId, signal, run) {
    signal.throwIfAborted();
    const waiting = new AbortController();
    const stopWaiting = () => waiting.abort();
    const timeout = setTimeout(stopWaiting, waitMs);
    signal.addEventListener('abort', stopWaiting, { once: true });
    const releases: (() => void)[] = [];
    try {
      releases.push(await acquire(companies.key(`company-${companyId}`), waiting.signal, 'rate_limited'));
      releases.push(await acquire(pool, waiting.signal, 'service_unavailable'));
      yield* run();
    } finally {
      clearTimeout(timeout);
      for (const release of releases) release();
    }
  };
}

/** The slot is free again when the job of Bottleneck ends. One that comes too late ends at once. */
function acquire(limiter: Bottleneck, waiting: AbortSignal, code: 'rate_limited' | 'service_unavailable') {
  return new Promise<() => void>((acquired, refused) => {
    const refuse = () => refused(exportRefused(code));
    waiting.addEventListener('abort', refuse);
    if (waiting.aborted) refuse();
    limiter
      .schedule(() => new Promise<void>((release) => (waiting.aborted ? release() : acquired(release))))
      .catch(refuse);
  });
}
