-- Made by `npm run generate` (generate/triggers).

-- Roll-ups: what a report needs without reading its rows. Counts and sums by period, which triggers keep. A row is of one stripe:
-- readers add
-- the stripes up.

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

-- What payment_totals must add up to.
create view reporting.payment_totals_of_rows as
select company_id, unit, status, start, sum(payments_count) as payments_count,
  sum(paid_payments_count) as paid_payments_count, sum(amount) as amount,
  sum(paid_amount) as paid_amount
from (
  select company_id, contract_id, status,
    1 as payments_count,
    (status = 'paid')::integer as paid_payments_count,
    amount,
    paid_amount,
    (scheduled_payment_on at time zone 'UTC')::date as day,
    date_trunc('month', scheduled_payment_on at time zone 'UTC')::date as month,
    date_trunc('year', scheduled_payment_on at time zone 'UTC')::date as year
  from reporting.scheduled_payments
) payment
cross join lateral (values ('day', day), ('month', month)) period (unit, start)
group by company_id, unit, status, start
having (sum(payments_count), sum(paid_payments_count), sum(amount), sum(paid_amount)) <> (0, 0, 0, 0);

-- What payment_sums must add up to.
create view reporting.payment_sums_of_rows as
select company_id, counted_status as status, unit, start, contract_id, sum(payments_count) as payments_count,
  sum(paid_payments_count) as paid_payments_count, sum(amount) as amount,
  sum(paid_amount) as paid_amount
from (
  select company_id, contract_id, status,
    1 as payments_count,
    (status = 'paid')::integer as paid_payments_count,
    amount,
    paid_amount,
    (scheduled_payment_on at time zone 'UTC')::date as day,
    date_trunc('month', scheduled_payment_on at time zone 'UTC')::date as month,
    date_trunc('year', scheduled_payment_on at time zone 'UTC')::date as year
  from reporting.scheduled_payments
) payment
cross join lateral (values ('month', month), ('year', year), ('all', date '0001-01-01')) period (unit, start)
cross join lateral (values (status), ('any')) of_status (counted_status)
group by company_id, counted_status, unit, start, contract_id
having (sum(payments_count), sum(paid_payments_count), sum(amount), sum(paid_amount)) <> (0, 0, 0, 0);

-- What timesheet_periods must add up to.
create view reporting.timesheet_periods_of_rows as
select company_id, unit, start, counted_contract as contract_id, sum(days_count) as days_count,
  sum(tracked_minutes) as tracked_minutes, sum(manual_minutes) as manual_minutes,
  sum(overtime_minutes) as overtime_minutes, sum(billable_minutes) as billable_minutes,
  sum(billed_minutes) as billed_minutes, sum(weighted_activity) as weighted_activity,
  sum(billable_amount) as billable_amount
from (
  select company_id, contract_id,
    1 as days_count,
    tracked_minutes,
    manual_minutes,
    overtime_minutes,
    billable_minutes,
    billed_minutes,
    coalesce(activity, 0) * (tracked_minutes - manual_minutes) as weighted_activity,
    billable_amount,
    date_trunc('month', work_date::timestamp)::date as month,
    date_trunc('year', work_date::timestamp)::date as year
  from reporting.timesheet_days
) day
cross join lateral (values ('month', month), ('year', year)) period (unit, start)
cross join lateral (values (contract_id), ('')) of_contract (counted_contract)
group by company_id, unit, start, counted_contract
having (sum(days_count), sum(tracked_minutes), sum(manual_minutes), sum(overtime_minutes), sum(billable_minutes),
  sum(billed_minutes), sum(weighted_activity), sum(billable_amount)) <> (0, 0, 0, 0, 0, 0, 0,
  0);

