import { company } from '../../support/fixtures.ts';
import { query, withClient } from '../../support/postgres/database.ts';
import { load } from '../../support/programs/product.ts';
import type { Figure } from '../bench.ts';
import { importPayments } from '../data/import-payments.ts';
import { processorMsOfPostgres } from '../processor-time.ts';

/** What the log of changes costs: processor time of Postgres for the same writes with it and without it, in turns. */
export async function measureLog(urlOf: (database: string) => string, quick: boolean): Promise<Figure[]> {
  await query(urlOf('postgres'), 'create database unlogged template reports');
  await leaveOutLog(urlOf('unlogged'));
  const [logged, unlogged] = [urlOf('reports'), urlOf('unlogged')];
  const ratioOf = async (times: number, write: (databaseUrl: string, time: number) => Promise<void>) => {
    const spent = { logged: 0, unlogged: 0 };
    for (let time = -1; time < times; time += 1) {
      const of = { logged: await spentBy(logged, time, write), unlogged: await spentBy(unlogged, time, write) };
      if (time < 0) continue;
      spent.logged += of.logged;
      spent.unlogged += of.unlogged;
    }
    return spent.logged / spent.unlogged;
  };
  const single = await ratioOf(quick ? 2 : 20, (databaseUrl) => writeOneByOne(databaseUrl, 500));
  const imports = await ratioOf(quick ? 1 : 4, async (databaseUrl, time) => {
    await load(databaseUrl, company(`imported-${time}`));
    await importPayments(databaseUrl, `imported-${time}`, quick ? 10_000 : 100_000);
  });
  const figure = 'changes: processor time with the log to without';
  return [
    { figure: `${figure}, single writes`, target: { atMost: 1.1 }, measured: single, unit: 'times' },
    { figure: `${figure}, imports`, target: { atMost: 1.03 }, measured: imports, unit: 'times' },
  ];
}

/** The triggers raise versions still. */
async function leaveOutLog(databaseUrl: string): Promise<void> {
  const functions = await query<{ definition: string }>(
    databaseUrl,
    `select pg_get_functiondef(oid) as definition from pg_proc
     where pronamespace = 'reporting'::regnamespace and prorettype = 'trigger'::regtype and prosrc ~ 'insert into reporting.changes'`,
  );
  if (functions.length === 0) throw new Error('no trigger writes the log');
  for (const { definition } of functions) {
    const without = definition.replaceAll(
      /insert into reporting\.changes \([^)]*\)\s+select [^;$]*? from raised join stripes using \(company_id, stripe\)/g,
      'delete from reporting.changes where false',
    );
    if (without.includes('insert into reporting.changes')) throw new Error(`not understood: ${definition}`);
    await query(databaseUrl, without);
  }
}

async function spentBy(
  databaseUrl: string,
  time: number,
  write: (databaseUrl: string, time: number) => Promise<void>,
): Promise<number> {
  const before = await processorMsOfPostgres(databaseUrl);
  await write(databaseUrl, time);
  return (await processorMsOfPostgres(databaseUrl)) - before;
}

/** Over one connection, which keeps its plans. */
async function writeOneByOne(databaseUrl: string, count: number): Promise<void> {
  const text = `
    update reporting.scheduled_payments set paid_amount = paid_amount + 1
    where id = (select id from reporting.scheduled_payments where company_id = 'bench' and id > md5(random()::text) order by id limit 1)
      and company_id = 'bench'`;
  await withClient(databaseUrl, async (client) => {
    for (let n = 0; n < count; n += 1) await client.query({ name: 'write', text });
  });
}
