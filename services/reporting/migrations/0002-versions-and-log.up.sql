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
  -- `day` names contracts; `nothing` is a new version of the same rows, `all` a truncation.
  kind text not null check (kind in ('payment', 'contract', 'person', 'team', 'day', 'nothing', 'all')),
  -- Null where there are none, or more than 10,000. A payment that moved to another contract stands there twice.
  keys text[],
  -- The contracts of these payments, before and after: nothing else leads from a payment that was deleted to its contract.
  contracts text[],
  -- For deleting old rows.
  changed_at timestamptz not null default now(),
  primary key (company_id, stripe, version)
);

-- What no copy can follow.
create index changes_without_keys on reporting.changes (company_id, stripe, version) where keys is null and kind <> 'nothing';

create function reporting.fold_lock(company text, stripe integer) returns bigint language sql immutable as $$
  select hashtextextended(company, -1 - stripe)
$$;

create function reporting.write_stripe(company text, of_stripe integer) returns void language sql as $$
  insert into reporting.data_versions (company_id, stripe, version) values (company, of_stripe, 0)
  on conflict (company_id, stripe) do update set version = 0
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
    perform reporting.write_stripe(company, stripe);
    raise no_data_found;
  exception when no_data_found then
    return true;
  end;
exception when serialization_failure then
  return false;
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

-- The first stripe that a session tries. All rows that a write changes keep their dead versions while an older snapshot is open, and each write
-- passes over those of its stripe: after 20,000 writes it took ten times as long. So one write of 250 looks for such a snapshot, and while
-- there is one, its session goes on to the next stripe of 60: a version names all of them.
create function reporting.first_stripe() returns integer language plpgsql as $$
declare
  first integer := coalesce(nullif(current_setting('reporting.first_stripe', true), ''), '0');
begin
  if random() < 0.004 then
    first := case when age(reporting.oldest_snapshot()) > 1000 then (first + 1) % 60 else 0 end;
    perform set_config('reporting.first_stripe', first::text, false);
  end if;
  return first;
end $$;

-- The lowest stripe of a company that no other open transaction writes, so that few are in use; with `is_shared`, of those for changes of
-- many companies. A transaction with an older snapshot leaves stripe 0 to folding, which does not change its version.
create function reporting.free_stripe(company text, is_shared boolean) returns integer language plpgsql as $$
declare
  has_snapshot constant boolean := current_setting('transaction_isolation') <> 'read committed';
  lowest constant integer := greatest(reporting.first_stripe(), has_snapshot::integer);
  first constant integer := case when is_shared then 1000 else 0 end;
  lock bigint;
begin
  for stripe in first + lowest..first + 999 loop
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

-- A statement that changes companies' data, of the companies and keys that the query `touched` yields, and of the contracts of payments: it
-- raises their versions and logs the change. Other CTEs stand before, and may read `stripes`, a row for each company. Versions grow by a random step, so that a server
-- restored from a backup never repeats one with other data.
create function reporting.touch(touched text, kind text, ctes text default '') returns text language sql immutable as $$
  select format($sql$
    with stripes as materialized (
      select company_id, reporting.stripe_of(company_id) as stripe, 1 + (random() * 1000000000)::bigint as step,
        case when count(*) <= 10000 then array_agg(key) filter (where key is not null) end as keys,
        case when count(*) <= 10000 then array_agg(distinct contract_id collate "C") filter (where contract_id is not null) end as contracts
      from (select distinct company_id, key, contract_id from (%s) touched) touched
      group by company_id
    ), %s
    raised as (
      insert into reporting.data_versions as v (company_id, stripe, version)
      select company_id, stripe, step from stripes
      on conflict (company_id, stripe) do update set version = v.version + excluded.version
      returning company_id, stripe, version
    )
    insert into reporting.changes (company_id, stripe, version_before, version, kind, keys, contracts)
    select company_id, stripe, version - step, version, %L, keys, contracts
    from raised join stripes using (company_id, stripe)
  $sql$, touched, ctes, kind)
$$;

-- An older snapshot lacks rows that were committed since, and with them companies whose version must change.
create function reporting.require_read_committed(action text) returns void language plpgsql as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise feature_not_supported using message = format('cannot %s in a transaction of isolation level %s',
      action, current_setting('transaction_isolation')), hint = 'Use read committed.';
  end if;
end $$;