create view reporting.sum_differences as
select 'payment_totals' as roll_up, to_jsonb(difference) as difference, company_id
from (
  select company_id, unit, status, start, sum(payments_count) as payments_count,
    sum(paid_payments_count) as paid_payments_count, sum(amount) as amount,
    sum(paid_amount) as paid_amount
  from (
    select company_id, unit, status, start, payments_count, paid_payments_count, amount, paid_amount from reporting.payment_totals
    union all
    select company_id, unit, status, start, -payments_count, -paid_payments_count, -amount,
      -paid_amount from reporting.payment_totals_of_rows
  ) both_sides
  group by company_id, unit, status, start
  having (sum(payments_count), sum(paid_payments_count), sum(amount), sum(paid_amount)) <> (0, 0, 0, 0)
) difference
union all
select 'payment_sums' as roll_up, to_jsonb(difference) as difference, company_id
from (
  select company_id, status, unit, start, contract_id, sum(payments_count) as payments_count,
    sum(paid_payments_count) as paid_payments_count, sum(amount) as amount,
    sum(paid_amount) as paid_amount
  from (
    select company_id, status, unit, start, contract_id, payments_count, paid_payments_count, amount,
      paid_amount from reporting.payment_sums
    union all
    select company_id, status, unit, start, contract_id, -payments_count, -paid_payments_count, -amount,
      -paid_amount from reporting.payment_sums_of_rows
  ) both_sides
  group by company_id, status, unit, start, contract_id
  having (sum(payments_count), sum(paid_payments_count), sum(amount), sum(paid_amount)) <> (0, 0, 0, 0)
) difference
union all
select 'timesheet_periods' as roll_up, to_jsonb(difference) as difference, company_id
from (
  select company_id, unit, start, contract_id, sum(days_count) as days_count, sum(tracked_minutes) as tracked_minutes,
    sum(manual_minutes) as manual_minutes, sum(overtime_minutes) as overtime_minutes,
    sum(billable_minutes) as billable_minutes, sum(billed_minutes) as billed_minutes,
    sum(weighted_activity) as weighted_activity, sum(billable_amount) as billable_amount
  from (
    select company_id, unit, start, contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes,
      billable_minutes, billed_minutes, weighted_activity, billable_amount from reporting.timesheet_periods
    union all
    select company_id, unit, start, contract_id, -days_count, -tracked_minutes, -manual_minutes, -overtime_minutes,
      -billable_minutes, -billed_minutes, -weighted_activity, -billable_amount from reporting.timesheet_periods_of_rows
  ) both_sides
  group by company_id, unit, start, contract_id
  having (sum(days_count), sum(tracked_minutes), sum(manual_minutes), sum(overtime_minutes), sum(billable_minutes),
    sum(billed_minutes), sum(weighted_activity), sum(billable_amount)) <> (0, 0, 0, 0, 0, 0, 0,
    0)
) difference;

-- What keeps the roll-ups of scheduled_payments.

create or replace function reporting.track_payments() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
begin
  with changed as materialized (
    select case tg_op when 'DELETE' then -1 else 1 end as sign, company_id, id, contract_id, name, status,
      scheduled_payment_on, amount, paid_amount
    from changed_rows
  ),
  -- Of a load no keys are logged.
  companies as materialized (
    select company.company_id, reporting.log_change(company.company_id, 'payment',
        array_agg(distinct id collate "C") filter (where id is not null),
        array_agg(distinct contract_id collate "C") filter (where contract_id is not null)) as stripe
    from (select company_id, count(*) <= 20000 as are_few from changed group by company_id) company
    left join changed on changed.company_id = company.company_id and are_few
    group by company.company_id
  ),
  changed_in_stripes as materialized (
    select company_id, stripe, contract_id, status,
      sign as payments_count,
      sign * (status = 'paid')::integer as paid_payments_count,
      sign * amount as amount,
      sign * paid_amount as paid_amount,
      (scheduled_payment_on at time zone 'UTC')::date as day,
      date_trunc('month', scheduled_payment_on at time zone 'UTC')::date as month,
      date_trunc('year', scheduled_payment_on at time zone 'UTC')::date as year
    from changed join companies using (company_id)
  ),
  payment_totals as (
    insert into reporting.payment_totals as kept (company_id, unit, status, start, stripe, payments_count,
      paid_payments_count, amount, paid_amount)
    select company_id, unit, status, start, stripe, sum(payments_count) as payments_count,
      sum(paid_payments_count) as paid_payments_count, sum(amount) as amount,
      sum(paid_amount) as paid_amount
    from changed_in_stripes
    cross join lateral (values ('day', day), ('month', month)) period (unit, start)
    group by company_id, unit, status, start, stripe
    having (sum(payments_count), sum(paid_payments_count), sum(amount), sum(paid_amount)) <> (0, 0, 0, 0)
    order by company_id, unit, status, start
    on conflict (company_id, unit, status, start, stripe) do update
    set payments_count = kept.payments_count + excluded.payments_count,
      paid_payments_count = kept.paid_payments_count + excluded.paid_payments_count,
      amount = kept.amount + excluded.amount,
      paid_amount = kept.paid_amount + excluded.paid_amount
  )
  insert into reporting.payment_sums as kept (company_id, status, unit, start, contract_id, stripe, payments_count,
    paid_payments_count, amount, paid_amount)
  select company_id, counted_status as status, unit, start, contract_id, stripe, sum(payments_count) as payments_count,
    sum(paid_payments_count) as paid_payments_count, sum(amount) as amount,
    sum(paid_amount) as paid_amount
  from changed_in_stripes
  cross join lateral (values ('month', month), ('year', year), ('all', date '0001-01-01')) period (unit, start)
  cross join lateral (values (status), ('any')) of_status (counted_status)
  group by company_id, counted_status, unit, start, contract_id, stripe
  having (sum(payments_count), sum(paid_payments_count), sum(amount), sum(paid_amount)) <> (0, 0, 0, 0)
  order by company_id, status, unit, start, contract_id
  on conflict (company_id, status, unit, start, contract_id, stripe) do update
  set payments_count = kept.payments_count + excluded.payments_count,
    paid_payments_count = kept.paid_payments_count + excluded.paid_payments_count,
    amount = kept.amount + excluded.amount,
    paid_amount = kept.paid_amount + excluded.paid_amount;
  return null;
