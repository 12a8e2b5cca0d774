create or replace function reporting.roll_up_payments() returns trigger language plpgsql as $$
declare
  roll_up constant text := format(
    $sql$
      with delta as materialized (
        select company_id, contract_id, status, (scheduled_payment_on at time zone 'UTC')::date as day,
          sum(sign) as payments_count, sum(sign * paid_amount) as paid_amount
        from (%s) changed
        group by 1, 2, 3, 4
      ),
      stripe as materialized (select reporting.free_stripe() as stripe),
      days as (
        insert into reporting.payment_days as t (company_id, status, day, stripe, payments_count, paid_amount)
        select company_id, status, day, stripe, sum(payments_count), sum(paid_amount)
        from delta, stripe
        group by company_id, status, day, stripe
        having sum(payments_count) <> 0 or sum(paid_amount) <> 0
        on conflict (company_id, status, day, stripe) do update
        set payments_count = t.payments_count + excluded.payments_count,
            paid_amount = t.paid_amount + excluded.paid_amount
      ),
      periods as (
        insert into reporting.payment_periods as t (
          company_id, contract_id, unit, status, start, stripe, payments_count, paid_amount)
        select company_id, contract_id, unit, either, date_trunc(unit, day::timestamp)::date as start, stripe,
          sum(payments_count), sum(paid_amount)
        from delta, unnest('{month,year}'::text[]) unit, unnest(array[status, 'any']) either, stripe
        group by company_id, contract_id, unit, either, start, stripe
        having sum(payments_count) <> 0 or sum(paid_amount) <> 0
        on conflict (company_id, unit, status, start, contract_id, stripe) do update
        set payments_count = t.payments_count + excluded.payments_count,
            paid_amount = t.paid_amount + excluded.paid_amount
      )
      select reporting.touch(array_agg(distinct company_id)) from delta having count(*) > 0
    $sql$, reporting.changed_rows(tg_op, tg_level));
begin
  if tg_level = 'ROW' then
    execute roll_up using new, old;
  else
    execute roll_up;
  end if;
  return null;
end $$;
