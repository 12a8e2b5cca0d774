delete from reporting.timesheet_periods where unit in ('dekad', 'quarter');

create or replace function reporting.roll_up_timesheets() returns trigger language plpgsql as $$
declare
  roll_up constant text := format(
    $sql$
      with delta as materialized (
        select company_id, unit, date_trunc(unit, work_date::timestamp)::date as start, contract_id,
          sum(sign) as days_count,
          sum(sign * tracked_minutes) as tracked_minutes,
          sum(sign * manual_minutes) as manual_minutes,
          sum(sign * overtime_minutes) as overtime_minutes,
          sum(sign * billable_minutes) as billable_minutes,
          sum(sign * billed_minutes) as billed_minutes,
          sum(sign * coalesce(activity, 0) * (tracked_minutes - manual_minutes)) as weighted_activity,
          sum(sign * billable_amount) as billable_amount
        from (%s) changed, unnest('{month,year}'::text[]) unit
        group by 1, 2, 3, 4
      ),
      periods as (
        insert into reporting.timesheet_periods as t (
          company_id, unit, start, contract_id, stripe, days_count, tracked_minutes, manual_minutes,
          overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount)
        select company_id, unit, start, contract_id, stripe, days_count, tracked_minutes, manual_minutes,
          overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
        from delta, reporting.free_stripe() stripe
        on conflict (company_id, unit, start, contract_id, stripe) do update
        set days_count = t.days_count + excluded.days_count,
            tracked_minutes = t.tracked_minutes + excluded.tracked_minutes,
            manual_minutes = t.manual_minutes + excluded.manual_minutes,
            overtime_minutes = t.overtime_minutes + excluded.overtime_minutes,
            billable_minutes = t.billable_minutes + excluded.billable_minutes,
            billed_minutes = t.billed_minutes + excluded.billed_minutes,
            weighted_activity = t.weighted_activity + excluded.weighted_activity,
            billable_amount = t.billable_amount + excluded.billable_amount
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

create or replace view reporting.raw_timesheet_periods as
select company_id, unit, date_trunc(unit, work_date::timestamp)::date as start, contract_id, count(*) as days_count,
  sum(tracked_minutes) as tracked_minutes,
  sum(manual_minutes) as manual_minutes,
  sum(overtime_minutes) as overtime_minutes,
  sum(billable_minutes) as billable_minutes,
  sum(billed_minutes) as billed_minutes,
  sum(coalesce(activity, 0) * (tracked_minutes - manual_minutes)) as weighted_activity,
  sum(billable_amount) as billable_amount
from reporting.timesheet_days, unnest('{month,year}'::text[]) unit
group by 1, 2, 3, 4;

drop function reporting.start_of(text, date);
drop type reporting.piece;