end $$;

create or replace function reporting.track_updated_payments() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
begin
  with changed as materialized (
    select sum(sign) as sign, company_id, id, contract_id, name, status, scheduled_payment_on, amount, paid_amount
    from (select 1 as sign, * from new_rows union all select -1, * from old_rows) updated
    group by company_id, id, contract_id, name, status, scheduled_payment_on, amount, paid_amount
    having sum(sign) <> 0
  ),
  -- Of a load no keys are logged.
  companies as materialized (
    select company.company_id, reporting.log_change(company.company_id, 'payment',
        array_agg(distinct id collate "C") filter (where id is not null),
        array_agg(distinct contract_id collate "C") filter (where contract_id is not null)) as stripe
    from (select company_id, count(*) <= 20000 as are_few from changed group by company_id) company
    left join changed on changed.company_id = company.company_id and are_few
    group by company.company_id
  ),
  changed_in_stripes as materialized (
    select company_id, stripe, contract_id, status,
      sign as payments_count,
      sign * (status = 'paid')::integer as paid_payments_count,
      sign * amount as amount,
      sign * paid_amount as paid_amount,
      (scheduled_payment_on at time zone 'UTC')::date as day,
      date_trunc('month', scheduled_payment_on at time zone 'UTC')::date as month,
      date_trunc('year', scheduled_payment_on at time zone 'UTC')::date as year
    from changed join companies using (company_id)
  ),
  payment_totals as (
    insert into reporting.payment_totals as kept (company_id, unit, status, start, stripe, payments_count,
      paid_payments_count, amount, paid_amount)
    select company_id, unit, status, start, stripe, sum(payments_count) as payments_count,
      sum(paid_payments_count) as paid_payments_count, sum(amount) as amount,
      sum(paid_amount) as paid_amount
    from changed_in_stripes
    cross join lateral (values ('day', day), ('month', month)) period (unit, start)
    group by company_id, unit, status, start, stripe
    having (sum(payments_count), sum(paid_payments_count), sum(amount), sum(paid_amount)) <> (0, 0, 0, 0)
    order by company_id, unit, status, start
    on conflict (company_id, unit, status, start, stripe) do update
    set payments_count = kept.payments_count + excluded.payments_count,
      paid_payments_count = kept.paid_payments_count + excluded.paid_payments_count,
      amount = kept.amount + excluded.amount,
      paid_amount = kept.paid_amount + excluded.paid_amount
  )
  insert into reporting.payment_sums as kept (company_id, status, unit, start, contract_id, stripe, payments_count,
    paid_payments_count, amount, paid_amount)
  select company_id, counted_status as status, unit, start, contract_id, stripe, sum(payments_count) as payments_count,
    sum(paid_payments_count) as paid_payments_count, sum(amount) as amount,
    sum(paid_amount) as paid_amount
  from changed_in_stripes
  cross join lateral (values ('month', month), ('year', year), ('all', date '0001-01-01')) period (unit, start)
  cross join lateral (values (status), ('any')) of_status (counted_status)
  group by company_id, counted_status, unit, start, contract_id, stripe
  having (sum(payments_count), sum(paid_payments_count), sum(amount), sum(paid_amount)) <> (0, 0, 0, 0)
  order by company_id, status, unit, start, contract_id
  on conflict (company_id, status, unit, start, contract_id, stripe) do update
  set payments_count = kept.payments_count + excluded.payments_count,
    paid_payments_count = kept.paid_payments_count + excluded.paid_payments_count,
    amount = kept.amount + excluded.amount,
    paid_amount = kept.paid_amount + excluded.paid_amount;
  return null;
end $$;

