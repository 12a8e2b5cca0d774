-- Timesheets by dekad (a third of a month) and quarter too: a range that cuts months and years is then of fewer pieces, and at
-- most ten days at each of its ends are read as rows.

-- A piece of a range, as the services give them: days from `start` until `until`, half-open, to be added or taken away. That a
-- statement names it keeps it from being answered before the periods that it reads are there.
create type reporting.piece as (unit text, start date, until date, sign integer);

create function reporting.start_of(unit text, day date) returns date language sql immutable as $$
  select case unit
    when 'dekad' then date_trunc('month', day::timestamp)::date + least((extract(day from day)::integer - 1) / 10, 2) * 10
    else date_trunc(unit, day::timestamp)::date
  end
$$;

create or replace function reporting.roll_up_timesheets() returns trigger language plpgsql as $$
declare
  roll_up constant text := format(
    $sql$
      with delta as materialized (
        select company_id, unit, reporting.start_of(unit, work_date) as start, contract_id,
          sum(sign) as days_count,
          sum(sign * tracked_minutes) as tracked_minutes,
          sum(sign * manual_minutes) as manual_minutes,
          sum(sign * overtime_minutes) as overtime_minutes,
          sum(sign * billable_minutes) as billable_minutes,
          sum(sign * billed_minutes) as billed_minutes,
          sum(sign * coalesce(activity, 0) * (tracked_minutes - manual_minutes)) as weighted_activity,
          sum(sign * billable_amount) as billable_amount
        from (%s) changed, unnest('{dekad,month,quarter,year}'::text[]) unit
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
select company_id, unit, reporting.start_of(unit, work_date) as start, contract_id, count(*) as days_count,
  sum(tracked_minutes) as tracked_minutes,
  sum(manual_minutes) as manual_minutes,
  sum(overtime_minutes) as overtime_minutes,
  sum(billable_minutes) as billable_minutes,
  sum(billed_minutes) as billed_minutes,
  sum(coalesce(activity, 0) * (tracked_minutes - manual_minutes)) as weighted_activity,
  sum(billable_amount) as billable_amount
from reporting.timesheet_days, unnest('{dekad,month,quarter,year}'::text[]) unit
group by 1, 2, 3, 4;

lock table reporting.timesheet_days in share row exclusive mode;
insert into reporting.timesheet_periods (
  company_id, unit, start, contract_id, stripe, days_count, tracked_minutes, manual_minutes, overtime_minutes,
  billable_minutes, billed_minutes, weighted_activity, billable_amount)
select company_id, unit, start, contract_id, 0, days_count, tracked_minutes, manual_minutes, overtime_minutes,
  billable_minutes, billed_minutes, weighted_activity, billable_amount
from reporting.raw_timesheet_periods
where unit in ('dekad', 'quarter');
