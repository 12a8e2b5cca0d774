drop function reporting.set_triggers();
drop trigger a_row_that_changed on reporting.companies;
drop trigger a_row_that_changed on reporting.people;
drop trigger a_row_that_changed on reporting.teams;
drop trigger a_row_that_changed on reporting.contracts;
drop trigger a_row_that_changed on reporting.scheduled_payments;
drop trigger a_row_that_changed on reporting.timesheet_days;
-- With their triggers.
drop function reporting.forget_rolled_up(),
  reporting.hold_people(),
  reporting.keep_scheduled_payments_insert(),
  reporting.keep_scheduled_payments_update(),
  reporting.keep_scheduled_payments_delete(),
  reporting.keep_scheduled_payments_row(),
  reporting.keep_timesheet_days_insert(),
  reporting.keep_timesheet_days_update(),
  reporting.keep_timesheet_days_delete(),
  reporting.keep_timesheet_days_row(),
  reporting.keep_contracts_insert(),
  reporting.keep_contracts_update(),
  reporting.keep_contracts_delete(),
  reporting.keep_contracts_row(),
  reporting.keep_teams_insert(),
  reporting.keep_teams_update(),
  reporting.keep_teams_delete(),
  reporting.keep_teams_row(),
  reporting.keep_people_insert(),
  reporting.keep_people_update(),
  reporting.keep_people_delete(),
  reporting.keep_people_row() cascade;
drop function reporting.keep(text, text, text);
drop function reporting.changed_rows(text, text, text);
