CREATE TRIGGER a_row_that_changed BEFORE UPDATE ON reporting.companies FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger();

CREATE TRIGGER a_row_that_changed BEFORE UPDATE ON reporting.contracts FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger();

CREATE TRIGGER hold_people AFTER UPDATE OF company_id ON reporting.contracts FOR EACH ROW WHEN ((old.company_id <> new.company_id)) EXECUTE FUNCTION reporting.hold_people();

CREATE TRIGGER kept_delete AFTER DELETE ON reporting.contracts REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION reporting.keep_contracts_delete();

CREATE TRIGGER kept_insert AFTER INSERT ON reporting.contracts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION reporting.keep_contracts_insert();

CREATE TRIGGER kept_replica AFTER INSERT OR DELETE OR UPDATE ON reporting.contracts FOR EACH ROW EXECUTE FUNCTION reporting.keep_contracts_row();

CREATE TRIGGER kept_truncate AFTER TRUNCATE ON reporting.contracts FOR EACH STATEMENT EXECUTE FUNCTION reporting.forget_rolled_up();

CREATE TRIGGER kept_update AFTER UPDATE ON reporting.contracts REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION reporting.keep_contracts_update();

CREATE TRIGGER a_row_that_changed BEFORE UPDATE ON reporting.people FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger();

CREATE TRIGGER kept_delete AFTER DELETE ON reporting.people REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION reporting.keep_people_delete();

CREATE TRIGGER kept_insert AFTER INSERT ON reporting.people REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION reporting.keep_people_insert();

CREATE TRIGGER kept_replica AFTER INSERT OR DELETE OR UPDATE ON reporting.people FOR EACH ROW EXECUTE FUNCTION reporting.keep_people_row();

CREATE TRIGGER kept_truncate AFTER TRUNCATE ON reporting.people FOR EACH STATEMENT EXECUTE FUNCTION reporting.forget_rolled_up();

CREATE TRIGGER kept_update AFTER UPDATE ON reporting.people REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION reporting.keep_people_update();

CREATE TRIGGER a_row_that_changed BEFORE UPDATE ON reporting.scheduled_payments FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger();

CREATE TRIGGER kept_delete AFTER DELETE ON reporting.scheduled_payments REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION reporting.keep_scheduled_payments_delete();

CREATE TRIGGER kept_insert AFTER INSERT ON reporting.scheduled_payments REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION reporting.keep_scheduled_payments_insert();

CREATE TRIGGER kept_replica AFTER INSERT OR DELETE OR UPDATE ON reporting.scheduled_payments FOR EACH ROW EXECUTE FUNCTION reporting.keep_scheduled_payments_row();

CREATE TRIGGER kept_truncate AFTER TRUNCATE ON reporting.scheduled_payments FOR EACH STATEMENT EXECUTE FUNCTION reporting.forget_rolled_up();

CREATE TRIGGER kept_update AFTER UPDATE ON reporting.scheduled_payments REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION reporting.keep_scheduled_payments_update();

CREATE TRIGGER a_row_that_changed BEFORE UPDATE ON reporting.teams FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger();

CREATE TRIGGER kept_delete AFTER DELETE ON reporting.teams REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION reporting.keep_teams_delete();

CREATE TRIGGER kept_insert AFTER INSERT ON reporting.teams REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION reporting.keep_teams_insert();

CREATE TRIGGER kept_replica AFTER INSERT OR DELETE OR UPDATE ON reporting.teams FOR EACH ROW EXECUTE FUNCTION reporting.keep_teams_row();

CREATE TRIGGER kept_truncate AFTER TRUNCATE ON reporting.teams FOR EACH STATEMENT EXECUTE FUNCTION reporting.forget_rolled_up();

CREATE TRIGGER kept_update AFTER UPDATE ON reporting.teams REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION reporting.keep_teams_update();

CREATE TRIGGER a_row_that_changed BEFORE UPDATE ON reporting.timesheet_days FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger();

CREATE TRIGGER kept_delete AFTER DELETE ON reporting.timesheet_days REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION reporting.keep_timesheet_days_delete();

CREATE TRIGGER kept_insert AFTER INSERT ON reporting.timesheet_days REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION reporting.keep_timesheet_days_insert();

CREATE TRIGGER kept_replica AFTER INSERT OR DELETE OR UPDATE ON reporting.timesheet_days FOR EACH ROW EXECUTE FUNCTION reporting.keep_timesheet_days_row();

CREATE TRIGGER kept_truncate AFTER TRUNCATE ON reporting.timesheet_days FOR EACH STATEMENT EXECUTE FUNCTION reporting.forget_rolled_up();

CREATE TRIGGER kept_update AFTER UPDATE ON reporting.timesheet_days REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION reporting.keep_timesheet_days_update();

CREATE OR REPLACE FUNCTION reporting.forget_rolled_up()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  it record;
begin
  perform reporting.require_read_committed('truncate');
  for it in select roll_up from reporting.roll_ups() where rows_of = tg_table_name loop
    execute format('delete from reporting.%I', it.roll_up);
  end loop;
  execute reporting.touch('select company_id, null as key, null as contract_id from reporting.data_versions', 'all');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION reporting.hold_people()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform from reporting.people where id in (new.contractor_id, new.employer_id) order by id for key share;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION reporting.keep_contracts_delete()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
          begin
            
            
    with stripes as materialized (
      select company_id, reporting.stripe_of(company_id) as stripe, 1 + (random() * 1000000000)::bigint as step,
        case when count(*) <= 10000 then array_agg(key) filter (where key is not null) end as keys,
        case when count(*) <= 10000 then array_agg(distinct contract_id collate "C") filter (where contract_id is not null) end as contracts
      from (select distinct company_id, key, contract_id from (select company_id, id as key, null as contract_id from (select -1 as sign, company_id, id from old_rows) changed) touched) touched
      group by company_id
    ), 
    raised as (
      insert into reporting.data_versions as v (company_id, stripe, version)
      select company_id, stripe, step from stripes
      on conflict (company_id, stripe) do update set version = v.version + excluded.version
      returning company_id, stripe, version
    )
    insert into reporting.changes (company_id, stripe, version_before, version, kind, keys, contracts)
    select company_id, stripe, version - step, version, 'contract', keys, contracts
    from raised join stripes using (company_id, stripe)
  ;
            return null;
          end $function$;

CREATE OR REPLACE FUNCTION reporting.keep_contracts_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
          begin
            
            
    with stripes as materialized (
      select company_id, reporting.stripe_of(company_id) as stripe, 1 + (random() * 1000000000)::bigint as step,
        case when count(*) <= 10000 then array_agg(key) filter (where key is not null) end as keys,
        case when count(*) <= 10000 then array_agg(distinct contract_id collate "C") filter (where contract_id is not null) end as contracts
      from (select distinct company_id, key, contract_id from (select company_id, id as key, null as contract_id from (select 1 as sign, company_id, id from new_rows) changed) touched) touched
      group by company_id
    ), 
    raised as (
      insert into reporting.data_versions as v (company_id, stripe, version)
      select company_id, stripe, step from stripes
      on conflict (company_id, stripe) do update set version = v.version + excluded.version
      returning company_id, stripe, version
    )
    insert into reporting.changes (company_id, stripe, version_before, version, kind, keys, contracts)
    select company_id, stripe, version - step, version, 'contract', keys, contracts
    from raised join stripes using (company_id, stripe)
  ;
            return null;
          end $function$;

CREATE OR REPLACE FUNCTION reporting.keep_contracts_row()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
        begin
          if current_setting('session_replication_role') <> 'replica' then
            return null;
          end if;
          if tg_op = 'INSERT' then
            
    with stripes as materialized (
      select company_id, reporting.stripe_of(company_id) as stripe, 1 + (random() * 1000000000)::bigint as step,
        case when count(*) <= 10000 then array_agg(key) filter (where key is not null) end as keys,
        case when count(*) <= 10000 then array_agg(distinct contract_id collate "C") filter (where contract_id is not null) end as contracts
      from (select distinct company_id, key, contract_id from (select company_id, id as key, null as contract_id from (select 1 as sign, company_id, id from (select new.*) new_row) changed) touched) touched
      group by company_id
    ), 
    raised as (
      insert into reporting.data_versions as v (company_id, stripe, version)
      select company_id, stripe, step from stripes
      on conflict (company_id, stripe) do update set version = v.version + excluded.version
      returning company_id, stripe, version
    )
    insert into reporting.changes (company_id, stripe, version_before, version, kind, keys, contracts)
    select company_id, stripe, version - step, version, 'contract', keys, contracts
    from raised join stripes using (company_id, stripe)
  ;
          elsif tg_op = 'UPDATE' then
            
    with stripes as materialized (
      select company_id, reporting.stripe_of(company_id) as stripe, 1 + (random() * 1000000000)::bigint as step,
        case when count(*) <= 10000 then array_agg(key) filter (where key is not null) end as keys,
        case when count(*) <= 10000 then array_agg(distinct contract_id collate "C") filter (where contract_id is not null) end as contracts
      from (select distinct company_id, key, contract_id from (select company_id, id as key, null as contract_id from (select 1 as sign, company_id, id from (select new.*) new_row union all select -1 as sign, company_id, id from (select old.*) old_row) changed) touched) touched
      group by company_id
    ), 
    raised as (
      insert into reporting.data_versions as v (company_id, stripe, version)
      select company_id, stripe, step from stripes
      on conflict (company_id, stripe) do update set version = v.version + excluded.version
      returning company_id, stripe, version
    )
    insert into reporting.changes (company_id, stripe, version_before, version, kind, keys, contracts)
    select company_id, stripe, version - step, version, 'contract', keys, contracts
    from raised join stripes using (company_id, stripe)
  ;
          else
            
    with stripes as materialized (
      select company_id, reporting.stripe_of(company_id) as stripe, 1 + (random() * 1000000000)::bigint as step,
        case when count(*) <= 10000 then array_agg(key) filter (where key is not null) end as keys,
        case when count(*) <= 10000 then array_agg(distinct contract_id collate "C") filter (where contract_id is not null) end as contracts
      from (select distinct company_id, key, contract_id from (select company_id, id as key, null as contract_id from (select -1 as sign, company_id, id from (select old.*) old_row) changed) touched) touched
      group by company_id
    ), 
    raised as (
      insert into reporting.data_versions as v (company_id, stripe, version)
      select company_id, stripe, step from stripes
      on conflict (company_id, stripe) do update set version = v.version + excluded.version
      returning company_id, stripe, version
    )
    insert into reporting.changes (company_id, stripe, version_before, version, kind, keys, contracts)
    select company_id, stripe, version - step, version, 'contract', keys, contracts
    from raised join stripes using (company_id, stripe)
  ;
          end if;
          return null;
        end $function$;

