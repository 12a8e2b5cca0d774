-- Spreads the tables over the nodes of a Citus cluster, with their rows: those that have a company by it, so that all rows of
-- a company are on one node, and a copy of the others on every node. Tables that are distributed already stay as they are. Citus
-- knows a new one, by its foreign keys, as a table of the coordinator alone: partmethod n and repmodel s.
do $$
declare
  pending constant regclass[] := (
    select array_agg(c.oid::regclass order by c.relname <> 'contracts', c.relname)
    from pg_class c
    where c.relnamespace = 'reporting'::regnamespace and c.relkind = 'r' and not relation_is_a_known_shard(c.oid)
      and not exists (select from pg_dist_partition where logicalrelid = c.oid and (partmethod = 'h' or repmodel = 't'))
  );
  -- Without its foreign keys Citus makes a table of the coordinator anew, with another oid.
  names constant text[] := pending;
  -- Foreign keys are possible only between tables that are distributed, and a company's id can't be updated then. Triggers would
  -- count the rows that move. Those on rows are for logical replication, by which Citus moves shards: with their roll-ups.
  remove constant text[] := (
    select array_agg(format('drop trigger %I on %s', tgname, tgrelid::regclass))
    from pg_trigger where tgrelid = any (pending) and not tgisinternal
  ) || (
    select array_agg(format('alter table %s drop constraint %I', conrelid::regclass, conname))
    from pg_constraint where contype = 'f' and conrelid = any (pending)
  );
  restore constant text[] := (
    select array_agg(format('alter table %s add constraint %I %s', conrelid::regclass, conname,
      replace(pg_get_constraintdef(oid), ' ON UPDATE CASCADE', '')))
    from pg_constraint where contype = 'f' and conrelid = any (pending)
  ) || (
    select array_agg(pg_get_triggerdef(oid))
    from pg_trigger where tgrelid = any (pending) and not tgisinternal and tgname <> 'kept_replica'
  );
  command text;
  it record;
begin
  for command in select unnest(remove) loop
    execute command;
  end loop;
  for it in
    select name, exists (select from pg_attribute where attrelid = name and attname = 'company_id') as has_company
    from unnest(names::regclass[]) name
  loop
    if not it.has_company then
      perform create_reference_table(it.name);
    else
      perform create_distributed_table(it.name, 'company_id',
        colocate_with => case it.name when 'reporting.contracts'::regclass then 'none' else 'reporting.contracts' end);
    end if;
    perform truncate_local_data_after_distributing_table(it.name);
  end loop;
  -- As they were made: one can call an earlier one, which Postgres looks for.
  for it in select oid::regprocedure as name from pg_proc where pronamespace = 'reporting'::regnamespace order by oid loop
    perform create_distributed_function(it.name);
  end loop;
  -- They are called on the node of the company, whose shards they read and write.
  for it in select unnest('{"ranges_to_fold(text,text)","fold(text,text,json)"}'::text[]) as name loop
    perform create_distributed_function(('reporting.' || it.name)::regprocedure, 'company', colocate_with => 'reporting.contracts');
  end loop;
  for command in select unnest(restore) loop
    execute command;
  end loop;
  for it in
    select c.oid::regclass as name from pg_class c
    where c.relnamespace = 'reporting'::regnamespace and c.relkind = 'r' and not relation_is_a_known_shard(c.oid)
      and not exists (select from pg_dist_partition where logicalrelid = c.oid and (partmethod = 'h' or repmodel = 't'))
  loop
    raise exception '% could not be distributed', it.name;
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
