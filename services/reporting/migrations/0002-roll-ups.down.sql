create index scheduled_payments_company_id_scheduled_payment_on_id_idx
  on reporting.scheduled_payments (company_id, scheduled_payment_on, id);
create index scheduled_payments_company_id_contract_id_idx on reporting.scheduled_payments (company_id, contract_id);
drop index reporting.scheduled_payments_by_date;
drop index reporting.scheduled_payments_by_contract;
drop index reporting.scheduled_payments_by_amount;
drop index reporting.scheduled_payments_by_paid_amount;
drop index reporting.contracts_by_title;

drop function reporting.roll_up_payments cascade;
drop function reporting.roll_up_timesheets cascade;
drop function reporting.touch_changed cascade;
drop function reporting.forget_rolled_up cascade;
drop function reporting.rebuild_roll_ups;
drop function reporting.touch;
drop function reporting.changed_rows;
drop function reporting.free_stripe;
drop view reporting.roll_up_differences;
drop view reporting.raw_payment_days;
drop view reporting.raw_payment_periods;
drop view reporting.raw_timesheet_periods;
drop table reporting.data_versions;
drop table reporting.payment_days;
drop table reporting.payment_periods;
drop table reporting.timesheet_periods;
