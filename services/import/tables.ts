import { paymentStatuses } from '../../proto/scheduled-payments.ts';
import { clientId, day, id, instant, minutes, money, oneOf, percent, text } from './fields.ts';
import type { Field } from './fields.ts';
import { takeSecrets } from './client-secrets.ts';
import { leaveFormerCompany, moveRecords, moveUsers } from './upserts.ts';
import type { Upsert } from './upserts.ts';

/** The rows of each file. */
export type RowCounts = Record<string, number>;

/** A file of the import: its columns, and what brings its rows from where they wait into their table. */
export type ImportTable = {
  name: string;
  into: string;
  columns: Record<string, Field>;
  key: string[];
  apply: (Upsert | string)[];
};

const user = {
  company_id: { ...id(), optional: true },
  first_name: { ...text(), isBlankAllowed: true },
  last_name: { ...text(), isBlankAllowed: true },
  status: oneOf('active', 'inactive'),
  external_id: { ...id(), optional: true, default: '' },
};
const team = { name: text() };
const contract = {
  type: oneOf('fixed', 'hourly'),
  title: text(),
  contractor_id: id(),
  employer_id: id(),
  team_id: { ...id(), optional: true },
  rate: { ...money(), optional: true },
};
const payment = {
  contract_id: id(),
  name: text(),
  amount: money(),
  paid_amount: money(),
  status: oneOf(...paymentStatuses),
  scheduled_payment_on: instant(),
};
const timesheetDay = {
  tracked_minutes: minutes(),
  manual_minutes: minutes(),
  overtime_minutes: minutes(),
  billable_minutes: minutes(),
  billed_minutes: minutes(),
  billable_amount: money(),
  activity: { ...percent(), optional: true },
};

/** In the order of their references. Citus joins `import_<name>` to its own tables only in a subquery. */
export const importTables: ImportTable[] = [
  plainTable('reporting.companies', { name: text() }),
  {
    name: 'users',
    into: 'auth.users',
    columns: { id: id(), ...user },
    key: ['id'],
    apply: [
      {
        into: 'auth.users',
        key: ['id'],
        columns: Object.keys(user),
        kept: 'company_id',
        // Without a value or the column, the stored external_id stays.
        rows: `select id, company_id, first_name, last_name, status,
           coalesce(external_id, (select u.external_id from auth.users u where u.id = import_users.id)) from import_users`,
      },
      moveUsers,
    ],
  },
  {
    name: 'oauth_applications',
    into: 'auth.oauth_applications',
    columns: {
      client_id: clientId(),
      // Replaced by its hash before it leaves the process.
      client_secret: text(100, 2),
      user_id: { ...id(), optional: true },
      grant_types: { ...text(), optional: true, default: 'client_credentials' },
    },
    key: ['client_id'],
    apply: [
      {
        into: 'auth.oauth_applications',
        key: ['client_id'],
        columns: ['user_id', 'grant_types'],
        rows: `select client_id, user_id, coalesce(string_to_array(regexp_replace(btrim(grant_types), '\\s+', ' ', 'g'), ' '), '{}')
         from import_oauth_applications`,
      },
      takeSecrets,
    ],
  },
  plainTable('reporting.people', {
    first_name: { ...text(), isBlankAllowed: true },
    last_name: { ...text(), isBlankAllowed: true },
  }),
  companyTable('reporting.teams', team),
  companyTable('reporting.contracts', contract, [
    ...moveRecords('reporting.scheduled_payments', ['id', ...Object.keys(payment)]),
    ...moveRecords('reporting.timesheet_days', ['contract_id', 'work_date', ...Object.keys(timesheetDay)]),
  ]),
  {
    name: 'scheduled_payments',
    into: 'reporting.scheduled_payments',
    columns: { id: id(), ...payment },
    key: ['id'],
    apply: [
      leaveFormerCompany(
        'reporting.scheduled_payments',
        'select s.id, c.company_id from import_scheduled_payments s join resulting_contracts c on c.id = s.contract_id',
      ),
      recordsOfContracts('reporting.scheduled_payments', ['id'], Object.keys(payment), 'scheduled_payment_on'),
    ],
  },
  {
    name: 'timesheet_days',
    into: 'reporting.timesheet_days',
    columns: { contract_id: id(), work_date: day(), ...timesheetDay },
    key: ['contract_id', 'work_date'],
    apply: [
      recordsOfContracts(
        'reporting.timesheet_days',
        ['contract_id', 'work_date'],
        Object.keys(timesheetDay),
        'work_date',
      ),
    ],
  },
];

/** Its rows are as in the file. */
function plainTable(into: string, others: Record<string, Field>): ImportTable {
  const name = nameOf(into);
  const columns = Object.keys(others);
  const rows = `select id, ${columns.join(', ')} from import_${name}`;
  return { name, into, columns: { id: id(), ...others }, key: ['id'], apply: [{ into, key: ['id'], columns, rows }] };
}

/** Its rows belong to a company, which another file can change. */
function companyTable(into: string, others: Record<string, Field>, moves: string[] = []): ImportTable {
  const name = nameOf(into);
  const columns = Object.keys(others);
  const rows = `select company_id, id, ${columns.join(', ')} from import_${name}`;
  return {
    name,
    into,
    columns: { id: id(), company_id: id(), ...others },
    key: ['id'],
    apply: [
      { into, key: ['company_id', 'id'], columns, rows },
      ...moves,
      leaveFormerCompany(into, `select id, company_id from import_${name}`),
    ],
  };
}

/** Its rows belong to the company of their contract. */
function recordsOfContracts(into: string, key: string[], columns: string[], day: string): Upsert {
  const table = `import_${nameOf(into)}`;
  return {
    into,
    key: ['company_id', ...key],
    columns,
    rows: `select c.company_id, ${[...key, ...columns].map((column) => `s.${column}`).join(', ')}
           from ${table} s join resulting_contracts c on c.id = s.contract_id
           where (s.${day}, s.line) >= ($1, $2) and (s.${day}, s.line) < ($3, $4)`,
    linesOf: { table, day },
  };
}

function nameOf(into: string): string {
  return into.slice(into.indexOf('.') + 1);
}
