import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { company, contract, paymentsPath, person, timesheetsPath, together, tokenOf } from '../support/fixtures.ts';
import { query, withClient } from '../support/postgres/database.ts';
import { load, startProduct, unlimited } from '../support/programs/product.ts';
import type { Product } from '../support/programs/product.ts';
import { moveCompany } from './cluster.ts';

const companies = ['acme', 'rival', 'other'];
const dates = 'fromDate=2024-01-01&toDate=2024-12-31';
const filters = (companyId: string) => ['', `&teamIds=${companyId}-t1`, '&contractorIds=p2'];

type Row = { _id: string; removed?: boolean };
type Answer = { results: Row[]; version: string; more: boolean };
type Copy = { companyId: string; path: string; parameters: string; since: string; rows: Map<string, object> };

let product: Product;
beforeAll(async () => {
  product = await startProduct(unlimited);
  const people = ['p0', 'p1', 'p2', 'p3'].map((id) => person(id, id, 'A'));
  await load(product.databaseUrl, together(...companies.map(company), { people }));
  for (const id of companies) {
    const own = { company_id: id, employer_id: 'p0' };
    await load(product.databaseUrl, {
      teams: ['t1', 't2'].map((team) => ({ id: `${id}-${team}`, company_id: id, name: team })),
      contracts: ['web', 'logo', 'h1', 'h2'].map((name, n) => {
        const hourly = name.startsWith('h');
        return contract(`${id}-${name}`, {
          ...own,
          contractor_id: `p${1 + (n % 3)}`,
          team_id: `${id}-t${1 + (n % 2)}`,
          ...(hourly && { type: 'hourly', rate: '40' }),
        });
      }),
    });
  }
});
afterAll(() => product.stop());

/** Statements of one company and of all, as its writers send them. */
const statements = ((): ((companyId: string, n: number) => string)[] => [
  (id, n) => `insert into reporting.scheduled_payments
    values ('${id}', 'n${n}', '${id}-${n % 2 ? 'web' : 'logo'}', 'fixed', 'N', ${n}, 1, 'paid', '2024-03-03')`,
  (id, n) => `insert into reporting.timesheet_days
    values ('${id}', '${id}-h${1 + (n % 2)}', 'hourly', date '2024-01-01' + ${n % 360}, 60, 0, 0, 60, 60, 40, 90) on conflict do nothing`,
  (id, n) =>
    `update reporting.scheduled_payments set status = 'failed', amount = ${n} where company_id = '${id}' and id like '%${n % 10}'`,
  (id, n) => `delete from reporting.scheduled_payments where company_id = '${id}' and id like '%${n % 7}1'`,
  (id, n) =>
    `delete from reporting.timesheet_days where company_id = '${id}' and work_date = date '2024-01-01' + ${n % 360}`,
  (id, n) =>
    `update reporting.contracts set team_id = '${id}-t${1 + (n % 2)}', title = 'T${n}' where company_id = '${id}' and id like '%${n % 2 ? 'web' : 'h1'}'`,
  (id, n) =>
    `update reporting.teams set name = 'Team ${n}' where company_id = '${id}' and id = '${id}-t${1 + (n % 2)}'`,
  (_, n) => `update reporting.people set last_name = 'L${n}' where id = 'p${n % 4}'`,
  (id, n) => `begin; update reporting.scheduled_payments set amount = ${n} where company_id = '${id}' and id like '%3';
    delete from reporting.timesheet_days where company_id = '${id}' and contract_id = '${id}-h2'; ${n % 3 ? 'commit' : 'rollback'}`,
])();

it('copies kept by changes, beside writers on all nodes and while shards move, are equal to the files of the same version', async () => {
  const tokens = new Map<string, string>();
  for (const id of companies) tokens.set(id, await tokenOf(product.url, id));
  const get = async (companyId: string, path: string, accept = 'application/json') => {
    const headers = { authorization: `Bearer ${tokens.get(companyId)}`, accept };
    const response = await fetch(`${product.url}${path}`, { headers });
    expect(response.status).toBe(200);
    return response;
  };
  const copies = companies.flatMap((companyId) =>
    [paymentsPath, timesheetsPath].flatMap((path) =>
      filters(companyId).map((filter): Copy => ({
        companyId,
        path,
        parameters: dates + filter,
        since: '',
        rows: new Map(),
      })),
    ),
  );
  const update = async (copy: Copy) => {
    const path = copy.path.replace('list', 'changes');
    for (let more = true; more;) {
      const since = copy.since && `&since=${copy.since}`;
      const answer = (await (await get(copy.companyId, `${path}?${copy.parameters}${since}`)).json()) as Answer;
      for (const { removed, ...row } of answer.results) {
        if (removed) copy.rows.delete(row._id);
        else copy.rows.set(row._id, row);
      }
      ({ more, version: copy.since } = answer);
    }
  };
  const compare = async (copy: Copy) => {
    const file = await get(copy.companyId, `${copy.path}?${copy.parameters}`, 'application/x-ndjson');
    expect(file.headers.get('report-version')).toBe(`"${copy.since}"`);
    const rows = (await file.text())
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Row);
    const key = (row: object) =>
      JSON.stringify({ ...row, _id: copy.path === timesheetsPath ? undefined : (row as Row)._id });
    expect([...copy.rows.values()].map(key).toSorted()).toEqual(rows.map(key).toSorted());
  };

  let turn = 0;
  let compared = 0;
  for (let round = 0; round < 20; round += 1) {
    let writing = true;
    const writers = companies.map(async (companyId) => {
      await withClient(product.databaseUrl, async (client) => {
        for (let n = 0; n < 12; n += 1) {
          turn += 1;
          const statement = statements[Math.floor(Math.random() * statements.length)];
          // Renames of one person can wait for each other on two nodes; Citus ends one.
          await client.query(statement?.(companyId, turn) ?? '').catch(async (error: unknown) => {
            expect(error).toMatchObject({ code: '40P01' });
            await client.query('rollback');
          });
        }
      });
    });
    const keepers = copies
      .filter((_, n) => n % 3 === round % 3)
      .map(async (copy) => {
        while (writing) await update(copy);
      });
    const moved = companies[round % 4];
    if (moved !== undefined)
      await moveCompany(product.databaseUrl, moved, round % 2 === 0 ? 'force_logical' : 'block_writes');
    await Promise.all(writers);
    writing = false;
    await Promise.all(keepers);
    for (const copy of copies) {
      await update(copy);
      await compare(copy);
      compared += copy.rows.size > 0 ? 1 : 0;
    }
  }
  expect(compared).toBeGreaterThan(200);
  expect(await query(product.databaseUrl, 'select * from reporting.roll_up_differences')).toEqual([]);
}, 600_000);
