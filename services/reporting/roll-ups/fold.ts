import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { joined, list, sql } from '../sql/statement.ts';
import type { Sql } from '../sql/statement.ts';
import { rollUps } from '../sql/summed-tables.ts';
import type { RollUp } from '../sql/summed-tables.ts';

const lockTimeout = '55P03';

/** Folds the roll-ups of all companies. */
export async function foldAll(client: pg.Client): Promise<number> {
  return foldEach(client, sql`select id from reporting.companies order by id`);
}

/** Folds the roll-ups of companies that have more than 1.3 rows a key in one of them, as one has that is written much at once. */
export async function foldBusy(client: pg.Client): Promise<number> {
  const busy = rollUps.map(
    ({ name }) => sql`
      select company_id as id from reporting.${name} group by company_id
      having count(*) filter (where stripe > 0) > 0.3 * count(*) filter (where stripe = 0)`,
  );
  return foldEach(client, sql`select distinct id from (${joined(busy, ' union all\n')}) busy order by id`);
}

/**
 * Vacuums at the end: each row that is moved leaves a dead one, and an index alone answers only for pages that were vacuumed since their last
 * change. Autovacuum waits until a fifth of a table has changed.
 */
async function foldEach(client: pg.Client, companies: Sql): Promise<number> {
  let folded = 0;
  for (const { id } of (await client.query<{ id: string }>(companies)).rows) folded += await fold(client, id);
  const tables = new Set(rollUps.flatMap(({ name, of }) => [of, name]));
  await client.query(sql`vacuum (analyze) ${joined([...tables].map((table) => sql`reporting.${table}`))}`);
  return folded;
}

/**
 * Folds the roll-ups of a company, in small transactions and at half the speed. Returns how many rows were moved. Rows that an open
 * transaction has changed stay, and all of a range where one keeps the stripe that they are added to for a second.
 */
export async function fold(client: pg.Client, companyId: string): Promise<number> {
  let folded = 0;
  for (const rollUp of rollUps) {
    for (const places of await rowsToFold(client, rollUp, companyId)) {
      const begunAt = performance.now();
      await client.query('begin isolation level read committed');
      try {
        folded += await foldRows(client, rollUp, companyId, places);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        if ((error as { code?: string }).code !== lockTimeout) throw error;
      }
      await sleep(performance.now() - begunAt);
    }
  }
  return folded;
}

/** Of each 400 rows in the order of their keys of which some are to be folded, where they lie. All of these move, and so lie together. */
export async function rowsToFold(
  client: pg.Client,
  { name, key, count }: RollUp,
  companyId: string,
): Promise<string[]> {
  const { rows } = await client.query<{ places: string }>(
    sql`
      select array_agg(ctid)::text as places
      from (
        select ctid, stripe > 0 or ${count} = 0 as is_to_fold, (row_number() over (order by ${joined(key)}) - 1) / 400 as range
        from reporting.${name}
        where company_id = $1
      ) numbered
      group by range
      having bool_or(is_to_fold)
      order by range`,
    [companyId],
  );
  return rows.map(({ places }) => places);
}

/**
 * One row of a key in stripe 0 replaces the rows of all stripes; a key that adds up to nothing loses its rows. What is read, and versions, stay the
 * same. It holds stripe 0 as a writer does, and reads the rows' table, so that a truncation waits.
 */
export async function foldRows(
  client: pg.Client,
  { name, of, key, sums }: RollUp,
  companyId: string,
  places: string,
): Promise<number> {
  const columns = list([sql`company_id`, ...key]);
  const added = list(sums.map((sum) => sql`sum(${sum})`));
  // Citus sends it to the company's node, where the lock is.
  await client.query(`set local citus.propagate_set_commands = 'local'; set local lock_timeout = '1s'`);
  await client.query(sql`select from reporting.${of} where company_id = $1 limit 1`, [companyId]);
  await client.query(
    'select pg_advisory_xact_lock(hashtextextended($1, 0)) from reporting.data_versions where company_id = $1 limit 1',
    [companyId],
  );
  const { rows } = await client.query<{ folded: string | null; count: number }>(
    sql`
      with found as materialized (
        select ctid from reporting.${name} where company_id = $1 and ctid = any ($2::tid[]) for update skip locked
      ),
      gone as (
        delete from reporting.${name} kept using found where company_id = $1 and kept.ctid = found.ctid returning kept.*
      ),
      folded as (
        select ${columns}, 0 as stripe, ${list(sums.map((sum) => sql`sum(${sum}) as ${sum}`))}
        from gone
        group by ${columns}
        having (${added}) <> (${list(sums.map(() => sql`0`))})
      )
      select (select array_agg(folded)::text from folded) as folded, (select count(*)::integer from gone) as count`,
    [companyId, places],
  );
  await client.query(
    sql`
      insert into reporting.${name} as kept
      select * from unnest($1::reporting.${name}[])
      order by ${columns}
      on conflict (${columns}, stripe) do update
      set ${list(sums.map((sum) => sql`${sum} = coalesce(kept.${sum} + excluded.${sum}, kept.${sum}, excluded.${sum})`))}`,
    [rows[0]?.folded],
  );
  return rows[0]?.count ?? 0;
}
