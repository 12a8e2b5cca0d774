import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from '../../../runtime/logger.ts';
import { runStatement } from '../../../runtime/postgres/database.ts';
import { connect } from '../../../runtime/postgres/session.ts';
import { ApiError } from '../../../proto/errors.ts';
import { sql, statement } from '../sql/statement.ts';
import { versionStatement } from '../sql/version.ts';
import type { Cache } from './caches.ts';
import type { Citus } from './citus.ts';

export type Nodes = ReturnType<typeof createNodes>;

/** A node that keeps a request waiting for `slowMs` is probed, and each `pauseMs` until it answers within `probeMs`. */
const [slowMs, probeMs, pauseMs] = [3_000, 2_000, 2_500];

/** Where the rows of companies are on a Citus cluster, and which of its nodes hang. On a single server there are none. */
export function createNodes(databaseUrl: string, pool: pg.Pool, citus: Citus, cached: Cache<string>, log: Logger) {
  const probed = new Set<string>();
  const hanging = new Set<string>();

  const watch = async (node: string, companyId: string) => {
    if (probed.has(node)) return;
    probed.add(node);
    for (let error = await probe(databaseUrl, companyId); error; error = await probe(databaseUrl, companyId)) {
      if (!hanging.has(node)) log.warn({ node, err: error }, 'a node does not answer');
      hanging.add(node);
      await sleep(pauseMs, undefined, { ref: false });
    }
    if (hanging.delete(node)) log.info({ node }, 'a node answers again');
    probed.delete(node);
  };
  const find = async (companyId: string, signal: AbortSignal): Promise<string | undefined> => {
    if (!(await citus.isUsed(signal))) return undefined;
    const last = cached.get(companyId);
    if (last !== undefined) return last;
    const [found] = await runStatement<{ node: string }>(pool, nodeStatement, [companyId], signal);
    if (found) cached.set(companyId, found.node);
    return found?.node;
  };
  const refuseIfHanging = (node: string | undefined) => {
    if (node !== undefined && hanging.has(node)) throw new ApiError('service_unavailable');
  };

  return {
    /** @throws ApiError `service_unavailable` where the node hangs */
    of: async (companyId: string, signal: AbortSignal): Promise<string | undefined> => {
      const node = await find(companyId, signal);
      refuseIfHanging(node);
      return node;
    },
    /** Call it before the node is asked, and what it returns when the node has answered. @throws ApiError `service_unavailable` where it hangs */
    ask: (node: string | undefined, companyId: string): (() => void) => {
      refuseIfHanging(node);
      if (node === undefined) return () => undefined;
      const slow = setTimeout(() => void watch(node, companyId), slowMs);
      return () => clearTimeout(slow);
    },
  };
}

const nodeStatement = statement(
  'node-of-company',
  sql`
    select groupid::text as node
    from pg_dist_placement
    where shardid = get_shard_id_for_distribution_column('reporting.contracts', :companyId::text)`,
);

/**
 * Reads a version by a connection of its own, since those of the pool may all be in use. Returns why the node does not answer; a coordinator
 * that can't be reached tells nothing of a node.
 */
async function probe(databaseUrl: string, companyId: string): Promise<unknown> {
  let client: pg.Client | undefined;
  try {
    client = await connect({
      connectionString: databaseUrl,
      application_name: 'reporting probe',
      connectionTimeoutMillis: probeMs,
      query_timeout: probeMs,
    });
    // Else Postgres goes on waiting for the node when this connection is closed.
    await client.query(`set statement_timeout = ${probeMs}`);
    return await client.query({ ...versionStatement, values: [companyId] }).then(
      () => undefined,
      (error: unknown) => error,
    );
  } catch {
    return undefined;
  } finally {
    void client?.end().catch(() => undefined);
  }
}
