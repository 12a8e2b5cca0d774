import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Cache } from '../../../runtime/cache.ts';
import type { Logger } from '../../../runtime/logger.ts';
import { readOne, runStatement } from '../../../runtime/postgres/database.ts';
import { connect } from '../../../runtime/postgres/session.ts';
import { ApiError } from '../../../proto/errors.ts';
import { sql, statement } from '../sql/statement.ts';
import { versionStatement } from '../sql/version.ts';
import type { Slots } from './slots.ts';

/** A node that keeps a request waiting for `slowMs` is probed, and each `pauseMs` until it answers within `probeMs`. */
const [slowMs, probeMs, pauseMs] = [3_000, 2_000, 2_500];

/** Citus needs the company's value to find its node, and plans the statements of pages each time. */
export const citusSettings = `
  select set_config('plan_cache_mode', 'auto', false) from pg_extension where extname = 'citus'`;

/** All that differs where the database is a Citus cluster, whose nodes have the rows of different companies. */
export function createCitus(databaseUrl: string, pool: pg.Pool, nodes: Cache<string>, log: Logger) {
  let found: boolean | undefined;
  const isUsed = async (signal: AbortSignal) =>
    (found ??= (await readOne<{ found: boolean }>(pool, hasCitus, [], signal)).found);
  const probed = new Set<string>();
  const hanging = new Set<string>();

  const nodeOf = async (companyId: string, signal: AbortSignal): Promise<string | undefined> => {
    const cached = nodes.get(companyId);
    if (cached !== undefined) return cached;
    const [row] = await runStatement<{ node: string }>(pool, nodeStatement, [companyId], signal);
    if (row) nodes.set(companyId, row.node);
    return row?.node;
  };
  const refuseIfHanging = (node: string) => {
    if (hanging.has(node)) throw new ApiError('service_unavailable');
  };
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

  return {
    /** Slots that all companies of a node share, and that a node which hangs does not get. Elsewhere `keyOf` names whose they are. */
    slotsByNode:
      (slots: Slots, keyOf = (companyId: string) => companyId): Slots =>
      async (companyId, signal) => {
        const node = (await isUsed(signal)) ? await nodeOf(companyId, signal) : undefined;
        if (node === undefined) return slots(keyOf(companyId), signal);
        refuseIfHanging(node);
        const release = await slots(node, signal);
        if (hanging.has(node)) release();
        refuseIfHanging(node);
        const slow = setTimeout(() => void watch(node, companyId), slowMs);
        return () => {
          clearTimeout(slow);
          release();
        };
      },
    /** Citus would lock tables on all nodes, and wait for one that hangs. */
    lockable: async (tables: readonly string[], signal: AbortSignal) => ((await isUsed(signal)) ? [] : tables),
  };
}

const hasCitus = statement('has-citus', sql`select exists (select from pg_extension where extname = 'citus') as found`);

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
