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

-- Payments of a contract, all of them and those of each status; null where it has none. `unit` is month, year or all, `start` its first
-- day. A row for each status instead would be two to five rows.
create table reporting.payment_sums (
  company_id text not null,
  unit text not null,
  start date not null,
  contract_id text not null,
  stripe integer not null,
  payments_count integer not null, amount numeric not null, paid_amount numeric not null,
  count_upcoming integer, amount_upcoming numeric, paid_amount_upcoming numeric,
  count_processing integer, amount_processing numeric, paid_amount_processing numeric,
  count_failed integer, amount_failed numeric, paid_amount_failed numeric,
  count_paid integer, amount_paid numeric, paid_amount_paid numeric,
  count_deleted integer, amount_deleted numeric, paid_amount_deleted numeric,
  primary key (company_id, unit, start, contract_id, stripe)
);

-- A row for all statuses together.
create view reporting.payment_sums_of_all as
select company_id, unit, start, contract_id, payments_count, coalesce(count_paid, 0) as paid_payments_count, amount, paid_amount
from reporting.payment_sums;

-- A row for each status. Of a status that a statement doesn't name, no row of the table is read.
-- (select 'paid') is no constant for the planner: of a query that it knows to be empty, Citus doesn't know the shard.
create view reporting.payment_sums_by_status as
select company_id, unit, start, contract_id, (select 'upcoming') as status, count_upcoming as payments_count, 0 as paid_payments_count,
  amount_upcoming as amount, paid_amount_upcoming as paid_amount
from reporting.payment_sums where count_upcoming is not null
union all
select company_id, unit, start, contract_id, (select 'processing'), count_processing, 0, amount_processing, paid_amount_processing
from reporting.payment_sums where count_processing is not null
union all
select company_id, unit, start, contract_id, (select 'failed'), count_failed, 0, amount_failed, paid_amount_failed
from reporting.payment_sums where count_failed is not null
union all
select company_id, unit, start, contract_id, (select 'paid'), count_paid, count_paid, amount_paid, paid_amount_paid
from reporting.payment_sums where count_paid is not null
union all
select company_id, unit, start, contract_id, (select 'deleted'), count_deleted, 0, amount_deleted, paid_amount_deleted
from reporting.payment_sums where count_deleted is not null;

-- A row of scheduled_payments that was added (sign 1) or taken away (-1): what the roll-ups and the log need of it.
create type reporting.changed_payment as (
  sign integer, company_id text, id text, contract_id text, status text, scheduled_payment_on timestamptz,
  amount numeric, paid_amount numeric
);

