-- Made by `npm run generate` (tools/generate/triggers).

-- Roll-ups: what a report needs without reading its rows. Counts and sums by period, which triggers keep. A row is of one stripe:
-- readers add the stripes up.

-- Payments of a company. `unit` is day or month, `start` its first day.
create table reporting.payment_totals (
  company_id text not null,
  unit text not null,
  status text not null,
  start date not null,
  stripe integer not null,
  payments_count bigint not null,
  paid_payments_count bigint not null,
  amount numeric not null,
  paid_amount numeric not null,
  primary key (company_id, unit, status, start, stripe)
);

-- Payments of a contract. `unit` is month, year or all, `start` its first day. Besides a row for each status there is one for `any`.
create table reporting.payment_sums (
  company_id text not null,
  status text not null,
  unit text not null,
  start date not null,
  contract_id text not null,
  stripe integer not null,
  payments_count bigint not null,
  paid_payments_count bigint not null,
  amount numeric not null,
  paid_amount numeric not null,
  primary key (company_id, status, unit, start, contract_id, stripe)
);

-- A row of scheduled_payments that was added (sign 1) or taken away (-1): what the roll-ups and the log need of it.
create type reporting.changed_payment as (
  sign integer, company_id text, id text, contract_id text, status text, scheduled_payment_on timestamptz, amount numeric,
    paid_amount numeric);

-- Logs the keys of changed rows, raises the versions of their companies, and adds the rows to the roll-ups.
create function reporting.track_payments() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  changed reporting.changed_payment[];
  stripes jsonb;
begin
  if tg_level = 'ROW' then
    changed := array(
      select row(sign, company_id, id, contract_id, status, scheduled_payment_on, amount, paid_amount)::reporting.changed_payment
      from (select 1 as sign, new.* where tg_op <> 'DELETE' union all select -1, old.* where tg_op <> 'INSERT') before_and_after
      where old is distinct from new
    );
  elsif tg_op = 'INSERT' then
    changed := array(select row(1, company_id, id, contract_id, status, scheduled_payment_on, amount,
      paid_amount)::reporting.changed_payment from new_rows);
  elsif tg_op = 'DELETE' then
    changed := array(select row(-1, company_id, id, contract_id, status, scheduled_payment_on, amount,
      paid_amount)::reporting.changed_payment from old_rows);
  else
    changed := array(
      select row(sum(sign), company_id, id, contract_id, status, scheduled_payment_on, amount, paid_amount)::reporting.changed_payment
      from (select 1 as sign, * from new_rows union all select -1, * from old_rows) before_and_after
      group by company_id, id, contract_id, status, scheduled_payment_on, amount, paid_amount, name
      having sum(sign) <> 0
    );
  end if;
  if cardinality(changed) = 0 then
    return null;
  end if;
  stripes := (
    select jsonb_object_agg(company_id, stripe)
    from (
      select company_id, reporting.log_change(company_id, 'payment', array_agg(id), array_agg(contract_id)) as stripe
      from unnest(changed)
      group by company_id
    ) logged
  );
  insert into reporting.payment_totals as kept (company_id, unit, status, start, stripe, payments_count,
    paid_payments_count, amount, paid_amount)
  select company_id, unit, status, start, (stripes ->> company_id)::integer, sum(payments_count), sum(paid_payments_count),
    sum(amount), sum(paid_amount)
  from (
    select
      company_id,
      status,
      (scheduled_payment_on at time zone 'UTC')::date as day,
      date_trunc('month', scheduled_payment_on at time zone 'UTC')::date as month,
      sum(sign * 1) as payments_count,
      sum(sign * (status = 'paid')::integer) as paid_payments_count,
      sum(sign * amount) as amount,
      sum(sign * paid_amount) as paid_amount
    from unnest(changed)
    group by 1, 2, 3, 4
  ) same
  cross join lateral (values ('day', day), ('month', month)) period (unit, start)
  group by company_id, unit, status, start
  having (sum(payments_count), sum(paid_payments_count), sum(amount), sum(paid_amount)) <> (0, 0, 0, 0)
  order by company_id, unit, status, start
  on conflict (company_id, unit, status, start, stripe) do update
  set payments_count = kept.payments_count + excluded.payments_count,
    paid_payments_count = kept.paid_payments_count + excluded.paid_payments_count,
    amount = kept.amount + excluded.amount,
    paid_amount = kept.paid_amount + excluded.paid_amount;
  insert into reporting.payment_sums as kept (company_id, status, unit, start, contract_id, stripe, payments_count,
    paid_payments_count, amount, paid_amount)
  select company_id, counted_status, unit, start, contract_id, (stripes ->> company_id)::integer, sum(payments_count),
    sum(paid_payments_count), sum(amount), sum(paid_amount)
  from (
    select
      company_id,
      contract_id,
      status,
      date_trunc('month', scheduled_payment_on at time zone 'UTC')::date as month,
      date_trunc('year', scheduled_payment_on at time zone 'UTC')::date as year,
      sum(sign * 1) as payments_count,
      sum(sign * (status = 'paid')::integer) as paid_payments_count,
      sum(sign * amount) as amount,
      sum(sign * paid_amount) as paid_amount
    from unnest(changed)
    group by 1, 2, 3, 4, 5
  ) same
  cross join lateral (values ('month', month), ('year', year), ('all', date '0001-01-01')) period (unit, start)
  cross join lateral (values (status), ('any')) of_status (counted_status)
  group by company_id, counted_status, unit, start, contract_id
  having (sum(payments_count), sum(paid_payments_count), sum(amount), sum(paid_amount)) <> (0, 0, 0, 0)
  order by company_id, counted_status, unit, start, contract_id
  on conflict (company_id, status, unit, start, contract_id, stripe) do update
  set payments_count = kept.payments_count + excluded.payments_count,
    paid_payments_count = kept.paid_payments_count + excluded.paid_payments_count,
    amount = kept.amount + excluded.amount,
    paid_amount = kept.paid_amount + excluded.paid_amount;
  return null;
