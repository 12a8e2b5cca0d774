-- What a Citus cluster needs of schema `reporting`, besides the migrations.

-- Triggers run on the nodes, for shards. What they write is on the same node, and in the same transaction. Citus needs the
-- values of parameters to plan it.
do $do$
declare
  name regprocedure;
begin
  for name in
    select oid from pg_proc where pronamespace = 'reporting'::regnamespace and proname like 'track\_%'
  loop
    execute format('alter function %s set citus.allow_nested_distributed_execution = on', name);
    execute format('alter function %s set plan_cache_mode = auto', name);
  end loop;
end $do$;

-- Every node has the people, and counts the contracts that it has.
create or replace function reporting.companies_of(people text[]) returns table (company_id text, person_id text)
language plpgsql stable as $$
declare
  shard regclass;
begin
  for shard in
    select format('reporting.contracts_%s', shardid)
    from pg_dist_shard join pg_dist_placement using (shardid) join pg_dist_local_group using (groupid)
    where logicalrelid = 'reporting.contracts'::regclass
  loop
    return query execute format('
      select company_id, contractor_id from %1$s where contractor_id = any ($1)
      union
      select company_id, employer_id from %1$s where employer_id = any ($1)', shard) using people;
  end loop;
end $$;

-- Of a distributed table, Citus does not let it be set when a trigger fires, and those on rows are for logical replication, by which Citus
-- moves shards with their roll-ups.
do $do$ begin
  execute replace(replace(pg_get_functiondef('reporting.trigger_states()'::regprocedure), $$then 'A'$$, $$then 'O'$$),
    'track_replicated,', '');
end $do$;

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
    from pg_trigger where tgrelid = any (pending) and not tgisinternal and tgname <> 'track_replicated'
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
  -- Citus copies types only with functions that take them.
  execute (
    select format('create function reporting.takes(%s) returns void language sql as %L', string_agg(typarray::regtype::text, ', '), '')
    from pg_type join pg_class on pg_class.oid = typrelid
    where typnamespace = 'reporting'::regnamespace and relkind = 'c'
  );
  -- As they were made: one can call an earlier one, which Postgres looks for.
  for it in select oid::regprocedure as name from pg_proc where pronamespace = 'reporting'::regnamespace order by proname <> 'takes', oid loop
    perform create_distributed_function(it.name);
  end loop;
  execute (select format('drop function %s', oid::regprocedure) from pg_proc where pronamespace = 'reporting'::regnamespace and proname = 'takes');
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
