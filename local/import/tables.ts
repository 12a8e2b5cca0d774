import { day, id, instant, minutes, money, oneOf, optional, percent, text } from './fields.ts';
import type { Field } from './fields.ts';

/** A file of the import: its columns, and the statements that bring its rows from where they wait into their table. */
export type ImportTable = {
  name: string;
  columns: Record<string, Field>;
  key: string[];
  /** Run in order once every file is read and found right. */
  apply: string[];
  analyze: string;
};

/** In the order in which they refer to one another. Rows of a file wait in the temporary table `import_<name>`. */
export const importTables: ImportTable[] = [
  {
    name: 'companies',
    columns: { id: id(), name: text() },
    key: ['id'],
    apply: upsert('reporting.companies', ['id'], ['name'], 'select id, name from import_companies'),
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
      ...upsert(
        'auth.users',
        ['id'],
        ['company_id', 'first_name', 'last_name', 'status'],
        'select id, company_id, first_name, last_name, status from import_users',
      ),
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
      ...upsert(
        'auth.oauth_applications',
        ['client_id'],
        ['secret_hash', 'user_id', 'grant_types'],
        `select client_id, decode(client_secret, 'hex'), user_id,
                coalesce(string_to_array(regexp_replace(btrim(grant_types), '\\s+', ' ', 'g'), ' '), '{}')
         from import_oauth_applications`,
      ),
    ],
    analyze: 'auth.oauth_applications',
  },
  {
    name: 'people',
    columns: { id: id(), first_name: text(), last_name: text() },
    key: ['id'],
    apply: [
      ...upsert(
        'reporting.people',
        ['id'],
        ['first_name', 'last_name'],
        'select id, first_name, last_name from import_people',
      ),
    ],
    analyze: 'reporting.people',
  },
  {
    name: 'teams',
    columns: { id: id(), company_id: id(), name: text() },
    key: ['id'],
    apply: [
      moveToCompany('reporting.teams', 'select id, company_id from import_teams'),
      ...upsert('reporting.teams', ['company_id', 'id'], ['name'], 'select company_id, id, name from import_teams'),
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
      moveToCompany('reporting.contracts', 'select id, company_id from import_contracts'),
      ...upsert(
        'reporting.contracts',
        ['company_id', 'id'],
        ['type', 'title', 'contractor_id', 'employer_id', 'team_id', 'rate'],
        `select company_id, id, type, title, contractor_id, employer_id, team_id, rate from import_contracts`,
      ),
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
      `delete from reporting.scheduled_payments t
       using import_scheduled_payments s join reporting.contracts c on c.id = s.contract_id
       where t.id = s.id and t.company_id <> c.company_id`,
      ...upsert(
        'reporting.scheduled_payments',
        ['company_id', 'id'],
        ['contract_id', 'name', 'amount', 'paid_amount', 'status', 'scheduled_payment_on'],
        `select c.company_id, s.id, s.contract_id, s.name, s.amount, s.paid_amount, s.status, s.scheduled_payment_on
         from import_scheduled_payments s join reporting.contracts c on c.id = s.contract_id`,
        ['company_id', 'status', 'amount', 'id'],
      ),
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
      ...upsert(
        'reporting.timesheet_days',
        ['company_id', 'contract_id', 'work_date'],
        [
          'tracked_minutes',
          'manual_minutes',
          'overtime_minutes',
          'billable_minutes',
          'billed_minutes',
          'billable_amount',
          'activity',
        ],
        `select c.company_id, s.contract_id, s.work_date, s.tracked_minutes, s.manual_minutes, s.overtime_minutes,
                s.billable_minutes, s.billed_minutes, s.billable_amount, s.activity
         from import_timesheet_days s join reporting.contracts c on c.id = s.contract_id`,
      ),
    ],
    analyze: 'reporting.timesheet_days',
  },
];

/**
 * Updates the rows that differ, inserts those that are new, and leaves the rest alone. Not `on conflict`, which costs a
 * third more of the time of an insert.
 * @param order to insert in: that of an index whose pages would else be written at random
 */
function upsert(target: string, key: string[], columns: string[], rows: string, order: string[] = []): string[] {
  const all = [...key, ...columns];
  const of = (alias: string, names: string[]) => names.map((name) => `${alias}.${name}`).join(', ');
  const same = `(${of('t', key)}) = (${of('s', key)})`;
  return [
    `update ${target} t set (${columns.join(', ')}) = row (${of('s', columns)})
     from (${rows}) s (${all.join(', ')})
     where ${same} and (${of('t', columns)}) is distinct from (${of('s', columns)})`,
    `insert into ${target} (${all.join(', ')})
     select ${of('s', all)} from (${rows}) s (${all.join(', ')})
     where not exists (select from ${target} t where ${same})
     ${order.length > 0 ? `order by ${of('s', order)}` : ''}`,
  ];
}

/** A row's id is its key whatever its company is: one that names another company moves there. */
function moveToCompany(target: string, rows: string): string {
  return `
    update ${target} t set company_id = s.company_id
    from (${rows}) s
    where t.id = s.id and t.company_id <> s.company_id`;
}
