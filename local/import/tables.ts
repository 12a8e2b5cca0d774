import { day, id, instant, minutes, money, oneOf, optional, percent, text } from './fields.ts';
import type { Field } from './fields.ts';
import { leaveFormerCompany, moveRecords } from './moves.ts';
import type { Upsert } from './upsert.ts';

/** A file of the import: its columns, and what brings its rows from where they wait into their table. */
export type ImportTable = {
  name: string;
  columns: Record<string, Field>;
  key: string[];
  /** Run in order once every file is read and found right. */
  apply: (Upsert | string)[];
  analyze: string;
};

const paymentColumns = ['contract_id', 'name', 'amount', 'paid_amount', 'status', 'scheduled_payment_on'];
const dayColumns = [
  'tracked_minutes',
  'manual_minutes',
  'overtime_minutes',
  'billable_minutes',
  'billed_minutes',
  'billable_amount',
  'activity',
];

/**
 * In the order in which they refer to one another. Rows of a file wait in the temporary table `import_<name>`. Citus joins these
 * to its own tables where they stand in a subquery.
 */
export const importTables: ImportTable[] = [
  {
    name: 'companies',
    columns: { id: id(), name: text() },
    key: ['id'],
    apply: [
      { into: 'reporting.companies', key: ['id'], columns: ['name'], rows: 'select id, name from import_companies' },
    ],
    analyze: 'reporting.companies',
  },
  {
    name: 'users',
    columns: {
      id: id(),
      company_id: optional(id()),
      first_name: text(),
      last_name: text(),
      status: oneOf('active', 'inactive'),
    },
    key: ['id'],
    apply: [
      {
        into: 'auth.users',
        key: ['id'],
        columns: ['company_id', 'first_name', 'last_name', 'status'],
        rows: 'select id, company_id, first_name, last_name, status from import_users',
      },
    ],
    analyze: 'auth.users',
  },
  {
    name: 'oauth_applications',
    columns: {
      client_id: text(100, 2),
      // Replaced by its hash before it leaves the process.
      client_secret: text(100, 2),
      user_id: optional(id()),
      grant_types: optional(text()),
    },
    key: ['client_id'],
    apply: [
      {
        into: 'auth.oauth_applications',
        key: ['client_id'],
        columns: ['secret_hash', 'user_id', 'grant_types'],
        rows: `select client_id, decode(client_secret, 'hex'), user_id,
                coalesce(string_to_array(regexp_replace(btrim(grant_types), '\\s+', ' ', 'g'), ' '), '{}')
         from import_oauth_applications`,
      },
    ],
    analyze: 'auth.oauth_applications',
  },
  {
    name: 'people',
    columns: { id: id(), first_name: text(), last_name: text() },
    key: ['id'],
    apply: [
      {
        into: 'reporting.people',
        key: ['id'],
        columns: ['first_name', 'last_name'],
        rows: 'select id, first_name, last_name from import_people',
      },
    ],
    analyze: 'reporting.people',
  },
  {
    name: 'teams',
    columns: { id: id(), company_id: id(), name: text() },
    key: ['id'],
    apply: [
      {
        into: 'reporting.teams',
        key: ['company_id', 'id'],
        columns: ['name'],
        rows: 'select company_id, id, name from import_teams',
      },
      leaveFormerCompany('reporting.teams', 'select id, company_id from import_teams'),
    ],
    analyze: 'reporting.teams',
  },
  {
    name: 'contracts',
    columns: {
      id: id(),
      company_id: id(),
      type: oneOf('fixed', 'hourly'),
      title: text(),
      contractor_id: id(),
      employer_id: id(),
      team_id: optional(id()),
      rate: optional(money()),
    },
    key: ['id'],
    apply: [
      {
        into: 'reporting.contracts',
        key: ['company_id', 'id'],
        columns: ['type', 'title', 'contractor_id', 'employer_id', 'team_id', 'rate'],
        rows: `select company_id, id, type, title, contractor_id, employer_id, team_id, rate from import_contracts`,
      },
      ...moveRecords('reporting.scheduled_payments', ['id', ...paymentColumns]),
      ...moveRecords('reporting.timesheet_days', ['contract_id', 'work_date', ...dayColumns]),
      leaveFormerCompany('reporting.contracts', 'select id, company_id from import_contracts'),
    ],
    analyze: 'reporting.contracts',
  },
  {
    name: 'scheduled_payments',
    columns: {
      id: id(),
      contract_id: id(),
      name: text(),
      amount: money(),
      paid_amount: money(),
      status: oneOf('upcoming', 'processing', 'failed', 'paid', 'deleted'),
      scheduled_payment_on: instant(),
    },
    key: ['id'],
    apply: [
      leaveFormerCompany(
        'reporting.scheduled_payments',
        'select s.id, c.company_id from import_scheduled_payments s join resulting_contracts c on c.id = s.contract_id',
      ),
      {
        into: 'reporting.scheduled_payments',
        key: ['company_id', 'id'],
        columns: paymentColumns,
        rows: `select c.company_id, s.id, ${paymentColumns.map((column) => `s.${column}`).join(', ')}
               from import_scheduled_payments s join resulting_contracts c on c.id = s.contract_id`,
        order: ['company_id', 'status', 'amount', 'id'],
      },
    ],
    analyze: 'reporting.scheduled_payments',
  },
  {
    name: 'timesheet_days',
    columns: {
      contract_id: id(),
      work_date: day(),
      tracked_minutes: minutes(),
      manual_minutes: minutes(),
      overtime_minutes: minutes(),
      billable_minutes: minutes(),
      billed_minutes: minutes(),
      billable_amount: money(),
      activity: optional(percent()),
    },
    key: ['contract_id', 'work_date'],
    apply: [
      {
        into: 'reporting.timesheet_days',
        key: ['company_id', 'contract_id', 'work_date'],
        columns: dayColumns,
        rows: `select c.company_id, s.contract_id, s.work_date, ${dayColumns.map((column) => `s.${column}`).join(', ')}
               from import_timesheet_days s join resulting_contracts c on c.id = s.contract_id`,
      },
    ],
    analyze: 'reporting.timesheet_days',
  },
];
