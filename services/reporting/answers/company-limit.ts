import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { Logger } from '../../../runtime/logger.ts';
import { runStatement } from '../../../runtime/postgres/database.ts';
import { ApiError } from '../../../proto/errors.ts';
import { sql, statement } from '../sql/statement.ts';
import type { Citus } from './citus.ts';
import { readVersion } from './data-version.ts';

export type CompanyLimit = <T>(companyId: string, signal: AbortSignal, run: () => Promise<T>) => Promise<T>;

/** A node that fails to say a version within `probeMs`, when a page of it failed after `slowMs`, is refused for `refusedMs`. */
const [slowMs, probeMs, refusedMs] = [3_000, 1_000, 5_000];

/** Shards move. */
const nodeKnownForMs = 60_000;

/**
 * Leaves connections to the others where the pages of one company, or on Citus those of one node, take long or get no answer: they
 * use 60 percent of the pool at most, and more of them wait. On Citus, pages of a node that hangs are refused at once for a while.
 * @throws ApiError `service_unavailable`
 */
export function createCompanyLimit(pool: pg.Pool, citus: Citus, poolSize: number, log: Logger): CompanyLimit {
  const nodeOf = createNodes(pool, citus);
  const slots = createSlots(Math.max(1, Math.floor(poolSize * 0.6)));
  const refused = new LRUCache<string, true>({ max: 1_000, ttl: refusedMs });

  return async (companyId, signal, run) => {
    const node = await nodeOf(companyId, signal);
    const refuseIfHanging = () => {
      if (node !== undefined && refused.has(node)) throw new ApiError('service_unavailable');
    };
    refuseIfHanging();
    const release = await slots(node ?? companyId, signal);
    const startedAt = performance.now();
    try {
      refuseIfHanging();
      return await run();
    } catch (error) {
      if (node !== undefined && performance.now() - startedAt > slowMs && !refused.has(node)) {
        await readVersion(pool, companyId, AbortSignal.timeout(probeMs)).catch((cause: unknown) => {
          refused.set(node, true);
          log.warn({ node, err: cause }, 'a node does not answer');
        });
      }
      throw error;
    } finally {
      release();
    }
  };
}

/** Runs at most `most` of a key at once; the others wait for their turn. */
function createSlots(most: number) {
  const used = new Map<string, { count: number; waiting: Set<() => void> }>();
  return async (key: string, signal: AbortSignal): Promise<() => void> => {
    const slot = used.get(key) ?? { count: 0, waiting: new Set() };
    used.set(key, slot);
    if (slot.count < most) slot.count += 1;
    else await turnOf(slot.waiting, signal);
    return () => {
      const [next] = slot.waiting;
      if (next) {
        slot.waiting.delete(next);
        next();
      } else if ((slot.count -= 1) === 0) used.delete(key);
    };
  };
}

function turnOf(waiting: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      waiting.delete(take);
      reject(new ApiError('service_unavailable', { cause: signal.reason }));
    };
    const take = () => {
      signal.removeEventListener('abort', giveUp);
      resolve();
    };
    waiting.add(take);
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted) giveUp();
  });
}

const nodeStatement = statement(
  'node-of-company',
  sql`
    select groupid::text as node
    from pg_dist_placement
    where shardid = get_shard_id_for_distribution_column('reporting.contracts', :companyId::text)`,
);

/** The node of a company's rows; undefined on a single server. */
function createNodes(pool: pg.Pool, citus: Citus) {
  const known = new LRUCache<string, string>({ max: 100_000, ttl: nodeKnownForMs });
  return async (companyId: string, signal: AbortSignal): Promise<string | undefined> => {
    if (!(await citus.isUsed(signal))) return undefined;
    const found =
      known.get(companyId) ?? (await runStatement<{ node: string }>(pool, nodeStatement, [companyId], signal))[0]?.node;
    if (found !== undefined) known.set(companyId, found);
    return found;
  };
}
