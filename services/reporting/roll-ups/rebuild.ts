import type pg from 'pg';
import { joined, list, sql } from '../sql/statement.ts';
import type { Sql } from '../sql/statement.ts';
import { rollUps } from '../sql/summed-tables.ts';

/**
 * SQL for a transaction of isolation level read committed. It rebuilds the roll-ups of a table from its rows, in one stripe; writers of the
 * table wait. One command, as Citus needs it: sent one by one, its statements and a writer end in a deadlock.
 */
export function rebuilding(table: 'scheduled_payments' | 'timesheet_days'): Sql {
  const ofTable = rollUps.filter(({ of }) => of === table);
  const tables = [sql`${table}`, ...ofTable.map(({ name }) => name)].map((name) => sql`reporting.${name}`);
  const rebuilt = ofTable.map(({ name, key, sums }) => {
    const columns = list([sql`company_id`, ...key]);
    return sql`
      delete from reporting.${name};
      insert into reporting.${name} (${columns}, stripe, ${list(sums)})
      select ${columns}, 0, ${list(sums.map((sum) => sql`-${sum}`))} from reporting.${name}_differences
      order by ${columns};`;
  });
  // Something may have written past the triggers that no sum shows, as a name: copies are read again.
  return sql`
    do $$
    declare
      company text;
    begin
      lock table ${joined(tables)} in share row exclusive mode;
      ${joined(rebuilt, '\n')}
      for company in select id from reporting.companies loop
        perform reporting.log_change(company, 'all');
      end loop;
    end $$`;
}

/** Sets the triggers, and rebuilds all roll-ups, with their statistics. */
export async function rebuildAll(client: pg.Client): Promise<void> {
  await client.query('select reporting.set_triggers()');
  // Each in a transaction of its own: with both tables locked, it and a writer of days and then payments would wait for each other.
  for (const table of ['scheduled_payments', 'timesheet_days'] as const) await client.query(rebuilding(table));
  await client.query(sql`analyze ${joined(rollUps.map(({ name }) => sql`reporting.${name}`))}`);
}
