-- What a Citus cluster needs of schema `reporting`, besides the migrations.

-- Triggers fire for shards there, and their transition tables can be seen only by statements that name shards. For a trigger that fired for
-- the shard `fired`, the statement of one server with the names of the shards beside it; of a table that every node has a copy of, one
-- statement for each group of shards on this node.
create or replace function reporting.beside(fired text, statement text) returns setof text language plpgsql stable as $$
declare
  shards record;
  it record;
  written text;
begin
  for shards in
    select contracts.shardminvalue
    from pg_dist_shard shard
    join pg_dist_shard contracts on contracts.logicalrelid = 'reporting.contracts'::regclass
      and (contracts.shardminvalue = shard.shardminvalue or shard.shardminvalue is null)
    join pg_dist_placement placement on placement.shardid = contracts.shardid
    join pg_dist_local_group node on node.groupid = placement.groupid
    where shard.shardid = substring(fired from '\d+$')::bigint
  loop
    written := statement;
    for it in
      select format('reporting.%I', relname) as name, shardid
      from pg_dist_shard join pg_class on pg_class.oid = logicalrelid
      where relnamespace = 'reporting'::regnamespace and (shardminvalue = shards.shardminvalue or shardminvalue is null)
    loop
      written := replace(written, it.name, it.name || '_' || it.shardid);
    end loop;
    return next written;
  end loop;
end $$;

-- The statement with the names of the shards of a company; null on a node that does not have them.
create or replace function reporting.beside_company(company text, statement text) returns text language sql stable as $$
  select reporting.beside('contracts_' || get_shard_id_for_distribution_column('reporting.contracts', company), statement)
$$;

-- Triggers call it on the node of a company, a truncation and a rebuild on the coordinator.
create or replace function reporting.log_change(company text, kind text, keys text[] default null, contracts text[] default null)
returns integer language plpgsql as $$
declare
  own_stripe constant integer := reporting.take_stripe(company);
  step constant bigint := 1 + (random() * 1000000000)::bigint;
  are_few constant boolean := cardinality(keys) <= 10000;
  raise_version constant text := 'insert into reporting.data_versions as current (company_id, stripe, version) values ($1, $2, $3)
    on conflict (company_id, stripe) do update set version = current.version + excluded.version
    returning version';
  log constant text := 'insert into reporting.changes (company_id, stripe, version_before, version, kind, keys, contracts)
    values ($1, $2, $3, $4, $5, $6, $7)';
  new_version bigint;
begin
  execute coalesce(reporting.beside_company(company, raise_version), raise_version) into new_version using company, own_stripe, step;
  execute coalesce(reporting.beside_company(company, log), log) using company, own_stripe, new_version - step, new_version, kind,
    case when are_few then keys end, case when are_few then contracts end;
  return own_stripe;
end $$;

create or replace function reporting.track_updated_people() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
declare
  statement text;
begin
  perform reporting.refuse_isolation('change people', 'repeatable read', 'serializable');
  execute format('select from %s where id in (select id from new_rows) order by id for update', tg_relid::regclass);
  for statement in select reporting.beside(tg_table_name, $sql$
    select reporting.log_change(company_id, 'person', array_agg(distinct changed.id))
    from (table new_rows except table old_rows) changed
    cross join lateral (
      select company_id from reporting.contracts where contractor_id = changed.id
      union all
      select company_id from reporting.contracts where employer_id = changed.id
    ) contract
    group by company_id
  $sql$) loop
    execute statement;
  end loop;
  return null;
end $$;

-- A truncation is counted once, on the coordinator; shards that were moved have the trigger too.
do $do$
declare
  definition constant text := pg_get_functiondef('reporting.track_truncate()'::regprocedure);
begin
  if definition not like '%pg_dist_shard%' then
    execute replace(definition, e'\nbegin\n', $sql$
begin
  if exists (select from pg_dist_shard where shardid = substring(tg_table_name from '_(\d+)$')::bigint) then
    return null;
  end if;
$sql$);
  end if;
end $do$;

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
  -- As they were made: one can call an earlier one, which Postgres looks for.
  for it in select oid::regprocedure as name from pg_proc where pronamespace = 'reporting'::regnamespace order by oid loop
    perform create_distributed_function(it.name);
  end loop;
  -- They are called on the node of the company, whose shards they read and write.
  for it in
    select oid::regprocedure as name from pg_proc
    where pronamespace = 'reporting'::regnamespace and proname similar to '(ranges_to_)?fold_%'
  loop
    perform create_distributed_function(it.name, 'company', colocate_with => 'reporting.contracts');
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
