/** What every order begins with: two companies that share two people. */
export const initialRows = `
  begin;
  delete from reporting.scheduled_payments;
  delete from reporting.timesheet_days;
  delete from reporting.contracts;
  delete from reporting.teams;
  delete from reporting.people;
  delete from reporting.companies;
  insert into reporting.companies (id, name) values ('acme', 'Acme'), ('rival', 'Rival');
  insert into reporting.people (id, first_name, last_name) values ('ana', 'Ana', 'Ito'), ('bob', 'Bob', 'Young');
  insert into reporting.teams (company_id, id, name) values
    ('acme', 'design', 'Design'), ('acme', 'sales', 'Sales'), ('rival', 'core', 'Core');
  insert into reporting.contracts (company_id, id, type, title, contractor_id, employer_id, team_id, rate) values
    ('acme', 'site', 'fixed', 'Site', 'ana', 'bob', 'design', null),
    ('acme', 'shop', 'fixed', 'shop', 'bob', 'ana', 'sales', null),
    ('acme', 'help', 'hourly', 'Help', 'ana', 'bob', 'design', 40),
    ('acme', 'care', 'hourly', 'Care', 'bob', 'ana', null, 25.5),
    ('rival', 'game', 'fixed', 'Game', 'bob', 'bob', 'core', null);
  insert into reporting.scheduled_payments
    (company_id, id, contract_id, name, amount, paid_amount, status, scheduled_payment_on) values
    ('acme', 'p1', 'site', 'First', 10, 10, 'paid', '2024-02-29T10:00Z'),
    ('acme', 'p2', 'site', 'Second', 20.5, 0, 'upcoming', '2024-03-01'),
    ('acme', 'p3', 'shop', 'Third', 5, 5, 'paid', '2025-03-01'),
    ('acme', 'p4', 'shop', 'Fourth', 5, 0, 'failed', '2024-03-31T23:59:59.999Z'),
    ('rival', 'p5', 'game', 'Fifth', 7.25, 7.25, 'paid', '2024-06-15');
  insert into reporting.timesheet_days (company_id, contract_id, work_date, tracked_minutes, manual_minutes,
    overtime_minutes, billable_minutes, billed_minutes, billable_amount, activity) values
    ('acme', 'help', '2024-02-29', 480, 30, 0, 480, 480, 320, 61.25),
    ('acme', 'help', '2024-03-11', 60, 60, 0, 60, 0, 40, null),
    ('acme', 'care', '2024-12-31', 90, 0, 10, 80, 80, 34, 80);
  commit`;
