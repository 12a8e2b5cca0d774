import type { Nodes } from './nodes.ts';
import { createSlots } from './slots.ts';

export type PageLimit = <T>(companyId: string, signal: AbortSignal, run: () => Promise<T>) => Promise<T>;

/**
 * Leaves connections to the others where the pages of one company, or on Citus those of one node, take long or get no answer.
 * @throws ApiError `service_unavailable`
 */
export function createPageLimit(poolSize: number, nodes: Nodes): PageLimit {
  const slots = createSlots(poolSize);
  return async (companyId, signal, run) => {
    const node = await nodes.of(companyId, signal);
    const ends = [await slots(node ?? companyId, signal)];
    try {
      ends.push(nodes.ask(node, companyId));
      return await run();
    } finally {
      for (const end of ends) end();
    }
  };
}