create or replace function reporting.track_replicated_payment() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
begin
  if current_setting('session_replication_role') = 'replica' and old is distinct from new then
    with changed as materialized (
      select 1 as sign, new.company_id, new.id, new.contract_id, new.name, new.status, new.scheduled_payment_on, new.amount,
        new.paid_amount where tg_op <> 'DELETE'
      union all
      select -1, old.company_id, old.id, old.contract_id, old.name, old.status, old.scheduled_payment_on, old.amount,
        old.paid_amount where tg_op <> 'INSERT'
    ),
    -- Of a load no keys are logged.
    companies as materialized (
      select company.company_id, reporting.log_change(company.company_id, 'payment',
          array_agg(distinct id collate "C") filter (where id is not null),
          array_agg(distinct contract_id collate "C") filter (where contract_id is not null)) as stripe
      from (select company_id, count(*) <= 20000 as are_few from changed group by company_id) company
      left join changed on changed.company_id = company.company_id and are_few
      group by company.company_id
    ),
    changed_in_stripes as materialized (
      select company_id, stripe, contract_id, status,
        sign as payments_count,
        sign * (status = 'paid')::integer as paid_payments_count,
        sign * amount as amount,
        sign * paid_amount as paid_amount,
        (scheduled_payment_on at time zone 'UTC')::date as day,
        date_trunc('month', scheduled_payment_on at time zone 'UTC')::date as month,
        date_trunc('year', scheduled_payment_on at time zone 'UTC')::date as year
      from changed join companies using (company_id)
    ),
    payment_totals as (
      insert into reporting.payment_totals as kept (company_id, unit, status, start, stripe, payments_count,
        paid_payments_count, amount, paid_amount)
      select company_id, unit, status, start, stripe, sum(payments_count) as payments_count,
        sum(paid_payments_count) as paid_payments_count, sum(amount) as amount,
        sum(paid_amount) as paid_amount
      from changed_in_stripes
      cross join lateral (values ('day', day), ('month', month)) period (unit, start)
      group by company_id, unit, status, start, stripe
      having (sum(payments_count), sum(paid_payments_count), sum(amount), sum(paid_amount)) <> (0, 0, 0, 0)
      order by company_id, unit, status, start
      on conflict (company_id, unit, status, start, stripe) do update
      set payments_count = kept.payments_count + excluded.payments_count,
        paid_payments_count = kept.paid_payments_count + excluded.paid_payments_count,
        amount = kept.amount + excluded.amount,
        paid_amount = kept.paid_amount + excluded.paid_amount
    )
    insert into reporting.payment_sums as kept (company_id, status, unit, start, contract_id, stripe, payments_count,
      paid_payments_count, amount, paid_amount)
    select company_id, counted_status as status, unit, start, contract_id, stripe, sum(payments_count) as payments_count,
      sum(paid_payments_count) as paid_payments_count, sum(amount) as amount,
      sum(paid_amount) as paid_amount
    from changed_in_stripes
    cross join lateral (values ('month', month), ('year', year), ('all', date '0001-01-01')) period (unit, start)
    cross join lateral (values (status), ('any')) of_status (counted_status)
    group by company_id, counted_status, unit, start, contract_id, stripe
    having (sum(payments_count), sum(paid_payments_count), sum(amount), sum(paid_amount)) <> (0, 0, 0, 0)
    order by company_id, status, unit, start, contract_id
    on conflict (company_id, status, unit, start, contract_id, stripe) do update
    set payments_count = kept.payments_count + excluded.payments_count,
      paid_payments_count = kept.paid_payments_count + excluded.paid_payments_count,
      amount = kept.amount + excluded.amount,
      paid_amount = kept.paid_amount + excluded.paid_amount;
  end if;
  return null;
end $$;

create trigger track_insert after insert on reporting.scheduled_payments
  referencing new table as changed_rows for each statement execute function reporting.track_payments();
create trigger track_update after update on reporting.scheduled_payments
  referencing old table as old_rows new table as new_rows for each statement execute function reporting.track_updated_payments();
create trigger track_delete after delete on reporting.scheduled_payments
  referencing old table as changed_rows for each statement execute function reporting.track_payments();
create trigger track_replicated after insert or update or delete on reporting.scheduled_payments
  for each row execute function reporting.track_replicated_payment();

-- Rebuilds the roll-ups of scheduled_payments from its rows, in one stripe.
create function reporting.rebuild_payment_roll_ups() returns void language plpgsql as $$
declare
  company text;
begin
  perform reporting.refuse_isolation('rebuild roll-ups', 'repeatable read', 'serializable');
  lock table reporting.scheduled_payments in share row exclusive mode;
  delete from reporting.payment_totals;
  insert into reporting.payment_totals (company_id, unit, status, start, stripe, payments_count, paid_payments_count, amount, paid_amount)
  select company_id, unit, status, start, 0, payments_count, paid_payments_count, amount, paid_amount from reporting.payment_totals_of_rows
  order by company_id, unit, status, start;
  delete from reporting.payment_sums;
  insert into reporting.payment_sums (company_id, status, unit, start, contract_id, stripe, payments_count,
    paid_payments_count, amount, paid_amount)
  select company_id, status, unit, start, contract_id, 0, payments_count, paid_payments_count, amount,
    paid_amount from reporting.payment_sums_of_rows
  order by company_id, status, unit, start, contract_id;
  -- Something may have written past the triggers that no sum shows, as a name: copies are read again.
  for company in select id from reporting.companies loop
    perform reporting.log_change(company, 'all');
  end loop;
end $$;

-- What keeps the roll-ups of timesheet_days.

