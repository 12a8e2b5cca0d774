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
  -- As much of the contractor's names as fits into a row of an index. Triggers keep them, for any writer.
  contractor_last_name text,
  contractor_first_name text,
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
create index contracts_by_contractor_name on reporting.contracts (company_id,
  contractor_last_name collate reporting.text_order, contractor_first_name collate reporting.text_order, contractor_id, id)
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
  -- Percent of the tracker's time, which is tracked_minutes - manual_minutes; unknown only where there is none.
  activity numeric check (activity between 0 and 100),
  check (activity is not null or tracked_minutes = manual_minutes),
  primary key (company_id, contract_id, work_date),
  foreign key (company_id, contract_id, contract_type)
    references reporting.contracts (company_id, id, type) on update cascade
);

create index on reporting.timesheet_days (company_id, work_date);

-- Roll-ups: what a report needs without reading its rows. Counts and sums by day and by period, kept by triggers, and a
-- version of each company's data that changes with every commit that changes any of it.
--
-- Two writers of one company must not wait for each other's commit. So no row here is written by two open transactions:
-- each writes rows of its own stripe, and readers add the stripes up.

create table reporting.data_versions (
  company_id text not null,
  stripe integer not null,
  version bigint not null,
  primary key (company_id, stripe)
);

-- The keys that each statement has changed, for copies of a report. A row for each statement and company that raises the version of a
-- stripe, from `version_before` to `version`: so the rows of a stripe are a chain, whose end is its version. A writer holds its stripe
-- until it commits, so the chain is in the order of commits, on the primary and on each standby.
create table reporting.changes (
  company_id text not null,
  stripe integer not null,
  version_before bigint not null,
  version bigint not null,
  -- `day` names contracts; `nothing` is a new version of the same rows, `all` a truncation.
  kind text not null check (kind in ('payment', 'contract', 'person', 'team', 'day', 'nothing', 'all')),
  -- Null where there are none, or more than 10,000.
  keys text[],
  -- For deleting old rows.
  changed_at timestamptz not null default now(),
  primary key (company_id, stripe, version)
);

-- Of a company. `unit` is day or month, `start` its first day.
create table reporting.payment_totals (
  company_id text not null,
  unit text not null,
  status text not null,
  start date not null,
  stripe integer not null,
  payments_count bigint not null,
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

-- A segment of a range of dates, as the services pass it: whole days, months or years from `start` until `until`, half-open. A
-- statement that names this type fails on a schema that lacks the periods that it reads.
create type reporting.date_segment as (unit text, start date, until date);

-- A function, since Citus copies functions to its nodes, and types only with what uses them.
create function reporting.date_segments(segments json) returns setof reporting.date_segment language sql stable as $$
  select * from json_populate_recordset(null::reporting.date_segment, segments)
$$;

create function reporting.start_of(unit text, day date) returns date language sql immutable as $$
  select date_trunc(unit, day::timestamp)::date
$$;

-- The roll-ups, each with the table whose rows it adds up.
create function reporting.roll_ups() returns table (roll_up text, rows_of text) language sql immutable as $$
  values ('payment_totals', 'scheduled_payments'), ('payment_periods', 'scheduled_payments'), ('timesheet_periods', 'timesheet_days')
$$;

-- A list of the columns of a roll-up, each as `pattern` has it: of those of its key after the company, or of its sums.
create function reporting.roll_up_columns(roll_up text, part text, pattern text default '%I', separator text default ', ')
returns text language sql stable as $$
  select string_agg(format(pattern, attname), separator order by attnum)
  from pg_attribute join pg_index on indrelid = attrelid and indisprimary
  where attrelid = ('reporting.' || roll_up)::regclass and attnum > 0 and not attisdropped
    and attname not in ('company_id', 'stripe') and case when attnum = any (indkey) then 'key' else 'sums' end = part
$$;

-- The query of a roll-up, but for stripes: `added` selects rows of the table, each with `sign`, 1 where it is added and -1 where it is
-- taken away. Triggers ask it of changed rows, a rebuild and a reconciliation of all. The rows are added up once, and these sums by
-- each key that they count for.
create function reporting.rolled_up(roll_up text, added text) returns text language sql stable as $$
  select format('select company_id, %1$s, %2$s ' || case roll_up
    when 'payment_totals' then $sql$
      from (
        select company_id, status, (scheduled_payment_on at time zone 'UTC')::date as day,
          sum(sign) as payments_count,
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
        reporting.rolled_up(roll_up, 'select 1 as sign, * from reporting.' || rows_of),
        reporting.roll_up_columns(roll_up, 'sums', 'sum(%I)'),
        reporting.roll_up_columns(roll_up, 'sums', '0')),
      '')
    from reporting.roll_ups()) || $sql$
    -- Contracts whose names are not those of their contractors.
    select 'contracts', to_jsonb(misnamed), company_id
    from (
      select c.company_id, c.id as contract_id, c.contractor_last_name, c.contractor_first_name
      from reporting.contracts c
      join reporting.people contractor on contractor.id = c.contractor_id
      where (c.contractor_last_name, c.contractor_first_name)
        is distinct from (left(contractor.last_name, 200), left(contractor.first_name, 200))
    ) misnamed
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

