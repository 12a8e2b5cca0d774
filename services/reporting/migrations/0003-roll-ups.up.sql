-- Roll-ups: what a report needs without reading its rows. Counts and sums by day and by period, which triggers keep.

-- Of a company. `unit` is day or month, `start` its first day.
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

-- Of a contract, on any day. Besides a row for each status there is one for `any`.
create table reporting.payment_periods (
  company_id text not null,
  status text not null,
  contract_id text not null,
  stripe integer not null,
  payments_count bigint not null,
  amount numeric not null,
  paid_amount numeric not null,
  primary key (company_id, status, contract_id, stripe)
);

-- Of a contract by month, by year and over all time. `unit` is month, year or all, `start` its first day. Besides a row for each status there
-- is one for `any`.
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

-- Of a contract, and of all together, whose contract is ''. `unit` is month or year, `start` its first day.
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

-- And of each day. `of_company`: what the sums of all contracts together are made of.
create view reporting.timesheet_sums as
select company_id, unit, start, contract_id, contract_id = '' as of_company, days_count, tracked_minutes, manual_minutes, overtime_minutes,
  billable_minutes, billed_minutes, weighted_activity, billable_amount
from reporting.timesheet_periods
union all
select company_id, 'day', work_date, contract_id, true, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes,
  billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
from reporting.timesheet_days;

-- A segment of a range of dates, as the services pass it: whole days, months or years from `start` until `until`, half-open, which are added
-- or, with a negative sign, taken away. A statement that names this type fails on a schema that lacks the periods that it reads.
create type reporting.date_segment as (unit text, start date, until date, sign integer);

-- The segments of a range; where it has all days of the company, all time instead. A function, since Citus copies functions to its nodes, and
-- types only with what uses them.
create function reporting.date_segments(segments json, are_all boolean default false) returns setof reporting.date_segment
language sql stable as $$
  select 'all', date '0001-01-01', date '0001-01-02', 1 where are_all
  union all
  select * from json_populate_recordset(null::reporting.date_segment, segments) where are_all is not true
$$;

create function reporting.start_of(unit text, day date) returns date language sql immutable as $$
  select date_trunc(unit, day::timestamp)::date
$$;

-- The roll-ups, each with the table whose rows it adds up.
create function reporting.roll_ups() returns table (roll_up text, rows_of text) language sql immutable as $$
  values ('payment_totals', 'scheduled_payments'), ('payment_periods', 'scheduled_payments'), ('payment_sums', 'scheduled_payments'),
    ('timesheet_periods', 'timesheet_days')
$$;

-- A list of the columns of a roll-up, each as `pattern` has it: of those of its key after the company, or of its sums.
create function reporting.roll_up_columns(roll_up text, part text, pattern text default '%I', separator text default ', ')
returns text language sql stable as $$
  select string_agg(format(pattern, attname), separator order by attnum)
  from pg_attribute join pg_index on indrelid = attrelid and indisprimary
  where attrelid = ('reporting.' || roll_up)::regclass and attnum > 0 and not attisdropped
    and attname not in ('company_id', 'stripe') and case when attnum = any (indkey) then 'key' else 'sums' end = part
$$;

-- A query of the rows of a table, or of `rows_of` which are like them: with `sign`, 1 where they are added and -1 where they are taken away,
-- what roll-ups and the log of changes are made of.
create function reporting.signed_rows(sign integer, of_table text, rows_of text) returns text language sql immutable as $$
  select format('select %s as sign, %s from %s', sign, case of_table
    when 'scheduled_payments' then 'company_id, id, contract_id, status, scheduled_payment_on, amount, paid_amount'
    when 'timesheet_days' then 'company_id, contract_id, work_date, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes,
      billed_minutes, activity, billable_amount'
    when 'people' then 'id'
    else 'company_id, id'
  end, rows_of)
$$;

