import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeEach, expect, it } from '@jest/globals';
import { fold } from '../../services/reporting/roll-ups/fold.ts';
import { createDatabase, query, withClient } from '../support/postgres/database.ts';

const minute = 60_000;
const writersCount = 8;
const companiesCount = 50;

let databaseUrl: string;

/** So many that contracts and statuses of all companies are some 20,000 keys. */
const peopleCount = 130;
/** Of whom few are written, where writers are to meet. */
const metCount = 20;

/** Companies with the same contractors, each of these with a contract of either type in each company. */
beforeEach(async () => {
  databaseUrl = await createDatabase();
  await query(
    databaseUrl,
    `with companies as (insert into reporting.companies select 'c' || n, 'C' from generate_series(0, ${companiesCount - 1}) n returning id),
       people as (insert into reporting.people select 'p' || n, 'Ana', 'A' from generate_series(0, ${peopleCount - 1}) n returning id)
     insert into reporting.contracts (company_id, id, type, title, contractor_id, employer_id, rate)
     select companies.id, type || people.id, type, 'T', people.id, 'p0', 1 from companies, people, unnest('{fixed,hourly}'::text[]) type`,
  );
});

it('renames, changes of contracts, payments and days beside rebuilds: none deadlocks, and the roll-ups are exact', async () => {
  const id = 'c0';
  const writing = write(() =>
    anyOf([
      [
        `update reporting.contracts set title = $3 where company_id = $1 and id = 'fixed' || $2`,
        [id, person(metCount), word()],
      ],
      ['update reporting.people set last_name = $2 where id = $1', [person(metCount), word()]],
      ...['contractor_id', 'employer_id'].map((column): Statement => [
        `update reporting.contracts set ${column} = $3 where company_id = $1 and id = 'fixed' || $2`,
        [id, person(metCount), person(metCount)],
      ]),
      payment(id, metCount),
      day(id, metCount),
    ]),
  );
  const [count] = await Promise.all([writing, rebuildForAMinute()]);
  expect(count).toBeGreaterThan(1_000);
  expect(await query(databaseUrl, 'select * from reporting.roll_up_differences')).toEqual([]);
});

it('writers of many companies leave at most 1.3 rows a key, and a folding one', async () => {
  expect(await write(() => anyOf([payment(company(), peopleCount), day(company(), peopleCount)]))).toBeGreaterThan(
    1_000,
  );
  for (const rowsOfKey of await rowsOfKeys()) expect(rowsOfKey).toBeLessThanOrEqual(1.3);
  await withClient(databaseUrl, async (client) => {
    for (let n = 0; n < companiesCount; n += 1) await fold(client, `c${n}`);
  });
  expect(await rowsOfKeys()).toEqual([1, 1, 1]);
});

type Statement = [text: string, values: unknown[]];

/** Statements that are a transaction each, for a minute, by writers at once. Returns how many there were. */
async function write(next: () => Statement): Promise<number> {
  const endsAt = performance.now() + minute;
  let count = 0;
  const writer = () =>
    withClient(databaseUrl, async (client) => {
      for (; performance.now() < endsAt; count += 1) await client.query(...next());
    });
  await Promise.all(Array.from({ length: writersCount }, writer));
  return count;
}

async function rebuildForAMinute(): Promise<void> {
  const environment = { env: { ...process.env, DATABASE_URL: databaseUrl } };
  const args = ['dist/services/reporting/roll-ups/main.js', 'rebuild'];
  for (const endsAt = performance.now() + minute; performance.now() < endsAt;)
    await promisify(execFile)(process.execPath, args, environment);
}

const below = (max: number) => Math.floor(Math.random() * max);
const anyOf = <T>(all: T[]): T => all[below(all.length)] as T;
const person = (count: number) => `p${below(count)}`;
const company = () => `c${below(companiesCount)}`;
const word = () => `word ${below(1_000)}`;

const payment = (companyId: string, people: number): Statement => [
  `insert into reporting.scheduled_payments (company_id, id, contract_id, name, amount, paid_amount, status, scheduled_payment_on)
   values ($1, gen_random_uuid(), 'fixed' || $2, 'P', 1, 1, $3, date '2024-01-01' + $4::integer)`,
  [companyId, person(people), anyOf(['paid', 'failed']), below(200)],
];

const day = (companyId: string, people: number): Statement => [
  `insert into reporting.timesheet_days (company_id, contract_id, work_date, tracked_minutes, manual_minutes, overtime_minutes,
     billable_minutes, billed_minutes, billable_amount)
   values ($1, 'hourly' || $2, date '2024-01-01' + $3::integer, 60, 60, 0, 60, 60, 40)
   on conflict (company_id, contract_id, work_date) do update set billed_minutes = timesheet_days.billed_minutes + 1`,
  [companyId, person(people), below(200)],
];

async function rowsOfKeys(): Promise<number[]> {
  const keys = {
    payment_totals: 'unit, status, start',
    payment_sums: 'status, unit, start, contract_id',
    timesheet_periods: 'unit, start, contract_id',
  };
  const counted = Object.entries(keys).map(([table, key]) =>
    query<{ rows: number }>(
      databaseUrl,
      `select sum(rows)::float8 / count(*) as rows
       from (select count(*) as rows from reporting.${table} group by company_id, ${key}) keys`,
    ),
  );
  return (await Promise.all(counted)).map(([row]) => row?.rows ?? NaN);
}
