-- A version of each company's data, which changes with every commit that changes any of it, and the log of what changed.
--
-- Two writers of one company must not wait for each other's commit. So no row here is written by two open transactions:
-- each writes rows of its own stripe, and readers add the stripes up. The same holds for the roll-ups.

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
  -- `day` names contracts; `all` is a truncation or a rebuild.
  kind text not null check (kind in ('payment', 'contract', 'person', 'team', 'day', 'all')),
  -- Null without keys, and with more than 10,000.
  keys text[],
  -- For deleting old rows.
  changed_at timestamptz not null default now(),
  primary key (company_id, stripe, version)
);

-- What no copy can follow.
create index changes_without_keys on reporting.changes (company_id, stripe, version) where keys is null;

create function reporting.refuse_isolation(action text, variadic levels text[]) returns void language plpgsql as $$
begin
  if current_setting('transaction_isolation') = any (levels) then
    raise feature_not_supported using message = format('cannot %s in a transaction of isolation level %s',
      action, current_setting('transaction_isolation')), hint = 'Use read committed.';
  end if;
end $$;

-- The oldest transaction that some snapshot of this database still lacks: no row that was changed since can be vacuumed away. Only a
-- member of pg_monitor is shown the snapshots of other roles, so it runs as the owner. Without a database are the walsenders of standbys, and
-- clients that are signing in: what these see keeps no row.
create function reporting.oldest_snapshot() returns xid language sql security definer set search_path = pg_catalog, pg_temp as $$
  select oldest
  from (
    select backend_xmin from pg_stat_activity
    where pid <> pg_backend_pid() and backend_type <> 'autovacuum worker'
      and (datname = current_database() or datname is null and backend_type = 'walsender')
    union all
    select transaction from pg_prepared_xacts where database = current_database()
    union all
    select xmin from pg_replication_slots
  ) snapshots (oldest)
  where oldest is not null
  order by age(oldest) desc
  limit 1
$$;

-- The stripe of a company that this transaction writes: the first of 0 to 31 that no other open one holds, by an advisory lock; where all are
-- held, it waits for one. Postgres has room for 64 locks a connection. So a transaction of more companies takes stripe 32 for the others,
-- which is one lock for all companies.
create function reporting.take_stripe(company text) returns integer language plpgsql as $$
declare
  held constant jsonb := coalesce(nullif(current_setting('reporting.held_stripes', true), ''), '{}');
  stripe integer := held -> company;
begin
  if stripe is not null then
    return stripe;
  end if;
  perform reporting.refuse_isolation('write reports', 'serializable');
  if (select count(*) from jsonb_object_keys(held)) = 64 then
    perform pg_advisory_xact_lock(hashtextextended('', 32));
    return 32;
  end if;
  stripe := (
    select number from generate_series(0, 31) number
    where pg_try_advisory_xact_lock(hashtextextended(company, number))
    limit 1);
  if stripe is null then
    stripe := pg_backend_pid() % 32;
    perform pg_advisory_xact_lock(hashtextextended(company, stripe));
  end if;
  perform set_config('reporting.held_stripes', (held || jsonb_build_object(company, stripe))::text, true);
  return stripe;
end $$;

-- Raises the version of a company in the stripe that this transaction writes, logs what changed, and returns the stripe. Versions grow by a
-- random step, so that a server restored from a backup never repeats one with other data.
create function reporting.log_change(company text, kind text, keys text[] default null) returns integer language plpgsql as $$
declare
  own_stripe constant integer := reporting.take_stripe(company);
  step constant bigint := 1 + (random() * 1000000000)::bigint;
  new_version bigint;
begin
  insert into reporting.data_versions as current (company_id, stripe, version) values (company, own_stripe, step)
  on conflict (company_id, stripe) do update set version = current.version + step
  returning version into new_version;
  -- An updated row is twice among them. Of a load no keys are logged.
  if cardinality(keys) > 1 then
    keys := (
      select array_agg(distinct key collate "C") from unnest(keys) key
      where cardinality(keys) <= 20000 having count(distinct key collate "C") <= 10000);
  end if;
  insert into reporting.changes (company_id, stripe, version_before, version, kind, keys)
  values (company, own_stripe, new_version - step, new_version, kind, keys);
  return own_stripe;
