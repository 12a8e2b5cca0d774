import { en, Faker } from '@faker-js/faker';
import pg from 'pg';
import { withClient } from '../../support/postgres/database.ts';

/** One write of five is of this company, and the others of all others. */
export const largeCompany = 'c0';
const companiesCount = 200;
const [smallContracts, largeContracts] = [10, 1_000];

export const lifeSpan = { fromDate: '2021-01-01', toDate: '2025-12-31' };
const daysCount = 1_826;

/** Companies, people, teams and contracts; no payments and days yet. */
export async function beginLife(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    const contracts = `(case when company = 0 then ${largeContracts} else ${smallContracts} end)`;
    for (const text of [
      `insert into reporting.companies select 'c' || company, 'Company' from generate_series(0, ${companiesCount - 1}) company`,
      `insert into reporting.people select 'person-' || n, 'Ana', 'García ' || n from generate_series(0, ${largeContracts - 1}) n`,
      `insert into reporting.teams select 'c' || company, 'team-' || n, 'Team'
       from generate_series(0, ${companiesCount - 1}) company, generate_series(0, 9) n`,
      `insert into reporting.contracts (company_id, id, type, title, contractor_id, employer_id, team_id, rate)
       select 'c' || company, type || '-' || n, type, 'Contract ' || n, 'person-' || n, 'person-0', 'team-' || n % 10, 40
       from generate_series(0, ${companiesCount - 1}) company, unnest('{fixed,hourly}'::text[]) type,
         generate_series(0, ${contracts} - 1) n`,
      'vacuum analyze',
    ])
      await client.query(text);
  });
}

export type Writes = { milliseconds: number[]; deadlocks: number };

/** So many statements of single rows, each a transaction, by writers at once, of any of the companies. */
export async function live(databaseUrl: string, count: number, writersCount: number, seed: number): Promise<Writes> {
  const written: Writes = { milliseconds: [], deadlocks: 0 };
  let left = count;
  const write = async (writer: number) =>
    withClient(databaseUrl, async (client) => {
      // The server's disk is not what is measured.
      await client.query('set synchronous_commit = off');
      const next = statementsOf(`${seed}-${writer}`, new Faker({ locale: en, seed: seed * 100 + writer }));
      while (left > 0) {
        left -= 1;
        const begunAt = performance.now();
        try {
          await client.query(next());
        } catch (error) {
          if (!(error instanceof pg.DatabaseError) || error.code !== '40P01') throw error;
          written.deadlocks += 1;
        }
        written.milliseconds.push(performance.now() - begunAt);
      }
    });
  await Promise.all(Array.from({ length: writersCount }, (_, writer) => write(writer)));
  return written;
}

/** What a writer sends next: mostly payments, their status, and days; now and then a deletion, a name or a title. */
function statementsOf(writer: string, faker: Faker): () => pg.QueryConfig {
  const payments: { companyId: string; id: string }[] = [];
  const below = (max: number) => faker.number.int(max - 1);
  const someContract = () => {
    const isLarge = below(5) === 0;
    const companyId = isLarge ? largeCompany : `c${1 + below(companiesCount - 1)}`;
    return { companyId, contract: below(isLarge ? largeContracts : smallContracts) };
  };
  const someDay = () =>
    new Date(Date.parse(lifeSpan.fromDate) + below(daysCount) * 86_400_000).toISOString().slice(0, 10);
  return () => {
    const kind = below(1_000);
    const payment = payments[below(payments.length + 1)];
    if (kind < 300 && payment) {
      const status = faker.helpers.arrayElement(['paid', 'paid', 'paid', 'processing', 'failed']);
      return { name: 'status', text: statusText, values: [payment.companyId, payment.id, status] };
    }
    if (kind < 310 && payment) return { name: 'deletion', text: deletionText, values: [payment.companyId, payment.id] };
    if (kind < 315)
      return { name: 'rename', text: renameText, values: [`person-${below(largeContracts)}`, `Ito ${kind}`] };
    const { companyId, contract } = someContract();
    if (kind < 325)
      return { name: 'title', text: titleText, values: [companyId, `fixed-${contract}`, `Title ${kind}`] };
    if (kind < 600)
      return { name: 'day', text: dayText, values: [companyId, `hourly-${contract}`, someDay(), below(480)] };
    const id = `${writer}-${payments.length}`;
    payments.push({ companyId, id });
    return {
      name: 'payment',
      text: paymentText,
      values: [companyId, id, `fixed-${contract}`, below(5_000), someDay()],
    };
  };
}

const paymentText = `
  insert into reporting.scheduled_payments
    (company_id, id, contract_id, name, amount, paid_amount, status, scheduled_payment_on)
  values ($1, $2, $3, 'Milestone', $4, 0, 'upcoming', $5)`;
const statusText = `
  update reporting.scheduled_payments set status = $3, paid_amount = case $3 when 'paid' then amount else 0 end
  where company_id = $1 and id = $2`;
const deletionText = 'delete from reporting.scheduled_payments where company_id = $1 and id = $2';
const dayText = `
  insert into reporting.timesheet_days (company_id, contract_id, work_date, tracked_minutes, manual_minutes,
    overtime_minutes, billable_minutes, billed_minutes, billable_amount, activity)
  values ($1, $2, $3, $4::integer, 0, 0, $4::integer, 0, $4::integer, 50)
  on conflict (company_id, contract_id, work_date) do update set billed_minutes = excluded.billable_minutes`;
const renameText = 'update reporting.people set last_name = $2 where id = $1';
const titleText = 'update reporting.contracts set title = $3 where company_id = $1 and id = $2';

/** The same rows in another database, a table a statement, in the order of their keys. */
export async function importRows(fromUrl: string, intoUrl: string): Promise<void> {
  const tables = ['companies', 'people', 'teams', 'contracts', 'scheduled_payments', 'timesheet_days'];
  for (const table of tables) {
    const file = `${table}.copy`;
    await withClient(fromUrl, (client) =>
      copy(
        client,
        `(select * from reporting.${table} order by 1, 2${table === 'timesheet_days' ? ', 4' : ''})`,
        'to',
        file,
      ),
    );
    await withClient(intoUrl, (client) => copy(client, `reporting.${table}`, 'from', file));
  }
}

/** To or from a file in the directory of the server. */
async function copy(client: pg.Client, what: string, direction: 'to' | 'from', file: string): Promise<void> {
  const { rows } = await client.query<{ directory: string }>(`select current_setting('data_directory') as directory`);
  await client.query(`copy ${what} ${direction} ${pg.escapeLiteral(`${rows[0]?.directory}/${file}`)}`);
}