CREATE OR REPLACE FUNCTION reporting.keep_contracts_update()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
          begin
            
            
    with stripes as materialized (
      select company_id, reporting.stripe_of(company_id) as stripe, 1 + (random() * 1000000000)::bigint as step,
        case when count(*) <= 10000 then array_agg(key) filter (where key is not null) end as keys,
        case when count(*) <= 10000 then array_agg(distinct contract_id collate "C") filter (where contract_id is not null) end as contracts
      from (select distinct company_id, key, contract_id from (select company_id, id as key, null as contract_id from (select 1 as sign, company_id, id from new_rows union all select -1 as sign, company_id, id from old_rows) changed) touched) touched
      group by company_id
    ), 
    raised as (
      insert into reporting.data_versions as v (company_id, stripe, version)
      select company_id, stripe, step from stripes
      on conflict (company_id, stripe) do update set version = v.version + excluded.version
      returning company_id, stripe, version
    )
    insert into reporting.changes (company_id, stripe, version_before, version, kind, keys, contracts)
    select company_id, stripe, version - step, version, 'contract', keys, contracts
    from raised join stripes using (company_id, stripe)
  ;
            return null;
          end $function$;

CREATE OR REPLACE FUNCTION reporting.keep_people_delete()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
          begin
            
            
    with stripes as materialized (
      select company_id, reporting.stripe_of(company_id) as stripe, 1 + (random() * 1000000000)::bigint as step,
        case when count(*) <= 10000 then array_agg(key) filter (where key is not null) end as keys,
        case when count(*) <= 10000 then array_agg(distinct contract_id collate "C") filter (where contract_id is not null) end as contracts
      from (select distinct company_id, key, contract_id from (select owner.company_id, changed.id as key, null as contract_id
           from (select -1 as sign, id from old_rows) changed
           cross join lateral (
             select company_id from reporting.contracts where contractor_id = changed.id
             union all
             select company_id from reporting.contracts where employer_id = changed.id
           ) owner) touched) touched
      group by company_id
    ), 
    raised as (
      insert into reporting.data_versions as v (company_id, stripe, version)
      select company_id, stripe, step from stripes
      on conflict (company_id, stripe) do update set version = v.version + excluded.version
      returning company_id, stripe, version
    )
    insert into reporting.changes (company_id, stripe, version_before, version, kind, keys, contracts)
    select company_id, stripe, version - step, version, 'person', keys, contracts
    from raised join stripes using (company_id, stripe)
  ;
            return null;
          end $function$;

CREATE OR REPLACE FUNCTION reporting.keep_people_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
          begin
            
            
    with stripes as materialized (
      select company_id, reporting.stripe_of(company_id) as stripe, 1 + (random() * 1000000000)::bigint as step,
        case when count(*) <= 10000 then array_agg(key) filter (where key is not null) end as keys,
        case when count(*) <= 10000 then array_agg(distinct contract_id collate "C") filter (where contract_id is not null) end as contracts
      from (select distinct company_id, key, contract_id from (select owner.company_id, changed.id as key, null as contract_id
           from (select 1 as sign, id from new_rows) changed
           cross join lateral (
             select company_id from reporting.contracts where contractor_id = changed.id
             union all
             select company_id from reporting.contracts where employer_id = changed.id
           ) owner) touched) touched
      group by company_id
    ), 
    raised as (
      insert into reporting.data_versions as v (company_id, stripe, version)
      select company_id, stripe, step from stripes
      on conflict (company_id, stripe) do update set version = v.version + excluded.version
      returning company_id, stripe, version
    )
    insert into reporting.changes (company_id, stripe, version_before, version, kind, keys, contracts)
    select company_id, stripe, version - step, version, 'person', keys, contracts
    from raised join stripes using (company_id, stripe)
  ;
            return null;
          end $function$;

CREATE OR REPLACE FUNCTION reporting.keep_people_row()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
        begin
          if current_setting('session_replication_role') <> 'replica' then
            return null;
          end if;
          if tg_op = 'INSERT' then
            
    with stripes as materialized (
      select company_id, reporting.stripe_of(company_id) as stripe, 1 + (random() * 1000000000)::bigint as step,
        case when count(*) <= 10000 then array_agg(key) filter (where key is not null) end as keys,
        case when count(*) <= 10000 then array_agg(distinct contract_id collate "C") filter (where contract_id is not null) end as contracts
      from (select distinct company_id, key, contract_id from (select owner.company_id, changed.id as key, null as contract_id
           from (select 1 as sign, id from (select new.*) new_row) changed
           cross join lateral (
             select company_id from reporting.contracts where contractor_id = changed.id
             union all
             select company_id from reporting.contracts where employer_id = changed.id
           ) owner) touched) touched
      group by company_id
    ), 
    raised as (
      insert into reporting.data_versions as v (company_id, stripe, version)
      select company_id, stripe, step from stripes
      on conflict (company_id, stripe) do update set version = v.version + excluded.version
      returning company_id, stripe, version
    )
    insert into reporting.changes (company_id, stripe, version_before, version, kind, keys, contracts)
    select company_id, stripe, version - step, version, 'person', keys, contracts
    from raised join stripes using (company_id, stripe)
  ;
          elsif tg_op = 'UPDATE' then
            
    with stripes as materialized (
      select company_id, reporting.stripe_of(company_id) as stripe, 1 + (random() * 1000000000)::bigint as step,
        case when count(*) <= 10000 then array_agg(key) filter (where key is not null) end as keys,
        case when count(*) <= 10000 then array_agg(distinct contract_id collate "C") filter (where contract_id is not null) end as contracts
      from (select distinct company_id, key, contract_id from (select owner.company_id, changed.id as key, null as contract_id
           from (select 1 as sign, id from (select new.*) new_row union all select -1 as sign, id from (select old.*) old_row) changed
           cross join lateral (
             select company_id from reporting.contracts where contractor_id = changed.id
             union all
             select company_id from reporting.contracts where employer_id = changed.id
           ) owner) touched) touched
      group by company_id
    ), 
    raised as (
      insert into reporting.data_versions as v (company_id, stripe, version)
      select company_id, stripe, step from stripes
      on conflict (company_id, stripe) do update set version = v.version + excluded.version
      returning company_id, stripe, version
    )
    insert into reporting.changes (company_id, stripe, version_before, version, kind, keys, contracts)
    select company_id, stripe, version - step, version, 'person', keys, contracts
    from raised join stripes using (company_id, stripe)
  ;
          else
            
    with stripes as materialized (
      select company_id, reporting.stripe_of(company_id) as stripe, 1 + (random() * 1000000000)::bigint as step,
        case when count(*) <= 10000 then array_agg(key) filter (where key is not null) end as keys,
        case when count(*) <= 10000 then array_agg(distinct contract_id collate "C") filter (where contract_id is not null) end as contracts
      from (select distinct company_id, key, contract_id from (select owner.company_id, changed.id as key, null as contract_id
           from (select -1 as sign, id from (select old.*) old_row) changed
           cross join lateral (
             select company_id from reporting.contracts where contractor_id = changed.id
             union all
             select company_id from reporting.contracts where employer_id = changed.id
           ) owner) touched) touched
      group by company_id
    ), 
    raised as (
      insert into reporting.data_versions as v (company_id, stripe, version)
      select company_id, stripe, step from stripes
      on conflict (company_id, stripe) do update set version = v.version + excluded.version
      returning company_id, stripe, version
    )
    insert into reporting.changes (company_id, stripe, version_before, version, kind, keys, contracts)
    select company_id, stripe, version - step, version, 'person', keys, contracts
    from raised join stripes using (company_id, stripe)
  ;
          end if;
          return null;
        end $function$;

CREATE OR REPLACE FUNCTION reporting.keep_people_update()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
          begin
            perform reporting.require_read_committed('change people');
        perform from reporting.people where id in (select id from new_rows) order by id for update;
            
    with stripes as materialized (
      select company_id, reporting.stripe_of(company_id) as stripe, 1 + (random() * 1000000000)::bigint as step,
        case when count(*) <= 10000 then array_agg(key) filter (where key is not null) end as keys,
        case when count(*) <= 10000 then array_agg(distinct contract_id collate "C") filter (where contract_id is not null) end as contracts
      from (select distinct company_id, key, contract_id from (select owner.company_id, changed.id as key, null as contract_id
           from (select 1 as sign, id from new_rows union all select -1 as sign, id from old_rows) changed
           cross join lateral (
             select company_id from reporting.contracts where contractor_id = changed.id
             union all
             select company_id from reporting.contracts where employer_id = changed.id
           ) owner) touched) touched
      group by company_id
    ), 
    raised as (
      insert into reporting.data_versions as v (company_id, stripe, version)
      select company_id, stripe, step from stripes
      on conflict (company_id, stripe) do update set version = v.version + excluded.version
      returning company_id, stripe, version
    )
    insert into reporting.changes (company_id, stripe, version_before, version, kind, keys, contracts)
    select company_id, stripe, version - step, version, 'person', keys, contracts
    from raised join stripes using (company_id, stripe)
  ;
            return null;
          end $function$;