create function reporting.fold_lock(company text, stripe integer) returns bigint language sql immutable as $$
  select hashtextextended(company, -1 - stripe)
$$;

-- Whether this transaction can write a stripe of a company: no other open one holds `lock`, and none has written the stripe after the
-- snapshot. That shows when it is written, which is undone: to read it would make serializable transactions fail that have no conflict.
-- Folding deletes rows of a stripe without a new version, so it is kept from this one, and one that is under way is waited for.
create function reporting.lock_unchanged(lock bigint, company text, stripe integer) returns boolean language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(lock) then
    return false;
  end if;
  perform pg_advisory_xact_lock_shared(reporting.fold_lock(company, stripe));
  begin
    execute format('insert into %s as v (company_id, stripe, version) values ($1, $2, 0)
      on conflict (company_id, stripe) do update set version = 0', reporting.local_table('reporting.data_versions', company))
      using company, stripe;
    raise no_data_found;
  exception when no_data_found then
    return true;
  end;
exception when serialization_failure then
  return false;
end $$;

-- The lowest stripe of a company that no other open transaction writes, so that few are in use; with `is_shared`, of those for changes of
-- many companies. A transaction with an older snapshot leaves stripe 0 to folding, which does not change its version.
create function reporting.free_stripe(company text, is_shared boolean) returns integer language plpgsql as $$
declare
  has_snapshot constant boolean := current_setting('transaction_isolation') <> 'read committed';
  first constant integer := case when is_shared then 1000 else 0 end;
  lock bigint;
begin
  for stripe in first + has_snapshot::integer..first + 999 loop
    lock := hashtextextended(case when is_shared then '' else company end, stripe);
    if has_snapshot and reporting.lock_unchanged(lock, company, stripe) or not has_snapshot and pg_try_advisory_xact_lock(lock) then
      return stripe;
    end if;
  end loop;
  raise serialization_failure using message = format('too many transactions write company %s', company);
end $$;

-- The stripe of a company that this transaction writes. A stripe is a lock, of which Postgres has room for 64 a connection: beyond them
-- it is one for all companies, and so that changes of one company count once, the last is kept.
create function reporting.stripe_of(company text) returns integer language plpgsql as $$
declare
  held constant text := current_setting('reporting.held_stripe', true);
  locks integer := 1;
  stripe integer;
begin
  if held <> '' then
    locks := split_part(held, ' ', 1);
    stripe := split_part(held, ' ', 2);
    if held = format('%s %s %s', locks, stripe, company) then
      return stripe;
    end if;
    locks := locks + 1;
  end if;
  stripe := reporting.free_stripe(company, locks > 64);
  perform set_config('reporting.held_stripe', format('%s %s %s', locks, stripe, company), true);
  return stripe;
end $$;

-- With Citus, triggers fire for shards, whose names end in a number. A partition may have such a name too.
create function reporting.is_shard(fired text) returns boolean language sql stable as $$
  select fired ~ '_\d+$' and to_regclass('pg_dist_shard') is not null
$$;

-- Where a trigger that fired for the table `fired` finds the rows of `wanted` that belong to the same companies: in `wanted`. For a
-- shard it is the co-located shard, or, beside a copy of a reference table, each shard on this node; and of a reference table the
-- copy on this node.
create function reporting.local_tables(wanted text, fired text) returns text[] language plpgsql stable as $$
begin
  if not reporting.is_shard(fired) then
    return array[wanted];
  end if;
  return (
    select coalesce(array_agg(wanted || '_' || shard.shardid), '{}')
    from pg_dist_shard fired_shard
    join pg_dist_shard shard
      on shard.shardminvalue = fired_shard.shardminvalue or fired_shard.shardminvalue is null or shard.shardminvalue is null
    join pg_dist_placement placement on placement.shardid = shard.shardid
    join pg_dist_local_group node on node.groupid = placement.groupid
    where fired_shard.shardid = substring(fired from '\d+$')::bigint and shard.logicalrelid = wanted::regclass
  );
end $$;

-- A statement that changes companies' data, of the companies and keys that the query `touched` yields: it raises their versions and logs
-- the change. Other CTEs stand before, and may read `stripes`, a row for each company. Versions grow by a random step, so that a server
-- restored from a backup never repeats one with other data.
create function reporting.touch(touched text, kind text, ctes text default '') returns text language sql immutable as $$
  select format($sql$
    with stripes as materialized (
      select company_id, reporting.stripe_of(company_id) as stripe, 1 + (random() * 1000000000)::bigint as step,
        case when count(*) <= 10000 then array_agg(key) filter (where key is not null) end as keys
      from (select distinct company_id, key from (%s) touched) touched
      group by company_id
    ), %s
    raised as (
      insert into reporting.data_versions as v (company_id, stripe, version)
      select company_id, stripe, step from stripes
      on conflict (company_id, stripe) do update set version = v.version + excluded.version
      returning company_id, stripe, version
    )
    insert into reporting.changes (company_id, stripe, version_before, version, kind, keys)
    select company_id, stripe, version - step, version, %L, keys
    from raised join stripes using (company_id, stripe)
  $sql$, touched, ctes, kind)
$$;

-- A statement of the changed rows, each with the sign of its contribution. Statement triggers see all rows at once, so
-- that a bulk load costs one pass; row triggers are for the apply of logical replication, where only those fire.
create function reporting.changed_rows(operation text, level text) returns text language sql immutable as $$
  select case when operation in ('INSERT', 'UPDATE') then 'select 1 as sign, changed.* from '
      || case level when 'ROW' then '(select ($1).*)' else 'new_rows' end || ' changed' else '' end
    || case operation when 'UPDATE' then ' union all ' else '' end
    || case when operation in ('UPDATE', 'DELETE') then 'select -1 as sign, changed.* from '
      || case level when 'ROW' then '(select ($2).*)' else 'old_rows' end || ' changed' else '' end
$$;

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
begin
  execute format('lock table reporting.%I in share row exclusive mode', of_table);
  for it in select roll_up from reporting.roll_ups() where rows_of = of_table loop
    execute format('delete from reporting.%I', it.roll_up);
    execute reporting.insert_into(it.roll_up, format('select *, 0 as stripe from (%s) of_rows',
      reporting.rolled_up(it.roll_up, 'select 1 as sign, * from reporting.' || of_table)));
  end loop;
  execute reporting.touch('select id as company_id, null as key from reporting.companies', 'nothing');
end $$;

-- Folding makes one row of a key out of those of all stripes, in stripe 0, and none out of those that add up to nothing. It also moves rows
-- into the order of their keys: those of single writes lie between those of other companies, which makes reading them slow. What is read,
-- and versions, stay the same.

-- Where the rows of a company are in a table: with Citus, in one of its shards, on a node that this function must run on.
create function reporting.local_table(name text, company text) returns text language plpgsql stable as $$
declare
  is_distributed boolean := to_regclass('pg_dist_partition') is not null;
  shard bigint;
begin
  if is_distributed then
    execute 'select exists (select from pg_dist_partition where logicalrelid = $1::regclass)' into is_distributed using name;
  end if;
  if is_distributed then
    execute 'select get_shard_id_for_distribution_column($1::regclass, $2)' into shard using name, company;
  end if;
  return concat_ws('_', name, shard);
end $$;

-- The first and last key of each 100 rows of a company that folding changes or puts in order: there, fewer than eight lie on a page.
create function reporting.ranges_to_fold(roll_up text, company text) returns setof json language plpgsql stable as $$
begin
  return query execute format(
    $sql$
      select json_build_array((array_agg(key order by number))[1], (array_agg(key order by number desc))[1])
      from (
        select row_to_json((select key from (select %2$s) key)) as key, row_number() over (order by %2$s) - 1 as number,
          stripe > 0 or (%3$s) = (%4$s) as is_changed, (ctid::text::point)[0] as page
        from %1$s where company_id = $1
      ) numbered
      group by number / 100
      having bool_or(is_changed) or count(distinct page) > 1 + count(*) / 8
      order by number / 100
    $sql$,
    reporting.local_table('reporting.' || roll_up, company), reporting.roll_up_columns(roll_up, 'key'),
    reporting.roll_up_columns(roll_up, 'sums'), reporting.roll_up_columns(roll_up, 'sums', '0')) using company;
end $$;

-- Folds the keys of a range; how many rows it moved. As a writer does, it locks the table whose rows the roll-up adds up, and a stripe: the
-- one that it writes. Rows of others that an open transaction has locked are left. The planner can't know how short a range is, and would
-- read the whole table for each.
create function reporting.fold(roll_up text, company text, range json) returns integer language plpgsql
set lock_timeout = '1s' set enable_seqscan = off as $$
declare
  key_columns constant text := reporting.roll_up_columns(roll_up, 'key');
  statement constant text := format(
    $sql$
      with found as materialized (
        select t.ctid
        from json_populate_record(null::reporting.%1$s, $2 -> 0) first, json_populate_record(null::reporting.%1$s, $2 -> 1) last,
          reporting.%1$s t
        where t.company_id = $1 and (%2$s) between (%3$s) and (%4$s) and t.stripe = any ($3)
        for update of t skip locked
      ),
      gone as (delete from reporting.%1$s t using found where t.ctid = found.ctid returning t.*),
      added as (%5$s)
      select count(*) from gone
    $sql$,
    roll_up, reporting.roll_up_columns(roll_up, 'key', 't.%I'), reporting.roll_up_columns(roll_up, 'key', 'first.%I'),
    reporting.roll_up_columns(roll_up, 'key', 'last.%I'),
    reporting.add_to(roll_up, format('select company_id, 0 as stripe, %1$s, %2$s from gone group by company_id, %1$s',
      key_columns, reporting.roll_up_columns(roll_up, 'sums', 'sum(%1$I) as %1$I'))));
  stripes integer[];
  folded integer;
begin
  perform reporting.require_read_committed('fold roll-ups');
  perform pg_advisory_xact_lock(hashtextextended(company, 0));
  execute format('select array_agg(stripe) from %s
    where company_id = $1 and stripe > 0 and pg_try_advisory_xact_lock(reporting.fold_lock($1, stripe))',
    reporting.local_table('reporting.data_versions', company)) into stripes using company;
  execute format('lock table %s in row exclusive mode', reporting.local_table(
    (select 'reporting.' || rows_of from reporting.roll_ups() r where r.roll_up = fold.roll_up), company));
  execute replace(statement, 'reporting.' || roll_up, reporting.local_table('reporting.' || roll_up, company))
    into folded using company, range, 0 || stripes;
  return folded;
end $$;

-- The statement that keeps the roll-ups of a table, by the query of its changed rows. It logs payments, or the contracts of days.
create function reporting.roll_up(of_table text, changed text) returns text language sql stable as $$
  select reporting.touch(
    format(
      case of_table
        -- Of a load no keys are collected. An update has two rows of a payment.
        when 'scheduled_payments' then
          'select company_id, case when rows_count <= 20000 then id end as key
           from (%1$s) changed
           join (select company_id, count(*) as rows_count from (%1$s) changed group by company_id) size using (company_id)'
        else 'select company_id, contract_id as key from (%1$s) changed'
      end,
      changed),
    case of_table when 'scheduled_payments' then 'payment' else 'day' end,
    string_agg(
      format('%s as (%s), ', roll_up, reporting.add_to(
        roll_up, format('select * from (%s) rolled_up join stripes using (company_id)', reporting.rolled_up(roll_up, changed)))),
      ''))
  from reporting.roll_ups()
  where rows_of = of_table
$$;

-- The statement for the table `fired`: where that is a shard, for the shards beside it.
create function reporting.beside(fired text, statement text) returns text language plpgsql stable as $$
declare
  written text;
begin
  if fired ~ '_\d+$' then
    for written in select 'reporting.' || name from (select roll_up from reporting.roll_ups() union values ('data_versions'), ('changes')) of (name) loop
      statement := replace(statement, written, (reporting.local_tables(written, fired))[1]);
    end loop;
  end if;
  return statement;
end $$;

-- Trigger functions. For changes by statements, one for each operation, whose statement is planned once a session: an insert of
-- one payment takes 0.6 ms of processor time, and 1.6 where it is planned each time, as on shards. Another one for rows of
-- logical replication.
do $do$
declare
  kept text;
  operation text;
begin
  foreach kept in array '{scheduled_payments,timesheet_days}'::text[] loop
    foreach operation in array '{INSERT,UPDATE,DELETE}'::text[] loop
      execute format(
        $sql$
          create function reporting.%1$I() returns trigger language plpgsql as $$
          begin
            if tg_table_name = %2$L then
              %3$s;
            else
              execute reporting.beside(tg_table_name, %3$L);
            end if;
            return null;
          end $$
        $sql$,
        'roll_up_' || kept || '_' || lower(operation), kept, reporting.roll_up(kept, reporting.changed_rows(operation, 'STATEMENT')));
    end loop;
    execute format(
      $sql$
        create function reporting.%1$I() returns trigger language plpgsql as $$
        begin
          execute reporting.beside(tg_table_name, case tg_op when 'INSERT' then %2$L when 'UPDATE' then %3$L else %4$L end) using new, old;
          return null;
        end $$
      $sql$,
      'roll_up_' || kept || '_row', reporting.roll_up(kept, reporting.changed_rows('INSERT', 'ROW')),
      reporting.roll_up(kept, reporting.changed_rows('UPDATE', 'ROW')), reporting.roll_up(kept, reporting.changed_rows('DELETE', 'ROW')));
  end loop;
end $do$;

-- An older snapshot lacks rows that were committed since, and with them companies whose version must change.
create function reporting.require_read_committed(action text) returns void language plpgsql as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise feature_not_supported using message = format('cannot %s in a transaction of isolation level %s',
      action, current_setting('transaction_isolation')), hint = 'Use read committed.';
  end if;
end $$;

-- A contract takes the names of its contractor, whose row it holds, so that one waits for the other: a change of the names finds the
-- contract, or the contract gets the new names. `for key share` would not do: it lets an older version be read. A change of the names
-- locks the person and then the contracts. So a change of a contract, which is locked by now, locks the person only where it must.
create function reporting.name_contractor() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or (old.contractor_id, old.contractor_last_name, old.contractor_first_name)
      is distinct from (new.contractor_id, new.contractor_last_name, new.contractor_first_name) then
    execute format('select left(last_name, 200), left(first_name, 200) from %s where id = $1 for share',
      (reporting.local_tables('reporting.people', tg_table_name))[1])
      into new.contractor_last_name, new.contractor_first_name using new.contractor_id;
  end if;
  return new;
end $$;

create trigger name_contractor before insert or update of contractor_id, contractor_last_name, contractor_first_name
  on reporting.contracts for each row execute function reporting.name_contractor();
alter table reporting.contracts enable always trigger name_contractor;

-- Names and titles are shown and sorted by: a change of them is a change of the reports.
create function reporting.touch_changed() returns trigger language plpgsql as $$
declare
  contracts text;
  touched text;
  named text;
  -- A contract that is being added holds its people by their foreign keys. It is waited for, and seen below.
  held constant text := format('select from %s where id in (select id from (%s) changed) order by id for update',
    tg_relid::regclass, reporting.changed_rows(tg_op, tg_level));
begin
  if tg_table_name ~ '^contracts' and current_setting('reporting.naming', true) = 'on' then
    return null;
  end if;
  if tg_table_name ~ '^people' and tg_op = 'UPDATE' then
    perform reporting.require_read_committed('change people');
    execute held using new, old;
  end if;
  foreach contracts in array reporting.local_tables('reporting.contracts', tg_table_name) loop
    -- During replication, a contract can come before its contractor. All contracts are locked, also by a change beyond 200 characters:
    -- one that is about to change its company is waited for, and seen below.
    if tg_table_name ~ '^people' and tg_op <> 'DELETE' then
      named := format(
        'update %s c set contractor_last_name = left(changed.last_name, 200),
           contractor_first_name = left(changed.first_name, 200)
         from (%s) changed where c.contractor_id = changed.id and sign > 0',
        contracts, reporting.changed_rows(tg_op, tg_level));
      -- The person is logged below, and stands for its contracts.
      perform set_config('reporting.naming', 'on', true);
      execute named using new, old;
      perform set_config('reporting.naming', '', true);
    end if;
    touched := format(
      'select owner.company_id, changed.id as key from (%s) changed cross join lateral (%s) owner',
      reporting.changed_rows(tg_op, tg_level),
      case
        when tg_table_name ~ '^people' then format(
          'select company_id from %1$s where contractor_id = changed.id
           union all
           select company_id from %1$s where employer_id = changed.id', contracts)
        else 'select changed.company_id'
      end);
    touched := reporting.beside(contracts, reporting.touch(touched,
      case when tg_table_name ~ '^people' then 'person' when tg_table_name ~ '^teams' then 'team' else 'contract' end));
    execute touched using new, old;
  end loop;
  return null;
end $$;

-- A truncation has no changed rows: its table's roll-ups are emptied, and the version of every company changes, in a stripe that no
-- other transaction writes. With Citus this is done once, on the coordinator; shards that were moved have the trigger too.
create function reporting.forget_rolled_up() returns trigger language plpgsql as $$
declare
  it record;
begin
  if reporting.is_shard(tg_table_name) then
    return null;
  end if;
  perform reporting.require_read_committed('truncate');
  for it in select roll_up from reporting.roll_ups() where rows_of = tg_table_name loop
    execute format('delete from reporting.%I', it.roll_up);
  end loop;
  execute reporting.touch('select company_id, null as key from reporting.data_versions', 'all');
  return null;
end $$;

-- For each table and operation a trigger on statements; one on rows for logical replication; one for truncation, which also
-- fires during replication.
do $$
declare
  kept record;
  statements record;
begin
  for kept in
    select * from (values
      ('scheduled_payments', 'roll_up_scheduled_payments_%s'),
      ('timesheet_days', 'roll_up_timesheet_days_%s'),
      ('contracts', 'touch_changed'),
      ('teams', 'touch_changed'),
      ('people', 'touch_changed')
    ) kept (by_table, by_function)
  loop
    for statements in
      select * from (values
        ('insert', 'new table as new_rows'),
        ('update', 'old table as old_rows new table as new_rows'),
        ('delete', 'old table as old_rows')
      ) statements (operation, changed)
    loop
      execute format('create trigger %I after %s on reporting.%I referencing %s for each statement execute function reporting.%I()',
        'kept_' || statements.operation, statements.operation, kept.by_table, statements.changed,
        format(kept.by_function, statements.operation));
    end loop;
    execute format('create trigger kept_replica after insert or update or delete on reporting.%I
      for each row execute function reporting.%I()', kept.by_table, format(kept.by_function, 'row'));
    execute format('alter table reporting.%I enable replica trigger kept_replica', kept.by_table);
    execute format('create trigger kept_truncate after truncate on reporting.%I
      for each statement execute function reporting.forget_rolled_up()', kept.by_table);
    execute format('alter table reporting.%I enable always trigger kept_truncate', kept.by_table);
  end loop;
end $$;

-- A contract that changes its company holds its employer as one that is added does: no foreign key of it is checked then. A change of
-- its contractor waits for the contract.
create function reporting.hold_employer() returns trigger language plpgsql as $$
begin
  perform from reporting.people where id = new.employer_id for key share;
  return null;
end $$;

create trigger hold_employer after update of company_id on reporting.contracts
  for each row when (old.company_id <> new.company_id and new.employer_id <> new.contractor_id)
  execute function reporting.hold_employer();