create or replace function reporting.track_days() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
begin
  with changed as materialized (
    select case tg_op when 'DELETE' then -1 else 1 end as sign, company_id, contract_id, work_date, tracked_minutes,
      manual_minutes, overtime_minutes, billable_minutes, billed_minutes, activity,
      billable_amount
    from changed_rows
  ),
  -- Of a load no keys are logged.
  companies as materialized (
    select company.company_id, reporting.log_change(company.company_id, 'day',
        array_agg(distinct contract_id collate "C") filter (where contract_id is not null)) as stripe
    from (select company_id, count(*) <= 20000 as are_few from changed group by company_id) company
    left join changed on changed.company_id = company.company_id and are_few
    group by company.company_id
  ),
  changed_in_stripes as materialized (
    select company_id, stripe, contract_id,
      sign as days_count,
      sign * tracked_minutes as tracked_minutes,
      sign * manual_minutes as manual_minutes,
      sign * overtime_minutes as overtime_minutes,
      sign * billable_minutes as billable_minutes,
      sign * billed_minutes as billed_minutes,
      sign * coalesce(activity, 0) * (tracked_minutes - manual_minutes) as weighted_activity,
      sign * billable_amount as billable_amount,
      date_trunc('month', work_date::timestamp)::date as month,
      date_trunc('year', work_date::timestamp)::date as year
    from changed join companies using (company_id)
  )
  insert into reporting.timesheet_periods as kept (company_id, unit, start, contract_id, stripe, days_count,
    tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity,
    billable_amount)
  select company_id, unit, start, counted_contract as contract_id, stripe, sum(days_count) as days_count,
    sum(tracked_minutes) as tracked_minutes, sum(manual_minutes) as manual_minutes,
    sum(overtime_minutes) as overtime_minutes, sum(billable_minutes) as billable_minutes,
    sum(billed_minutes) as billed_minutes, sum(weighted_activity) as weighted_activity,
    sum(billable_amount) as billable_amount
  from changed_in_stripes
  cross join lateral (values ('month', month), ('year', year)) period (unit, start)
  cross join lateral (values (contract_id), ('')) of_contract (counted_contract)
  group by company_id, unit, start, counted_contract, stripe
  having (sum(days_count), sum(tracked_minutes), sum(manual_minutes), sum(overtime_minutes), sum(billable_minutes),
    sum(billed_minutes), sum(weighted_activity), sum(billable_amount)) <> (0, 0, 0, 0, 0, 0, 0,
    0)
  order by company_id, unit, start, contract_id
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

create or replace function reporting.track_updated_days() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
begin
  with changed as materialized (
    select sum(sign) as sign, company_id, contract_id, work_date, tracked_minutes, manual_minutes, overtime_minutes,
      billable_minutes, billed_minutes, activity, billable_amount
    from (select 1 as sign, * from new_rows union all select -1, * from old_rows) updated
    group by company_id, contract_id, work_date, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes,
      billed_minutes, activity, billable_amount
    having sum(sign) <> 0
  ),
  -- Of a load no keys are logged.
  companies as materialized (
    select company.company_id, reporting.log_change(company.company_id, 'day',
        array_agg(distinct contract_id collate "C") filter (where contract_id is not null)) as stripe
    from (select company_id, count(*) <= 20000 as are_few from changed group by company_id) company
    left join changed on changed.company_id = company.company_id and are_few
    group by company.company_id
  ),
  changed_in_stripes as materialized (
    select company_id, stripe, contract_id,
      sign as days_count,
      sign * tracked_minutes as tracked_minutes,
      sign * manual_minutes as manual_minutes,
      sign * overtime_minutes as overtime_minutes,
      sign * billable_minutes as billable_minutes,
      sign * billed_minutes as billed_minutes,
      sign * coalesce(activity, 0) * (tracked_minutes - manual_minutes) as weighted_activity,
      sign * billable_amount as billable_amount,
      date_trunc('month', work_date::timestamp)::date as month,
      date_trunc('year', work_date::timestamp)::date as year
    from changed join companies using (company_id)
  )
  insert into reporting.timesheet_periods as kept (company_id, unit, start, contract_id, stripe, days_count,
    tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity,
    billable_amount)
  select company_id, unit, start, counted_contract as contract_id, stripe, sum(days_count) as days_count,
    sum(tracked_minutes) as tracked_minutes, sum(manual_minutes) as manual_minutes,
    sum(overtime_minutes) as overtime_minutes, sum(billable_minutes) as billable_minutes,
    sum(billed_minutes) as billed_minutes, sum(weighted_activity) as weighted_activity,
    sum(billable_amount) as billable_amount
  from changed_in_stripes
  cross join lateral (values ('month', month), ('year', year)) period (unit, start)
  cross join lateral (values (contract_id), ('')) of_contract (counted_contract)
  group by company_id, unit, start, counted_contract, stripe
  having (sum(days_count), sum(tracked_minutes), sum(manual_minutes), sum(overtime_minutes), sum(billable_minutes),
    sum(billed_minutes), sum(weighted_activity), sum(billable_amount)) <> (0, 0, 0, 0, 0, 0, 0,
    0)
  order by company_id, unit, start, contract_id
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

