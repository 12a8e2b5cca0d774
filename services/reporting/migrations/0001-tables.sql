create schema reporting;

-- Text as people expect it: case doesn't matter, accented letters stand next to their plain ones. ICU, not the
-- operating system's locale, so that it sorts alike everywhere; nondeterministic, so that equal is equal.
create collation reporting.text_order (provider = icu, locale = 'und-u-ks-level2', deterministic = false);

create table reporting.companies (
  id text primary key check (id <> ''),
  name text not null check (length(name) <= 1000)
);

-- Contractors and employers; one person may work for several companies.
create table reporting.people (
  id text primary key check (id <> ''),
  first_name text not null check (length(first_name) <= 1000),
  last_name text not null check (length(last_name) <= 1000)
);

-- Every table below leads its key with the company, so that it can be partitioned or sharded by it. A company owns
-- its rows: composite keys keep a contract off another company's team, and a payment off another company's contract.

create table reporting.teams (
  company_id text not null references reporting.companies,
  id text not null check (id <> ''),
  name text not null check (length(name) <= 1000),
  primary key (company_id, id)
);

create table reporting.contracts (
  company_id text not null references reporting.companies,
  id text not null check (id <> ''),
  type text not null check (type in ('fixed', 'hourly')),
  title text not null check (length(title) <= 1000),
  contractor_id text not null references reporting.people,
  employer_id text not null references reporting.people,
  team_id text,
  rate numeric(15, 2) check (rate >= 0 and rate <> 'NaN'),
  primary key (company_id, id),
  unique (company_id, id, type),
  foreign key (company_id, team_id) references reporting.teams deferrable initially deferred,
  check (type = 'fixed' or rate is not null)
);

create index contracts_by_team on reporting.contracts (company_id, team_id, id) include (type);
create index on reporting.contracts (company_id, contractor_id, id) include (type);
create index on reporting.contracts (contractor_id);
create index on reporting.contracts (employer_id);
create index contracts_by_title on reporting.contracts (company_id, title collate reporting.text_order, id)
  include (type);

create table reporting.scheduled_payments (
  company_id text not null,
  id text not null check (id <> ''),
  contract_id text not null,
  -- With the foreign key, this holds payments to contracts of fixed price.
  contract_type text not null default 'fixed' check (contract_type = 'fixed'),
  name text not null check (length(name) <= 1000),
  amount numeric(15, 2) not null check (amount <> 'NaN'),
  paid_amount numeric(15, 2) not null check (paid_amount <> 'NaN'),
  status text not null check (status in ('upcoming', 'processing', 'failed', 'paid', 'deleted')),
  scheduled_payment_on timestamptz not null
    check (scheduled_payment_on >= '0001-01-01T00:00Z' and scheduled_payment_on < '10000-01-01T00:00Z'),
  primary key (company_id, id),
  foreign key (company_id, contract_id, contract_type)
    references reporting.contracts (company_id, id, type) on update cascade
);

-- Every order that a page is cut from, its tie-break at the end, with what the filters read.
create index scheduled_payments_by_date
  on reporting.scheduled_payments (company_id, status, scheduled_payment_on, id)
  include (contract_id, amount, paid_amount);
create index scheduled_payments_by_contract
  on reporting.scheduled_payments (company_id, contract_id, scheduled_payment_on, id)
  include (status, amount, paid_amount);
create index scheduled_payments_by_amount
  on reporting.scheduled_payments (company_id, status, amount, id) include (scheduled_payment_on, contract_id);
create index scheduled_payments_by_paid_amount
  on reporting.scheduled_payments (company_id, status, paid_amount, id) include (scheduled_payment_on, contract_id);

create table reporting.timesheet_days (
  company_id text not null,
  contract_id text not null,
  -- With the foreign key, this holds timesheets to hourly contracts.
  contract_type text not null default 'hourly' check (contract_type = 'hourly'),
  work_date date not null check (work_date >= '0001-01-01' and work_date < '10000-01-01'),
  tracked_minutes integer not null check (tracked_minutes >= 0),
  manual_minutes integer not null check (manual_minutes between 0 and tracked_minutes),
  overtime_minutes integer not null check (overtime_minutes >= 0),
  billable_minutes integer not null check (billable_minutes >= 0),
  billed_minutes integer not null check (billed_minutes >= 0),
  billable_amount numeric(15, 2) not null check (billable_amount <> 'NaN'),
  -- Percent of the tracker's time, which is tracked_minutes - manual_minutes; unknown only without such time.
  activity numeric check (activity between 0 and 100),
  check (activity is not null or tracked_minutes = manual_minutes),
  primary key (company_id, contract_id, work_date),
  foreign key (company_id, contract_id, contract_type)
    references reporting.contracts (company_id, id, type) on update cascade
);

create index on reporting.timesheet_days (company_id, work_date);
