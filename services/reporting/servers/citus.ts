import type pg from 'pg';
import type { Cache } from '../../../runtime/cache.ts';
import { readOne, runStatement } from '../../../runtime/postgres/database.ts';
import { sql, statement } from '../sql/statement.ts';
import type { Slots } from './slots.ts';

/** Citus needs the company's value to find its node, and plans the statements of pages each time. */
export const citusSettings = `
  select set_config('plan_cache_mode', 'auto', false) from pg_extension where extname = 'citus'`;

/** All that differs where the database is a Citus cluster, whose nodes have the rows of different companies. */
export function createCitus(pool: pg.Pool, nodes: Cache<string>) {
  let found: boolean | undefined;
  const isUsed = async (signal: AbortSignal) =>
    (found ??= (await readOne<{ found: boolean }>(pool, hasCitus, [], signal)).found);
  const nodeOf = async (companyId: string, signal: AbortSignal): Promise<string | undefined> => {
    const cached = nodes.get(companyId);
    if (cached !== undefined || !(await isUsed(signal))) return cached;
    const [row] = await runStatement<{ node: string }>(pool, nodeStatement, [companyId], signal);
    if (row) nodes.set(companyId, row.node);
    return row?.node;
  };

  return {
    /** Slots that all companies of a node share, so that others go on where a node hangs. Elsewhere `keyOf` names whose they are. */
    slotsByNode:
      (slots: Slots, keyOf = (companyId: string) => companyId): Slots =>
      async (companyId, signal) =>
        slots((await nodeOf(companyId, signal)) ?? keyOf(companyId), signal),
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