end $$;

create trigger track_insert after insert on reporting.scheduled_payments
  referencing new table as new_rows for each statement execute function reporting.track_payments();
create trigger track_update after update on reporting.scheduled_payments
  referencing old table as old_rows new table as new_rows for each statement execute function reporting.track_payments();
create trigger track_delete after delete on reporting.scheduled_payments
  referencing old table as old_rows for each statement execute function reporting.track_payments();
create trigger track_replicated after insert or update or delete on reporting.scheduled_payments
  for each row when (current_setting('session_replication_role') = 'replica') execute function reporting.track_payments();

-- By how much payment_totals is more than the rows of scheduled_payments add up to.
create view reporting.payment_totals_differences as
select company_id, unit, status, start, sum(payments_count) as payments_count,
  sum(paid_payments_count) as paid_payments_count, sum(amount) as amount,
  sum(paid_amount) as paid_amount
from (
  select company_id, unit, status, start, payments_count, paid_payments_count, amount, paid_amount from reporting.payment_totals
  union all
  select company_id, unit, status, start, payments_count, paid_payments_count, amount, paid_amount
  from (
    select
      company_id,
      status,
      (scheduled_payment_on at time zone 'UTC')::date as day,
      date_trunc('month', scheduled_payment_on at time zone 'UTC')::date as month,
      sum(-1) as payments_count,
      sum(-(status = 'paid')::integer) as paid_payments_count,
      sum(-amount) as amount,
      sum(-paid_amount) as paid_amount
    from reporting.scheduled_payments
    group by 1, 2, 3, 4
  ) same
  cross join lateral (values ('day', day), ('month', month)) period (unit, start)
) both_sides
group by company_id, unit, status, start
having (sum(payments_count), sum(paid_payments_count), sum(amount), sum(paid_amount)) <> (0, 0, 0, 0);

-- By how much payment_sums is more than the rows of scheduled_payments add up to.
create view reporting.payment_sums_differences as
select company_id, status, unit, start, contract_id, sum(payments_count) as payments_count,
  sum(paid_payments_count) as paid_payments_count, sum(amount) as amount,
  sum(paid_amount) as paid_amount
