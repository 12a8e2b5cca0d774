import pg from 'pg';
import { company, together } from '../../support/fixtures.ts';
import { load } from '../../support/programs/product.ts';

/** Companies by size: as many payments as timesheet days, over two years, on half as many contracts each. */
export const benchCompanies = [
  { id: 'c1k', rows: 1_000, contracts: 20 },
  { id: 'c10k', rows: 10_000, contracts: 100 },
  { id: 'c100k', rows: 100_000, contracts: 500 },
  { id: 'c1m', rows: 1_000_000, contracts: 2_000 },
];

export const benchSpan = { fromDate: '2024-01-01', toDate: '2025-12-31' };

/** Fills a migrated database. Deterministic; done in SQL, since it is the reports that are measured. */
export async function fillBenchDatabase(databaseUrl: string): Promise<void> {
  await load(databaseUrl, together(...benchCompanies.map(({ id }) => company(id))));
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query('select setseed(0.5)');
  for (const { id, rows, contracts } of benchCompanies) {
    await client.query(
      `insert into reporting.people (id, first_name, last_name)
       select $1 || '-person-' || n, (array['Ana', 'Bo', 'Chloé', 'Dmytro', 'Eda', 'Fumi', 'Gül'])[1 + n % 7],
         (array['García', 'Müller', 'Nguyễn', 'Okafor', 'Šimek', 'Tanaka'])[1 + n % 6] || ' ' || n
       from generate_series(1, $2::int) n`,
      [id, contracts],
    );
    await client.query(
      `insert into reporting.teams (company_id, id, name)
       select $1, $1 || '-team-' || n, 'Team ' || n from generate_series(1, 20) n`,
      [id],
    );
    // Both reports get the full number of contracts.
    await client.query(
      `insert into reporting.contracts (company_id, id, type, title, contractor_id, employer_id, team_id, rate)
       select $1, $1 || '-' || type || '-' || n, type, 'Contract ' || md5(type || n), $1 || '-person-' || n, $1 || '-person-1',
         $1 || '-team-' || (1 + n % 20), 40
       from unnest('{fixed,hourly}'::text[]) type, generate_series(1, $2::int) n`,
      [id, contracts],
    );
    await client.query(
      `insert into reporting.scheduled_payments
         (company_id, id, contract_id, name, amount, paid_amount, status, scheduled_payment_on)
       select $1, $1 || '-payment-' || n, $1 || '-fixed-' || (1 + n % $2::int), 'Milestone ' || n,
         amount, case when status = 'paid' then amount else 0 end, status, timestamptz '2024-01-01Z' + day * interval '1 day'
       from (
         select n, (100 + random() * 500000)::int / 100.0 as amount, floor(random() * 731)::int as day,
           (array['paid', 'paid', 'paid', 'paid', 'paid', 'paid', 'paid', 'upcoming', 'processing', 'failed', 'deleted'])
             [1 + floor(random() * 11)::int] as status
         from generate_series(1, $3::int) n
       ) payments`,
      [id, contracts, rows],
    );
    await client.query(
      `insert into reporting.timesheet_days (company_id, contract_id, work_date, tracked_minutes, manual_minutes,
         overtime_minutes, billable_minutes, billed_minutes, billable_amount, activity)
       select $1, $1 || '-hourly-' || (1 + n % $2::int), date '2024-01-01' + (n / $2::int)::int * 731 / ($3::int / $2::int + 1),
         tracked, tracked / 10, tracked / 20, tracked, tracked / 2, tracked * 40 / 60.0, 20 + n % 80
       from (select n, 60 + (random() * 480)::int as tracked from generate_series(1, $3::int) n) days`,
      [id, contracts, rows],
    );
  }
  await client.query('vacuum analyze');
  await client.end();
}