CREATE OR REPLACE FUNCTION reporting.keep_scheduled_payments_delete()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
          begin
            
            
    with stripes as materialized (
      select company_id, reporting.stripe_of(company_id) as stripe, 1 + (random() * 1000000000)::bigint as step,
        case when count(*) <= 10000 then array_agg(key) filter (where key is not null) end as keys,
        case when count(*) <= 10000 then array_agg(distinct contract_id collate "C") filter (where contract_id is not null) end as contracts
      from (select distinct company_id, key, contract_id from (select company_id, case when rows_count <= 20000 then id end as key, case when rows_count <= 20000 then contract_id end as contract_id
           from (select -1 as sign, company_id, id, contract_id, status, scheduled_payment_on, amount, paid_amount from old_rows) changed
           join (select company_id, count(*) as rows_count from (select -1 as sign, company_id, id, contract_id, status, scheduled_payment_on, amount, paid_amount from old_rows) changed group by company_id) size using (company_id)) touched) touched
      group by company_id
    ), payment_totals as (
      insert into reporting.payment_totals as kept (company_id, stripe, unit, status, start, payments_count, paid_payments_count, amount, paid_amount)
      select company_id, stripe, unit, status, start, payments_count, paid_payments_count, amount, paid_amount
      from (select * from (select company_id, unit, status, start, sum(payments_count) as payments_count, sum(paid_payments_count) as paid_payments_count, sum(amount) as amount, sum(paid_amount) as paid_amount 
      from (
        select company_id, status, (scheduled_payment_on at time zone 'UTC')::date as day,
          sum(sign) as payments_count,
          sum(sign * (status = 'paid')::integer) as paid_payments_count,
          sum(sign * amount) as amount,
          sum(sign * paid_amount) as paid_amount
        from (select -1 as sign, company_id, id, contract_id, status, scheduled_payment_on, amount, paid_amount from old_rows) added
        group by 1, 2, 3
      ) of_day
      cross join unnest('{day,month}'::text[]) unit
      cross join lateral (select reporting.start_of(unit, day) as start) period
     group by company_id, unit, status, start) rolled_up join stripes using (company_id)) added
      where (payments_count, paid_payments_count, amount, paid_amount) <> (0, 0, 0, 0)
      order by company_id, unit, status, start
     on conflict (company_id, stripe, unit, status, start) do update set payments_count = kept.payments_count + excluded.payments_count, paid_payments_count = kept.paid_payments_count + excluded.paid_payments_count, amount = kept.amount + excluded.amount, paid_amount = kept.paid_amount + excluded.paid_amount), payment_periods as (
      insert into reporting.payment_periods as kept (company_id, stripe, status, contract_id, payments_count, amount, paid_amount)
      select company_id, stripe, status, contract_id, payments_count, amount, paid_amount
      from (select * from (select company_id, status, contract_id, sum(payments_count) as payments_count, sum(amount) as amount, sum(paid_amount) as paid_amount 
      from (
        select company_id, contract_id, status as own_status,
          sum(sign) as payments_count,
          sum(sign * amount) as amount,
          sum(sign * paid_amount) as paid_amount
        from (select -1 as sign, company_id, id, contract_id, status, scheduled_payment_on, amount, paid_amount from old_rows) added
        group by 1, 2, 3
      ) of_contract
      cross join unnest(array[own_status, 'any']) status
     group by company_id, status, contract_id) rolled_up join stripes using (company_id)) added
      where (payments_count, amount, paid_amount) <> (0, 0, 0)
      order by company_id, status, contract_id
     on conflict (company_id, stripe, status, contract_id) do update set payments_count = kept.payments_count + excluded.payments_count, amount = kept.amount + excluded.amount, paid_amount = kept.paid_amount + excluded.paid_amount), payment_sums as (
      insert into reporting.payment_sums as kept (company_id, stripe, status, unit, start, contract_id, payments_count, paid_payments_count, amount, paid_amount)
      select company_id, stripe, status, unit, start, contract_id, payments_count, paid_payments_count, amount, paid_amount
      from (select * from (select company_id, status, unit, start, contract_id, sum(payments_count) as payments_count, sum(paid_payments_count) as paid_payments_count, sum(amount) as amount, sum(paid_amount) as paid_amount 
      from (
        select company_id, contract_id, status as own_status,
          reporting.start_of('month', (scheduled_payment_on at time zone 'UTC')::date) as month,
          sum(sign) as payments_count,
          sum(sign * (status = 'paid')::integer) as paid_payments_count,
          sum(sign * amount) as amount,
          sum(sign * paid_amount) as paid_amount
        from (select -1 as sign, company_id, id, contract_id, status, scheduled_payment_on, amount, paid_amount from old_rows) added
        group by 1, 2, 3, 4
      ) of_month
      cross join unnest(array[own_status, 'any']) status
      cross join lateral (
        values ('month', month), ('year', reporting.start_of('year', month)), ('all', date '0001-01-01')
      ) period (unit, start)
     group by company_id, status, unit, start, contract_id) rolled_up join stripes using (company_id)) added
      where (payments_count, paid_payments_count, amount, paid_amount) <> (0, 0, 0, 0)
      order by company_id, status, unit, start, contract_id
     on conflict (company_id, stripe, status, unit, start, contract_id) do update set payments_count = kept.payments_count + excluded.payments_count, paid_payments_count = kept.paid_payments_count + excluded.paid_payments_count, amount = kept.amount + excluded.amount, paid_amount = kept.paid_amount + excluded.paid_amount), 
    raised as (
      insert into reporting.data_versions as v (company_id, stripe, version)
      select company_id, stripe, step from stripes
      on conflict (company_id, stripe) do update set version = v.version + excluded.version
      returning company_id, stripe, version
    )
    insert into reporting.changes (company_id, stripe, version_before, version, kind, keys, contracts)
    select company_id, stripe, version - step, version, 'payment', keys, contracts
    from raised join stripes using (company_id, stripe)
  ;
            return null;
          end $function$;

CREATE OR REPLACE FUNCTION reporting.keep_scheduled_payments_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
          begin
            
            
    with stripes as materialized (
      select company_id, reporting.stripe_of(company_id) as stripe, 1 + (random() * 1000000000)::bigint as step,
        case when count(*) <= 10000 then array_agg(key) filter (where key is not null) end as keys,
        case when count(*) <= 10000 then array_agg(distinct contract_id collate "C") filter (where contract_id is not null) end as contracts
      from (select distinct company_id, key, contract_id from (select company_id, case when rows_count <= 20000 then id end as key, case when rows_count <= 20000 then contract_id end as contract_id
           from (select 1 as sign, company_id, id, contract_id, status, scheduled_payment_on, amount, paid_amount from new_rows) changed
           join (select company_id, count(*) as rows_count from (select 1 as sign, company_id, id, contract_id, status, scheduled_payment_on, amount, paid_amount from new_rows) changed group by company_id) size using (company_id)) touched) touched
      group by company_id
    ), payment_totals as (
      insert into reporting.payment_totals as kept (company_id, stripe, unit, status, start, payments_count, paid_payments_count, amount, paid_amount)
      select company_id, stripe, unit, status, start, payments_count, paid_payments_count, amount, paid_amount
      from (select * from (select company_id, unit, status, start, sum(payments_count) as payments_count, sum(paid_payments_count) as paid_payments_count, sum(amount) as amount, sum(paid_amount) as paid_amount 
      from (
        select company_id, status, (scheduled_payment_on at time zone 'UTC')::date as day,
          sum(sign) as payments_count,
          sum(sign * (status = 'paid')::integer) as paid_payments_count,
          sum(sign * amount) as amount,
          sum(sign * paid_amount) as paid_amount
        from (select 1 as sign, company_id, id, contract_id, status, scheduled_payment_on, amount, paid_amount from new_rows) added
        group by 1, 2, 3
      ) of_day
      cross join unnest('{day,month}'::text[]) unit
      cross join lateral (select reporting.start_of(unit, day) as start) period
     group by company_id, unit, status, start) rolled_up join stripes using (company_id)) added
      where (payments_count, paid_payments_count, amount, paid_amount) <> (0, 0, 0, 0)
      order by company_id, unit, status, start
     on conflict (company_id, stripe, unit, status, start) do update set payments_count = kept.payments_count + excluded.payments_count, paid_payments_count = kept.paid_payments_count + excluded.paid_payments_count, amount = kept.amount + excluded.amount, paid_amount = kept.paid_amount + excluded.paid_amount), payment_periods as (
      insert into reporting.payment_periods as kept (company_id, stripe, status, contract_id, payments_count, amount, paid_amount)
      select company_id, stripe, status, contract_id, payments_count, amount, paid_amount
      from (select * from (select company_id, status, contract_id, sum(payments_count) as payments_count, sum(amount) as amount, sum(paid_amount) as paid_amount 
      from (
        select company_id, contract_id, status as own_status,
          sum(sign) as payments_count,
          sum(sign * amount) as amount,
          sum(sign * paid_amount) as paid_amount
        from (select 1 as sign, company_id, id, contract_id, status, scheduled_payment_on, amount, paid_amount from new_rows) added
        group by 1, 2, 3
      ) of_contract
      cross join unnest(array[own_status, 'any']) status
     group by company_id, status, contract_id) rolled_up join stripes using (company_id)) added
      where (payments_count, amount, paid_amount) <> (0, 0, 0)
      order by company_id, status, contract_id
     on conflict (company_id, stripe, status, contract_id) do update set payments_count = kept.payments_count + excluded.payments_count, amount = kept.amount + excluded.amount, paid_amount = kept.paid_amount + excluded.paid_amount), payment_sums as (
      insert into reporting.payment_sums as kept (company_id, stripe, status, unit, start, contract_id, payments_count, paid_payments_count, amount, paid_amount)
      select company_id, stripe, status, unit, start, contract_id, payments_count, paid_payments_count, amount, paid_amount
      from (select * from (select company_id, status, unit, start, contract_id, sum(payments_count) as payments_count, sum(paid_payments_count) as paid_payments_count, sum(amount) as amount, sum(paid_amount) as paid_amount 
      from (
        select company_id, contract_id, status as own_status,
          reporting.start_of('month', (scheduled_payment_on at time zone 'UTC')::date) as month,
          sum(sign) as payments_count,
          sum(sign * (status = 'paid')::integer) as paid_payments_count,
          sum(sign * amount) as amount,
          sum(sign * paid_amount) as paid_amount
        from (select 1 as sign, company_id, id, contract_id, status, scheduled_payment_on, amount, paid_amount from new_rows) added
        group by 1, 2, 3, 4
      ) of_month
      cross join unnest(array[own_status, 'any']) status
      cross join lateral (
        values ('month', month), ('year', reporting.start_of('year', month)), ('all', date '0001-01-01')
      ) period (unit, start)
     group by company_id, status, unit, start, contract_id) rolled_up join stripes using (company_id)) added
      where (payments_count, paid_payments_count, amount, paid_amount) <> (0, 0, 0, 0)
      order by company_id, status, unit, start, contract_id
     on conflict (company_id, stripe, status, unit, start, contract_id) do update set payments_count = kept.payments_count + excluded.payments_count, paid_payments_count = kept.paid_payments_count + excluded.paid_payments_count, amount = kept.amount + excluded.amount, paid_amount = kept.paid_amount + excluded.paid_amount), 
    raised as (
      insert into reporting.data_versions as v (company_id, stripe, version)
      select company_id, stripe, step from stripes
      on conflict (company_id, stripe) do update set version = v.version + excluded.version
      returning company_id, stripe, version
    )
    insert into reporting.changes (company_id, stripe, version_before, version, kind, keys, contracts)
    select company_id, stripe, version - step, version, 'payment', keys, contracts
    from raised join stripes using (company_id, stripe)
  ;
            return null;
          end $function$;

