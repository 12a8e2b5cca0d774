import pg from 'pg';
import { rebuildAll } from '../../../services/reporting/roll-ups/rebuild.ts';
import { company, together } from '../fixtures.ts';
import { load } from '../programs/product.ts';

/** Five years. What has one contract or three days lies in them too, as far as it can. */
export const shapesSpan = { fromDate: '2021-01-01', toDate: '2025-12-31' };

export const teamsCount = 40;

export type Shape = {
  id: string;
  about: string;
  contracts: { fixed: number; hourly: number };
  /** So many payments and as many days, in place of 300,000 and 100,000. */
  rows?: number;
  /** SQL expressions over `n`, the number of the payment from 1, and a random `chance` below 1. */
  day: string;
  amount: string;
  status: string;
  /** Over the number of the timesheet day from 0, and how many `contracts` and `days` there are. */
  workDay: string;
};

export const ordinary = {
  day: 'n * 7919 % 1826',
  amount: '(n * 48271 % 500000 + 100) / 100.0',
  status: `case when chance < 0.66 then 'paid' when chance < 0.8 then 'upcoming' when chance < 0.9 then 'processing'
    when chance < 0.998 then 'deleted' else 'failed' end`,
};

const spreadDays = 'n / contracts * (1826 / (days / contracts))';

/** 300,000 payments and 100,000 timesheet days each; a tenth of these, and of the contracts, at the scale of 0.1. */
export const shapes: Shape[] = [
  {
    id: 'ordinary',
    about: '2,000 contracts',
    contracts: { fixed: 2_000, hourly: 2_000 },
    ...ordinary,
    workDay: spreadDays,
  },
  {
    id: 'small-contracts',
    about: '60,000 contracts with five payments, 51,000 with two days',
    contracts: { fixed: 60_000, hourly: 51_000 },
    ...ordinary,
    workDay: 'n / contracts * 900 + n % contracts * 7 % 900',
  },
  {
    id: 'one-contract',
    about: 'one contract; its days go back 273 years',
    contracts: { fixed: 1, hourly: 1 },
    ...ordinary,
    workDay: '1825 - n',
  },
  {
    id: 'three-days',
    about: 'three days, one amount, almost one status',
    contracts: { fixed: 2_000, hourly: 33_334 },
    day: 'n % 3 * 600 + 17',
    amount: '100',
    status: `case when chance < 0.999 then 'paid' else 'failed' end`,
    workDay: 'n / contracts * 600 + 17',
  },
];

/** Fills a migrated database. Deterministic. */
export async function fillShapes(databaseUrl: string, scale = 1, filled = shapes): Promise<void> {
  await load(databaseUrl, together(...filled.map(({ id }) => company(id))));
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query('select setseed(0.5)');
  // Rolled up once at the end, which is faster than by each statement.
  const tables = ['scheduled_payments', 'timesheet_days', 'contracts', 'teams', 'people'];
  const triggers = async (set: string) => {
    for (const table of tables) await client.query(`alter table reporting.${table} ${set} trigger user`);
  };
  await triggers('disable');
  for (const shape of filled) await fillShape(client, shape, scale);
  await triggers('enable');
  await rebuildAll(client);
  await client.query('vacuum analyze');
  await client.end();
}

async function fillShape(client: pg.Client, shape: Shape, scale: number): Promise<void> {
  const { id, contracts, day, amount, status, workDay, rows } = shape;
  const [payments, days] = [(rows ?? 300_000) * scale, (rows ?? 100_000) * scale];
  const [fixed, hourly] = [Math.ceil(contracts.fixed * scale), Math.ceil(contracts.hourly * scale)];
  const people = Math.ceil(Math.max(contracts.fixed, contracts.hourly) * scale);
  await client.query(
    `insert into reporting.people (id, first_name, last_name)
     select $1 || '-person-' || n, (array['Ana', 'Bo', 'Chloé', 'Dmytro', 'Eda', 'Fumi', 'Gül'])[1 + n % 7],
       (array['García', 'Müller', 'Nguyễn', 'Okafor', 'Šimek', 'Tanaka'])[1 + n % 6] || ' ' || md5(n::text)
     from generate_series(1, $2::int) n`,
    [id, people],
  );
  await client.query(
    `insert into reporting.teams (company_id, id, name)
     select $1, $1 || '-team-' || n, 'Team ' || n from generate_series(1, $2::int) n`,
    [id, teamsCount],
  );
  await client.query(
    `insert into reporting.contracts (company_id, id, type, title, contractor_id, employer_id, team_id, rate)
     select $1, $1 || '-' || type || '-' || n, type, 'Contract ' || md5(type || n), $1 || '-person-' || (1 + n % $5::int), $1 || '-person-1',
       $1 || '-team-' || (1 + n % $4::int), 40
     from (values ('fixed', $2::int), ('hourly', $3::int)) of_type (type, contracts), generate_series(1, contracts) n`,
    [id, fixed, hourly, teamsCount, people],
  );
  // Else each payment and each day looks for its contract by reading all of them.
  await client.query('analyze reporting.contracts');
  await client.query(
    `insert into reporting.scheduled_payments
       (company_id, id, contract_id, name, amount, paid_amount, status, scheduled_payment_on)
     select $1, $1 || '-payment-' || n, $1 || '-fixed-' || (1 + n % $2::int), 'Milestone ' || n,
       amount, case when status = 'paid' then amount else 0 end, status,
       timestamptz '2021-01-01Z' + day * interval '1 day' + n % 1440 * interval '1 minute'
     from (
       select n, ${amount} as amount, ${day} as day, ${status} as status
       from (select n, random() as chance from generate_series(1, $3::bigint) n) numbered
     ) payments`,
    [id, fixed, payments],
  );
  await client.query(
    `insert into reporting.timesheet_days (company_id, contract_id, work_date, tracked_minutes, manual_minutes,
       overtime_minutes, billable_minutes, billed_minutes, billable_amount, activity)
     select $1, $1 || '-hourly-' || (1 + n % $2::int), date '2021-01-01' + (${workDay})::int,
       tracked, tracked / 10, tracked / 20, tracked, tracked / 2, tracked::int * 40 / 60.0, 20 + n % 80
     from (
       select n, 60 + n * 7919 % 481 as tracked, $2::int as contracts, $3::int as days
       from generate_series(0, $3::bigint - 1) n
     ) numbered`,
    [id, hourly, days],
  );
}
