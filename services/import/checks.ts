/** Each statement yields `line` and `message` of the rows at fault. */
export type Check = { table: string; column: string; sql: string };

export const checks: Check[] = [
  reference('users', 'company_id', 'companies', 'reporting.companies', 'company'),
  {
    table: 'users',
    column: 'external_id',
    sql: `
      select max(line), 'repeats the external_id of line ' || min(line)
      from import_users where external_id is not null group by external_id having count(*) > 1
      union all
      select s.line, format('user %s has this external_id', to_json(u.id))
      from import_users s join auth.users u on u.external_id = s.external_id and u.id <> s.id
      where not exists (select from import_users i where i.id = u.id and i.external_id is not null)`,
  },
  reference('oauth_applications', 'user_id', 'users', 'auth.users', 'user'),
  reference('teams', 'company_id', 'companies', 'reporting.companies', 'company'),
  {
    table: 'teams',
    column: 'company_id',
    sql: `
      select s.line, format('contract %s of company %s belongs to this team', to_json(c.id), to_json(c.company_id))
      from import_teams s join current_contracts c on c.team_id = s.id and c.company_id <> s.company_id
      where not exists (select from import_contracts i where i.id = c.id)`,
  },
  reference('contracts', 'company_id', 'companies', 'reporting.companies', 'company'),
  reference('contracts', 'contractor_id', 'people', 'reporting.people', 'person'),
  reference('contracts', 'employer_id', 'people', 'reporting.people', 'person'),
  {
    table: 'contracts',
    column: 'team_id',
    sql: `
      select s.line, format('company %s has no team %s', to_json(s.company_id), to_json(s.team_id))
      from import_contracts s
      where s.team_id is not null
        and not exists (select from import_teams i where i.id = s.team_id and i.company_id = s.company_id)
        and not exists (
          select from current_teams t
          where t.id = s.team_id and t.company_id = s.company_id
            and not exists (select from import_teams i where i.id = t.id))`,
  },
  {
    table: 'contracts',
    column: 'title',
    // They stand in one row of an index, which holds 2,704 bytes.
    sql: `
      select line, 'must have at most 2600 bytes in UTF-8 together with company_id and id'
      from import_contracts
      where octet_length(company_id) + octet_length(title) + octet_length(id) > 2600`,
  },
  {
    table: 'contracts',
    column: 'rate',
    sql: `select line, 'is required for an hourly contract' from import_contracts where type = 'hourly' and rate is null`,
  },
  {
    table: 'contracts',
    column: 'rate',
    sql: `select line, 'must not be negative' from import_contracts where rate < 0`,
  },
  typeOfRecords('reporting.scheduled_payments'),
  typeOfRecords('reporting.timesheet_days'),
  ...contractOfType('scheduled_payments', 'fixed', 'a payment'),
  ...contractOfType('timesheet_days', 'hourly', 'a timesheet day'),
  {
    table: 'timesheet_days',
    column: 'manual_minutes',
    sql: `
      select line, format('must not exceed tracked_minutes, %s', tracked_minutes)
      from import_timesheet_days where manual_minutes > tracked_minutes`,
  },
  {
    table: 'timesheet_days',
    column: 'activity',
    sql: `
      select line, 'is required where there is tracker time (tracked_minutes above manual_minutes)'
      from import_timesheet_days where activity is null and tracked_minutes > manual_minutes`,
  },
  ...['users', 'people'].map((table) => ({
    table,
    column: 'first_name',
    sql: `select line, 'is required where last_name is empty' from import_${table} where first_name = '' and last_name = ''`,
  })),
];

function reference(table: string, column: string, file: string, target: string, noun: string): Check {
  return {
    table,
    column,
    sql: `
      select s.line, format('there is no ${noun} %s', to_json(s.${column}))
      from (
        select s.line, s.${column} from import_${table} s
        where s.${column} is not null and not exists (select from import_${file} i where i.id = s.${column})
      ) s
      where not exists (select from ${target} t where t.id = s.${column})`,
  };
}

function typeOfRecords(records: string): Check {
  return {
    table: 'contracts',
    column: 'type',
    sql: `
      select distinct s.line, format('must stay %s: the contract has records of that kind', s.type)
      from (
        select s.line, c.company_id, c.id, c.type
        from import_contracts s join current_contracts c on c.id = s.id and c.type <> s.type
      ) s
      join ${records} r on r.company_id = s.company_id and r.contract_id = s.id`,
  };
}

function contractOfType(table: string, type: string, what: string): Check[] {
  return [
    reference(table, 'contract_id', 'contracts', 'current_contracts', 'contract'),
    {
      table,
      column: 'contract_id',
      sql: `
        select s.line, format('contract %s is %s; ${what} belongs to a contract that is ${type}', to_json(c.id), c.type)
        from import_${table} s join resulting_contracts c on c.id = s.contract_id
        where c.type <> '${type}'`,
    },
  ];
}