CREATE OR REPLACE FUNCTION reporting.keep_scheduled_payments_row()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
        begin
          if current_setting('session_replication_role') <> 'replica' then
            return null;
          end if;
          if tg_op = 'INSERT' then
            
    with stripes as materialized (
      select company_id, reporting.stripe_of(company_id) as stripe, 1 + (random() * 1000000000)::bigint as step,
        case when count(*) <= 10000 then array_agg(key) filter (where key is not null) end as keys,
        case when count(*) <= 10000 then array_agg(distinct contract_id collate "C") filter (where contract_id is not null) end as contracts
      from (select distinct company_id, key, contract_id from (select company_id, case when rows_count <= 20000 then id end as key, case when rows_count <= 20000 then contract_id end as contract_id
           from (select 1 as sign, company_id, id, contract_id, status, scheduled_payment_on, amount, paid_amount from (select new.*) new_row) changed
           join (select company_id, count(*) as rows_count from (select 1 as sign, company_id, id, contract_id, status, scheduled_payment_on, amount, paid_amount from (select new.*) new_row) changed group by company_id) size using (company_id)) touched) touched
      group by company_id
    ), payment_totals as (
      insert into reporting.payment_totals as kept (company_id, stripe, unit, status, start, payments_count, paid_payments_count, amount, paid_amount)
      select company_id, stripe, unit, status, start, payments_count, paid_payments_count, amount, paid_amount
      from (select * from (select company_id, unit, status, start, sum(payments_count) as payments_count, sum(paid_payments_count) as paid_payments_count, sum(amount) as amount, sum(paid_amount) as paid_amount 
      from (
        select company_id, status, (scheduled_payment_on at time zone 'UTC')::date as day,
          sum(sign) as payments_count,
          sum(sign * (status = 'paid')::integer) as paid_payments_count,
          sum(sign * amount) as amount,
          sum(sign * paid_amount) as paid_amount
        from (select 1 as sign, company_id, id, contract_id, status, scheduled_payment_on, amount, paid_amount from (select new.*) new_row) added
        group by 1, 2, 3
      ) of_day
      cross join unnest('{day,month}'::text[]) unit
      cross join lateral (select reporting.start_of(unit, day) as start) period
     group by company_id, unit, status, start) rolled_up join stripes using (company_id)) added
      where (payments_count, paid_payments_count, amount, paid_amount) <> (0, 0, 0, 0)
      order by company_id, unit, status, start
     on conflict (company_id, stripe, unit, status, start) do update set payments_count = kept.payments_count + excluded.payments_count, paid_payments_count = kept.paid_payments_count + excluded.paid_payments_count, amount = kept.amount + excluded.amount, paid_amount = kept.paid_amount + excluded.paid_amount), payment_periods as (
      insert into reporting.payment_periods as kept (company_id, stripe, status, contract_id, payments_count, amount, paid_amount)
      select company_id, stripe, status, contract_id, payments_count, amount, paid_amount
      from (select * from (select company_id, status, contract_id, sum(payments_count) as payments_count, sum(amount) as amount, sum(paid_amount) as paid_amount 
      from (
        select company_id, contract_id, status as own_status,
          sum(sign) as payments_count,
          sum(sign * amount) as amount,
          sum(sign * paid_amount) as paid_amount
        from (select 1 as sign, company_id, id, contract_id, status, scheduled_payment_on, amount, paid_amount from (select new.*) new_row) added
        group by 1, 2, 3
      ) of_contract
      cross join unnest(array[own_status, 'any']) status
     group by company_id, status, contract_id) rolled_up join stripes using (company_id)) added
      where (payments_count, amount, paid_amount) <> (0, 0, 0)
      order by company_id, status, contract_id
     on conflict (company_id, stripe, status, contract_id) do update set payments_count = kept.payments_count + excluded.payments_count, amount = kept.amount + excluded.amount, paid_amount = kept.paid_amount + excluded.paid_amount), payment_sums as (
      insert into reporting.payment_sums as kept (company_id, stripe, status, unit, start, contract_id, payments_count, paid_payments_count, amount, paid_amount)
      select company_id, stripe, status, unit, start, contract_id, payments_count, paid_payments_count, amount, paid_amount
      from (select * from (select company_id, status, unit, start, contract_id, sum(payments_count) as payments_count, sum(paid_payments_count) as paid_payments_count, sum(amount) as amount, sum(paid_amount) as paid_amount 
      from (
        select company_id, contract_id, status as own_status,
          reporting.start_of('month', (scheduled_payment_on at time zone 'UTC')::date) as month,
          sum(sign) as payments_count,
          sum(sign * (status = 'paid')::integer) as paid_payments_count,
          sum(sign * amount) as amount,
          sum(sign * paid_amount) as paid_amount
        from (select 1 as sign, company_id, id, contract_id, status, scheduled_payment_on, amount, paid_amount from (select new.*) new_row) added
        group by 1, 2, 3, 4
      ) of_month
      cross join unnest(array[own_status, 'any']) status
      cross join lateral (
        values ('month', month), ('year', reporting.start_of('year', month)), ('all', date '0001-01-01')
      ) period (unit, start)
     group by company_id, status, unit, start, contract_id) rolled_up join stripes using (company_id)) added
      where (payments_count, paid_payments_count, amount, paid_amount) <> (0, 0, 0, 0)
      order by company_id, status, unit, start, contract_id
     on conflict (company_id, stripe, status, unit, start, contract_id) do update set payments_count = kept.payments_count + excluded.payments_count, paid_payments_count = kept.paid_payments_count + excluded.paid_payments_count, amount = kept.amount + excluded.amount, paid_amount = kept.paid_amount + excluded.paid_amount), 
    raised as (
      insert into reporting.data_versions as v (company_id, stripe, version)
      select company_id, stripe, step from stripes
      on conflict (company_id, stripe) do update set version = v.version + excluded.version
      returning company_id, stripe, version
    )
    insert into reporting.changes (company_id, stripe, version_before, version, kind, keys, contracts)
    select company_id, stripe, version - step, version, 'payment', keys, contracts
    from raised join stripes using (company_id, stripe)
  ;
          elsif tg_op = 'UPDATE' then
            
    with stripes as materialized (
      select company_id, reporting.stripe_of(company_id) as stripe, 1 + (random() * 1000000000)::bigint as step,
        case when count(*) <= 10000 then array_agg(key) filter (where key is not null) end as keys,
        case when count(*) <= 10000 then array_agg(distinct contract_id collate "C") filter (where contract_id is not null) end as contracts
      from (select distinct company_id, key, contract_id from (select company_id, case when rows_count <= 20000 then id end as key, case when rows_count <= 20000 then contract_id end as contract_id
           from (select 1 as sign, company_id, id, contract_id, status, scheduled_payment_on, amount, paid_amount from (select new.*) new_row union all select -1 as sign, company_id, id, contract_id, status, scheduled_payment_on, amount, paid_amount from (select old.*) old_row) changed
           join (select company_id, count(*) as rows_count from (select 1 as sign, company_id, id, contract_id, status, scheduled_payment_on, amount, paid_amount from (select new.*) new_row union all select -1 as sign, company_id, id, contract_id, status, scheduled_payment_on, amount, paid_amount from (select old.*) old_row) changed group by company_id) size using (company_id)) touched) touched
      group by company_id
    ), payment_totals as (
      insert into reporting.payment_totals as kept (company_id, stripe, unit, status, start, payments_count, paid_payments_count, amount, paid_amount)
      select company_id, stripe, unit, status, start, payments_count, paid_payments_count, amount, paid_amount
      from (select * from (select company_id, unit, status, start, sum(payments_count) as payments_count, sum(paid_payments_count) as paid_payments_count, sum(amount) as amount, sum(paid_amount) as paid_amount 
      from (
        select company_id, status, (scheduled_payment_on at time zone 'UTC')::date as day,
          sum(sign) as payments_count,
          sum(sign * (status = 'paid')::integer) as paid_payments_count,
          sum(sign * amount) as amount,
          sum(sign * paid_amount) as paid_amount
        from (select 1 as sign, company_id, id, contract_id, status, scheduled_payment_on, amount, paid_amount from (select new.*) new_row union all select -1 as sign, company_id, id, contract_id, status, scheduled_payment_on, amount, paid_amount from (select old.*) old_row) added
        group by 1, 2, 3
      ) of_day
      cross join unnest('{day,month}'::text[]) unit
      cross join lateral (select reporting.start_of(unit, day) as start) period
     group by company_id, unit, status, start) rolled_up join stripes using (company_id)) added
      where (payments_count, paid_payments_count, amount, paid_amount) <> (0, 0, 0, 0)
      order by company_id, unit, status, start
     on conflict (company_id, stripe, unit, status, start) do update set payments_count = kept.payments_count + excluded.payments_count, paid_payments_count = kept.paid_payments_count + excluded.paid_payments_count, amount = kept.amount + excluded.amount, paid_amount = kept.paid_amount + excluded.paid_amount), payment_periods as (
      insert into reporting.payment_periods as kept (company_id, stripe, status, contract_id, payments_count, amount, paid_amount)
      select company_id, stripe, status, contract_id, payments_count, amount, paid_amount
      from (select * from (select company_id, status, contract_id, sum(payments_count) as payments_count, sum(amount) as amount, sum(paid_amount) as paid_amount 
      from (
        select company_id, contract_id, status as own_status,
          sum(sign) as payments_count,
          sum(sign * amount) as amount,
          sum(sign * paid_amount) as paid_amount
        from (select 1 as sign, company_id, id, contract_id, status, scheduled_payment_on, amount, paid_amount from (select new.*) new_row union all select -1 as sign, company_id, id, contract_id, status, scheduled_payment_on, amount, paid_amount from (select old.*) old_row) added
        group by 1, 2, 3
      ) of_contract
      cross join unnest(array[own_status, 'any']) status
     group by company_id, status, contract_id) rolled_up join stripes using (company_id)) added
      where (payments_count, amount, paid_amount) <> (0, 0, 0)
      order by company_id, status, contract_id
     on conflict (company_id, stripe, status, contract_id) do update set payments_count = kept.payments_count + excluded.payments_count, amount = kept.amount + excluded.amount, paid_amount = kept.paid_amount + excluded.paid_amount), payment_sums as (
      insert into reporting.payment_sums as kept (company_id, stripe, status, unit, start, contract_id, payments_count, paid_payments_count, amount, paid_amount)
      select company_id, stripe, status, unit, start, contract_id, payments_count, paid_payments_count, amount, paid_amount
      from (select * from (select company_id, status, unit, start, contract_id, sum(payments_count) as payments_count, sum(paid_payments_count) as paid_payments_count, sum(amount) as amount, sum(paid_amount) as paid_amount 
      from (
        select company_id, contract_id, status as own_status,
          reporting.start_of('month', (scheduled_payment_on at time zone 'UTC')::date) as month,
          sum(sign) as payments_count,
          sum(sign * (status = 'paid')::integer) as paid_payments_count,
          sum(sign * amount) as amount,
          sum(sign * paid_amount) as paid_amount
        from (select 1 as sign, company_id, id, contract_id, status, scheduled_payment_on, amount, paid_amount from (select new.*) new_row union all select -1 as sign, company_id, id, contract_id, status, scheduled_payment_on, amount, paid_amount from (select old.*) old_row) added
        group by 1, 2, 3, 4
      ) of_month
      cross join unnest(array[own_status, 'any']) status
      cross join lateral (
        values ('month', month), ('year', reporting.start_of('year', month)), ('all', date '0001-01-01')
      ) period (unit, start)
     group by company_id, status, unit, start, contract_id) rolled_up join stripes using (company_id)) added
      where (payments_count, paid_payments_count, amount, paid_amount) <> (0, 0, 0, 0)
      order by company_id, status, unit, start, contract_id
     on conflict (company_id, stripe, status, unit, start, contract_id) do update set payments_count = kept.payments_count + excluded.payments_count, paid_payments_count = kept.paid_payments_count + excluded.paid_payments_count, amount = kept.amount + excluded.amount, paid_amount = kept.paid_amount + excluded.paid_amount), 
    raised as (
      insert into reporting.data_versions as v (company_id, stripe, version)
      select company_id, stripe, step from stripes
      on conflict (company_id, stripe) do update set version = v.version + excluded.version
      returning company_id, stripe, version
    )
    insert into reporting.changes (company_id, stripe, version_before, version, kind, keys, contracts)
    select company_id, stripe, version - step, version, 'payment', keys, contracts
    from raised join stripes using (company_id, stripe)
  ;
          else
            
    with stripes as materialized (
      select company_id, reporting.stripe_of(company_id) as stripe, 1 + (random() * 1000000000)::bigint as step,
        case when count(*) <= 10000 then array_agg(key) filter (where key is not null) end as keys,
        case when count(*) <= 10000 then array_agg(distinct contract_id collate "C") filter (where contract_id is not null) end as contracts
      from (select distinct company_id, key, contract_id from (select company_id, case when rows_count <= 20000 then id end as key, case when rows_count <= 20000 then contract_id end as contract_id
           from (select -1 as sign, company_id, id, contract_id, status, scheduled_payment_on, amount, paid_amount from (select old.*) old_row) changed
           join (select company_id, count(*) as rows_count from (select -1 as sign, company_id, id, contract_id, status, scheduled_payment_on, amount, paid_amount from (select old.*) old_row) changed group by company_id) size using (company_id)) touched) touched
      group by company_id
    ), payment_totals as (
      insert into reporting.payment_totals as kept (company_id, stripe, unit, status, start, payments_count, paid_payments_count, amount, paid_amount)
      select company_id, stripe, unit, status, start, payments_count, paid_payments_count, amount, paid_amount
      from (select * from (select company_id, unit, status, start, sum(payments_count) as payments_count, sum(paid_payments_count) as paid_payments_count, sum(amount) as amount, sum(paid_amount) as paid_amount 
      from (
        select company_id, status, (scheduled_payment_on at time zone 'UTC')::date as day,
          sum(sign) as payments_count,
          sum(sign * (status = 'paid')::integer) as paid_payments_count,
          sum(sign * amount) as amount,
          sum(sign * paid_amount) as paid_amount
        from (select -1 as sign, company_id, id, contract_id, status, scheduled_payment_on, amount, paid_amount from (select old.*) old_row) added
        group by 1, 2, 3
      ) of_day
      cross join unnest('{day,month}'::text[]) unit
      cross join lateral (select reporting.start_of(unit, day) as start) period
     group by company_id, unit, status, start) rolled_up join stripes using (company_id)) added
      where (payments_count, paid_payments_count, amount, paid_amount) <> (0, 0, 0, 0)
      order by company_id, unit, status, start
     on conflict (company_id, stripe, unit, status, start) do update set payments_count = kept.payments_count + excluded.payments_count, paid_payments_count = kept.paid_payments_count + excluded.paid_payments_count, amount = kept.amount + excluded.amount, paid_amount = kept.paid_amount + excluded.paid_amount), payment_periods as (
      insert into reporting.payment_periods as kept (company_id, stripe, status, contract_id, payments_count, amount, paid_amount)
      select company_id, stripe, status, contract_id, payments_count, amount, paid_amount
      from (select * from (select company_id, status, contract_id, sum(payments_count) as payments_count, sum(amount) as amount, sum(paid_amount) as paid_amount 
      from (
        select company_id, contract_id, status as own_status,
          sum(sign) as payments_count,
          sum(sign * amount) as amount,
          sum(sign * paid_amount) as paid_amount
        from (select -1 as sign, company_id, id, contract_id, status, scheduled_payment_on, amount, paid_amount from (select old.*) old_row) added
        group by 1, 2, 3
      ) of_contract
      cross join unnest(array[own_status, 'any']) status
     group by company_id, status, contract_id) rolled_up join stripes using (company_id)) added
      where (payments_count, amount, paid_amount) <> (0, 0, 0)
      order by company_id, status, contract_id
     on conflict (company_id, stripe, status, contract_id) do update set payments_count = kept.payments_count + excluded.payments_count, amount = kept.amount + excluded.amount, paid_amount = kept.paid_amount + excluded.paid_amount), payment_sums as (
      insert into reporting.payment_sums as kept (company_id, stripe, status, unit, start, contract_id, payments_count, paid_payments_count, amount, paid_amount)
      select company_id, stripe, status, unit, start, contract_id, payments_count, paid_payments_count, amount, paid_amount
      from (select * from (select company_id, status, unit, start, contract_id, sum(payments_count) as payments_count, sum(paid_payments_count) as paid_payments_count, sum(amount) as amount, sum(paid_amount) as paid_amount 
      from (
        select company_id, contract_id, status as own_status,
          reporting.start_of('month', (scheduled_payment_on at time zone 'UTC')::date) as month,
          sum(sign) as payments_count,
          sum(sign * (status = 'paid')::integer) as paid_payments_count,
          sum(sign * amount) as amount,
          sum(sign * paid_amount) as paid_amount
        from (select -1 as sign, company_id, id, contract_id, status, scheduled_payment_on, amount, paid_amount from (select old.*) old_row) added
        group by 1, 2, 3, 4
      ) of_month
      cross join unnest(array[own_status, 'any']) status
      cross join lateral (
        values ('month', month), ('year', reporting.start_of('year', month)), ('all', date '0001-01-01')
      ) period (unit, start)
     group by company_id, status, unit, start, contract_id) rolled_up join stripes using (company_id)) added
      where (payments_count, paid_payments_count, amount, paid_amount) <> (0, 0, 0, 0)
      order by company_id, status, unit, start, contract_id
     on conflict (company_id, stripe, status, unit, start, contract_id) do update set payments_count = kept.payments_count + excluded.payments_count, paid_payments_count = kept.paid_payments_count + excluded.paid_payments_count, amount = kept.amount + excluded.amount, paid_amount = kept.paid_amount + excluded.paid_amount), 
    raised as (
      insert into reporting.data_versions as v (company_id, stripe, version)
      select company_id, stripe, step from stripes
      on conflict (company_id, stripe) do update set version = v.version + excluded.version
      returning company_id, stripe, version
    )
    insert into reporting.changes (company_id, stripe, version_before, version, kind, keys, contracts)
    select company_id, stripe, version - step, version, 'payment', keys, contracts
    from raised join stripes using (company_id, stripe)
  ;
          end if;
          return null;
        end $function$;

