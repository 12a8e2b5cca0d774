-- Made by `npm run generate` (generate/triggers).

-- What a Citus cluster has in place of functions of 0003-roll-ups.sql: the same statements, with the names of shards.

create or replace function reporting.track_payments() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
declare
  statement text;
begin
  for statement in select reporting.beside(tg_table_name, $sql$
    with changed as materialized (
      select case $1 when 'DELETE' then -1 else 1 end as sign, company_id, id, contract_id, name, status, scheduled_payment_on,
        amount, paid_amount
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
      paid_amount = kept.paid_amount + excluded.paid_amount
  $sql$) loop
    execute statement using tg_op;
  end loop;
  return null;
end $$;

create or replace function reporting.track_updated_payments() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
declare
  statement text;
begin
  for statement in select reporting.beside(tg_table_name, $sql$
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
      paid_amount = kept.paid_amount + excluded.paid_amount
  $sql$) loop
    execute statement using tg_op;
  end loop;
  return null;
end $$;

create or replace function reporting.track_days() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
declare
  statement text;
begin
  for statement in select reporting.beside(tg_table_name, $sql$
    with changed as materialized (
      select case $1 when 'DELETE' then -1 else 1 end as sign, company_id, contract_id, work_date, tracked_minutes,
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
      billable_amount = kept.billable_amount + excluded.billable_amount
  $sql$) loop
    execute statement using tg_op;
  end loop;
  return null;
end $$;

create or replace function reporting.track_updated_days() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
declare
  statement text;
begin
  for statement in select reporting.beside(tg_table_name, $sql$
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
      billable_amount = kept.billable_amount + excluded.billable_amount
  $sql$) loop
    execute statement using tg_op;
  end loop;
  return null;
end $$;

-- The first and last key of each 100 rows of a company of which some are to be folded. All rows of such a range move, and so lie together.
create or replace function reporting.ranges_to_fold_payment_totals(company text)
returns table (first_key text[], last_key text[]) language plpgsql stable as $$
begin
  return query execute reporting.beside_company(company, $sql$
  select min(key), max(key)
  from (
    select array[unit, status, start::text] as key, row_number() over (order by unit, status, start) - 1 as number,
      stripe > 0 or (payments_count, paid_payments_count, amount, paid_amount) = (0, 0, 0, 0) as is_to_fold
    from reporting.payment_totals
    where company_id = $1
  ) numbered
  group by number / 100
  having bool_or(is_to_fold)
  order by 1
$sql$) using company;
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
  execute reporting.beside_company(company, $sql$
  lock table reporting.scheduled_payments in row exclusive mode
$sql$);
  execute reporting.beside_company(company, $sql$
    with found as materialized (
      select ctid from reporting.payment_totals
      where company_id = $1 and (unit, status, start) between ($2[1], $2[2], $2[3]::date) and ($3[1], $3[2], $3[3]::date)
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
    select count(*) from gone
  $sql$) into folded using company, first_key, last_key;
  return folded;
end $$;

-- The first and last key of each 100 rows of a company of which some are to be folded. All rows of such a range move, and so lie together.
create or replace function reporting.ranges_to_fold_payment_sums(company text)
returns table (first_key text[], last_key text[]) language plpgsql stable as $$
begin
  return query execute reporting.beside_company(company, $sql$
  select min(key), max(key)
  from (
    select array[status, unit, start::text, contract_id] as key, row_number() over (order by status, unit, start,
      contract_id) - 1 as number,
      stripe > 0 or (payments_count, paid_payments_count, amount, paid_amount) = (0, 0, 0, 0) as is_to_fold
    from reporting.payment_sums
    where company_id = $1
  ) numbered
  group by number / 100
  having bool_or(is_to_fold)
  order by 1
$sql$) using company;
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
  execute reporting.beside_company(company, $sql$
  lock table reporting.scheduled_payments in row exclusive mode
$sql$);
  execute reporting.beside_company(company, $sql$
    with found as materialized (
      select ctid from reporting.payment_sums
      where company_id = $1 and (status, unit, start, contract_id) between ($2[1], $2[2], $2[3]::date, $2[4]) and ($3[1],
        $3[2], $3[3]::date, $3[4])
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
    select count(*) from gone
  $sql$) into folded using company, first_key, last_key;
  return folded;
end $$;

-- The first and last key of each 100 rows of a company of which some are to be folded. All rows of such a range move, and so lie together.
create or replace function reporting.ranges_to_fold_timesheet_periods(company text)
returns table (first_key text[], last_key text[]) language plpgsql stable as $$
begin
  return query execute reporting.beside_company(company, $sql$
  select min(key), max(key)
  from (
    select array[unit, start::text, contract_id] as key, row_number() over (order by unit, start, contract_id) - 1 as number,
      stripe > 0 or (days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes,
        weighted_activity, billable_amount) = (0, 0, 0, 0, 0, 0, 0, 0) as is_to_fold
    from reporting.timesheet_periods
    where company_id = $1
  ) numbered
  group by number / 100
  having bool_or(is_to_fold)
  order by 1
$sql$) using company;
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
  execute reporting.beside_company(company, $sql$
  lock table reporting.timesheet_days in row exclusive mode
$sql$);
  execute reporting.beside_company(company, $sql$
    with found as materialized (
      select ctid from reporting.timesheet_periods
      where company_id = $1 and (unit, start, contract_id) between ($2[1], $2[2]::date, $2[3]) and ($3[1], $3[2]::date, $3[3])
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
    select count(*) from gone
  $sql$) into folded using company, first_key, last_key;
  return folded;
end $$;
