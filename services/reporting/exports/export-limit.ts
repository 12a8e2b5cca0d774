import { randomUUID } from 'node:crypto';
import { exportRefused, exportsPerCompany } from '../../../proto/errors.ts';
import type { Nodes } from '../answers/nodes.ts';
import { createSlots } from '../answers/slots.ts';

/** Runs an export while it holds a slot of its company and one of the pool. */
export type ExportLimit = <Chunk>(
  companyId: string,
  signal: AbortSignal,
  run: () => AsyncIterable<Chunk>,
) => AsyncGenerator<Chunk>;

/**
 * Limits the exports that run at once in this process, and leaves some to the others where those of one node hang. An export waits for
 * its slots for `waitMs` in all.
 * @throws ApiError `rate_limited` when its company has no free slot, `service_unavailable` when the pool has none
 */
export function createExportLimit(poolSize: number, nodes: Nodes, waitMs = 5_000): ExportLimit {
  const companies = createSlots(Infinity, exportsPerCompany);
  const pool = createSlots(poolSize);
  return async function* (companyId, signal, run) {
    signal.throwIfAborted();
    const node = await nodes.of(companyId, signal);
    // Node 20 can lose an AbortSignal.timeout() that only AbortSignal.any() holds.
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), waitMs);
    const waiting = AbortSignal.any([signal, late.signal]);
    const ends = [() => clearTimeout(timer)];
    try {
      ends.push(await companies(companyId, waiting).catch(() => refuse('rate_limited')));
      // On a single server each export is a key of its own: only its company limits it.
      ends.push(await pool(node ?? randomUUID(), waiting).catch(() => refuse('service_unavailable')));
      const answered = nodes.ask(node, companyId);
      ends.push(answered);
      for await (const chunk of run()) {
        // The first one comes with the first rows.
        answered();
        yield chunk;
      }
    } finally {
      for (const end of ends) end();
    }
  };
}

function refuse(code: Parameters<typeof exportRefused>[0]): never {
  throw exportRefused(code);
}