CREATE OR REPLACE FUNCTION reporting.keep_scheduled_payments_update()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
          begin
            
            
    with stripes as materialized (
      select company_id, reporting.stripe_of(company_id) as stripe, 1 + (random() * 1000000000)::bigint as step,
        case when count(*) <= 10000 then array_agg(key) filter (where key is not null) end as keys,
        case when count(*) <= 10000 then array_agg(distinct contract_id collate "C") filter (where contract_id is not null) end as contracts
      from (select distinct company_id, key, contract_id from (select company_id, case when rows_count <= 20000 then id end as key, case when rows_count <= 20000 then contract_id end as contract_id
           from (select 1 as sign, company_id, id, contract_id, status, scheduled_payment_on, amount, paid_amount from new_rows union all select -1 as sign, company_id, id, contract_id, status, scheduled_payment_on, amount, paid_amount from old_rows) changed
           join (select company_id, count(*) as rows_count from (select 1 as sign, company_id, id, contract_id, status, scheduled_payment_on, amount, paid_amount from new_rows union all select -1 as sign, company_id, id, contract_id, status, scheduled_payment_on, amount, paid_amount from old_rows) changed group by company_id) size using (company_id)) touched) touched
      group by company_id
    ), payment_totals as (
      insert into reporting.payment_totals as kept (company_id, stripe, unit, status, start, payments_count, paid_payments_count, amount, paid_amount)
      select company_id, stripe, unit, status, start, payments_count, paid_payments_count, amount, paid_amount
      from (select * from (select company_id, unit, status, start, sum(payments_count) as payments_count, sum(paid_payments_count) as paid_payments_count, sum(amount) as amount, sum(paid_amount) as paid_amount 
      from (
        select company_id, status, (scheduled_payment_on at time zone 'UTC')::date as day,
          sum(sign) as payments_count,
          sum(sign * (status = 'paid')::integer) as paid_payments_count,
          sum(sign * amount) as amount,
          sum(sign * paid_amount) as paid_amount
        from (select 1 as sign, company_id, id, contract_id, status, scheduled_payment_on, amount, paid_amount from new_rows union all select -1 as sign, company_id, id, contract_id, status, scheduled_payment_on, amount, paid_amount from old_rows) added
        group by 1, 2, 3
      ) of_day
      cross join unnest('{day,month}'::text[]) unit
      cross join lateral (select reporting.start_of(unit, day) as start) period
     group by company_id, unit, status, start) rolled_up join stripes using (company_id)) added
      where (payments_count, paid_payments_count, amount, paid_amount) <> (0, 0, 0, 0)
      order by company_id, unit, status, start
     on conflict (company_id, stripe, unit, status, start) do update set payments_count = kept.payments_count + excluded.payments_count, paid_payments_count = kept.paid_payments_count + excluded.paid_payments_count, amount = kept.amount + excluded.amount, paid_amount = kept.paid_amount + excluded.paid_amount), payment_periods as (
      insert into reporting.payment_periods as kept (company_id, stripe, status, contract_id, payments_count, amount, paid_amount)
      select company_id, stripe, status, contract_id, payments_count, amount, paid_amount
      from (select * from (select company_id, status, contract_id, sum(payments_count) as payments_count, sum(amount) as amount, sum(paid_amount) as paid_amount 
      from (
        select company_id, contract_id, status as own_status,
          sum(sign) as payments_count,
          sum(sign * amount) as amount,
          sum(sign * paid_amount) as paid_amount
        from (select 1 as sign, company_id, id, contract_id, status, scheduled_payment_on, amount, paid_amount from new_rows union all select -1 as sign, company_id, id, contract_id, status, scheduled_payment_on, amount, paid_amount from old_rows) added
        group by 1, 2, 3
      ) of_contract
      cross join unnest(array[own_status, 'any']) status
     group by company_id, status, contract_id) rolled_up join stripes using (company_id)) added
      where (payments_count, amount, paid_amount) <> (0, 0, 0)
      order by company_id, status, contract_id
     on conflict (company_id, stripe, status, contract_id) do update set payments_count = kept.payments_count + excluded.payments_count, amount = kept.amount + excluded.amount, paid_amount = kept.paid_amount + excluded.paid_amount), payment_sums as (
      insert into reporting.payment_sums as kept (company_id, stripe, status, unit, start, contract_id, payments_count, paid_payments_count, amount, paid_amount)
      select company_id, stripe, status, unit, start, contract_id, payments_count, paid_payments_count, amount, paid_amount
      from (select * from (select company_id, status, unit, start, contract_id, sum(payments_count) as payments_count, sum(paid_payments_count) as paid_payments_count, sum(amount) as amount, sum(paid_amount) as paid_amount 
      from (
        select company_id, contract_id, status as own_status,
          reporting.start_of('month', (scheduled_payment_on at time zone 'UTC')::date) as month,
          sum(sign) as payments_count,
          sum(sign * (status = 'paid')::integer) as paid_payments_count,
          sum(sign * amount) as amount,
          sum(sign * paid_amount) as paid_amount
        from (select 1 as sign, company_id, id, contract_id, status, scheduled_payment_on, amount, paid_amount from new_rows union all select -1 as sign, company_id, id, contract_id, status, scheduled_payment_on, amount, paid_amount from old_rows) added
        group by 1, 2, 3, 4
      ) of_month
      cross join unnest(array[own_status, 'any']) status
      cross join lateral (
        values ('month', month), ('year', reporting.start_of('year', month)), ('all', date '0001-01-01')
      ) period (unit, start)
     group by company_id, status, unit, start, contract_id) rolled_up join stripes using (company_id)) added
      where (payments_count, paid_payments_count, amount, paid_amount) <> (0, 0, 0, 0)
      order by company_id, status, unit, start, contract_id
     on conflict (company_id, stripe, status, unit, start, contract_id) do update set payments_count = kept.payments_count + excluded.payments_count, paid_payments_count = kept.paid_payments_count + excluded.paid_payments_count, amount = kept.amount + excluded.amount, paid_amount = kept.paid_amount + excluded.paid_amount), 
    raised as (
      insert into reporting.data_versions as v (company_id, stripe, version)
      select company_id, stripe, step from stripes
      on conflict (company_id, stripe) do update set version = v.version + excluded.version
      returning company_id, stripe, version
    )
    insert into reporting.changes (company_id, stripe, version_before, version, kind, keys, contracts)
    select company_id, stripe, version - step, version, 'payment', keys, contracts
    from raised join stripes using (company_id, stripe)
  ;
            return null;
          end $function$;

