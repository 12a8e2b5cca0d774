import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import type { PageRequest, Report } from '../../../services/reporting/reports/report.ts';
import { scheduledPayments } from '../../../services/reporting/scheduled-payments/scheduled-payments.ts';
import { timesheets } from '../../../services/reporting/timesheets/timesheets.ts';
import { createDatabase, query } from '../../support/postgres/database.ts';
import { load } from '../../support/programs/product.ts';
import { firstPage } from '../../support/reports/first-page.ts';
import { openReports } from '../../support/reports/open-reports.ts';
import { company, contract, payment, person, together } from '../../support/fixtures.ts';

/**
 * Writers insert, update, delete and move rows over several connections, and commit, roll back or keep a transaction
 * open; meanwhile readers ask a reporter that remembers, and hold each answer against the raw tables in the snapshot of
 * the very transaction that it was made in.
 */
let databaseUrl: string;
let writing = true;
const tagged = new Map<string, Buffer>();

type Answer = { statistics: object; results: object[]; pagination: { totalCount: number } };

beforeAll(async () => {
  databaseUrl = await createDatabase();
  await load(databaseUrl, together(company('acme'), initialData()));
});
afterAll(() => {
  writing = false;
});

it('answers of one snapshot, and never from a memory that a commit has overtaken, nor one tag for two', async () => {
  const writers = Array.from({ length: 4 }, (_, index) => write(index));
  const readers = Array.from({ length: 3 }, (_, index) => read(index));
  const answers = (await Promise.all(readers)).flat();
  writing = false;
  const written = (await Promise.all(writers)).reduce((sum, count) => sum + count, 0);
  expect(written).toBeGreaterThan(50);
  expect(new Set(answers).size).toBeGreaterThan(20);
  expect(await query(databaseUrl, 'select * from reporting.roll_up_differences')).toEqual([]);
}, 60_000);

async function read(reader: number): Promise<string[]> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { runReport } = openReports(client);
  const ask = async (report: Report, request: PageRequest): Promise<Answer> => {
    const { json, etag, version } = await runReport(report, request, AbortSignal.timeout(20_000));
    expect(json).toEqual(tagged.get(etag) ?? json);
    tagged.set(etag, json);
    const polled = await runReport(report, { ...request, ifNoneMatch: ['other', etag] }, AbortSignal.timeout(20_000));
    expect(polled).toEqual({ json: Buffer.alloc(0), etag, pagesCount: 0, version });
    return JSON.parse(json.toString()) as Answer;
  };
  const answers: string[] = [];
  for (let round = 0; round < 60; round += 1) {
    await client.query('begin isolation level repeatable read');
    const teamIds = round % 3 === 0 ? ['team-1'] : [];
    const dates = { fromDate: '2024-02-10', toDate: '2026-03-05' };
    const page = { companyId: 'acme', ...dates, ...firstPage, teamIds, page: 1 + (reader % 2) };
    const sortField = round % 2 === 0 ? 'scheduledPaymentOn' : 'contract';
    const payments = await ask(scheduledPayments, { ...page, sortField, sortOrder: 'desc' });
    const sheets = await ask(timesheets, { ...page, sortField: 'contract', sortOrder: 'asc' });
    const raw = await client.query<{ payments: object; timesheets: object; ids: string[] | null }>(rawReports, [
      teamIds.length > 0 ? teamIds : null,
    ]);
    await client.query('commit');
    expect(payments.statistics).toEqual(raw.rows[0]?.payments);
    expect(sheets.statistics).toMatchObject(raw.rows[0]?.timesheets ?? {});
    if (round % 2 === 0) {
      const ids = raw.rows[0]?.ids ?? [];
      expect(payments.results).toMatchObject(ids.slice(page.page * 10 - 10, page.page * 10).map((_id) => ({ _id })));
      expect(payments.pagination.totalCount).toBe(ids.length);
    }
    answers.push(JSON.stringify(payments));
  }
  await client.end();
  return answers;
}

