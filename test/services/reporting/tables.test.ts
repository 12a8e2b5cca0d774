import { beforeAll, describe, expect, it } from '@jest/globals';
import { createDatabase, query } from '../../support/postgres/database.ts';

describe('the tables refuse', () => {
  const contract = {
    company_id: 'acme',
    id: 'f1',
    type: 'fixed',
    title: 'T',
    contractor_id: 'ana',
    employer_id: 'ana',
  };
  const hourly = { ...contract, id: 'h1', type: 'hourly', rate: '80' };
  const payment = {
    company_id: 'acme',
    id: 'p1',
    contract_id: 'f1',
    name: 'N',
    amount: '1',
    paid_amount: '0',
    status: 'paid',
    scheduled_payment_on: '2024-01-01Z',
  };
  const day = {
    company_id: 'acme',
    contract_id: 'h1',
    work_date: '2024-01-01',
    tracked_minutes: 60,
    manual_minutes: 0,
    overtime_minutes: 0,
    billable_minutes: 0,
    billed_minutes: 0,
    billable_amount: '0',
    activity: '50',
  };
  const later = { ...day, work_date: '2024-01-02' };
  const user = { id: 'u1', company_id: 'acme', first_name: 'U', last_name: 'U', status: 'active' };
  const application = { client_id: 'app', secret_hash: Buffer.alloc(32), user_id: 'u1', grant_types: [] };
  const [checked, referenced, unique, required] = ['23514', '23503', '23505', '23502'];

  let database: string;
  beforeAll(async () => {
    database = await createDatabase();
    const reportData: [string, object][] = [
      ['reporting.companies', { id: 'acme', name: 'Acme' }],
      ['reporting.companies', { id: 'rival', name: 'Rival' }],
      ['reporting.people', { id: 'ana', first_name: 'Ana', last_name: 'García' }],
      ['reporting.teams', { company_id: 'rival', id: 't2', name: 'Rivals' }],
      ['reporting.contracts', contract],
      ['reporting.contracts', hourly],
      ['reporting.scheduled_payments', payment],
      ['reporting.timesheet_days', day],
      ['auth.users', user],
      ['auth.oauth_applications', application],
    ];
    for (const [table, row] of reportData) expect(await insert(table, row)).toBe('accepted');
  });

  it.each<[string, string | undefined, string, object]>([
    ['a user of an unknown status', checked, 'auth.users', { ...user, id: 'x', status: 'deleted' }],
    ['a user twice', unique, 'auth.users', user],
    [
      'an application of an unknown user',
      referenced,
      'auth.oauth_applications',
      { ...application, client_id: 'x1', user_id: 'x' },
    ],
    ['a client id of one character', checked, 'auth.oauth_applications', { ...application, client_id: 'x' }],
    ['a company without an id', checked, 'reporting.companies', { id: '', name: 'X' }],
    ['a company without a name', required, 'reporting.companies', { id: 'x' }],
    ['a team of no company', referenced, 'reporting.teams', { company_id: 'x', id: 'x', name: 'X' }],
    ['a contract of an unknown type', checked, 'reporting.contracts', { ...contract, id: 'x', type: 'weekly' }],
    ['an hourly contract without a rate', checked, 'reporting.contracts', { ...hourly, id: 'x', rate: null }],
    ['a negative rate', checked, 'reporting.contracts', { ...hourly, id: 'x', rate: '-1' }],
    ['a contractor whom nobody knows', referenced, 'reporting.contracts', { ...contract, id: 'x', contractor_id: 'x' }],
    ['a team of another company', referenced, 'reporting.contracts', { ...contract, id: 'x', team_id: 't2' }],
    [
      'a payment of an hourly contract',
      referenced,
      'reporting.scheduled_payments',
      { ...payment, id: 'x', contract_id: 'h1' },
    ],
    [
      'a payment of another company',
      referenced,
      'reporting.scheduled_payments',
      { ...payment, id: 'x', company_id: 'rival' },
    ],
    ['a payment of an unknown status', checked, 'reporting.scheduled_payments', { ...payment, id: 'x', status: 'x' }],
    [
      'a payment that is not in any year',
      checked,
      'reporting.scheduled_payments',
      { ...payment, id: 'x', scheduled_payment_on: 'infinity' },
    ],
    ['a timesheet day of a fixed contract', referenced, 'reporting.timesheet_days', { ...day, contract_id: 'f1' }],
    ['a timesheet day twice', unique, 'reporting.timesheet_days', day],
    ['negative minutes', checked, 'reporting.timesheet_days', { ...later, billed_minutes: -1 }],
    ['manual minutes above the tracked', checked, 'reporting.timesheet_days', { ...later, manual_minutes: 61 }],
    ['activity above 100', checked, 'reporting.timesheet_days', { ...later, activity: '100.01' }],
    ['activity that is not a number', checked, 'reporting.timesheet_days', { ...later, activity: 'NaN' }],
    ['tracker time without activity', checked, 'reporting.timesheet_days', { ...later, activity: null }],
  ])('%s', async (_, code, table, row) => {
    expect(await insert(table, row)).toBe(code);
  });

  async function insert(table: string, row: object): Promise<string> {
    const places = Object.keys(row).map((_, index) => `$${index + 1}`);
    const statement = `insert into ${table} (${Object.keys(row).join(', ')}) values (${places.join(', ')})`;
    return query(database, statement, Object.values(row)).then(
      () => 'accepted',
      (error: unknown) => (error as { code: string }).code,
    );
  }
});