-- Logs the keys of changed rows, raises the versions of their companies, and adds the rows to the roll-ups. The changed rows are put into
-- an array, so that one statement a roll-up serves all that fires it. Updated rows are compared as a whole: each column counts.
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
      where old is distinct from new);
  elsif tg_op = 'INSERT' then
    changed := array(
      select row(1, company_id, id, contract_id, status, scheduled_payment_on, amount, paid_amount)::reporting.changed_payment
      from new_rows);
  elsif tg_op = 'DELETE' then
    changed := array(
      select row(-1, company_id, id, contract_id, status, scheduled_payment_on, amount, paid_amount)::reporting.changed_payment
      from old_rows);
  else
    changed := array(
      select row(sign, company_id, id, contract_id, status, scheduled_payment_on, amount, paid_amount)::reporting.changed_payment
      from (
        select 1 as sign, * from (table new_rows except table old_rows) added
        union all
        select -1, * from (table old_rows except table new_rows) taken_away) before_and_after);
  end if;
  if cardinality(changed) = 0 then
    return null;
  end if;
  stripes := (
    select jsonb_object_agg(company_id, stripe)
    from (
      select company_id, reporting.log_change(company_id, 'payment', array_agg(id)) as stripe
      from unnest(changed)
      group by company_id) logged);
  -- Grouping sets, since to join rows to their periods and sort them takes ten times as long. Rows that are read together are inserted
  -- together.
  insert into reporting.payment_totals as kept
  select company_id, case when month is null then 'day' else 'month' end, status, coalesce(month, day), (stripes ->> company_id)::integer,
    sum(sign), coalesce(sum(sign) filter (where status = 'paid'), 0), sum(sign * amount), sum(sign * paid_amount)
  from (
    select *, (scheduled_payment_on at time zone 'UTC')::date as day, date_trunc('month', scheduled_payment_on at time zone 'UTC')::date as month
    from unnest(changed)) of_day
  group by company_id, status, grouping sets (day, month)
  having (sum(sign), sum(sign * amount), sum(sign * paid_amount)) <> (0, 0, 0)
  order by coalesce(month, day), status
  on conflict (company_id, unit, status, start, stripe) do update
  set payments_count = kept.payments_count + excluded.payments_count,
    paid_payments_count = kept.paid_payments_count + excluded.paid_payments_count,
    amount = kept.amount + excluded.amount,
    paid_amount = kept.paid_amount + excluded.paid_amount;
  insert into reporting.payment_sums as kept
  select company_id, case when month is not null then 'month' when year is not null then 'year' else 'all' end,
    coalesce(month, year, '0001-01-01'), contract_id, (stripes ->> company_id)::integer,
    sum(sign), sum(sign * amount), sum(sign * paid_amount),
    sum(sign) filter (where status = 'upcoming'), sum(sign * amount) filter (where status = 'upcoming'),
    sum(sign * paid_amount) filter (where status = 'upcoming'),
    sum(sign) filter (where status = 'processing'), sum(sign * amount) filter (where status = 'processing'),
    sum(sign * paid_amount) filter (where status = 'processing'),
    sum(sign) filter (where status = 'failed'), sum(sign * amount) filter (where status = 'failed'),
    sum(sign * paid_amount) filter (where status = 'failed'),
    sum(sign) filter (where status = 'paid'), sum(sign * amount) filter (where status = 'paid'),
    sum(sign * paid_amount) filter (where status = 'paid'),
    sum(sign) filter (where status = 'deleted'), sum(sign * amount) filter (where status = 'deleted'),
    sum(sign * paid_amount) filter (where status = 'deleted')
  from (
    select *, date_trunc('month', scheduled_payment_on at time zone 'UTC')::date as month,
      date_trunc('year', scheduled_payment_on at time zone 'UTC')::date as year
    from unnest(changed)) of_month
  group by company_id, contract_id, grouping sets (month, year, ())
  having min(status) <> max(status) or (sum(sign), sum(sign * amount), sum(sign * paid_amount)) <> (0, 0, 0)
  order by coalesce(month, year, '0001-01-01'), contract_id
  on conflict (company_id, unit, start, contract_id, stripe) do update
  set payments_count = kept.payments_count + excluded.payments_count,
    amount = kept.amount + excluded.amount,
    paid_amount = kept.paid_amount + excluded.paid_amount,
    count_upcoming = coalesce(kept.count_upcoming + excluded.count_upcoming, kept.count_upcoming, excluded.count_upcoming),
    amount_upcoming = coalesce(kept.amount_upcoming + excluded.amount_upcoming, kept.amount_upcoming, excluded.amount_upcoming),
    paid_amount_upcoming = coalesce(kept.paid_amount_upcoming + excluded.paid_amount_upcoming, kept.paid_amount_upcoming, excluded.paid_amount_upcoming),
    count_processing = coalesce(kept.count_processing + excluded.count_processing, kept.count_processing, excluded.count_processing),
    amount_processing = coalesce(kept.amount_processing + excluded.amount_processing, kept.amount_processing, excluded.amount_processing),
    paid_amount_processing = coalesce(kept.paid_amount_processing + excluded.paid_amount_processing, kept.paid_amount_processing, excluded.paid_amount_processing),
    count_failed = coalesce(kept.count_failed + excluded.count_failed, kept.count_failed, excluded.count_failed),
    amount_failed = coalesce(kept.amount_failed + excluded.amount_failed, kept.amount_failed, excluded.amount_failed),
    paid_amount_failed = coalesce(kept.paid_amount_failed + excluded.paid_amount_failed, kept.paid_amount_failed, excluded.paid_amount_failed),
    count_paid = coalesce(kept.count_paid + excluded.count_paid, kept.count_paid, excluded.count_paid),
    amount_paid = coalesce(kept.amount_paid + excluded.amount_paid, kept.amount_paid, excluded.amount_paid),
    paid_amount_paid = coalesce(kept.paid_amount_paid + excluded.paid_amount_paid, kept.paid_amount_paid, excluded.paid_amount_paid),
    count_deleted = coalesce(kept.count_deleted + excluded.count_deleted, kept.count_deleted, excluded.count_deleted),
    amount_deleted = coalesce(kept.amount_deleted + excluded.amount_deleted, kept.amount_deleted, excluded.amount_deleted),
    paid_amount_deleted = coalesce(kept.paid_amount_deleted + excluded.paid_amount_deleted, kept.paid_amount_deleted, excluded.paid_amount_deleted);
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