create or replace function reporting.track_replicated_day() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
begin
  if current_setting('session_replication_role') = 'replica' and old is distinct from new then
    with changed as materialized (
      select 1 as sign, new.company_id, new.contract_id, new.work_date, new.tracked_minutes, new.manual_minutes,
        new.overtime_minutes, new.billable_minutes, new.billed_minutes, new.activity,
        new.billable_amount where tg_op <> 'DELETE'
      union all
      select -1, old.company_id, old.contract_id, old.work_date, old.tracked_minutes, old.manual_minutes, old.overtime_minutes,
        old.billable_minutes, old.billed_minutes, old.activity, old.billable_amount where tg_op <> 'INSERT'
    ),
    -- Of a load no keys are logged.
    companies as materialized (
      select company.company_id, reporting.log_change(company.company_id, 'day',
          array_agg(distinct contract_id collate "C") filter (where contract_id is not null)) as stripe
      from (select company_id, count(*) <= 20000 as are_few from changed group by company_id) company
      left join changed on changed.company_id = company.company_id and are_few
      group by company.company_id
    ),
    changed_in_stripes as materialized (
      select company_id, stripe, contract_id,
        sign as days_count,
        sign * tracked_minutes as tracked_minutes,
        sign * manual_minutes as manual_minutes,
        sign * overtime_minutes as overtime_minutes,
        sign * billable_minutes as billable_minutes,
        sign * billed_minutes as billed_minutes,
        sign * coalesce(activity, 0) * (tracked_minutes - manual_minutes) as weighted_activity,
        sign * billable_amount as billable_amount,
        date_trunc('month', work_date::timestamp)::date as month,
        date_trunc('year', work_date::timestamp)::date as year
      from changed join companies using (company_id)
    )
    insert into reporting.timesheet_periods as kept (company_id, unit, start, contract_id, stripe, days_count,
      tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity,
      billable_amount)
    select company_id, unit, start, counted_contract as contract_id, stripe, sum(days_count) as days_count,
      sum(tracked_minutes) as tracked_minutes, sum(manual_minutes) as manual_minutes,
      sum(overtime_minutes) as overtime_minutes, sum(billable_minutes) as billable_minutes,
      sum(billed_minutes) as billed_minutes, sum(weighted_activity) as weighted_activity,
      sum(billable_amount) as billable_amount
    from changed_in_stripes
    cross join lateral (values ('month', month), ('year', year)) period (unit, start)
    cross join lateral (values (contract_id), ('')) of_contract (counted_contract)
    group by company_id, unit, start, counted_contract, stripe
    having (sum(days_count), sum(tracked_minutes), sum(manual_minutes), sum(overtime_minutes), sum(billable_minutes),
      sum(billed_minutes), sum(weighted_activity), sum(billable_amount)) <> (0, 0, 0, 0, 0, 0, 0,
      0)
    order by company_id, unit, start, contract_id
    on conflict (company_id, unit, start, contract_id, stripe) do update
    set days_count = kept.days_count + excluded.days_count,
      tracked_minutes = kept.tracked_minutes + excluded.tracked_minutes,
      manual_minutes = kept.manual_minutes + excluded.manual_minutes,
      overtime_minutes = kept.overtime_minutes + excluded.overtime_minutes,
      billable_minutes = kept.billable_minutes + excluded.billable_minutes,
      billed_minutes = kept.billed_minutes + excluded.billed_minutes,
      weighted_activity = kept.weighted_activity + excluded.weighted_activity,
      billable_amount = kept.billable_amount + excluded.billable_amount;
  end if;
  return null;
end $$;

create trigger track_insert after insert on reporting.timesheet_days
  referencing new table as changed_rows for each statement execute function reporting.track_days();
create trigger track_update after update on reporting.timesheet_days
  referencing old table as old_rows new table as new_rows for each statement execute function reporting.track_updated_days();
create trigger track_delete after delete on reporting.timesheet_days
  referencing old table as changed_rows for each statement execute function reporting.track_days();
create trigger track_replicated after insert or update or delete on reporting.timesheet_days
  for each row execute function reporting.track_replicated_day();

-- Rebuilds the roll-ups of timesheet_days from its rows, in one stripe.
create function reporting.rebuild_day_roll_ups() returns void language plpgsql as $$
declare
  company text;