/** Ends when the readers have; returns its number of committed transactions. */
async function write(writer: number): Promise<number> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  let committed = 0;
  for (let round = 0; writing; round += 1) {
    await client.query(round % 5 === 0 ? 'begin isolation level repeatable read' : 'begin');
    const id = `written-${writer}-${round % 7}`;
    const on = `2024-0${1 + (round % 9)}-1${round % 9}`;
    await client.query(
      `insert into reporting.scheduled_payments
         (company_id, id, contract_id, name, amount, paid_amount, status, scheduled_payment_on)
       values ('acme', $1, 'fixed-1', 'Written', 5, 5, 'paid', $2)
       on conflict (company_id, id) do update
       set contract_id = 'fixed-2', paid_amount = scheduled_payments.paid_amount + 0.01, status = 'failed', scheduled_payment_on = $2`,
      [id, on],
    );
    await client.query(
      `insert into reporting.timesheet_days values ('acme', 'hourly-1', 'hourly', $1::date + $2::int, 60, 6, 0, 60, 0, 10, 50)
       on conflict (company_id, contract_id, work_date) do update set tracked_minutes = timesheet_days.tracked_minutes + 1`,
      // Days of its own: a snapshot of this writer never meets a row of another.
      [on, writer * 400],
    );
    if (round % 3 === 0)
      await client.query(`delete from reporting.scheduled_payments where company_id = 'acme' and id = $1`, [id]);
    if (writer === 0) {
      await client.query(`update reporting.contracts set team_id = $1 where company_id = 'acme' and id = 'fixed-1'`, [
        round % 2 === 0 ? 'team-1' : 'team-2',
      ]);
    }
    await client.query(round % 4 === 3 ? 'rollback' : 'commit');
    if (round % 4 !== 3) committed += 1;
  }
  await client.end();
  return committed;
}

/** The statistics, and the ids by date, computed from the rows alone. */
const rawReports = `
  with payments as (
    select p.* from reporting.scheduled_payments p
    join reporting.contracts c on c.company_id = p.company_id and c.id = p.contract_id
    where p.company_id = 'acme' and ($1::text[] is null or c.team_id = any ($1))
      and p.scheduled_payment_on >= '2024-02-10Z' and p.scheduled_payment_on < '2026-03-06Z'
  ),
  days as (
    select d.* from reporting.timesheet_days d
    join reporting.contracts c on c.company_id = d.company_id and c.id = d.contract_id
    where d.company_id = 'acme' and ($1::text[] is null or c.team_id = any ($1))
      and d.work_date >= '2024-02-10' and d.work_date <= '2026-03-05'
  )
  select
    (select json_build_object(
      'contractsCount', count(distinct contract_id), 'scheduledPaymentsCount', count(*),
      'paidScheduledPaymentsCount', count(*) filter (where status = 'paid'),
      'totalScheduledPaymentsPaidAmount', coalesce(sum(paid_amount), 0)) from payments) as payments,
    (select json_build_object(
      'trackedMinutes', coalesce(sum(tracked_minutes), 0), 'manualMinutes', coalesce(sum(manual_minutes), 0),
      'billableAmount', coalesce(sum(billable_amount), 0)) from days) as timesheets,
    (select array_agg(id order by scheduled_payment_on desc, id desc) from payments) as ids`;

function initialData() {
  return {
    people: [person('ana', 'Ana', 'A'), person('bob', 'Bob', 'B')],
    teams: [1, 2].map((n) => ({ id: `team-${n}`, company_id: 'acme', name: `Team ${n}` })),
    contracts: [
      contract('fixed-1', { employer_id: 'bob', team_id: 'team-1' }),
      contract('fixed-2', { employer_id: 'bob', team_id: 'team-1' }),
      contract('hourly-1', { employer_id: 'bob', team_id: 'team-1', type: 'hourly', rate: 40 }),
    ],
    scheduled_payments: Array.from({ length: 40 }, (_, n) =>
      payment(`payment-${n}`, {
        contract_id: `fixed-${1 + (n % 2)}`,
        ...{ amount: 10 + n, paid_amount: n, status: n % 2 === 0 ? 'paid' : 'upcoming' },
        scheduled_payment_on: `2024-0${1 + (n % 9)}-15`,
      }),
    ),
  };
}