end $$;

-- Triggers on statements see all rows of it at once, so that a bulk load costs one pass; those on rows are for the apply of logical
-- replication, where only these fire. A row that is written again as it was is no change.

-- Of teams and contracts, whose `kind` is the argument.
create function reporting.track_rows() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_level = 'ROW' then
    perform reporting.log_change(company_id, tg_argv[0], array_agg(id))
    from (values (new.company_id, new.id), (old.company_id, old.id)) changed (company_id, id)
    where company_id is not null and old is distinct from new
    group by company_id;
  elsif tg_op = 'INSERT' then
    perform reporting.log_change(company_id, tg_argv[0], array_agg(id)) from new_rows group by company_id;
  elsif tg_op = 'DELETE' then
    perform reporting.log_change(company_id, tg_argv[0], array_agg(id)) from old_rows group by company_id;
  else
    perform reporting.log_change(company_id, tg_argv[0], array_agg(id))
    from ((table new_rows except table old_rows) union all (table old_rows except table new_rows)) changed
    group by company_id;
  end if;
  return null;
end $$;

-- The companies of the contracts that refer to people.
create function reporting.companies_of(people text[]) returns table (company_id text, person_id text) language sql stable as $$
  select company_id, contractor_id from reporting.contracts where contractor_id = any (people)
  union
  select company_id, employer_id from reporting.contracts where employer_id = any (people)
$$;

-- A contract that another transaction gives to the person holds it by a foreign key: it is waited for and seen, or waits.
create function reporting.track_people() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  people text[];
begin
  if tg_level = 'ROW' then
    people := array(select new.id where old is distinct from new);
  else
    perform reporting.refuse_isolation('change people', 'repeatable read', 'serializable');
    people := array(select id from (table new_rows except table old_rows) changed);
    -- The table that fired: on Citus a shard.
    execute format('select from %s where id = any ($1) order by id for update', tg_relid::regclass) using people;
  end if;
  perform reporting.log_change(company_id, 'person', array_agg(person_id)) from reporting.companies_of(people) group by company_id;
  return null;
end $$;

-- A contract that changes its company holds its people as one that is added does: no foreign key of them is checked then.
create function reporting.hold_people() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from reporting.people where id in (new.contractor_id, new.employer_id) order by id for key share;
  return null;
end $$;

create trigger hold_people after update of company_id on reporting.contracts
  for each row when (old.company_id <> new.company_id) execute function reporting.hold_people();

create trigger track_insert after insert on reporting.teams
  referencing new table as new_rows for each statement execute function reporting.track_rows('team');
create trigger track_update after update on reporting.teams
  referencing old table as old_rows new table as new_rows for each statement execute function reporting.track_rows('team');
create trigger track_delete after delete on reporting.teams
  referencing old table as old_rows for each statement execute function reporting.track_rows('team');
create trigger track_replicated after insert or update or delete on reporting.teams
  for each row when (current_setting('session_replication_role') = 'replica') execute function reporting.track_rows('team');

create trigger track_insert after insert on reporting.contracts
  referencing new table as new_rows for each statement execute function reporting.track_rows('contract');
create trigger track_update after update on reporting.contracts
  referencing old table as old_rows new table as new_rows for each statement execute function reporting.track_rows('contract');
create trigger track_delete after delete on reporting.contracts
  referencing old table as old_rows for each statement execute function reporting.track_rows('contract');
create trigger track_replicated after insert or update or delete on reporting.contracts
  for each row when (current_setting('session_replication_role') = 'replica') execute function reporting.track_rows('contract');

-- No contract refers to a person that is added or deleted.
create trigger track_update after update on reporting.people
  referencing old table as old_rows new table as new_rows for each statement execute function reporting.track_people();
create trigger track_replicated after update on reporting.people
  for each row when (current_setting('session_replication_role') = 'replica') execute function reporting.track_people();