-- The query of a roll-up, but for stripes, of the `added` signed rows. Triggers ask it of changed rows, a rebuild and a reconciliation of all. The rows are added up once, and these sums by
-- each key that they count for.
create function reporting.rolled_up(roll_up text, added text) returns text language sql stable as $$
  select format('select company_id, %1$s, %2$s ' || case roll_up
    when 'payment_totals' then $sql$
      from (
        select company_id, status, (scheduled_payment_on at time zone 'UTC')::date as day,
          sum(sign) as payments_count,
          sum(sign * (status = 'paid')::integer) as paid_payments_count,
          sum(sign * amount) as amount,
          sum(sign * paid_amount) as paid_amount
        from (%3$s) added
        group by 1, 2, 3
      ) of_day
      cross join unnest('{day,month}'::text[]) unit
      cross join lateral (select reporting.start_of(unit, day) as start) period
    $sql$
    when 'payment_periods' then $sql$
      from (
        select company_id, contract_id, status as own_status,
          sum(sign) as payments_count,
          sum(sign * amount) as amount,
          sum(sign * paid_amount) as paid_amount
        from (%3$s) added
        group by 1, 2, 3
      ) of_contract
      cross join unnest(array[own_status, 'any']) status
    $sql$
    when 'payment_sums' then $sql$
      from (
        select company_id, contract_id, status as own_status,
          reporting.start_of('month', (scheduled_payment_on at time zone 'UTC')::date) as month,
          sum(sign) as payments_count,
          sum(sign * (status = 'paid')::integer) as paid_payments_count,
          sum(sign * amount) as amount,
          sum(sign * paid_amount) as paid_amount
        from (%3$s) added
        group by 1, 2, 3, 4
      ) of_month
      cross join unnest(array[own_status, 'any']) status
      cross join lateral (
        values ('month', month), ('year', reporting.start_of('year', month)), ('all', date '0001-01-01')
      ) period (unit, start)
    $sql$
    when 'timesheet_periods' then $sql$
      from (
        select company_id, unit, reporting.start_of(unit, work_date) as start, contract_id as own_id,
          sum(sign) as days_count,
          sum(sign * tracked_minutes) as tracked_minutes,
          sum(sign * manual_minutes) as manual_minutes,
          sum(sign * overtime_minutes) as overtime_minutes,
          sum(sign * billable_minutes) as billable_minutes,
          sum(sign * billed_minutes) as billed_minutes,
          sum(sign * coalesce(activity, 0) * (tracked_minutes - manual_minutes)) as weighted_activity,
          sum(sign * billable_amount) as billable_amount
        from (%3$s) added
        cross join unnest('{month,year}'::text[]) unit
        group by 1, 2, 3, 4
      ) of_contract
      cross join unnest(array[own_id, '']) contract_id
    $sql$
  end || ' group by company_id, %1$s',
  reporting.roll_up_columns(roll_up, 'key'), reporting.roll_up_columns(roll_up, 'sums', 'sum(%1$I) as %1$I'), added)
$$;

-- The triggers of the tables, and when each must fire: O always but for replication, R during it only, A at all times. Commands such as
-- `enable trigger all` change that without a word; roll-ups then count rows twice, or not at all. One that was dropped has no state.
create function reporting.trigger_states() returns table (of_table regclass, trigger_name name, state "char", expected "char")
language plpgsql stable as $$
begin
  return query
    select tgrelid::regclass, tgname, tgenabled, case tgname when 'kept_replica' then 'R' when 'kept_truncate' then 'A' else 'O' end::"char"
    from pg_catalog.pg_trigger
    where tgname in ('a_row_that_changed', 'hold_people', 'kept_insert', 'kept_update', 'kept_delete', 'kept_replica', 'kept_truncate')
      and tgrelid in (
        'reporting.companies'::regclass, 'reporting.people'::regclass, 'reporting.teams'::regclass, 'reporting.contracts'::regclass,
        'reporting.scheduled_payments'::regclass, 'reporting.timesheet_days'::regclass)
    union all
    select ('reporting.' || kept)::regclass, name, null::"char", 'O'::"char"
    from unnest('{scheduled_payments,timesheet_days,contracts,teams,people}'::text[]) kept
    cross join unnest('{kept_insert,kept_update,kept_delete,kept_truncate}'::name[]) name
    where not exists (select from pg_catalog.pg_trigger where tgrelid = ('reporting.' || kept)::regclass and tgname = name);
end $$;

