import type pg from 'pg';
import { plannerSettings } from '../../services/reporting/answers/run-report.ts';
import { withClient } from '../support/postgres/database.ts';

/** Of an answer: what its backend did. */
export type Cost = { processorMs: number; buffers: number };

/** What an answer costs, by so many of them after two others. */
export async function costOf(
  databaseUrl: string,
  times: number,
  run: (client: pg.Client) => Promise<unknown>,
): Promise<Cost> {
  return withClient(databaseUrl, async (client) => {
    await client.query(plannerSettings);
    for (let warmUp = 0; warmUp < 2; warmUp += 1) await run(client);
    const before = await costSoFar(client);
    for (let time = 0; time < times; time += 1) await run(client);
    const after = await costSoFar(client);
    return {
      processorMs: (after.processorMs - before.processorMs) / times,
      buffers: (after.buffers - before.buffers) / times,
    };
  });
}

/** Of the connection's backend, from Linux, and of all tables of the schema, which no one else reads now. */
async function costSoFar(client: pg.Client): Promise<Cost> {
  await client.query('select pg_stat_force_next_flush()');
  const { rows } = await client.query<Cost>(
    `select split_part(pg_read_file('/proc/self/schedstat'), ' ', 1)::float8 / 1e6 as "processorMs",
       (select sum(heap_blks_read + heap_blks_hit + coalesce(idx_blks_read + idx_blks_hit, 0))::float8
        from pg_statio_user_tables where schemaname = 'reporting') as buffers`,
  );
  if (!rows[0]) throw new Error('a cost is one row, always');
  return rows[0];
}