-- By how much payment_totals is more than the rows of scheduled_payments add up to. Citus has no grouping sets of its tables.
create view reporting.payment_totals_differences as
select company_id, unit, status, start, sum(payments_count) as payments_count, sum(paid_payments_count) as paid_payments_count,
  sum(amount) as amount, sum(paid_amount) as paid_amount
from (
  select company_id, unit, status, start, payments_count, paid_payments_count, amount, paid_amount from reporting.payment_totals
  union all
  select company_id, unit, status, start, -count(*), -count(*) filter (where status = 'paid'), -sum(amount), -sum(paid_amount)
  from reporting.scheduled_payments
  cross join lateral (values
    ('day', (scheduled_payment_on at time zone 'UTC')::date), ('month', date_trunc('month', scheduled_payment_on at time zone 'UTC')::date)
  ) period (unit, start)
  group by company_id, unit, status, start) both_sides
group by company_id, unit, status, start
having (sum(payments_count), sum(paid_payments_count), sum(amount), sum(paid_amount)) <> (0, 0, 0, 0);

-- By how much payment_sums is more than the rows of scheduled_payments add up to.
create view reporting.payment_sums_differences as
select company_id, unit, start, contract_id,
  sum(payments_count) as payments_count, sum(amount) as amount, sum(paid_amount) as paid_amount,
  sum(count_upcoming) as count_upcoming, sum(amount_upcoming) as amount_upcoming, sum(paid_amount_upcoming) as paid_amount_upcoming,
  sum(count_processing) as count_processing, sum(amount_processing) as amount_processing, sum(paid_amount_processing) as paid_amount_processing,
  sum(count_failed) as count_failed, sum(amount_failed) as amount_failed, sum(paid_amount_failed) as paid_amount_failed,
  sum(count_paid) as count_paid, sum(amount_paid) as amount_paid, sum(paid_amount_paid) as paid_amount_paid,
  sum(count_deleted) as count_deleted, sum(amount_deleted) as amount_deleted, sum(paid_amount_deleted) as paid_amount_deleted
from (
  select company_id, unit, start, contract_id, payments_count, amount, paid_amount,
    count_upcoming, amount_upcoming, paid_amount_upcoming,
    count_processing, amount_processing, paid_amount_processing,
    count_failed, amount_failed, paid_amount_failed,
    count_paid, amount_paid, paid_amount_paid,
    count_deleted, amount_deleted, paid_amount_deleted
  from reporting.payment_sums
  union all
  select company_id, unit, start, contract_id, -count(*), -sum(amount), -sum(paid_amount),
    -sum(1) filter (where status = 'upcoming'), -sum(amount) filter (where status = 'upcoming'),
    -sum(paid_amount) filter (where status = 'upcoming'),
    -sum(1) filter (where status = 'processing'), -sum(amount) filter (where status = 'processing'),
    -sum(paid_amount) filter (where status = 'processing'),
    -sum(1) filter (where status = 'failed'), -sum(amount) filter (where status = 'failed'),
    -sum(paid_amount) filter (where status = 'failed'),
    -sum(1) filter (where status = 'paid'), -sum(amount) filter (where status = 'paid'),
    -sum(paid_amount) filter (where status = 'paid'),
    -sum(1) filter (where status = 'deleted'), -sum(amount) filter (where status = 'deleted'),
    -sum(paid_amount) filter (where status = 'deleted')
  from reporting.scheduled_payments
  cross join lateral (values
    ('month', date_trunc('month', scheduled_payment_on at time zone 'UTC')::date),
    ('year', date_trunc('year', scheduled_payment_on at time zone 'UTC')::date), ('all', '0001-01-01')
  ) period (unit, start)
  group by company_id, unit, start, contract_id) both_sides
