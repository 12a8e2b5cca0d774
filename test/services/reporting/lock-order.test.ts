import { expect, it } from '@jest/globals';
import { company, contract, person, together } from '../../support/fixtures.ts';
import { createDatabase, query, withClient } from '../../support/postgres/database.ts';
import { load } from '../../support/programs/product.ts';
import { until } from '../../support/until.ts';

it.each([
  ['a title', `title = 'New'`],
  ['a title, as an import writes it', `title = 'New', contractor_id = 'ana'`],
])(
  'a change of %s gets its contract before a rename of its contractor does: none deadlocks',
  async (_, assignments) => {
    const databaseUrl = await createDatabase();
    const rows = { people: [person('ana', 'Ana', 'A')], contracts: [contract('web')] };
    await load(databaseUrl, together(company('acme'), rows));
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const untilWaiting = (count: number) =>
      until(`${count} wait`, async () => (await query(databaseUrl, waiting)).length === count);
    await withClient(databaseUrl, async (holder) => {
      await holder.query(`begin; select from reporting.contracts where id = 'web' for update`);
      const changed = query(databaseUrl, `update reporting.contracts set ${assignments} where id = 'web'`);
      await untilWaiting(1);
      const renamed = query(databaseUrl, `update reporting.people set last_name = 'B' where id = 'ana'`);
      await untilWaiting(2);
      await holder.query('commit');
      await Promise.all([changed, renamed]);
    });
    const contracts = await query(databaseUrl, 'select title, contractor_last_name from reporting.contracts');
    expect(contracts).toEqual([{ title: 'New', contractor_last_name: 'B' }]);
  },
);