CREATE OR REPLACE FUNCTION reporting.keep_teams_delete()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
          begin
            
            
    with stripes as materialized (
      select company_id, reporting.stripe_of(company_id) as stripe, 1 + (random() * 1000000000)::bigint as step,
        case when count(*) <= 10000 then array_agg(key) filter (where key is not null) end as keys,
        case when count(*) <= 10000 then array_agg(distinct contract_id collate "C") filter (where contract_id is not null) end as contracts
      from (select distinct company_id, key, contract_id from (select company_id, id as key, null as contract_id from (select -1 as sign, company_id, id from old_rows) changed) touched) touched
      group by company_id
    ), 
    raised as (
      insert into reporting.data_versions as v (company_id, stripe, version)
      select company_id, stripe, step from stripes
      on conflict (company_id, stripe) do update set version = v.version + excluded.version
      returning company_id, stripe, version
    )
    insert into reporting.changes (company_id, stripe, version_before, version, kind, keys, contracts)
    select company_id, stripe, version - step, version, 'team', keys, contracts
    from raised join stripes using (company_id, stripe)
  ;
            return null;
          end $function$;

CREATE OR REPLACE FUNCTION reporting.keep_teams_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
          begin
            
            
    with stripes as materialized (
      select company_id, reporting.stripe_of(company_id) as stripe, 1 + (random() * 1000000000)::bigint as step,
        case when count(*) <= 10000 then array_agg(key) filter (where key is not null) end as keys,
        case when count(*) <= 10000 then array_agg(distinct contract_id collate "C") filter (where contract_id is not null) end as contracts
      from (select distinct company_id, key, contract_id from (select company_id, id as key, null as contract_id from (select 1 as sign, company_id, id from new_rows) changed) touched) touched
      group by company_id
    ), 
    raised as (
      insert into reporting.data_versions as v (company_id, stripe, version)
      select company_id, stripe, step from stripes
      on conflict (company_id, stripe) do update set version = v.version + excluded.version
      returning company_id, stripe, version
    )
    insert into reporting.changes (company_id, stripe, version_before, version, kind, keys, contracts)
    select company_id, stripe, version - step, version, 'team', keys, contracts
    from raised join stripes using (company_id, stripe)
  ;
            return null;
          end $function$;

CREATE OR REPLACE FUNCTION reporting.keep_teams_row()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
        begin
          if current_setting('session_replication_role') <> 'replica' then
            return null;
          end if;
          if tg_op = 'INSERT' then
            
    with stripes as materialized (
      select company_id, reporting.stripe_of(company_id) as stripe, 1 + (random() * 1000000000)::bigint as step,
        case when count(*) <= 10000 then array_agg(key) filter (where key is not null) end as keys,
        case when count(*) <= 10000 then array_agg(distinct contract_id collate "C") filter (where contract_id is not null) end as contracts
      from (select distinct company_id, key, contract_id from (select company_id, id as key, null as contract_id from (select 1 as sign, company_id, id from (select new.*) new_row) changed) touched) touched
      group by company_id
    ), 
    raised as (
      insert into reporting.data_versions as v (company_id, stripe, version)
      select company_id, stripe, step from stripes
      on conflict (company_id, stripe) do update set version = v.version + excluded.version
      returning company_id, stripe, version
    )
    insert into reporting.changes (company_id, stripe, version_before, version, kind, keys, contracts)
    select company_id, stripe, version - step, version, 'team', keys, contracts
    from raised join stripes using (company_id, stripe)
  ;
          elsif tg_op = 'UPDATE' then
            
    with stripes as materialized (
      select company_id, reporting.stripe_of(company_id) as stripe, 1 + (random() * 1000000000)::bigint as step,
        case when count(*) <= 10000 then array_agg(key) filter (where key is not null) end as keys,
        case when count(*) <= 10000 then array_agg(distinct contract_id collate "C") filter (where contract_id is not null) end as contracts
      from (select distinct company_id, key, contract_id from (select company_id, id as key, null as contract_id from (select 1 as sign, company_id, id from (select new.*) new_row union all select -1 as sign, company_id, id from (select old.*) old_row) changed) touched) touched
      group by company_id
    ), 
    raised as (
      insert into reporting.data_versions as v (company_id, stripe, version)
      select company_id, stripe, step from stripes
      on conflict (company_id, stripe) do update set version = v.version + excluded.version
      returning company_id, stripe, version
    )
    insert into reporting.changes (company_id, stripe, version_before, version, kind, keys, contracts)
    select company_id, stripe, version - step, version, 'team', keys, contracts
    from raised join stripes using (company_id, stripe)
  ;
          else
            
    with stripes as materialized (
      select company_id, reporting.stripe_of(company_id) as stripe, 1 + (random() * 1000000000)::bigint as step,
        case when count(*) <= 10000 then array_agg(key) filter (where key is not null) end as keys,
        case when count(*) <= 10000 then array_agg(distinct contract_id collate "C") filter (where contract_id is not null) end as contracts
      from (select distinct company_id, key, contract_id from (select company_id, id as key, null as contract_id from (select -1 as sign, company_id, id from (select old.*) old_row) changed) touched) touched
      group by company_id
    ), 
    raised as (
      insert into reporting.data_versions as v (company_id, stripe, version)
      select company_id, stripe, step from stripes
      on conflict (company_id, stripe) do update set version = v.version + excluded.version
      returning company_id, stripe, version
    )
    insert into reporting.changes (company_id, stripe, version_before, version, kind, keys, contracts)
    select company_id, stripe, version - step, version, 'team', keys, contracts
    from raised join stripes using (company_id, stripe)
  ;
          end if;
          return null;
        end $function$;

CREATE OR REPLACE FUNCTION reporting.keep_teams_update()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
          begin
            
            
    with stripes as materialized (
      select company_id, reporting.stripe_of(company_id) as stripe, 1 + (random() * 1000000000)::bigint as step,
        case when count(*) <= 10000 then array_agg(key) filter (where key is not null) end as keys,
        case when count(*) <= 10000 then array_agg(distinct contract_id collate "C") filter (where contract_id is not null) end as contracts
      from (select distinct company_id, key, contract_id from (select company_id, id as key, null as contract_id from (select 1 as sign, company_id, id from new_rows union all select -1 as sign, company_id, id from old_rows) changed) touched) touched
      group by company_id
    ), 
    raised as (
      insert into reporting.data_versions as v (company_id, stripe, version)
      select company_id, stripe, step from stripes
      on conflict (company_id, stripe) do update set version = v.version + excluded.version
      returning company_id, stripe, version
    )
    insert into reporting.changes (company_id, stripe, version_before, version, kind, keys, contracts)
    select company_id, stripe, version - step, version, 'team', keys, contracts
    from raised join stripes using (company_id, stripe)
  ;
            return null;
          end $function$;