from (
  select company_id, status, unit, start, contract_id, payments_count, paid_payments_count, amount, paid_amount from reporting.payment_sums
  union all
  select company_id, counted_status, unit, start, contract_id, payments_count, paid_payments_count, amount, paid_amount
  from (
    select
      company_id,
      contract_id,
      status,
      date_trunc('month', scheduled_payment_on at time zone 'UTC')::date as month,
      date_trunc('year', scheduled_payment_on at time zone 'UTC')::date as year,
      sum(-1) as payments_count,
      sum(-(status = 'paid')::integer) as paid_payments_count,
      sum(-amount) as amount,
      sum(-paid_amount) as paid_amount
    from reporting.scheduled_payments
    group by 1, 2, 3, 4, 5
  ) same
  cross join lateral (values ('month', month), ('year', year), ('all', date '0001-01-01')) period (unit, start)
  cross join lateral (values (status), ('any')) of_status (counted_status)
) both_sides
group by company_id, status, unit, start, contract_id
having (sum(payments_count), sum(paid_payments_count), sum(amount), sum(paid_amount)) <> (0, 0, 0, 0);

-- Timesheets of a contract, and of all together, whose contract is ''. `unit` is month or year, `start` its first day.
create table reporting.timesheet_periods (
  company_id text not null,
  unit text not null,
  start date not null,
  contract_id text not null,
  stripe integer not null,
  days_count bigint not null,
  tracked_minutes bigint not null,
  manual_minutes bigint not null,
  overtime_minutes bigint not null,
  billable_minutes bigint not null,
  billed_minutes bigint not null,
  weighted_activity numeric not null,
  billable_amount numeric not null,
  primary key (company_id, unit, start, contract_id, stripe)
);

-- A row of timesheet_days that was added (sign 1) or taken away (-1): what the roll-ups and the log need of it.
create type reporting.changed_day as (
  sign integer, company_id text, contract_id text, work_date date, tracked_minutes integer, manual_minutes integer,
    overtime_minutes integer, billable_minutes integer, billed_minutes integer, activity numeric,
    billable_amount numeric);

-- Logs the keys of changed rows, raises the versions of their companies, and adds the rows to the roll-ups.
create function reporting.track_days() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  changed reporting.changed_day[];
  stripes jsonb;
begin
  if tg_level = 'ROW' then
    changed := array(
      select row(sign, company_id, contract_id, work_date, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes,
        billed_minutes, activity, billable_amount)::reporting.changed_day
      from (select 1 as sign, new.* where tg_op <> 'DELETE' union all select -1, old.* where tg_op <> 'INSERT') before_and_after
      where old is distinct from new
    );
  elsif tg_op = 'INSERT' then
    changed := array(select row(1, company_id, contract_id, work_date, tracked_minutes, manual_minutes, overtime_minutes,
      billable_minutes, billed_minutes, activity, billable_amount)::reporting.changed_day from new_rows);
  elsif tg_op = 'DELETE' then
    changed := array(select row(-1, company_id, contract_id, work_date, tracked_minutes, manual_minutes, overtime_minutes,
      billable_minutes, billed_minutes, activity, billable_amount)::reporting.changed_day from old_rows);
  else
    changed := array(
      select row(sum(sign), company_id, contract_id, work_date, tracked_minutes, manual_minutes, overtime_minutes,
        billable_minutes, billed_minutes, activity, billable_amount)::reporting.changed_day
      from (select 1 as sign, * from new_rows union all select -1, * from old_rows) before_and_after
      group by company_id, contract_id, work_date, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes,
        billed_minutes, activity, billable_amount
      having sum(sign) <> 0
    );
  end if;
  if cardinality(changed) = 0 then
    return null;
  end if;
  stripes := (
    select jsonb_object_agg(company_id, stripe)
    from (
      select company_id, reporting.log_change(company_id, 'day', array_agg(distinct contract_id)) as stripe
      from unnest(changed)
      group by company_id
    ) logged
  );
  insert into reporting.timesheet_periods as kept (company_id, unit, start, contract_id, stripe, days_count,
    tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity,
    billable_amount)
  select company_id, unit, start, counted_contract, (stripes ->> company_id)::integer, sum(days_count),
    sum(tracked_minutes), sum(manual_minutes), sum(overtime_minutes), sum(billable_minutes), sum(billed_minutes),
    sum(weighted_activity), sum(billable_amount)
  from (
    select
      company_id,
      contract_id,
      date_trunc('month', work_date::timestamp)::date as month,
      date_trunc('year', work_date::timestamp)::date as year,
      sum(sign * 1) as days_count,
      sum(sign * tracked_minutes) as tracked_minutes,
      sum(sign * manual_minutes) as manual_minutes,
      sum(sign * overtime_minutes) as overtime_minutes,
      sum(sign * billable_minutes) as billable_minutes,
      sum(sign * billed_minutes) as billed_minutes,
      sum(sign * coalesce(activity, 0) * (tracked_minutes - manual_minutes)) as weighted_activity,
      sum(sign * billable_amount) as billable_amount
    from unnest(changed)
    group by 1, 2, 3, 4
  ) same
  cross join lateral (values ('month', month), ('year', year)) period (unit, start)
  cross join lateral (values (contract_id), ('')) of_contract (counted_contract)
  group by company_id, unit, start, counted_contract
  having (sum(days_count), sum(tracked_minutes), sum(manual_minutes), sum(overtime_minutes), sum(billable_minutes),
    sum(billed_minutes), sum(weighted_activity), sum(billable_amount)) <> (0, 0, 0, 0, 0, 0, 0,
    0)
  order by company_id, unit, start, counted_contract
  on conflict (company_id, unit, start, contract_id, stripe) do update
  set days_count = kept.days_count + excluded.days_count,
    tracked_minutes = kept.tracked_minutes + excluded.tracked_minutes,
    manual_minutes = kept.manual_minutes + excluded.manual_minutes,
    overtime_minutes = kept.overtime_minutes + excluded.overtime_minutes,
    billable_minutes = kept.billable_minutes + excluded.billable_minutes,
    billed_minutes = kept.billed_minutes + excluded.billed_minutes,
    weighted_activity = kept.weighted_activity + excluded.weighted_activity,
    billable_amount = kept.billable_amount + excluded.billable_amount;
  return null;