begin
  perform reporting.refuse_isolation('rebuild roll-ups', 'repeatable read', 'serializable');
  lock table reporting.timesheet_days in share row exclusive mode;
  delete from reporting.timesheet_periods;
  insert into reporting.timesheet_periods (company_id, unit, start, contract_id, stripe, days_count, tracked_minutes,
    manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity,
    billable_amount)
  select company_id, unit, start, contract_id, 0, days_count, tracked_minutes, manual_minutes, overtime_minutes,
    billable_minutes, billed_minutes, weighted_activity, billable_amount from reporting.timesheet_periods_of_rows
  order by company_id, unit, start, contract_id;
  -- Something may have written past the triggers that no sum shows, as a name: copies are read again.
  for company in select id from reporting.companies loop
    perform reporting.log_change(company, 'all');
  end loop;
end $$;

-- The first and last key of each 100 rows of a company of which some are to be folded. All rows of such a range move, and so lie together.
create or replace function reporting.ranges_to_fold_payment_totals(company text)
returns table (first_key text[], last_key text[]) language plpgsql stable as $$
begin
  return query select min(key), max(key)
  from (
    select array[unit, status, start::text] as key, row_number() over (order by unit, status, start) - 1 as number,
      stripe > 0 or (payments_count, paid_payments_count, amount, paid_amount) = (0, 0, 0, 0) as is_to_fold
    from reporting.payment_totals
    where company_id = company
  ) numbered
  group by number / 100
  having bool_or(is_to_fold)
  order by 1;
end $$;

-- Folds the keys of a range: one row of a key in stripe 0 out of those of all stripes, none of those that add up to nothing; how
-- many rows it
-- moved. What is read, and versions, stay the same. As a writer does, it locks the table whose rows the roll-up adds up, and the
-- stripe that
-- it writes. Rows that an open transaction has locked are left. The planner can't know how short a range is, and would read the
-- whole table.
create or replace function reporting.fold_payment_totals(company text, first_key text[], last_key text[]) returns integer language plpgsql
set lock_timeout = '1s' set enable_seqscan = off as $$
declare
  folded integer;
begin
  perform reporting.refuse_isolation('fold roll-ups', 'repeatable read', 'serializable');
  perform pg_advisory_xact_lock(hashtextextended(company, 0));
  lock table reporting.scheduled_payments in row exclusive mode;
  with found as materialized (
    select ctid from reporting.payment_totals
    where company_id = company and (unit, status, start) between (first_key[1], first_key[2], first_key[3]::date) and
      (last_key[1], last_key[2], last_key[3]::date)
    for update skip locked
  ),
  gone as (
    delete from reporting.payment_totals kept using found where kept.ctid = found.ctid returning kept.*
  ),
  added as (
    insert into reporting.payment_totals as kept (company_id, unit, status, start, stripe, payments_count,
      paid_payments_count, amount, paid_amount)
    select company_id, unit, status, start, 0, sum(payments_count), sum(paid_payments_count), sum(amount), sum(paid_amount)
    from gone
    group by company_id, unit, status, start
    having (sum(payments_count), sum(paid_payments_count), sum(amount), sum(paid_amount)) <> (0, 0, 0, 0)
    order by company_id, unit, status, start
    on conflict (company_id, unit, status, start, stripe) do update
    set payments_count = kept.payments_count + excluded.payments_count,
      paid_payments_count = kept.paid_payments_count + excluded.paid_payments_count,
      amount = kept.amount + excluded.amount,
      paid_amount = kept.paid_amount + excluded.paid_amount
  )
  select count(*) into folded from gone;
  return folded;
end $$;

-- The first and last key of each 100 rows of a company of which some are to be folded. All rows of such a range move, and so lie together.
create or replace function reporting.ranges_to_fold_payment_sums(company text)
returns table (first_key text[], last_key text[]) language plpgsql stable as $$
begin
  return query select min(key), max(key)
  from (
    select array[status, unit, start::text, contract_id] as key, row_number() over (order by status, unit, start,
      contract_id) - 1 as number,
      stripe > 0 or (payments_count, paid_payments_count, amount, paid_amount) = (0, 0, 0, 0) as is_to_fold
    from reporting.payment_sums
    where company_id = company
  ) numbered
  group by number / 100
  having bool_or(is_to_fold)
  order by 1;
end $$;

-- Folds the keys of a range: one row of a key in stripe 0 out of those of all stripes, none of those that add up to nothing; how
-- many rows it
-- moved. What is read, and versions, stay the same. As a writer does, it locks the table whose rows the roll-up adds up, and the
-- stripe that
-- it writes. Rows that an open transaction has locked are left. The planner can't know how short a range is, and would read the
-- whole table.
create or replace function reporting.fold_payment_sums(company text, first_key text[], last_key text[]) returns integer language plpgsql
set lock_timeout = '1s' set enable_seqscan = off as $$
declare
  folded integer;