CREATE OR REPLACE FUNCTION reporting.keep_timesheet_days_delete()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
          begin
            
            
    with stripes as materialized (
      select company_id, reporting.stripe_of(company_id) as stripe, 1 + (random() * 1000000000)::bigint as step,
        case when count(*) <= 10000 then array_agg(key) filter (where key is not null) end as keys,
        case when count(*) <= 10000 then array_agg(distinct contract_id collate "C") filter (where contract_id is not null) end as contracts
      from (select distinct company_id, key, contract_id from (select company_id, contract_id as key, null as contract_id from (select -1 as sign, company_id, contract_id, work_date, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes,
      billed_minutes, activity, billable_amount from old_rows) changed) touched) touched
      group by company_id
    ), timesheet_periods as (
      insert into reporting.timesheet_periods as kept (company_id, stripe, unit, start, contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount)
      select company_id, stripe, unit, start, contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
      from (select * from (select company_id, unit, start, contract_id, sum(days_count) as days_count, sum(tracked_minutes) as tracked_minutes, sum(manual_minutes) as manual_minutes, sum(overtime_minutes) as overtime_minutes, sum(billable_minutes) as billable_minutes, sum(billed_minutes) as billed_minutes, sum(weighted_activity) as weighted_activity, sum(billable_amount) as billable_amount 
      from (
        select company_id, unit, reporting.start_of(unit, work_date) as start, contract_id as own_id,
          sum(sign) as days_count,
          sum(sign * tracked_minutes) as tracked_minutes,
          sum(sign * manual_minutes) as manual_minutes,
          sum(sign * overtime_minutes) as overtime_minutes,
          sum(sign * billable_minutes) as billable_minutes,
          sum(sign * billed_minutes) as billed_minutes,
          sum(sign * coalesce(activity, 0) * (tracked_minutes - manual_minutes)) as weighted_activity,
          sum(sign * billable_amount) as billable_amount
        from (select -1 as sign, company_id, contract_id, work_date, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes,
      billed_minutes, activity, billable_amount from old_rows) added
        cross join unnest('{month,year}'::text[]) unit
        group by 1, 2, 3, 4
      ) of_contract
      cross join unnest(array[own_id, '']) contract_id
     group by company_id, unit, start, contract_id) rolled_up join stripes using (company_id)) added
      where (days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount) <> (0, 0, 0, 0, 0, 0, 0, 0)
      order by company_id, unit, start, contract_id
     on conflict (company_id, stripe, unit, start, contract_id) do update set days_count = kept.days_count + excluded.days_count, tracked_minutes = kept.tracked_minutes + excluded.tracked_minutes, manual_minutes = kept.manual_minutes + excluded.manual_minutes, overtime_minutes = kept.overtime_minutes + excluded.overtime_minutes, billable_minutes = kept.billable_minutes + excluded.billable_minutes, billed_minutes = kept.billed_minutes + excluded.billed_minutes, weighted_activity = kept.weighted_activity + excluded.weighted_activity, billable_amount = kept.billable_amount + excluded.billable_amount), 
    raised as (
      insert into reporting.data_versions as v (company_id, stripe, version)
      select company_id, stripe, step from stripes
      on conflict (company_id, stripe) do update set version = v.version + excluded.version
      returning company_id, stripe, version
    )
    insert into reporting.changes (company_id, stripe, version_before, version, kind, keys, contracts)
    select company_id, stripe, version - step, version, 'day', keys, contracts
    from raised join stripes using (company_id, stripe)
  ;
            return null;
          end $function$;

CREATE OR REPLACE FUNCTION reporting.keep_timesheet_days_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
          begin
            
            
    with stripes as materialized (
      select company_id, reporting.stripe_of(company_id) as stripe, 1 + (random() * 1000000000)::bigint as step,
        case when count(*) <= 10000 then array_agg(key) filter (where key is not null) end as keys,
        case when count(*) <= 10000 then array_agg(distinct contract_id collate "C") filter (where contract_id is not null) end as contracts
      from (select distinct company_id, key, contract_id from (select company_id, contract_id as key, null as contract_id from (select 1 as sign, company_id, contract_id, work_date, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes,
      billed_minutes, activity, billable_amount from new_rows) changed) touched) touched
      group by company_id
    ), timesheet_periods as (
      insert into reporting.timesheet_periods as kept (company_id, stripe, unit, start, contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount)
      select company_id, stripe, unit, start, contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
      from (select * from (select company_id, unit, start, contract_id, sum(days_count) as days_count, sum(tracked_minutes) as tracked_minutes, sum(manual_minutes) as manual_minutes, sum(overtime_minutes) as overtime_minutes, sum(billable_minutes) as billable_minutes, sum(billed_minutes) as billed_minutes, sum(weighted_activity) as weighted_activity, sum(billable_amount) as billable_amount 
      from (
        select company_id, unit, reporting.start_of(unit, work_date) as start, contract_id as own_id,
          sum(sign) as days_count,
          sum(sign * tracked_minutes) as tracked_minutes,
          sum(sign * manual_minutes) as manual_minutes,
          sum(sign * overtime_minutes) as overtime_minutes,
          sum(sign * billable_minutes) as billable_minutes,
          sum(sign * billed_minutes) as billed_minutes,
          sum(sign * coalesce(activity, 0) * (tracked_minutes - manual_minutes)) as weighted_activity,
          sum(sign * billable_amount) as billable_amount
        from (select 1 as sign, company_id, contract_id, work_date, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes,
      billed_minutes, activity, billable_amount from new_rows) added
        cross join unnest('{month,year}'::text[]) unit
        group by 1, 2, 3, 4
      ) of_contract
      cross join unnest(array[own_id, '']) contract_id
     group by company_id, unit, start, contract_id) rolled_up join stripes using (company_id)) added
      where (days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount) <> (0, 0, 0, 0, 0, 0, 0, 0)
      order by company_id, unit, start, contract_id
     on conflict (company_id, stripe, unit, start, contract_id) do update set days_count = kept.days_count + excluded.days_count, tracked_minutes = kept.tracked_minutes + excluded.tracked_minutes, manual_minutes = kept.manual_minutes + excluded.manual_minutes, overtime_minutes = kept.overtime_minutes + excluded.overtime_minutes, billable_minutes = kept.billable_minutes + excluded.billable_minutes, billed_minutes = kept.billed_minutes + excluded.billed_minutes, weighted_activity = kept.weighted_activity + excluded.weighted_activity, billable_amount = kept.billable_amount + excluded.billable_amount), 
    raised as (
      insert into reporting.data_versions as v (company_id, stripe, version)
      select company_id, stripe, step from stripes
      on conflict (company_id, stripe) do update set version = v.version + excluded.version
      returning company_id, stripe, version
    )
    insert into reporting.changes (company_id, stripe, version_before, version, kind, keys, contracts)
    select company_id, stripe, version - step, version, 'day', keys, contracts
    from raised join stripes using (company_id, stripe)
  ;
            return null;
          end $function$;