end $$;

create trigger track_insert after insert on reporting.timesheet_days
  referencing new table as new_rows for each statement execute function reporting.track_days();
create trigger track_update after update on reporting.timesheet_days
  referencing old table as old_rows new table as new_rows for each statement execute function reporting.track_days();
create trigger track_delete after delete on reporting.timesheet_days
  referencing old table as old_rows for each statement execute function reporting.track_days();
create trigger track_replicated after insert or update or delete on reporting.timesheet_days
  for each row when (current_setting('session_replication_role') = 'replica') execute function reporting.track_days();

-- By how much timesheet_periods is more than the rows of timesheet_days add up to.
create view reporting.timesheet_periods_differences as
select company_id, unit, start, contract_id, sum(days_count) as days_count, sum(tracked_minutes) as tracked_minutes,
  sum(manual_minutes) as manual_minutes, sum(overtime_minutes) as overtime_minutes,
  sum(billable_minutes) as billable_minutes, sum(billed_minutes) as billed_minutes,
  sum(weighted_activity) as weighted_activity, sum(billable_amount) as billable_amount
from (
  select company_id, unit, start, contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes,
    billable_minutes, billed_minutes, weighted_activity, billable_amount from reporting.timesheet_periods
  union all
  select company_id, unit, start, counted_contract, days_count, tracked_minutes, manual_minutes, overtime_minutes,
    billable_minutes, billed_minutes, weighted_activity, billable_amount
  from (
    select
      company_id,
      contract_id,
      date_trunc('month', work_date::timestamp)::date as month,
      date_trunc('year', work_date::timestamp)::date as year,
      sum(-1) as days_count,
      sum(-tracked_minutes) as tracked_minutes,
      sum(-manual_minutes) as manual_minutes,
      sum(-overtime_minutes) as overtime_minutes,
      sum(-billable_minutes) as billable_minutes,
      sum(-billed_minutes) as billed_minutes,
      sum(-coalesce(activity, 0) * (tracked_minutes - manual_minutes)) as weighted_activity,
      sum(-billable_amount) as billable_amount
    from reporting.timesheet_days
    group by 1, 2, 3, 4
  ) same
  cross join lateral (values ('month', month), ('year', year)) period (unit, start)
  cross join lateral (values (contract_id), ('')) of_contract (counted_contract)
) both_sides
group by company_id, unit, start, contract_id
having (sum(days_count), sum(tracked_minutes), sum(manual_minutes), sum(overtime_minutes), sum(billable_minutes),
  sum(billed_minutes), sum(weighted_activity), sum(billable_amount)) <> (0, 0, 0, 0, 0, 0, 0,
  0);
