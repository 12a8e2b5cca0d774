import { ApiError } from '../../../proto/errors.ts';
import { createSlots } from './slots.ts';
import type { Slots } from './slots.ts';

/** Exports of one company that run at once in this process. */
const exportsPerCompany = 2;

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
export function createExportLimit(pool: Slots, waitMs = 5_000): ExportLimit {
  const companies = createSlots(Infinity, exportsPerCompany);
  return async function* (companyId, signal, run) {
    signal.throwIfAborted();
    // Node 20 can lose an AbortSignal.timeout() that only AbortSignal.any() holds.
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), waitMs);
    const waiting = AbortSignal.any([signal, late.signal]);
    const ends = [() => clearTimeout(timer)];
    try {
      ends.push(await companies(companyId, waiting).catch(() => refuse('rate_limited')));
      ends.push(await pool(companyId, waiting).catch(() => refuse('service_unavailable')));
      yield* run();
    } finally {
      for (const end of ends) end();
    }
  };
}

const refusals = {
  rate_limited: `Your company already runs ${exportsPerCompany} exports, the maximum.`,
  service_unavailable: 'The maximum number of exports is running.',
};

function refuse(code: keyof typeof refusals): never {
  throw new ApiError(code, { message: `${refusals[code]} Retry after the number of seconds in Retry-After.` });
}