CREATE OR REPLACE FUNCTION reporting.keep_timesheet_days_row()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
        begin
          if current_setting('session_replication_role') <> 'replica' then
            return null;
          end if;
          if tg_op = 'INSERT' then
            
    with stripes as materialized (
      select company_id, reporting.stripe_of(company_id) as stripe, 1 + (random() * 1000000000)::bigint as step,
        case when count(*) <= 10000 then array_agg(key) filter (where key is not null) end as keys,
        case when count(*) <= 10000 then array_agg(distinct contract_id collate "C") filter (where contract_id is not null) end as contracts
      from (select distinct company_id, key, contract_id from (select company_id, contract_id as key, null as contract_id from (select 1 as sign, company_id, contract_id, work_date, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes,
      billed_minutes, activity, billable_amount from (select new.*) new_row) changed) touched) touched
      group by company_id
    ), timesheet_periods as (
      insert into reporting.timesheet_periods as kept (company_id, stripe, unit, start, contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount)
      select company_id, stripe, unit, start, contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
      from (select * from (select company_id, unit, start, contract_id, sum(days_count) as days_count, sum(tracked_minutes) as tracked_minutes, sum(manual_minutes) as manual_minutes, sum(overtime_minutes) as overtime_minutes, sum(billable_minutes) as billable_minutes, sum(billed_minutes) as billed_minutes, sum(weighted_activity) as weighted_activity, sum(billable_amount) as billable_amount 
      from (
        select company_id, unit, reporting.start_of(unit, work_date) as start, contract_id as own_id,
          sum(sign) as days_count,
          sum(sign * tracked_minutes) as tracked_minutes,
          sum(sign * manual_minutes) as manual_minutes,
          sum(sign * overtime_minutes) as overtime_minutes,
          sum(sign * billable_minutes) as billable_minutes,
          sum(sign * billed_minutes) as billed_minutes,
          sum(sign * coalesce(activity, 0) * (tracked_minutes - manual_minutes)) as weighted_activity,
          sum(sign * billable_amount) as billable_amount
        from (select 1 as sign, company_id, contract_id, work_date, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes,
      billed_minutes, activity, billable_amount from (select new.*) new_row) added
        cross join unnest('{month,year}'::text[]) unit
        group by 1, 2, 3, 4
      ) of_contract
      cross join unnest(array[own_id, '']) contract_id
     group by company_id, unit, start, contract_id) rolled_up join stripes using (company_id)) added
      where (days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount) <> (0, 0, 0, 0, 0, 0, 0, 0)
      order by company_id, unit, start, contract_id
     on conflict (company_id, stripe, unit, start, contract_id) do update set days_count = kept.days_count + excluded.days_count, tracked_minutes = kept.tracked_minutes + excluded.tracked_minutes, manual_minutes = kept.manual_minutes + excluded.manual_minutes, overtime_minutes = kept.overtime_minutes + excluded.overtime_minutes, billable_minutes = kept.billable_minutes + excluded.billable_minutes, billed_minutes = kept.billed_minutes + excluded.billed_minutes, weighted_activity = kept.weighted_activity + excluded.weighted_activity, billable_amount = kept.billable_amount + excluded.billable_amount), 
    raised as (
      insert into reporting.data_versions as v (company_id, stripe, version)
      select company_id, stripe, step from stripes
      on conflict (company_id, stripe) do update set version = v.version + excluded.version
      returning company_id, stripe, version
    )
    insert into reporting.changes (company_id, stripe, version_before, version, kind, keys, contracts)
    select company_id, stripe, version - step, version, 'day', keys, contracts
    from raised join stripes using (company_id, stripe)
  ;
          elsif tg_op = 'UPDATE' then
            
    with stripes as materialized (
      select company_id, reporting.stripe_of(company_id) as stripe, 1 + (random() * 1000000000)::bigint as step,
        case when count(*) <= 10000 then array_agg(key) filter (where key is not null) end as keys,
        case when count(*) <= 10000 then array_agg(distinct contract_id collate "C") filter (where contract_id is not null) end as contracts
      from (select distinct company_id, key, contract_id from (select company_id, contract_id as key, null as contract_id from (select 1 as sign, company_id, contract_id, work_date, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes,
      billed_minutes, activity, billable_amount from (select new.*) new_row union all select -1 as sign, company_id, contract_id, work_date, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes,
      billed_minutes, activity, billable_amount from (select old.*) old_row) changed) touched) touched
      group by company_id
    ), timesheet_periods as (
      insert into reporting.timesheet_periods as kept (company_id, stripe, unit, start, contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount)
      select company_id, stripe, unit, start, contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
      from (select * from (select company_id, unit, start, contract_id, sum(days_count) as days_count, sum(tracked_minutes) as tracked_minutes, sum(manual_minutes) as manual_minutes, sum(overtime_minutes) as overtime_minutes, sum(billable_minutes) as billable_minutes, sum(billed_minutes) as billed_minutes, sum(weighted_activity) as weighted_activity, sum(billable_amount) as billable_amount 
      from (
        select company_id, unit, reporting.start_of(unit, work_date) as start, contract_id as own_id,
          sum(sign) as days_count,
          sum(sign * tracked_minutes) as tracked_minutes,
          sum(sign * manual_minutes) as manual_minutes,
          sum(sign * overtime_minutes) as overtime_minutes,
          sum(sign * billable_minutes) as billable_minutes,
          sum(sign * billed_minutes) as billed_minutes,
          sum(sign * coalesce(activity, 0) * (tracked_minutes - manual_minutes)) as weighted_activity,
          sum(sign * billable_amount) as billable_amount
        from (select 1 as sign, company_id, contract_id, work_date, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes,
      billed_minutes, activity, billable_amount from (select new.*) new_row union all select -1 as sign, company_id, contract_id, work_date, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes,
      billed_minutes, activity, billable_amount from (select old.*) old_row) added
        cross join unnest('{month,year}'::text[]) unit
        group by 1, 2, 3, 4
      ) of_contract
      cross join unnest(array[own_id, '']) contract_id
     group by company_id, unit, start, contract_id) rolled_up join stripes using (company_id)) added
      where (days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount) <> (0, 0, 0, 0, 0, 0, 0, 0)
      order by company_id, unit, start, contract_id
     on conflict (company_id, stripe, unit, start, contract_id) do update set days_count = kept.days_count + excluded.days_count, tracked_minutes = kept.tracked_minutes + excluded.tracked_minutes, manual_minutes = kept.manual_minutes + excluded.manual_minutes, overtime_minutes = kept.overtime_minutes + excluded.overtime_minutes, billable_minutes = kept.billable_minutes + excluded.billable_minutes, billed_minutes = kept.billed_minutes + excluded.billed_minutes, weighted_activity = kept.weighted_activity + excluded.weighted_activity, billable_amount = kept.billable_amount + excluded.billable_amount), 
    raised as (
      insert into reporting.data_versions as v (company_id, stripe, version)
      select company_id, stripe, step from stripes
      on conflict (company_id, stripe) do update set version = v.version + excluded.version
      returning company_id, stripe, version
    )
    insert into reporting.changes (company_id, stripe, version_before, version, kind, keys, contracts)
    select company_id, stripe, version - step, version, 'day', keys, contracts
    from raised join stripes using (company_id, stripe)
  ;
          else
            
    with stripes as materialized (
      select company_id, reporting.stripe_of(company_id) as stripe, 1 + (random() * 1000000000)::bigint as step,
        case when count(*) <= 10000 then array_agg(key) filter (where key is not null) end as keys,
        case when count(*) <= 10000 then array_agg(distinct contract_id collate "C") filter (where contract_id is not null) end as contracts
      from (select distinct company_id, key, contract_id from (select company_id, contract_id as key, null as contract_id from (select -1 as sign, company_id, contract_id, work_date, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes,
      billed_minutes, activity, billable_amount from (select old.*) old_row) changed) touched) touched
      group by company_id
    ), timesheet_periods as (
      insert into reporting.timesheet_periods as kept (company_id, stripe, unit, start, contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount)
      select company_id, stripe, unit, start, contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
      from (select * from (select company_id, unit, start, contract_id, sum(days_count) as days_count, sum(tracked_minutes) as tracked_minutes, sum(manual_minutes) as manual_minutes, sum(overtime_minutes) as overtime_minutes, sum(billable_minutes) as billable_minutes, sum(billed_minutes) as billed_minutes, sum(weighted_activity) as weighted_activity, sum(billable_amount) as billable_amount 
      from (
        select company_id, unit, reporting.start_of(unit, work_date) as start, contract_id as own_id,
          sum(sign) as days_count,
          sum(sign * tracked_minutes) as tracked_minutes,
          sum(sign * manual_minutes) as manual_minutes,
          sum(sign * overtime_minutes) as overtime_minutes,
          sum(sign * billable_minutes) as billable_minutes,
          sum(sign * billed_minutes) as billed_minutes,
          sum(sign * coalesce(activity, 0) * (tracked_minutes - manual_minutes)) as weighted_activity,
          sum(sign * billable_amount) as billable_amount
        from (select -1 as sign, company_id, contract_id, work_date, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes,
      billed_minutes, activity, billable_amount from (select old.*) old_row) added
        cross join unnest('{month,year}'::text[]) unit
        group by 1, 2, 3, 4
      ) of_contract
      cross join unnest(array[own_id, '']) contract_id
     group by company_id, unit, start, contract_id) rolled_up join stripes using (company_id)) added
      where (days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount) <> (0, 0, 0, 0, 0, 0, 0, 0)
      order by company_id, unit, start, contract_id
     on conflict (company_id, stripe, unit, start, contract_id) do update set days_count = kept.days_count + excluded.days_count, tracked_minutes = kept.tracked_minutes + excluded.tracked_minutes, manual_minutes = kept.manual_minutes + excluded.manual_minutes, overtime_minutes = kept.overtime_minutes + excluded.overtime_minutes, billable_minutes = kept.billable_minutes + excluded.billable_minutes, billed_minutes = kept.billed_minutes + excluded.billed_minutes, weighted_activity = kept.weighted_activity + excluded.weighted_activity, billable_amount = kept.billable_amount + excluded.billable_amount), 
    raised as (
      insert into reporting.data_versions as v (company_id, stripe, version)
      select company_id, stripe, step from stripes
      on conflict (company_id, stripe) do update set version = v.version + excluded.version
      returning company_id, stripe, version
    )
    insert into reporting.changes (company_id, stripe, version_before, version, kind, keys, contracts)
    select company_id, stripe, version - step, version, 'day', keys, contracts
    from raised join stripes using (company_id, stripe)
  ;
          end if;
          return null;
        end $function$;

CREATE OR REPLACE FUNCTION reporting.keep_timesheet_days_update()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
          begin
            
            
    with stripes as materialized (
      select company_id, reporting.stripe_of(company_id) as stripe, 1 + (random() * 1000000000)::bigint as step,
        case when count(*) <= 10000 then array_agg(key) filter (where key is not null) end as keys,
        case when count(*) <= 10000 then array_agg(distinct contract_id collate "C") filter (where contract_id is not null) end as contracts
      from (select distinct company_id, key, contract_id from (select company_id, contract_id as key, null as contract_id from (select 1 as sign, company_id, contract_id, work_date, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes,
      billed_minutes, activity, billable_amount from new_rows union all select -1 as sign, company_id, contract_id, work_date, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes,
      billed_minutes, activity, billable_amount from old_rows) changed) touched) touched
      group by company_id
    ), timesheet_periods as (
      insert into reporting.timesheet_periods as kept (company_id, stripe, unit, start, contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount)
      select company_id, stripe, unit, start, contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
      from (select * from (select company_id, unit, start, contract_id, sum(days_count) as days_count, sum(tracked_minutes) as tracked_minutes, sum(manual_minutes) as manual_minutes, sum(overtime_minutes) as overtime_minutes, sum(billable_minutes) as billable_minutes, sum(billed_minutes) as billed_minutes, sum(weighted_activity) as weighted_activity, sum(billable_amount) as billable_amount 
      from (
        select company_id, unit, reporting.start_of(unit, work_date) as start, contract_id as own_id,
          sum(sign) as days_count,
          sum(sign * tracked_minutes) as tracked_minutes,
          sum(sign * manual_minutes) as manual_minutes,
          sum(sign * overtime_minutes) as overtime_minutes,
          sum(sign * billable_minutes) as billable_minutes,
          sum(sign * billed_minutes) as billed_minutes,
          sum(sign * coalesce(activity, 0) * (tracked_minutes - manual_minutes)) as weighted_activity,
          sum(sign * billable_amount) as billable_amount
        from (select 1 as sign, company_id, contract_id, work_date, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes,
      billed_minutes, activity, billable_amount from new_rows union all select -1 as sign, company_id, contract_id, work_date, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes,
      billed_minutes, activity, billable_amount from old_rows) added
        cross join unnest('{month,year}'::text[]) unit
        group by 1, 2, 3, 4
      ) of_contract
      cross join unnest(array[own_id, '']) contract_id
     group by company_id, unit, start, contract_id) rolled_up join stripes using (company_id)) added
      where (days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount) <> (0, 0, 0, 0, 0, 0, 0, 0)
      order by company_id, unit, start, contract_id
     on conflict (company_id, stripe, unit, start, contract_id) do update set days_count = kept.days_count + excluded.days_count, tracked_minutes = kept.tracked_minutes + excluded.tracked_minutes, manual_minutes = kept.manual_minutes + excluded.manual_minutes, overtime_minutes = kept.overtime_minutes + excluded.overtime_minutes, billable_minutes = kept.billable_minutes + excluded.billable_minutes, billed_minutes = kept.billed_minutes + excluded.billed_minutes, weighted_activity = kept.weighted_activity + excluded.weighted_activity, billable_amount = kept.billable_amount + excluded.billable_amount), 
    raised as (
      insert into reporting.data_versions as v (company_id, stripe, version)
      select company_id, stripe, step from stripes
      on conflict (company_id, stripe) do update set version = v.version + excluded.version
      returning company_id, stripe, version
    )
    insert into reporting.changes (company_id, stripe, version_before, version, kind, keys, contracts)
    select company_id, stripe, version - step, version, 'day', keys, contracts
    from raised join stripes using (company_id, stripe)
  ;
            return null;
          end $function$;
