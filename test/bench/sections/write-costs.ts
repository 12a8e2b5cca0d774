import { readFile } from 'node:fs/promises';
import { withClient } from '../../support/postgres/database.ts';
import { report } from '../bench.ts';
import type { Bench, Figure } from '../bench.ts';
import { median } from '../summary.ts';

const [rounds, writesOfRound, unmeasured] = [7, 400, 10];

type Write = { text: string; values: (n: number, round: number) => unknown[] };

const ofPayment = 'where company_id = $1 and id = $2';
const keyOf = (n: number, round: number) => ['c10k', `new-${round}-${n}`];

const writes: Record<string, Write> = {
  'insert of a payment': {
    text: `insert into reporting.scheduled_payments
        (company_id, id, contract_id, name, amount, paid_amount, status, scheduled_payment_on)
      values ($1, $2, $3, 'Milestone', 10, 0, 'upcoming', '2024-03-03')`,
    values: (n, round) => [...keyOf(n, round), `c10k-fixed-${1 + ((n * 7) % 100)}`],
  },
  'status of a payment': {
    text: `update reporting.scheduled_payments set status = 'paid', paid_amount = amount ${ofPayment}`,
    values: keyOf,
  },
  'date of a payment': {
    text: `update reporting.scheduled_payments set scheduled_payment_on = '2024-05-05' ${ofPayment}`,
    values: keyOf,
  },
  'rename of a person': {
    text: 'update reporting.people set last_name = $2 where id = $1',
    values: (n, round) => [`c10k-person-${1 + (n % 100)}`, `Name ${round} ${n}`],
  },
};

/** What a single write costs, in processor time of its backend, with all triggers. */
export async function measureWriteCosts({ databases }: Bench): Promise<Figure[]> {
  const costs: Figure[] = [];
  for (const [name, write] of Object.entries(writes)) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) times.push(await processorMs(databases.product, write, round));
    report(`  ${name}: ${times.map((time) => time.toFixed(3)).join(', ')} ms`);
    // The first round fills caches.
    const measured = median(times.slice(1));
    costs.push({ figure: `writers: ${name}, processor time`, target: { atMostOfBefore: 0.85 }, measured, unit: 'ms' });
  }
  return costs;
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
