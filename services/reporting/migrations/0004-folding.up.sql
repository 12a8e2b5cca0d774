-- Folding makes one row of a key out of those of all stripes, in stripe 0, and none out of those that add up to nothing. What is read, and
-- versions, stay the same.

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

-- The first and last key of each 100 rows of a company of which some are to be folded. All rows of such a range move, and so lie together.
create function reporting.ranges_to_fold(roll_up text, company text) returns setof json language plpgsql stable as $$
begin
  return query execute format(
    $sql$
      select json_build_array((array_agg(key order by number))[1], (array_agg(key order by number desc))[1])
      from (
        select row_to_json((select key from (select %2$s) key)) as key, row_number() over (order by %2$s) - 1 as number,
          stripe > 0 or (%3$s) = (%4$s) as is_to_fold
        from %1$s where company_id = $1
      ) numbered
      group by number / 100
      having bool_or(is_to_fold)
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
