-- A statement of the changed rows, each with the sign of its contribution. Statement triggers see all rows at once, so
-- that a bulk load costs one pass; row triggers are for the apply of logical replication, where only those fire.
create function reporting.changed_rows(operation text, level text) returns text language sql immutable as $$
  select case when operation in ('INSERT', 'UPDATE') then 'select 1 as sign, changed.* from '
      || case level when 'ROW' then '(select ($1).*)' else 'new_rows' end || ' changed' else '' end
    || case operation when 'UPDATE' then ' union all ' else '' end
    || case when operation in ('UPDATE', 'DELETE') then 'select -1 as sign, changed.* from '
      || case level when 'ROW' then '(select ($2).*)' else 'old_rows' end || ' changed' else '' end
$$;

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
