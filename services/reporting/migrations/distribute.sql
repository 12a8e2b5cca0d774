-- Spreads the tables over the nodes of a Citus cluster, with their rows: those that have a company by it, so that all rows of
-- a company are on one node, and a copy of the others on every node. Tables that are distributed already stay as they are.
do $$
declare
  pending constant regclass[] := (
    select array_agg(c.oid::regclass order by c.relname <> 'contracts', c.relname)
    from pg_class c
    where c.relnamespace = 'reporting'::regnamespace and c.relkind = 'r' and not relation_is_a_known_shard(c.oid)
      and not exists (select from pg_dist_partition where logicalrelid = c.oid)
  );
  -- Foreign keys are possible only between tables that are distributed, and a company's id can't be updated then. Triggers would
  -- count the rows that move. Those on rows are for logical replication, by which Citus moves shards: with their roll-ups.
  restore constant text[] := (
    select array_agg(format('alter table %s add constraint %I %s', conrelid::regclass, conname,
      replace(pg_get_constraintdef(oid), ' ON UPDATE CASCADE', '')))
    from pg_constraint where contype = 'f' and conrelid = any (pending)
  ) || (
    select array_agg(pg_get_triggerdef(oid))
    from pg_trigger where tgrelid = any (pending) and not tgisinternal and tgname <> 'kept_replica'
  );
  it record;
begin
  set local citus.enable_unsafe_triggers = on;
  for it in select conrelid::regclass as of, conname as name from pg_constraint where contype = 'f' and conrelid = any (pending) loop
    execute format('alter table %s drop constraint %I', it.of, it.name);
  end loop;
  for it in select tgrelid::regclass as of, tgname as name from pg_trigger where tgrelid = any (pending) and not tgisinternal loop
    execute format('drop trigger %I on %s', it.name, it.of);
  end loop;
  for it in
    select name, exists (select from pg_attribute where attrelid = name and attname = 'company_id') as has_company
    from unnest(pending) name
  loop
    if not it.has_company then
      perform create_reference_table(it.name);
    else
      perform create_distributed_table(it.name, 'company_id',
        colocate_with => case it.name when 'reporting.contracts'::regclass then 'none' else 'reporting.contracts' end);
    end if;
    perform truncate_local_data_after_distributing_table(it.name);
  end loop;
  for it in select oid::regprocedure as name from pg_proc where pronamespace = 'reporting'::regnamespace loop
    perform create_distributed_function(it.name);
  end loop;
  for it in select command from unnest(restore) command loop
    execute it.command;
  end loop;
end $$;

-- The settings of a connection stay on the coordinator. A worker would compile the statements of reports, which takes far longer
-- than to run them.
do $$
declare
  failure constant text := (
    select string_agg(result, ', ')
    from run_command_on_all_nodes(format('alter database %I set jit = off', current_database()))
    where not success
  );
begin
  if failure is not null then
    raise exception 'jit could not be set off on every node: %', failure;
  end if;
end $$;
