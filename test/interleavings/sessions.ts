import { rebuilding } from '../../services/reporting/roll-ups/rebuild.ts';
import { upsertStatements } from '../../services/import/upserts.ts';

/** SQL; `read`: both reports as the session's own transaction sees them; `fold`: the roll-ups of a company. */
export type Step = string;

const old = 'begin isolation level repeatable read; select from reporting.companies';
const readers = 'companies, people, teams, contracts, scheduled_payments, timesheet_days'.replaceAll(
  /\w+/g,
  'reporting.$&',
);

/** What programs that write, and one that reads, do in a transaction. */
export const sessions = {
  insert: ['begin', `${insertPayment('new-1', 'site')}; ${insertDay('2024-03-12')}`, 'commit'],
  update: [
    'begin',
    `update reporting.scheduled_payments set status = 'paid', paid_amount = paid_amount + 0.1,
       scheduled_payment_on = '2025-01-01' where id in ('p1', 'p3');
     update reporting.timesheet_days set work_date = work_date + 1, activity = 10 where contract_id = 'help'`,
    'commit',
  ],
  delete: [
    'begin',
    `delete from reporting.scheduled_payments where id in ('p2', 'p3');
     delete from reporting.timesheet_days where contract_id = 'care'`,
    'commit',
  ],
  upsert: [
    'begin',
    `${insertPayment('new-1', 'shop')} on conflict (company_id, id) do update set paid_amount = 3, contract_id = 'site'`,
    'commit',
  ],
  import: ['begin', importPayments(), 'commit'],
  team: ['begin', `update reporting.contracts set team_id = 'sales' where id in ('site', 'care')`, 'commit'],
  company: ['begin', `update reporting.contracts set company_id = 'rival', team_id = null where id = 'shop'`, 'commit'],
  contract: [
    'begin',
    `insert into reporting.contracts (company_id, id, type, title, contractor_id, employer_id)
     values ('rival', 'new', 'fixed', 'New', 'ana', 'bob');
     insert into reporting.scheduled_payments
       (company_id, id, contract_id, name, amount, paid_amount, status, scheduled_payment_on)
     values ('rival', 'new-2', 'new', 'New', 1, 1, 'paid', '2024-03-03')`,
    'commit',
  ],
  contractor: ['begin', `update reporting.contracts set contractor_id = 'ana' where id = 'game'`, 'commit'],
  rename: ['begin', `update reporting.people set last_name = 'Adams' where id = 'ana'`, 'commit'],
  renameTeam: ['begin', `update reporting.teams set name = 'Art' where id = 'design'`, 'commit'],
  truncate: ['begin', 'truncate reporting.scheduled_payments', 'commit'],
  rebuild: ['begin', `${rebuilding('scheduled_payments')}; ${rebuilding('timesheet_days')}`, 'commit'],
  fold: ['begin', 'fold', 'commit'],
  rollback: ['begin', insertPayment('new-1', 'shop'), 'rollback'],
  savepoint: [
    `begin; savepoint one; ${insertPayment('new-3', 'site')}`,
    `rollback to one; ${insertPayment('new-4', 'site')}`,
    'commit',
  ],
  apply: [
    'begin; set local session_replication_role = replica',
    `${insertPayment('new-5', 'site')}; update reporting.scheduled_payments set paid_amount = 2 where id = 'p1';
     delete from reporting.timesheet_days where work_date = '2024-03-11'`,
    'commit',
  ],
  oldInsert: [old, `${insertPayment('new-6', 'site')}; ${insertDay('2024-03-13')}`, 'commit'],
  oldRename: [old, `update reporting.people set first_name = 'Anna' where id = 'ana'`, 'commit'],
  oldTruncate: [old, 'truncate reporting.scheduled_payments', 'commit'],
  // Locked first: to a snapshot that is older than a truncation, Postgres shows the table empty.
  snapshot: [`begin isolation level repeatable read; lock table ${readers} in access share mode`, 'read', 'read'],
} satisfies Record<string, Step[]>;

export type SessionName = keyof typeof sessions;

/** Sessions that meet in the same rows, roll-ups or versions. Each of these is run in every order. */
export const scenarios: SessionName[][] = [
  ['insert', 'update', 'delete'],
  ['insert', 'rebuild', 'snapshot'],
  ['import', 'upsert', 'apply'],
  ['contract', 'rename', 'snapshot'],
  ['contractor', 'oldRename', 'renameTeam'],
  ['truncate', 'insert', 'delete'],
  ['oldTruncate', 'insert', 'contract'],
  ['company', 'update', 'snapshot'],
  ['oldInsert', 'rebuild', 'team'],
  ['rollback', 'savepoint', 'upsert'],
  ['fold', 'update', 'oldInsert'],
  ['fold', 'truncate', 'rebuild'],
  ['fold', 'fold', 'snapshot'],
];

function insertPayment(id: string, contract: string): string {
  return `insert into reporting.scheduled_payments as t
      (company_id, id, contract_id, name, amount, paid_amount, status, scheduled_payment_on)
    values ('acme', '${id}', '${contract}', 'New', 1, 1, 'paid', '2024-03-03')`;
}

function insertDay(date: string): string {
  return `insert into reporting.timesheet_days (company_id, contract_id, work_date, tracked_minutes, manual_minutes,
      overtime_minutes, billable_minutes, billed_minutes, billable_amount, activity)
    values ('acme', 'care', '${date}', 50, 5, 0, 50, 50, 20, 33.33)`;
}

/** The import's own statements, over two payments that are there and one that is new. */
function importPayments(): string {
  const statements = upsertStatements(
    {
      into: 'reporting.scheduled_payments',
      key: ['company_id', 'id'],
      columns: ['contract_id', 'name', 'amount', 'paid_amount', 'status', 'scheduled_payment_on'],
      rows: `values
        ('acme', 'p1', 'site', 'First', 10, 4.5, 'processing', '2024-04-09T10:00Z'::timestamptz),
        ('acme', 'p4', 'shop', 'Fourth', 5, 4.5, 'failed', '2024-05-10'),
        ('acme', 'new-1', 'site', 'New', 1, 1, 'paid', '2024-03-03')`,
    },
    false,
  );
  return statements.join(';');
}
