-- With their triggers.
drop function
  reporting.hold_employer(), reporting.name_contractor(), reporting.forget_rolled_up(), reporting.touch_changed(),
  reporting.roll_up_scheduled_payments_insert(), reporting.roll_up_scheduled_payments_update(),
  reporting.roll_up_scheduled_payments_delete(), reporting.roll_up_scheduled_payments_row(),
  reporting.roll_up_timesheet_days_insert(), reporting.roll_up_timesheet_days_update(),
  reporting.roll_up_timesheet_days_delete(), reporting.roll_up_timesheet_days_row() cascade;
drop function reporting.beside(text, text);
drop function reporting.roll_up(text, text);
drop function reporting.changed_rows(text, text);
