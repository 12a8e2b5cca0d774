-- What reports read the roll-ups by, and what shows that they are right.

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

-- A truncation has no changed rows: its table's roll-ups are emptied, and the version of every company changes.
create function reporting.track_truncate() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  company text;
begin
  -- Of a shard of Citus: its coordinator counts the truncation once.
  if tg_table_name ~ '_\d+$' then
    return null;
  end if;
  perform reporting.refuse_isolation('truncate', 'repeatable read', 'serializable');
  if tg_table_name = 'scheduled_payments' then
    delete from reporting.payment_totals;
    delete from reporting.payment_sums;
  elsif tg_table_name = 'timesheet_days' then
    delete from reporting.timesheet_periods;
  end if;
  for company in select distinct company_id from reporting.data_versions loop
    perform reporting.log_change(company, 'all');
  end loop;
  return null;
end $$;

create trigger track_truncate after truncate on reporting.people for each statement execute function reporting.track_truncate();
create trigger track_truncate after truncate on reporting.teams for each statement execute function reporting.track_truncate();
create trigger track_truncate after truncate on reporting.contracts for each statement execute function reporting.track_truncate();
create trigger track_truncate after truncate on reporting.scheduled_payments for each statement execute function reporting.track_truncate();
create trigger track_truncate after truncate on reporting.timesheet_days for each statement execute function reporting.track_truncate();

-- The triggers of the tables, and when each must fire: O always except during replication, R during replication only, A at all times. Commands such as
-- `enable trigger all` change that without a word; roll-ups then count rows twice, or not at all. One that was dropped has no state.
create function reporting.trigger_states() returns table (of_table regclass, trigger_name name, state "char", expected "char")
language plpgsql stable as $$
begin
  return query
    select ('reporting.' || tracked)::regclass, named.name, tgenabled,
      case named.name when 'track_replicated' then 'R' when 'track_truncate' then 'A' else 'O' end::"char"
    from (
      select tracked, name
      from unnest('{teams,contracts,scheduled_payments,timesheet_days}'::text[]) tracked
      cross join unnest('{track_insert,track_update,track_delete,track_replicated,track_truncate}'::name[]) name
      union all
      select 'people', unnest('{track_update,track_replicated,track_truncate}'::name[])
      union all
      select 'contracts', 'hold_people'
    ) named
    left join pg_catalog.pg_trigger on tgrelid = ('reporting.' || tracked)::regclass and tgname = named.name;
end $$;

-- Sets the triggers to fire when they must.
create function reporting.set_triggers() returns void language plpgsql as $$
declare
  it record;
begin
  for it in select of_table, trigger_name, expected from reporting.trigger_states() where state <> expected loop
    execute format('alter table %s enable %s trigger %I', it.of_table,
      case it.expected when 'R' then 'replica' when 'A' then 'always' else '' end, it.trigger_name);
  end loop;
end $$;

select reporting.set_triggers();

-- Where roll-ups differ from what they must add up to, and by how much: no row unless a write bypassed the triggers.
create view reporting.roll_up_differences as
select 'payment_totals' as roll_up, to_jsonb(found) as difference, company_id from reporting.payment_totals_differences found
union all
select 'payment_sums', to_jsonb(found), company_id from reporting.payment_sums_differences found
union all
select 'timesheet_periods', to_jsonb(found), company_id from reporting.timesheet_periods_differences found
union all
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
  group by company_id, stripe
  having sum(version) <> 0
) difference;

-- When this was last asked for a company, and how many differences there were.
create table reporting.reconciliations (
  company_id text primary key references reporting.companies on delete cascade,
  reconciled_at timestamptz not null,
  differences_count bigint not null
);