group by company_id, unit, start, contract_id
having (
  sum(payments_count), sum(amount), sum(paid_amount),
  sum(count_upcoming), sum(amount_upcoming), sum(paid_amount_upcoming),
  sum(count_processing), sum(amount_processing), sum(paid_amount_processing),
  sum(count_failed), sum(amount_failed), sum(paid_amount_failed),
  sum(count_paid), sum(amount_paid), sum(paid_amount_paid),
  sum(count_deleted), sum(amount_deleted), sum(paid_amount_deleted)
) <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

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

-- As changed_payment and track_payments.
create type reporting.changed_day as (
  sign integer, company_id text, contract_id text, work_date date, tracked_minutes integer, manual_minutes integer,
  overtime_minutes integer, billable_minutes integer, billed_minutes integer, activity numeric, billable_amount numeric
);

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
      where old is distinct from new);
  elsif tg_op = 'INSERT' then
    changed := array(
      select row(1, company_id, contract_id, work_date, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes,
        billed_minutes, activity, billable_amount)::reporting.changed_day
      from new_rows);
  elsif tg_op = 'DELETE' then
    changed := array(
      select row(-1, company_id, contract_id, work_date, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes,
        billed_minutes, activity, billable_amount)::reporting.changed_day
      from old_rows);
  else
    changed := array(
      select row(sign, company_id, contract_id, work_date, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes,
        billed_minutes, activity, billable_amount)::reporting.changed_day
      from (
        select 1 as sign, * from (table new_rows except table old_rows) added
        union all
        select -1, * from (table old_rows except table new_rows) taken_away) before_and_after);
  end if;
  if cardinality(changed) = 0 then
    return null;
  end if;
  stripes := (
    select jsonb_object_agg(company_id, stripe)
    from (
      select company_id, reporting.log_change(company_id, 'day', array_agg(distinct contract_id)) as stripe
      from unnest(changed)
      group by company_id) logged);
  insert into reporting.timesheet_periods as kept
  select company_id, case when month is null then 'year' else 'month' end, coalesce(month, year), coalesce(contract_id, ''),
    (stripes ->> company_id)::integer, sum(sign), sum(sign * tracked_minutes), sum(sign * manual_minutes), sum(sign * overtime_minutes),
    sum(sign * billable_minutes), sum(sign * billed_minutes), sum(sign * coalesce(activity, 0) * (tracked_minutes - manual_minutes)),
    sum(sign * billable_amount)
  from (
    select *, date_trunc('month', work_date::timestamp)::date as month, date_trunc('year', work_date::timestamp)::date as year
    from unnest(changed)) of_month
  group by company_id, grouping sets (month, year), grouping sets (contract_id, ())
  having (sum(sign), sum(sign * tracked_minutes), sum(sign * manual_minutes), sum(sign * overtime_minutes),
    sum(sign * billable_minutes), sum(sign * billed_minutes), sum(sign * coalesce(activity, 0) * (tracked_minutes - manual_minutes)),
    sum(sign * billable_amount)) <> (0, 0, 0, 0, 0, 0, 0, 0)
  order by coalesce(month, year), contract_id
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
  select company_id, unit, start, contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes,
    billed_minutes, weighted_activity, billable_amount
  from reporting.timesheet_periods
  union all
  select company_id, unit, start, counted_contract,
    -count(*), -sum(tracked_minutes), -sum(manual_minutes), -sum(overtime_minutes), -sum(billable_minutes), -sum(billed_minutes),
    -sum(coalesce(activity, 0) * (tracked_minutes - manual_minutes)), -sum(billable_amount)
  from reporting.timesheet_days
  cross join lateral (values
    ('month', date_trunc('month', work_date::timestamp)::date), ('year', date_trunc('year', work_date::timestamp)::date)
  ) period (unit, start)
  cross join lateral (values (contract_id), ('')) of_contract (counted_contract)
  group by company_id, unit, start, counted_contract) both_sides
group by company_id, unit, start, contract_id
having (sum(days_count), sum(tracked_minutes), sum(manual_minutes), sum(overtime_minutes), sum(billable_minutes), sum(billed_minutes),
  sum(weighted_activity), sum(billable_amount)) <> (0, 0, 0, 0, 0, 0, 0, 0);