begin
  perform reporting.refuse_isolation('fold roll-ups', 'repeatable read', 'serializable');
  perform pg_advisory_xact_lock(hashtextextended(company, 0));
  lock table reporting.scheduled_payments in row exclusive mode;
  with found as materialized (
    select ctid from reporting.payment_sums
    where company_id = company and (status, unit, start, contract_id) between (first_key[1], first_key[2],
      first_key[3]::date, first_key[4]) and (last_key[1], last_key[2], last_key[3]::date,
      last_key[4])
    for update skip locked
  ),
  gone as (
    delete from reporting.payment_sums kept using found where kept.ctid = found.ctid returning kept.*
  ),
  added as (
    insert into reporting.payment_sums as kept (company_id, status, unit, start, contract_id, stripe, payments_count,
      paid_payments_count, amount, paid_amount)
    select company_id, status, unit, start, contract_id, 0, sum(payments_count), sum(paid_payments_count), sum(amount), sum(paid_amount)
    from gone
    group by company_id, status, unit, start, contract_id
    having (sum(payments_count), sum(paid_payments_count), sum(amount), sum(paid_amount)) <> (0, 0, 0, 0)
    order by company_id, status, unit, start, contract_id
    on conflict (company_id, status, unit, start, contract_id, stripe) do update
    set payments_count = kept.payments_count + excluded.payments_count,
      paid_payments_count = kept.paid_payments_count + excluded.paid_payments_count,
      amount = kept.amount + excluded.amount,
      paid_amount = kept.paid_amount + excluded.paid_amount
  )
  select count(*) into folded from gone;
  return folded;
end $$;

-- The first and last key of each 100 rows of a company of which some are to be folded. All rows of such a range move, and so lie together.
create or replace function reporting.ranges_to_fold_timesheet_periods(company text)
returns table (first_key text[], last_key text[]) language plpgsql stable as $$
begin
  return query select min(key), max(key)
  from (
    select array[unit, start::text, contract_id] as key, row_number() over (order by unit, start, contract_id) - 1 as number,
      stripe > 0 or (days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes,
        weighted_activity, billable_amount) = (0, 0, 0, 0, 0, 0, 0, 0) as is_to_fold
    from reporting.timesheet_periods
    where company_id = company
  ) numbered
  group by number / 100
  having bool_or(is_to_fold)
  order by 1;
end $$;

-- Folds the keys of a range: one row of a key in stripe 0 out of those of all stripes, none of those that add up to nothing; how
-- many rows it
-- moved. What is read, and versions, stay the same. As a writer does, it locks the table whose rows the roll-up adds up, and the
-- stripe that
-- it writes. Rows that an open transaction has locked are left. The planner can't know how short a range is, and would read the
-- whole table.
create or replace function reporting.fold_timesheet_periods(company text, first_key text[],
  last_key text[]) returns integer language plpgsql
set lock_timeout = '1s' set enable_seqscan = off as $$
declare
  folded integer;
begin
  perform reporting.refuse_isolation('fold roll-ups', 'repeatable read', 'serializable');
  perform pg_advisory_xact_lock(hashtextextended(company, 0));
  lock table reporting.timesheet_days in row exclusive mode;
  with found as materialized (
    select ctid from reporting.timesheet_periods
    where company_id = company and (unit, start, contract_id) between (first_key[1], first_key[2]::date, first_key[3]) and
      (last_key[1], last_key[2]::date, last_key[3])
    for update skip locked
  ),
  gone as (
    delete from reporting.timesheet_periods kept using found where kept.ctid = found.ctid returning kept.*
  ),
  added as (
    insert into reporting.timesheet_periods as kept (company_id, unit, start, contract_id, stripe, days_count,
      tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity,
      billable_amount)
    select company_id, unit, start, contract_id, 0, sum(days_count), sum(tracked_minutes), sum(manual_minutes),
      sum(overtime_minutes), sum(billable_minutes), sum(billed_minutes), sum(weighted_activity),
      sum(billable_amount)
    from gone
    group by company_id, unit, start, contract_id
    having (sum(days_count), sum(tracked_minutes), sum(manual_minutes), sum(overtime_minutes), sum(billable_minutes),
      sum(billed_minutes), sum(weighted_activity), sum(billable_amount)) <> (0, 0, 0, 0, 0, 0, 0,
      0)
    order by company_id, unit, start, contract_id
    on conflict (company_id, unit, start, contract_id, stripe) do update
    set days_count = kept.days_count + excluded.days_count,
      tracked_minutes = kept.tracked_minutes + excluded.tracked_minutes,
      manual_minutes = kept.manual_minutes + excluded.manual_minutes,
      overtime_minutes = kept.overtime_minutes + excluded.overtime_minutes,
      billable_minutes = kept.billable_minutes + excluded.billable_minutes,
      billed_minutes = kept.billed_minutes + excluded.billed_minutes,
      weighted_activity = kept.weighted_activity + excluded.weighted_activity,
      billable_amount = kept.billable_amount + excluded.billable_amount
  )
  select count(*) into folded from gone;
  return folded;
end $$;
