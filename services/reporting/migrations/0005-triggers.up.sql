-- The changed rows of a table, signed. Statement triggers see all rows at once, so that a bulk load costs one pass; row triggers are for
-- the apply of logical replication, where only those fire.
create function reporting.changed_rows(of_table text, operation text, level text) returns text language sql immutable as $$
  select concat_ws(' union all ',
    case when operation <> 'delete' then
      reporting.signed_rows(1, of_table, case level when 'row' then '(select new.*) new_row' else 'new_rows' end) end,
    case when operation <> 'insert' then
      reporting.signed_rows(-1, of_table, case level when 'row' then '(select old.*) old_row' else 'old_rows' end) end)
$$;

-- The statement by which a trigger on a table keeps its roll-ups, and the versions and log of the companies.
create function reporting.keep(of_table text, operation text, level text) returns text language sql stable as $$
  select reporting.touch(
    format(
      case of_table
        -- Of a load no keys are collected. An update has two rows of a payment.
        when 'scheduled_payments' then
          'select company_id, case when rows_count <= 20000 then id end as key, case when rows_count <= 20000 then contract_id end as contract_id
           from (%1$s) changed
           join (select company_id, count(*) as rows_count from (%1$s) changed group by company_id) size using (company_id)'
        when 'timesheet_days' then 'select company_id, contract_id as key, null as contract_id from (%1$s) changed'
        -- Of a person, the companies of the contracts that refer to it.
        when 'people' then
          'select owner.company_id, changed.id as key, null as contract_id
           from (%1$s) changed
           cross join lateral (
             select company_id from reporting.contracts where contractor_id = changed.id
             union all
             select company_id from reporting.contracts where employer_id = changed.id
           ) owner'
        else 'select company_id, id as key, null as contract_id from (%1$s) changed'
      end,
      changed),
    case of_table
      when 'scheduled_payments' then 'payment' when 'timesheet_days' then 'day'
      when 'contracts' then 'contract' when 'people' then 'person' when 'teams' then 'team'
    end,
    coalesce(
      (select string_agg(
        format('%s as (%s), ', roll_up, reporting.add_to(
          roll_up, format('select * from (%s) rolled_up join stripes using (company_id)', reporting.rolled_up(roll_up, changed)))),
        '')
      from reporting.roll_ups()
      where rows_of = of_table),
      ''))
  from reporting.changed_rows(of_table, operation, level) changed
$$;

-- A truncation has no changed rows: its table's roll-ups are emptied, and the version of every company changes, in a stripe that no
-- other transaction writes.
create function reporting.forget_rolled_up() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  it record;
begin
  perform reporting.require_read_committed('truncate');
  for it in select roll_up from reporting.roll_ups() where rows_of = tg_table_name loop
    execute format('delete from reporting.%I', it.roll_up);
  end loop;
  execute reporting.touch('select company_id, null as key, null as contract_id from reporting.data_versions', 'all');
  return null;
end $$;

-- For each table and operation a trigger on statements; one on rows for logical replication; one for truncation, which also fires during
-- replication. Their statements are written out, so that they are planned once a session. A change of people first locks them: a
-- contract that another transaction gives to one of them holds it by a foreign key, and is waited for and seen, or waits.
do $do$
declare
  kept text;
  held text;
  it record;
begin
  foreach kept in array '{scheduled_payments,timesheet_days,contracts,teams,people}'::text[] loop
    for it in
      select * from (values
        ('insert', 'new table as new_rows'),
        ('update', 'old table as old_rows new table as new_rows'),
        ('delete', 'old table as old_rows')
      ) operations (operation, tables)
    loop
      held := case when kept = 'people' and it.operation = 'update' then
        'perform reporting.require_read_committed(''change people'');
        perform from reporting.people where id in (select id from new_rows) order by id for update;' end;
      execute format(
        $sql$
          create function reporting.%1$I() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
          begin
            %2$s
            %3$s;
            return null;
          end $$;
          create trigger %4$I after %5$s on reporting.%6$I referencing %7$s for each statement execute function reporting.%1$I()
        $sql$,
        format('keep_%s_%s', kept, it.operation), held, reporting.keep(kept, it.operation, 'statement'),
        'kept_' || it.operation, it.operation, kept, it.tables);
    end loop;
    execute format(
      $sql$
        create function reporting.%1$I() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
        begin
          if current_setting('session_replication_role') <> 'replica' then
            return null;
          end if;
          if tg_op = 'INSERT' then
            %2$s;
          elsif tg_op = 'UPDATE' then
            %3$s;
          else
            %4$s;
          end if;
          return null;
        end $$;
        create trigger kept_replica after insert or update or delete on reporting.%5$I for each row execute function reporting.%1$I();
        alter table reporting.%5$I enable replica trigger kept_replica;
        create trigger kept_truncate after truncate on reporting.%5$I for each statement execute function reporting.forget_rolled_up();
        alter table reporting.%5$I enable always trigger kept_truncate
      $sql$,
      format('keep_%s_row', kept), reporting.keep(kept, 'insert', 'row'), reporting.keep(kept, 'update', 'row'),
      reporting.keep(kept, 'delete', 'row'), kept);
  end loop;
end $do$;

-- A row that is written again as it was changes nothing: no version, no log, no cached answer. By its name it fires before the others.
do $$
declare
  name text;
begin
  foreach name in array '{companies,people,teams,contracts,scheduled_payments,timesheet_days}'::text[] loop
    execute format('create trigger a_row_that_changed before update on reporting.%I
      for each row execute function suppress_redundant_updates_trigger()', name);
  end loop;
end $$;

-- A contract that changes its company holds its people as one that is added does: no foreign key of them is checked then.
create function reporting.hold_people() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from reporting.people where id in (new.contractor_id, new.employer_id) order by id for key share;
  return null;
end $$;

create trigger hold_people after update of company_id on reporting.contracts
  for each row when (old.company_id <> new.company_id) execute function reporting.hold_people();

-- Sets the triggers to fire when they must. While they did not, a write may have passed them that no sum shows, as of a name: copies that
-- are kept by the log are read again.
create function reporting.set_triggers() returns void language plpgsql as $$
declare
  it record;
  are_set boolean := false;
begin
  for it in select of_table, trigger_name, expected from reporting.trigger_states() where state is distinct from expected loop
    execute format('alter table %s enable %s trigger %I', it.of_table,
      case it.expected when 'R' then 'replica' when 'A' then 'always' else '' end, it.trigger_name);
    are_set := true;
  end loop;
  if are_set then
    execute reporting.touch('select id as company_id, null as key, null as contract_id from reporting.companies', 'all');
  end if;
end $$;
