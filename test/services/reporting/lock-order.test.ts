import { expect, it } from '@jest/globals';
import { company, contract, person, together } from '../../support/fixtures.ts';
import { createDatabase, query, withClient } from '../../support/postgres/database.ts';
import { load } from '../../support/programs/product.ts';
import { until } from '../../support/until.ts';

it('a rename of two people, beside a change of a contract of one of them, is logged for all their companies', async () => {
  const databaseUrl = await createDatabase();
  const ids = Array.from({ length: 100 }, (_, n) => `g${n}`);
  const people = ids.map((id) => person(id, id, 'Old'));
  const companies = [company('acme'), company('other')];
  await load(
    databaseUrl,
    together(...companies, { people, contracts: [contract('x', { contractor_id: 'g0', employer_id: 'g0' })] }),
  );
  await query(
    databaseUrl,
    `insert into reporting.contracts (company_id, id, type, title, contractor_id, employer_id)
     select case n % 2 when 0 then 'acme' else 'other' end, 'm' || n, 'fixed', 'M', 'g' || n % 100, 'g' || n % 100
     from generate_series(1, 10000) n`,
  );
  await query(databaseUrl, 'analyze reporting.contracts, reporting.people');
  await withClient(databaseUrl, async (writer) => {
    await writer.query(`begin; update reporting.contracts set title = 'New' where id = 'm61'`);
    await withClient(databaseUrl, async (renamer) => {
      await renamer.query('set enable_hashjoin = off');
      await renamer.query(`update reporting.people set last_name = 'New' where id in ('g20', 'g61')`);
    });
    await writer.query('commit');
  });
  const logged = await query(
    databaseUrl,
    `select company_id, keys from reporting.changes where kind = 'person' order by 1`,
  );
  expect(logged).toEqual([
    { company_id: 'acme', keys: ['g20'] },
    { company_id: 'other', keys: ['g61'] },
  ]);
});

it.each([
  [
    'added',
    `insert into reporting.contracts (company_id, id, type, title, contractor_id, employer_id) values ('other', 'new', 'fixed', 'N', 'eve', 'eve')`,
  ],
  ['given to its contractor', `update reporting.contracts set contractor_id = 'eve' where id = 'theirs'`],
  ['given to its employer', `update reporting.contracts set employer_id = 'eve' where id = 'theirs'`],
  ['moved to another company', `update reporting.contracts set company_id = 'other' where id = 'web'`],
])('a rename waits for a contract that is being %s, and is logged for its company', async (_, write) => {
  const databaseUrl = await createDatabase();
  const rows = {
    people: [person('ana', 'Ana', 'A'), person('eve', 'Eve', 'E')],
    contracts: [
      contract('web', { contractor_id: 'eve', employer_id: 'ana' }),
      contract('theirs', { company_id: 'other' }),
    ],
  };
  await load(databaseUrl, together(company('acme'), company('other'), rows));
  await withClient(databaseUrl, async (writer) => {
    await writer.query(`begin; ${write}`);
    const renamed = query(databaseUrl, `update reporting.people set last_name = 'New' where id = 'eve'`);
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await until('the rename waits', async () => (await query(databaseUrl, waiting)).length === 1);
    await writer.query('commit');
    await renamed;
  });
  const logged = `select from reporting.changes where kind = 'person' and keys = '{eve}' and company_id = 'other'`;
  expect(await query(databaseUrl, logged)).toHaveLength(1);
});