-- Where roll-ups differ from what they must add up to, and by how much: no row unless a write bypassed the triggers.
do $do$ begin
  execute 'create view reporting.roll_up_differences as ' || (
    select string_agg(
      format(
        $sql$
          select %1$L as roll_up, to_jsonb(difference) as difference, company_id
          from (
            select company_id, %2$s, %3$s
            from (
              select company_id, %2$s, %4$s from reporting.%1$s
              union all
              select company_id, %2$s, %5$s from (%6$s) of_rows
            ) both_sides
            group by company_id, %2$s
            having (%7$s) <> (%8$s)
          ) difference
          union all
        $sql$,
        roll_up,
        reporting.roll_up_columns(roll_up, 'key'),
        reporting.roll_up_columns(roll_up, 'sums', 'sum(%1$I) as %1$I'),
        reporting.roll_up_columns(roll_up, 'sums'),
        reporting.roll_up_columns(roll_up, 'sums', '-%I'),
        reporting.rolled_up(roll_up, reporting.signed_rows(1, rows_of, 'reporting.' || rows_of)),
        reporting.roll_up_columns(roll_up, 'sums', 'sum(%I)'),
        reporting.roll_up_columns(roll_up, 'sums', '0')),
      '')
    from reporting.roll_ups()) || $sql$
    -- Triggers that fire when they must not, or don't when they must.
    select 'triggers', to_jsonb(found), company.id
    from reporting.trigger_states() found cross join reporting.companies company
    where found.state is distinct from found.expected
    union all
    -- Whatever raises the version of a stripe is logged.
    select 'changes', to_jsonb(difference), company_id
    from (
      select company_id, stripe, sum(version) as version
      from (
        select company_id, stripe, version from reporting.data_versions
        union all
        select company_id, stripe, -(min(version_before) + sum(version - version_before))
        from reporting.changes
        group by company_id, stripe
      ) both_sides
      group by 1, 2
      having sum(version) <> 0
    ) difference
  $sql$;
end $do$;

-- When this was last asked for a company, and how many differences there were.
create table reporting.reconciliations (
  company_id text primary key references reporting.companies on delete cascade,
  reconciled_at timestamptz not null,
  differences_count bigint not null
);

-- A statement that puts the rows of a query, each with its stripe, into a roll-up, but for those of nothing. They lie in the order that
-- they are read in: of 51,000 contracts whose rows lay anywhere, reading took twice as long.
create function reporting.insert_into(roll_up text, added text) returns text language sql stable as $$
  select format(
    $sql$
      insert into reporting.%1$s as kept (company_id, stripe, %2$s, %3$s)
      select company_id, stripe, %2$s, %3$s
      from (%4$s) added
      where (%3$s) <> (%5$s)
      order by company_id, %2$s
    $sql$,
    roll_up, reporting.roll_up_columns(roll_up, 'key'), reporting.roll_up_columns(roll_up, 'sums'), added,
    reporting.roll_up_columns(roll_up, 'sums', '0'))
$$;

-- A statement that adds them to what the roll-up has.
create function reporting.add_to(roll_up text, added text) returns text language sql stable as $$
  select format('%s on conflict (company_id, stripe, %s) do update set %s', reporting.insert_into(roll_up, added),
    reporting.roll_up_columns(roll_up, 'key'), reporting.roll_up_columns(roll_up, 'sums', '%1$I = kept.%1$I + excluded.%1$I'))
$$;

-- Rebuilds the roll-ups of a table from its rows, in one stripe. Each locks one table, for the length of its transaction: with both, it
-- and a writer of days and then payments would wait for each other.
create function reporting.rebuild(of_table text) returns void language plpgsql as $$
declare
  it record;
  differing text[];
begin
  execute format('lock table reporting.%I in share row exclusive mode', of_table);
  select coalesce(array_agg(distinct d.company_id), '{}') into differing
  from reporting.roll_up_differences d
  where d.roll_up in (select r.roll_up from reporting.roll_ups() r where r.rows_of = of_table);
  for it in select roll_up from reporting.roll_ups() where rows_of = of_table loop
    execute format('delete from reporting.%I', it.roll_up);
    execute reporting.insert_into(it.roll_up, format('select *, 0 as stripe from (%s) of_rows',
      reporting.rolled_up(it.roll_up, reporting.signed_rows(1, of_table, 'reporting.' || of_table))));
  end loop;
  -- Something wrote past the triggers there: copies that are kept by the log lack it.
  execute reporting.touch('select unnest($1) as company_id, null as key, null as contract_id', 'all') using differing;
  execute reporting.touch('select id as company_id, null as key, null as contract_id from reporting.companies where id <> all ($1)', 'nothing') using differing;
end $$;
