import { readFile } from 'node:fs/promises';
import { migrateUp } from '../../../migrate/migrate-schema.ts';
import { schemas } from '../../../migrate/schemas.ts';
import { query, withClient } from '../../support/postgres/database.ts';
import { report } from '../bench.ts';
import type { Bench, Figure } from '../bench.ts';
import { median, round } from '../summary.ts';

const [companies, contractsEach, peopleCount] = [50, 40, 400];
const [rounds, writesOfRound, unmeasured] = [7, 400, 10];

/** What the triggers cost a single write, in processor time of its backend. */
export async function measureWriteCosts({ databases }: Bench): Promise<Figure[]> {
  const [kept, bare] = [await filled(databases.product, 'costs_kept'), await filled(databases.product, 'costs_bare')];
  await dropTriggers(bare);
  const costs: Figure[] = [];
  for (const [name, { atMost, ...write }] of Object.entries(writes)) {
    const ratios: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const [withTriggers, without] = [await processorMs(kept, write, round), await processorMs(bare, write, round)];
      report(`  ${name}: ${withTriggers.toFixed(3)} ms, without triggers ${without.toFixed(3)} ms`);
      // The first round fills caches.
      if (round > 0) ratios.push(withTriggers / without);
    }
    costs.push({
      figure: `writers: ${name}, processor time to none of triggers`,
      target: { atMost },
      measured: round(median(ratios)),
      unit: 'times',
    });
  }
  return costs;
}

type Write = { text: string; values: (n: number, round: number) => unknown[] };

const companyOf = (n: number) => `c${n % companies}`;

const writes: Record<string, Write & { atMost: number }> = {
  'insert of a payment': {
    atMost: 2.5,
    text: `insert into reporting.scheduled_payments
        (company_id, id, contract_id, name, amount, paid_amount, status, scheduled_payment_on)
      values ($1, $2, $3, 'Milestone', 10, 0, 'upcoming', '2024-03-03')`,
    values: (n, round) => [companyOf(n), `new-${round}-${n}`, `m${(n * 7) % contractsEach}`],
  },
  'status of a payment': {
    atMost: 3,
    text: `update reporting.scheduled_payments set status = 'paid', paid_amount = amount
      where company_id = $1 and id = $2`,
    values: (n, round) => [companyOf(n), `new-${round}-${n}`],
  },
  'rename of a person': {
    atMost: 2.5,
    text: 'update reporting.people set last_name = $2 where id = $1',
    values: (n, round) => [`p${n % peopleCount}`, `Name ${round} ${n}`],
  },
};

async function filled(server: string, name: string): Promise<string> {
  const url = Object.assign(new URL(server), { pathname: name }).href;
  await query(server, `create database ${name}`);
  await migrateUp(url, schemas);
  for (const text of [
    `insert into reporting.companies select 'c' || n, 'Company' from generate_series(0, ${companies - 1}) n`,
    `insert into reporting.people select 'p' || n, 'Ana', 'García ' || n from generate_series(0, ${peopleCount - 1}) n`,
    `insert into reporting.contracts (company_id, id, type, title, contractor_id, employer_id)
     select 'c' || c, 'm' || n, 'fixed', 'Contract ' || n, 'p' || (c * 8 + n % 8) % ${peopleCount}, 'p' || c
     from generate_series(0, ${companies - 1}) c, generate_series(0, ${contractsEach - 1}) n`,
    `insert into reporting.scheduled_payments
       (company_id, id, contract_id, name, amount, paid_amount, status, scheduled_payment_on)
     select 'c' || n % ${companies}, 'old-' || n, 'm' || n % ${contractsEach}, 'Milestone', 10, 10, 'paid',
       timestamptz '2022-01-01Z' + n % 1000 * interval '1 day'
     from generate_series(1, 80000) n`,
    'vacuum analyze',
  ])
    await query(url, text);
  return url;
}

async function dropTriggers(databaseUrl: string): Promise<void> {
  const triggers = await query<{ text: string }>(
    databaseUrl,
    `select format('drop trigger %I on %s', tgname, tgrelid::regclass) as text from pg_trigger
     join pg_class on pg_class.oid = tgrelid and relnamespace = 'reporting'::regnamespace where not tgisinternal`,
  );
  for (const { text } of triggers) await query(databaseUrl, text);
}

/** Of a write, mean of a round. The statement is sent as most programs do: parsed and planned each time. */
async function processorMs(databaseUrl: string, { text, values }: Write, round: number): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const used = async () => Number((await readFile(`/proc/${rows[0]?.pid}/schedstat`, 'utf8')).split(' ')[0]) / 1e6;
    // The server's disk is not what is measured.
    await client.query('set synchronous_commit = off');
    // It plans the statements of triggers in the first ones.
    for (let n = 0; n < unmeasured; n += 1) await client.query(text, values(n, round));
    const before = await used();
    for (let n = unmeasured; n < writesOfRound; n += 1) await client.query(text, values(n, round));
    return ((await used()) - before) / (writesOfRound - unmeasured);
  });
}
