-- timesheets-count
with company as materialized (
  select min(work_date) as first_day, max(work_date) as last_day
  from reporting.timesheet_days
  where company_id = :companyId
),
segments as materialized (
  select segment.*
  from reporting.date_segments(:dateSegments) as segment
  where complement = (
    select 2 * (least(:toDate::date, last_day) - greatest(:fromDate::date, first_day) + 1) > last_day - first_day + 1
    from company
  )
),
sums as materialized (
  select
    contract_id,
    sum(sign * days_count::float8)::bigint as days_count
  from (
    select contract_id, sign, days_count
    from segments segment
    cross join lateral (
      select contract_id, days_count
      from reporting.timesheet_periods
      where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
        and contract_id <> ''
      union all
      select contract_id, 1
      from reporting.timesheet_days
      where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
      offset 0
    ) sums
    where true
  ) sums
  group by contract_id
  having sum(sign * days_count::float8) > 0
)
select count(*)
from sums;

-- timesheets-count-filtered
with contract_filter as materialized (
  select c.id
  from reporting.contracts c
  where c.company_id = :companyId and c.team_id = any (:teamIds::text[]) and c.type = 'hourly'
    and :contractorIds::text[] is null
  union all
  select c.id
  from reporting.contracts c
  where c.company_id = :companyId and c.contractor_id = any (:contractorIds::text[]) and c.type = 'hourly'
    and (:teamIds::text[] is null or c.team_id = any (:teamIds))
),
company as materialized (
  select min(work_date) as first_day, max(work_date) as last_day
  from reporting.timesheet_days
  where company_id = :companyId
),
segments as materialized (
  -- as in timesheets-count
),
sums as materialized (
  select
    contract_id,
    sum(sign * days_count::float8)::bigint as days_count
  from (
    select contract_id, sign, days_count
    from segments segment
    cross join lateral (
      select contract_id, days_count
      from reporting.timesheet_periods
      where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
        and contract_id <> '' and contract_id = any (array(select id from contract_filter))
      union all
      select contract_id, 1
      from reporting.timesheet_days
      where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
        and contract_id = any (array(select id from contract_filter))
      offset 0
    ) sums
    where (select count(*) from contract_filter) <= 500
    union all
    select contract_id, sign, days_count
    from segments segment
    cross join lateral (
      select contract_id, days_count
      from reporting.timesheet_periods
      where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
        and contract_id <> '' and (contract_id in (select id from contract_filter)) is true
      union all
      select contract_id, 1
      from reporting.timesheet_days
      where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
        and (contract_id in (select id from contract_filter)) is true
      offset 0
    ) sums
    where not ((select count(*) from contract_filter) <= 500)
  ) sums
  group by contract_id
  having sum(sign * days_count::float8) > 0
)
select count(*)
from sums;

-- timesheets-contract-asc
-- timesheets-contract-desc, with desc for asc
with company as materialized (
  select min(work_date) as first_day, max(work_date) as last_day
  from reporting.timesheet_days
  where company_id = :companyId
),
segments as materialized (
  -- as in timesheets-count
),
sums as materialized (
  select
    contract_id,
    sum(sign * days_count::float8)::bigint as days_count,
    sum(sign * tracked_minutes::float8)::bigint as tracked_minutes,
    sum(sign * manual_minutes::float8)::bigint as manual_minutes,
    sum(sign * overtime_minutes::float8)::bigint as overtime_minutes,
    sum(sign * billable_minutes::float8)::bigint as billable_minutes,
    sum(sign * billed_minutes::float8)::bigint as billed_minutes,
    sum(case when sign > 0 then weighted_activity else -weighted_activity end) as weighted_activity,
    sum(case when sign > 0 then billable_amount else -billable_amount end) as billable_amount
  from (
    select contract_id, sign, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from segments segment
    cross join lateral (
      select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
      from reporting.timesheet_periods
      where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
        and contract_id <> ''
      union all
      select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
      from reporting.timesheet_days
      where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
      offset 0
    ) sums
    where true
  ) sums
  group by contract_id
  having sum(sign * days_count::float8) > 0
)
select
  c.id as "contractId",
  c.title as "contractTitle",
  contractor.id as "contractorId",
  contractor.first_name as "contractorFirstName",
  contractor.last_name as "contractorLastName",
  employer.id as "employerId",
  employer.first_name as "employerFirstName",
  employer.last_name as "employerLastName",
  team.id as "teamId",
  team.name as "teamName",
  trim_scale(c.rate) as "rate",
  s.billable_minutes as "billableMinutes",
  s.billed_minutes as "billedMinutes",
  s.manual_minutes as "manualMinutes",
  s.overtime_minutes as "overtimeMinutes",
  s.tracked_minutes as "trackedMinutes",
  trim_scale(coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0)) as "activity",
  trim_scale(s.billable_amount) as "billableAmount"
from sums s
join reporting.contracts c on c.company_id = :companyId and c.id = s.contract_id
join reporting.people contractor on contractor.id = c.contractor_id
join reporting.people employer on employer.id = c.employer_id
left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
order by c.title collate reporting.text_order asc, c.id asc;

-- timesheets-contract-asc-filtered
-- timesheets-contract-desc-filtered, with desc for asc
with contract_filter as materialized (
  -- as in timesheets-count-filtered
),
company as materialized (
  select min(work_date) as first_day, max(work_date) as last_day
  from reporting.timesheet_days
  where company_id = :companyId
),
segments as materialized (
  -- as in timesheets-count
),
sums as materialized (
  select
    contract_id,
    sum(sign * days_count::float8)::bigint as days_count,
    sum(sign * tracked_minutes::float8)::bigint as tracked_minutes,
    sum(sign * manual_minutes::float8)::bigint as manual_minutes,
    sum(sign * overtime_minutes::float8)::bigint as overtime_minutes,
    sum(sign * billable_minutes::float8)::bigint as billable_minutes,
    sum(sign * billed_minutes::float8)::bigint as billed_minutes,
    sum(case when sign > 0 then weighted_activity else -weighted_activity end) as weighted_activity,
    sum(case when sign > 0 then billable_amount else -billable_amount end) as billable_amount
  from (
    select contract_id, sign, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from segments segment
    cross join lateral (
      select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
      from reporting.timesheet_periods
      where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
        and contract_id <> '' and contract_id = any (array(select id from contract_filter))
      union all
      select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
      from reporting.timesheet_days
      where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
        and contract_id = any (array(select id from contract_filter))
      offset 0
    ) sums
    where (select count(*) from contract_filter) <= 500
    union all
    select contract_id, sign, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from segments segment
    cross join lateral (
      select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
      from reporting.timesheet_periods
      where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
        and contract_id <> '' and (contract_id in (select id from contract_filter)) is true
      union all
      select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
      from reporting.timesheet_days
      where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
        and (contract_id in (select id from contract_filter)) is true
      offset 0
    ) sums
    where not ((select count(*) from contract_filter) <= 500)
  ) sums
  group by contract_id
  having sum(sign * days_count::float8) > 0
)
select
  c.id as "contractId",
  c.title as "contractTitle",
  contractor.id as "contractorId",
  contractor.first_name as "contractorFirstName",
  contractor.last_name as "contractorLastName",
  employer.id as "employerId",
  employer.first_name as "employerFirstName",
  employer.last_name as "employerLastName",
  team.id as "teamId",
  team.name as "teamName",
  trim_scale(c.rate) as "rate",
  s.billable_minutes as "billableMinutes",
  s.billed_minutes as "billedMinutes",
  s.manual_minutes as "manualMinutes",
  s.overtime_minutes as "overtimeMinutes",
  s.tracked_minutes as "trackedMinutes",
  trim_scale(coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0)) as "activity",
  trim_scale(s.billable_amount) as "billableAmount"
from sums s
join reporting.contracts c on c.company_id = :companyId and c.id = s.contract_id
join reporting.people contractor on contractor.id = c.contractor_id
join reporting.people employer on employer.id = c.employer_id
left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
order by c.title collate reporting.text_order asc, c.id asc;

-- timesheets-contractor-asc
-- timesheets-contractor-desc, with desc for asc
with company as materialized (
  select min(work_date) as first_day, max(work_date) as last_day
  from reporting.timesheet_days
  where company_id = :companyId
),
segments as materialized (
  -- as in timesheets-count
),
sums as materialized (
  select
    contract_id,
    sum(sign * days_count::float8)::bigint as days_count,
    sum(sign * tracked_minutes::float8)::bigint as tracked_minutes,
    sum(sign * manual_minutes::float8)::bigint as manual_minutes,
    sum(sign * overtime_minutes::float8)::bigint as overtime_minutes,
    sum(sign * billable_minutes::float8)::bigint as billable_minutes,
    sum(sign * billed_minutes::float8)::bigint as billed_minutes,
    sum(case when sign > 0 then weighted_activity else -weighted_activity end) as weighted_activity,
    sum(case when sign > 0 then billable_amount else -billable_amount end) as billable_amount
  from (
    select contract_id, sign, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from segments segment
    cross join lateral (
      select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
      from reporting.timesheet_periods
      where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
        and contract_id <> ''
      union all
      select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
      from reporting.timesheet_days
      where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
      offset 0
    ) sums
    where true
  ) sums
  group by contract_id
  having sum(sign * days_count::float8) > 0
)
select
  c.id as "contractId",
  c.title as "contractTitle",
  contractor.id as "contractorId",
  contractor.first_name as "contractorFirstName",
  contractor.last_name as "contractorLastName",
  employer.id as "employerId",
  employer.first_name as "employerFirstName",
  employer.last_name as "employerLastName",
  team.id as "teamId",
  team.name as "teamName",
  trim_scale(c.rate) as "rate",
  s.billable_minutes as "billableMinutes",
  s.billed_minutes as "billedMinutes",
  s.manual_minutes as "manualMinutes",
  s.overtime_minutes as "overtimeMinutes",
  s.tracked_minutes as "trackedMinutes",
  trim_scale(coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0)) as "activity",
  trim_scale(s.billable_amount) as "billableAmount"
from sums s
join reporting.contracts c on c.company_id = :companyId and c.id = s.contract_id
join reporting.people contractor on contractor.id = c.contractor_id
join reporting.people employer on employer.id = c.employer_id
left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
order by c.contractor_last_name collate reporting.text_order asc, c.contractor_first_name collate reporting.text_order asc, c.contractor_id asc, c.id asc;

-- timesheets-contractor-asc-filtered
-- timesheets-contractor-desc-filtered, with desc for asc
with contract_filter as materialized (
  -- as in timesheets-count-filtered
),
company as materialized (
  select min(work_date) as first_day, max(work_date) as last_day
  from reporting.timesheet_days
  where company_id = :companyId
),
segments as materialized (
  -- as in timesheets-count
),
sums as materialized (
  select
    contract_id,
    sum(sign * days_count::float8)::bigint as days_count,
    sum(sign * tracked_minutes::float8)::bigint as tracked_minutes,
    sum(sign * manual_minutes::float8)::bigint as manual_minutes,
    sum(sign * overtime_minutes::float8)::bigint as overtime_minutes,
    sum(sign * billable_minutes::float8)::bigint as billable_minutes,
    sum(sign * billed_minutes::float8)::bigint as billed_minutes,
    sum(case when sign > 0 then weighted_activity else -weighted_activity end) as weighted_activity,
    sum(case when sign > 0 then billable_amount else -billable_amount end) as billable_amount
  from (
    select contract_id, sign, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from segments segment
    cross join lateral (
      select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
      from reporting.timesheet_periods
      where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
        and contract_id <> '' and contract_id = any (array(select id from contract_filter))
      union all
      select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
      from reporting.timesheet_days
      where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
        and contract_id = any (array(select id from contract_filter))
      offset 0
    ) sums
    where (select count(*) from contract_filter) <= 500
    union all
    select contract_id, sign, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from segments segment
    cross join lateral (
      select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
      from reporting.timesheet_periods
      where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
        and contract_id <> '' and (contract_id in (select id from contract_filter)) is true
      union all
      select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
      from reporting.timesheet_days
      where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
        and (contract_id in (select id from contract_filter)) is true
      offset 0
    ) sums
    where not ((select count(*) from contract_filter) <= 500)
  ) sums
  group by contract_id
  having sum(sign * days_count::float8) > 0
)
select
  c.id as "contractId",
  c.title as "contractTitle",
  contractor.id as "contractorId",
  contractor.first_name as "contractorFirstName",
  contractor.last_name as "contractorLastName",
  employer.id as "employerId",
  employer.first_name as "employerFirstName",
  employer.last_name as "employerLastName",
  team.id as "teamId",
  team.name as "teamName",
  trim_scale(c.rate) as "rate",
  s.billable_minutes as "billableMinutes",
  s.billed_minutes as "billedMinutes",
  s.manual_minutes as "manualMinutes",
  s.overtime_minutes as "overtimeMinutes",
  s.tracked_minutes as "trackedMinutes",
  trim_scale(coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0)) as "activity",
  trim_scale(s.billable_amount) as "billableAmount"
from sums s
join reporting.contracts c on c.company_id = :companyId and c.id = s.contract_id
join reporting.people contractor on contractor.id = c.contractor_id
join reporting.people employer on employer.id = c.employer_id
left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
order by c.contractor_last_name collate reporting.text_order asc, c.contractor_first_name collate reporting.text_order asc, c.contractor_id asc, c.id asc;

-- timesheets-trackedTime-asc
-- timesheets-trackedTime-desc, with desc for asc
with company as materialized (
  select min(work_date) as first_day, max(work_date) as last_day
  from reporting.timesheet_days
  where company_id = :companyId
),
segments as materialized (
  -- as in timesheets-count
),
sums as materialized (
  select
    contract_id,
    sum(sign * days_count::float8)::bigint as days_count,
    sum(sign * tracked_minutes::float8)::bigint as tracked_minutes,
    sum(sign * manual_minutes::float8)::bigint as manual_minutes,
    sum(sign * overtime_minutes::float8)::bigint as overtime_minutes,
    sum(sign * billable_minutes::float8)::bigint as billable_minutes,
    sum(sign * billed_minutes::float8)::bigint as billed_minutes,
    sum(case when sign > 0 then weighted_activity else -weighted_activity end) as weighted_activity,
    sum(case when sign > 0 then billable_amount else -billable_amount end) as billable_amount
  from (
    select contract_id, sign, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from segments segment
    cross join lateral (
      select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
      from reporting.timesheet_periods
      where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
        and contract_id <> ''
      union all
      select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
      from reporting.timesheet_days
      where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
      offset 0
    ) sums
    where true
  ) sums
  group by contract_id
  having sum(sign * days_count::float8) > 0
)
select
  c.id as "contractId",
  c.title as "contractTitle",
  contractor.id as "contractorId",
  contractor.first_name as "contractorFirstName",
  contractor.last_name as "contractorLastName",
  employer.id as "employerId",
  employer.first_name as "employerFirstName",
  employer.last_name as "employerLastName",
  team.id as "teamId",
  team.name as "teamName",
  trim_scale(c.rate) as "rate",
  s.billable_minutes as "billableMinutes",
  s.billed_minutes as "billedMinutes",
  s.manual_minutes as "manualMinutes",
  s.overtime_minutes as "overtimeMinutes",
  s.tracked_minutes as "trackedMinutes",
  trim_scale(coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0)) as "activity",
  trim_scale(s.billable_amount) as "billableAmount"
from sums s
join reporting.contracts c on c.company_id = :companyId and c.id = s.contract_id
join reporting.people contractor on contractor.id = c.contractor_id
join reporting.people employer on employer.id = c.employer_id
left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
order by s.tracked_minutes asc, s.contract_id asc;

-- timesheets-trackedTime-asc-filtered
-- timesheets-trackedTime-desc-filtered, with desc for asc
with contract_filter as materialized (
  -- as in timesheets-count-filtered
),
company as materialized (
  select min(work_date) as first_day, max(work_date) as last_day
  from reporting.timesheet_days
  where company_id = :companyId
),
segments as materialized (
  -- as in timesheets-count
),
sums as materialized (
  select
    contract_id,
    sum(sign * days_count::float8)::bigint as days_count,
    sum(sign * tracked_minutes::float8)::bigint as tracked_minutes,
    sum(sign * manual_minutes::float8)::bigint as manual_minutes,
    sum(sign * overtime_minutes::float8)::bigint as overtime_minutes,
    sum(sign * billable_minutes::float8)::bigint as billable_minutes,
    sum(sign * billed_minutes::float8)::bigint as billed_minutes,
    sum(case when sign > 0 then weighted_activity else -weighted_activity end) as weighted_activity,
    sum(case when sign > 0 then billable_amount else -billable_amount end) as billable_amount
  from (
    select contract_id, sign, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from segments segment
    cross join lateral (
      select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
      from reporting.timesheet_periods
      where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
        and contract_id <> '' and contract_id = any (array(select id from contract_filter))
      union all
      select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
      from reporting.timesheet_days
      where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
        and contract_id = any (array(select id from contract_filter))
      offset 0
    ) sums
    where (select count(*) from contract_filter) <= 500
    union all
    select contract_id, sign, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from segments segment
    cross join lateral (
      select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
      from reporting.timesheet_periods
      where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
        and contract_id <> '' and (contract_id in (select id from contract_filter)) is true
      union all
      select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
      from reporting.timesheet_days
      where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
        and (contract_id in (select id from contract_filter)) is true
      offset 0
    ) sums
    where not ((select count(*) from contract_filter) <= 500)
  ) sums
  group by contract_id
  having sum(sign * days_count::float8) > 0
)
select
  c.id as "contractId",
  c.title as "contractTitle",
  contractor.id as "contractorId",
  contractor.first_name as "contractorFirstName",
  contractor.last_name as "contractorLastName",
  employer.id as "employerId",
  employer.first_name as "employerFirstName",
  employer.last_name as "employerLastName",
  team.id as "teamId",
  team.name as "teamName",
  trim_scale(c.rate) as "rate",
  s.billable_minutes as "billableMinutes",
  s.billed_minutes as "billedMinutes",
  s.manual_minutes as "manualMinutes",
  s.overtime_minutes as "overtimeMinutes",
  s.tracked_minutes as "trackedMinutes",
  trim_scale(coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0)) as "activity",
  trim_scale(s.billable_amount) as "billableAmount"
from sums s
join reporting.contracts c on c.company_id = :companyId and c.id = s.contract_id
join reporting.people contractor on contractor.id = c.contractor_id
join reporting.people employer on employer.id = c.employer_id
left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
order by s.tracked_minutes asc, s.contract_id asc;

-- timesheets-activity-asc
-- timesheets-activity-desc, with desc for asc
with company as materialized (
  select min(work_date) as first_day, max(work_date) as last_day
  from reporting.timesheet_days
  where company_id = :companyId
),
segments as materialized (
  -- as in timesheets-count
),
sums as materialized (
  select
    contract_id,
    sum(sign * days_count::float8)::bigint as days_count,
    sum(sign * tracked_minutes::float8)::bigint as tracked_minutes,
    sum(sign * manual_minutes::float8)::bigint as manual_minutes,
    sum(sign * overtime_minutes::float8)::bigint as overtime_minutes,
    sum(sign * billable_minutes::float8)::bigint as billable_minutes,
    sum(sign * billed_minutes::float8)::bigint as billed_minutes,
    sum(case when sign > 0 then weighted_activity else -weighted_activity end) as weighted_activity,
    sum(case when sign > 0 then billable_amount else -billable_amount end) as billable_amount
  from (
    select contract_id, sign, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from segments segment
    cross join lateral (
      select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
      from reporting.timesheet_periods
      where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
        and contract_id <> ''
      union all
      select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
      from reporting.timesheet_days
      where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
      offset 0
    ) sums
    where true
  ) sums
  group by contract_id
  having sum(sign * days_count::float8) > 0
)
select
  c.id as "contractId",
  c.title as "contractTitle",
  contractor.id as "contractorId",
  contractor.first_name as "contractorFirstName",
  contractor.last_name as "contractorLastName",
  employer.id as "employerId",
  employer.first_name as "employerFirstName",
  employer.last_name as "employerLastName",
  team.id as "teamId",
  team.name as "teamName",
  trim_scale(c.rate) as "rate",
  s.billable_minutes as "billableMinutes",
  s.billed_minutes as "billedMinutes",
  s.manual_minutes as "manualMinutes",
  s.overtime_minutes as "overtimeMinutes",
  s.tracked_minutes as "trackedMinutes",
  trim_scale(coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0)) as "activity",
  trim_scale(s.billable_amount) as "billableAmount"
from sums s
join reporting.contracts c on c.company_id = :companyId and c.id = s.contract_id
join reporting.people contractor on contractor.id = c.contractor_id
join reporting.people employer on employer.id = c.employer_id
left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
order by coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0) asc, s.contract_id asc;

-- timesheets-activity-asc-filtered
-- timesheets-activity-desc-filtered, with desc for asc
with contract_filter as materialized (
  -- as in timesheets-count-filtered
),
company as materialized (
  select min(work_date) as first_day, max(work_date) as last_day
  from reporting.timesheet_days
  where company_id = :companyId
),
segments as materialized (
  -- as in timesheets-count
),
sums as materialized (
  select
    contract_id,
    sum(sign * days_count::float8)::bigint as days_count,
    sum(sign * tracked_minutes::float8)::bigint as tracked_minutes,
    sum(sign * manual_minutes::float8)::bigint as manual_minutes,
    sum(sign * overtime_minutes::float8)::bigint as overtime_minutes,
    sum(sign * billable_minutes::float8)::bigint as billable_minutes,
    sum(sign * billed_minutes::float8)::bigint as billed_minutes,
    sum(case when sign > 0 then weighted_activity else -weighted_activity end) as weighted_activity,
    sum(case when sign > 0 then billable_amount else -billable_amount end) as billable_amount
  from (
    select contract_id, sign, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from segments segment
    cross join lateral (
      select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
      from reporting.timesheet_periods
      where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
        and contract_id <> '' and contract_id = any (array(select id from contract_filter))
      union all
      select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
      from reporting.timesheet_days
      where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
        and contract_id = any (array(select id from contract_filter))
      offset 0
    ) sums
    where (select count(*) from contract_filter) <= 500
    union all
    select contract_id, sign, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from segments segment
    cross join lateral (
      select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
      from reporting.timesheet_periods
      where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
        and contract_id <> '' and (contract_id in (select id from contract_filter)) is true
      union all
      select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
      from reporting.timesheet_days
      where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
        and (contract_id in (select id from contract_filter)) is true
      offset 0
    ) sums
    where not ((select count(*) from contract_filter) <= 500)
  ) sums
  group by contract_id
  having sum(sign * days_count::float8) > 0
)
select
  c.id as "contractId",
  c.title as "contractTitle",
  contractor.id as "contractorId",
  contractor.first_name as "contractorFirstName",
  contractor.last_name as "contractorLastName",
  employer.id as "employerId",
  employer.first_name as "employerFirstName",
  employer.last_name as "employerLastName",
  team.id as "teamId",
  team.name as "teamName",
  trim_scale(c.rate) as "rate",
  s.billable_minutes as "billableMinutes",
  s.billed_minutes as "billedMinutes",
  s.manual_minutes as "manualMinutes",
  s.overtime_minutes as "overtimeMinutes",
  s.tracked_minutes as "trackedMinutes",
  trim_scale(coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0)) as "activity",
  trim_scale(s.billable_amount) as "billableAmount"
from sums s
join reporting.contracts c on c.company_id = :companyId and c.id = s.contract_id
join reporting.people contractor on contractor.id = c.contractor_id
join reporting.people employer on employer.id = c.employer_id
left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
order by coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0) asc, s.contract_id asc;

-- timesheets-goMeter-asc
-- timesheets-goMeter-desc, with desc for asc
with company as materialized (
  select min(work_date) as first_day, max(work_date) as last_day
  from reporting.timesheet_days
  where company_id = :companyId
),
segments as materialized (
  -- as in timesheets-count
),
sums as materialized (
  select
    contract_id,
    sum(sign * days_count::float8)::bigint as days_count,
    sum(sign * tracked_minutes::float8)::bigint as tracked_minutes,
    sum(sign * manual_minutes::float8)::bigint as manual_minutes,
    sum(sign * overtime_minutes::float8)::bigint as overtime_minutes,
    sum(sign * billable_minutes::float8)::bigint as billable_minutes,
    sum(sign * billed_minutes::float8)::bigint as billed_minutes,
    sum(case when sign > 0 then weighted_activity else -weighted_activity end) as weighted_activity,
    sum(case when sign > 0 then billable_amount else -billable_amount end) as billable_amount
  from (
    select contract_id, sign, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from segments segment
    cross join lateral (
      select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
      from reporting.timesheet_periods
      where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
        and contract_id <> ''
      union all
      select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
      from reporting.timesheet_days
      where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
      offset 0
    ) sums
    where true
  ) sums
  group by contract_id
  having sum(sign * days_count::float8) > 0
)
select
  c.id as "contractId",
  c.title as "contractTitle",
  contractor.id as "contractorId",
  contractor.first_name as "contractorFirstName",
  contractor.last_name as "contractorLastName",
  employer.id as "employerId",
  employer.first_name as "employerFirstName",
  employer.last_name as "employerLastName",
  team.id as "teamId",
  team.name as "teamName",
  trim_scale(c.rate) as "rate",
  s.billable_minutes as "billableMinutes",
  s.billed_minutes as "billedMinutes",
  s.manual_minutes as "manualMinutes",
  s.overtime_minutes as "overtimeMinutes",
  s.tracked_minutes as "trackedMinutes",
  trim_scale(coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0)) as "activity",
  trim_scale(s.billable_amount) as "billableAmount"
from sums s
join reporting.contracts c on c.company_id = :companyId and c.id = s.contract_id
join reporting.people contractor on contractor.id = c.contractor_id
join reporting.people employer on employer.id = c.employer_id
left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
order by (s.tracked_minutes - s.manual_minutes) asc, s.contract_id asc;

-- timesheets-goMeter-asc-filtered
-- timesheets-goMeter-desc-filtered, with desc for asc
with contract_filter as materialized (
  -- as in timesheets-count-filtered
),
company as materialized (
  select min(work_date) as first_day, max(work_date) as last_day
  from reporting.timesheet_days
  where company_id = :companyId
),
segments as materialized (
  -- as in timesheets-count
),
sums as materialized (
  select
    contract_id,
    sum(sign * days_count::float8)::bigint as days_count,
    sum(sign * tracked_minutes::float8)::bigint as tracked_minutes,
    sum(sign * manual_minutes::float8)::bigint as manual_minutes,
    sum(sign * overtime_minutes::float8)::bigint as overtime_minutes,
    sum(sign * billable_minutes::float8)::bigint as billable_minutes,
    sum(sign * billed_minutes::float8)::bigint as billed_minutes,
    sum(case when sign > 0 then weighted_activity else -weighted_activity end) as weighted_activity,
    sum(case when sign > 0 then billable_amount else -billable_amount end) as billable_amount
  from (
    select contract_id, sign, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from segments segment
    cross join lateral (
      select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
      from reporting.timesheet_periods
      where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
        and contract_id <> '' and contract_id = any (array(select id from contract_filter))
      union all
      select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
      from reporting.timesheet_days
      where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
        and contract_id = any (array(select id from contract_filter))
      offset 0
    ) sums
    where (select count(*) from contract_filter) <= 500
    union all
    select contract_id, sign, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from segments segment
    cross join lateral (
      select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
      from reporting.timesheet_periods
      where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
        and contract_id <> '' and (contract_id in (select id from contract_filter)) is true
      union all
      select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
      from reporting.timesheet_days
      where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
        and (contract_id in (select id from contract_filter)) is true
      offset 0
    ) sums
    where not ((select count(*) from contract_filter) <= 500)
  ) sums
  group by contract_id
  having sum(sign * days_count::float8) > 0
)
select
  c.id as "contractId",
  c.title as "contractTitle",
  contractor.id as "contractorId",
  contractor.first_name as "contractorFirstName",
  contractor.last_name as "contractorLastName",
  employer.id as "employerId",
  employer.first_name as "employerFirstName",
  employer.last_name as "employerLastName",
  team.id as "teamId",
  team.name as "teamName",
  trim_scale(c.rate) as "rate",
  s.billable_minutes as "billableMinutes",
  s.billed_minutes as "billedMinutes",
  s.manual_minutes as "manualMinutes",
  s.overtime_minutes as "overtimeMinutes",
  s.tracked_minutes as "trackedMinutes",
  trim_scale(coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0)) as "activity",
  trim_scale(s.billable_amount) as "billableAmount"
from sums s
join reporting.contracts c on c.company_id = :companyId and c.id = s.contract_id
join reporting.people contractor on contractor.id = c.contractor_id
join reporting.people employer on employer.id = c.employer_id
left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
order by (s.tracked_minutes - s.manual_minutes) asc, s.contract_id asc;

-- timesheets-manual-asc
-- timesheets-manual-desc, with desc for asc
with company as materialized (
  select min(work_date) as first_day, max(work_date) as last_day
  from reporting.timesheet_days
  where company_id = :companyId
),
segments as materialized (
  -- as in timesheets-count
),
sums as materialized (
  select
    contract_id,
    sum(sign * days_count::float8)::bigint as days_count,
    sum(sign * tracked_minutes::float8)::bigint as tracked_minutes,
    sum(sign * manual_minutes::float8)::bigint as manual_minutes,
    sum(sign * overtime_minutes::float8)::bigint as overtime_minutes,
    sum(sign * billable_minutes::float8)::bigint as billable_minutes,
    sum(sign * billed_minutes::float8)::bigint as billed_minutes,
    sum(case when sign > 0 then weighted_activity else -weighted_activity end) as weighted_activity,
    sum(case when sign > 0 then billable_amount else -billable_amount end) as billable_amount
  from (
    select contract_id, sign, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from segments segment
    cross join lateral (
      select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
      from reporting.timesheet_periods
      where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
        and contract_id <> ''
      union all
      select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
      from reporting.timesheet_days
      where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
      offset 0
    ) sums
    where true
  ) sums
  group by contract_id
  having sum(sign * days_count::float8) > 0
)
select
  c.id as "contractId",
  c.title as "contractTitle",
  contractor.id as "contractorId",
  contractor.first_name as "contractorFirstName",
  contractor.last_name as "contractorLastName",
  employer.id as "employerId",
  employer.first_name as "employerFirstName",
  employer.last_name as "employerLastName",
  team.id as "teamId",
  team.name as "teamName",
  trim_scale(c.rate) as "rate",
  s.billable_minutes as "billableMinutes",
  s.billed_minutes as "billedMinutes",
  s.manual_minutes as "manualMinutes",
  s.overtime_minutes as "overtimeMinutes",
  s.tracked_minutes as "trackedMinutes",
  trim_scale(coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0)) as "activity",
  trim_scale(s.billable_amount) as "billableAmount"
from sums s
join reporting.contracts c on c.company_id = :companyId and c.id = s.contract_id
join reporting.people contractor on contractor.id = c.contractor_id
join reporting.people employer on employer.id = c.employer_id
left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
order by s.manual_minutes asc, s.contract_id asc;

-- timesheets-manual-asc-filtered
-- timesheets-manual-desc-filtered, with desc for asc
with contract_filter as materialized (
  -- as in timesheets-count-filtered
),
company as materialized (
  select min(work_date) as first_day, max(work_date) as last_day
  from reporting.timesheet_days
  where company_id = :companyId
),
segments as materialized (
  -- as in timesheets-count
),
sums as materialized (
  select
    contract_id,
    sum(sign * days_count::float8)::bigint as days_count,
    sum(sign * tracked_minutes::float8)::bigint as tracked_minutes,
    sum(sign * manual_minutes::float8)::bigint as manual_minutes,
    sum(sign * overtime_minutes::float8)::bigint as overtime_minutes,
    sum(sign * billable_minutes::float8)::bigint as billable_minutes,
    sum(sign * billed_minutes::float8)::bigint as billed_minutes,
    sum(case when sign > 0 then weighted_activity else -weighted_activity end) as weighted_activity,
    sum(case when sign > 0 then billable_amount else -billable_amount end) as billable_amount
  from (
    select contract_id, sign, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from segments segment
    cross join lateral (
      select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
      from reporting.timesheet_periods
      where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
        and contract_id <> '' and contract_id = any (array(select id from contract_filter))
      union all
      select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
      from reporting.timesheet_days
      where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
        and contract_id = any (array(select id from contract_filter))
      offset 0
    ) sums
    where (select count(*) from contract_filter) <= 500
    union all
    select contract_id, sign, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from segments segment
    cross join lateral (
      select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
      from reporting.timesheet_periods
      where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
        and contract_id <> '' and (contract_id in (select id from contract_filter)) is true
      union all
      select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
      from reporting.timesheet_days
      where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
        and (contract_id in (select id from contract_filter)) is true
      offset 0
    ) sums
    where not ((select count(*) from contract_filter) <= 500)
  ) sums
  group by contract_id
  having sum(sign * days_count::float8) > 0
)
select
  c.id as "contractId",
  c.title as "contractTitle",
  contractor.id as "contractorId",
  contractor.first_name as "contractorFirstName",
  contractor.last_name as "contractorLastName",
  employer.id as "employerId",
  employer.first_name as "employerFirstName",
  employer.last_name as "employerLastName",
  team.id as "teamId",
  team.name as "teamName",
  trim_scale(c.rate) as "rate",
  s.billable_minutes as "billableMinutes",
  s.billed_minutes as "billedMinutes",
  s.manual_minutes as "manualMinutes",
  s.overtime_minutes as "overtimeMinutes",
  s.tracked_minutes as "trackedMinutes",
  trim_scale(coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0)) as "activity",
  trim_scale(s.billable_amount) as "billableAmount"
from sums s
join reporting.contracts c on c.company_id = :companyId and c.id = s.contract_id
join reporting.people contractor on contractor.id = c.contractor_id
join reporting.people employer on employer.id = c.employer_id
left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
order by s.manual_minutes asc, s.contract_id asc;

-- timesheets-overtime-asc
-- timesheets-overtime-desc, with desc for asc
with company as materialized (
  select min(work_date) as first_day, max(work_date) as last_day
  from reporting.timesheet_days
  where company_id = :companyId
),
segments as materialized (
  -- as in timesheets-count
),
sums as materialized (
  select
    contract_id,
    sum(sign * days_count::float8)::bigint as days_count,
    sum(sign * tracked_minutes::float8)::bigint as tracked_minutes,
    sum(sign * manual_minutes::float8)::bigint as manual_minutes,
    sum(sign * overtime_minutes::float8)::bigint as overtime_minutes,
    sum(sign * billable_minutes::float8)::bigint as billable_minutes,
    sum(sign * billed_minutes::float8)::bigint as billed_minutes,
    sum(case when sign > 0 then weighted_activity else -weighted_activity end) as weighted_activity,
    sum(case when sign > 0 then billable_amount else -billable_amount end) as billable_amount
  from (
    select contract_id, sign, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from segments segment
    cross join lateral (
      select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
      from reporting.timesheet_periods
      where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
        and contract_id <> ''
      union all
      select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
      from reporting.timesheet_days
      where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
      offset 0
    ) sums
    where true
  ) sums
  group by contract_id
  having sum(sign * days_count::float8) > 0
)
select
  c.id as "contractId",
  c.title as "contractTitle",
  contractor.id as "contractorId",
  contractor.first_name as "contractorFirstName",
  contractor.last_name as "contractorLastName",
  employer.id as "employerId",
  employer.first_name as "employerFirstName",
  employer.last_name as "employerLastName",
  team.id as "teamId",
  team.name as "teamName",
  trim_scale(c.rate) as "rate",
  s.billable_minutes as "billableMinutes",
  s.billed_minutes as "billedMinutes",
  s.manual_minutes as "manualMinutes",
  s.overtime_minutes as "overtimeMinutes",
  s.tracked_minutes as "trackedMinutes",
  trim_scale(coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0)) as "activity",
  trim_scale(s.billable_amount) as "billableAmount"
from sums s
join reporting.contracts c on c.company_id = :companyId and c.id = s.contract_id
join reporting.people contractor on contractor.id = c.contractor_id
join reporting.people employer on employer.id = c.employer_id
left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
order by s.overtime_minutes asc, s.contract_id asc;

-- timesheets-overtime-asc-filtered
-- timesheets-overtime-desc-filtered, with desc for asc
with contract_filter as materialized (
  -- as in timesheets-count-filtered
),
company as materialized (
  select min(work_date) as first_day, max(work_date) as last_day
  from reporting.timesheet_days
  where company_id = :companyId
),
segments as materialized (
  -- as in timesheets-count
),
sums as materialized (
  select
    contract_id,
    sum(sign * days_count::float8)::bigint as days_count,
    sum(sign * tracked_minutes::float8)::bigint as tracked_minutes,
    sum(sign * manual_minutes::float8)::bigint as manual_minutes,
    sum(sign * overtime_minutes::float8)::bigint as overtime_minutes,
    sum(sign * billable_minutes::float8)::bigint as billable_minutes,
    sum(sign * billed_minutes::float8)::bigint as billed_minutes,
    sum(case when sign > 0 then weighted_activity else -weighted_activity end) as weighted_activity,
    sum(case when sign > 0 then billable_amount else -billable_amount end) as billable_amount
  from (
    select contract_id, sign, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from segments segment
    cross join lateral (
      select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
      from reporting.timesheet_periods
      where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
        and contract_id <> '' and contract_id = any (array(select id from contract_filter))
      union all
      select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
      from reporting.timesheet_days
      where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
        and contract_id = any (array(select id from contract_filter))
      offset 0
    ) sums
    where (select count(*) from contract_filter) <= 500
    union all
    select contract_id, sign, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from segments segment
    cross join lateral (
      select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
      from reporting.timesheet_periods
      where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
        and contract_id <> '' and (contract_id in (select id from contract_filter)) is true
      union all
      select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
      from reporting.timesheet_days
      where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
        and (contract_id in (select id from contract_filter)) is true
      offset 0
    ) sums
    where not ((select count(*) from contract_filter) <= 500)
  ) sums
  group by contract_id
  having sum(sign * days_count::float8) > 0
)
select
  c.id as "contractId",
  c.title as "contractTitle",
  contractor.id as "contractorId",
  contractor.first_name as "contractorFirstName",
  contractor.last_name as "contractorLastName",
  employer.id as "employerId",
  employer.first_name as "employerFirstName",
  employer.last_name as "employerLastName",
  team.id as "teamId",
  team.name as "teamName",
  trim_scale(c.rate) as "rate",
  s.billable_minutes as "billableMinutes",
  s.billed_minutes as "billedMinutes",
  s.manual_minutes as "manualMinutes",
  s.overtime_minutes as "overtimeMinutes",
  s.tracked_minutes as "trackedMinutes",
  trim_scale(coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0)) as "activity",
  trim_scale(s.billable_amount) as "billableAmount"
from sums s
join reporting.contracts c on c.company_id = :companyId and c.id = s.contract_id
join reporting.people contractor on contractor.id = c.contractor_id
join reporting.people employer on employer.id = c.employer_id
left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
order by s.overtime_minutes asc, s.contract_id asc;

-- timesheets-billableTime-asc
-- timesheets-billableTime-desc, with desc for asc
with company as materialized (
  select min(work_date) as first_day, max(work_date) as last_day
  from reporting.timesheet_days
  where company_id = :companyId
),
segments as materialized (
  -- as in timesheets-count
),
sums as materialized (
  select
    contract_id,
    sum(sign * days_count::float8)::bigint as days_count,
    sum(sign * tracked_minutes::float8)::bigint as tracked_minutes,
    sum(sign * manual_minutes::float8)::bigint as manual_minutes,
    sum(sign * overtime_minutes::float8)::bigint as overtime_minutes,
    sum(sign * billable_minutes::float8)::bigint as billable_minutes,
    sum(sign * billed_minutes::float8)::bigint as billed_minutes,
    sum(case when sign > 0 then weighted_activity else -weighted_activity end) as weighted_activity,
    sum(case when sign > 0 then billable_amount else -billable_amount end) as billable_amount
  from (
    select contract_id, sign, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from segments segment
    cross join lateral (
      select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
      from reporting.timesheet_periods
      where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
        and contract_id <> ''
      union all
      select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
      from reporting.timesheet_days
      where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
      offset 0
    ) sums
    where true
  ) sums
  group by contract_id
  having sum(sign * days_count::float8) > 0
)
select
  c.id as "contractId",
  c.title as "contractTitle",
  contractor.id as "contractorId",
  contractor.first_name as "contractorFirstName",
  contractor.last_name as "contractorLastName",
  employer.id as "employerId",
  employer.first_name as "employerFirstName",
  employer.last_name as "employerLastName",
  team.id as "teamId",
  team.name as "teamName",
  trim_scale(c.rate) as "rate",
  s.billable_minutes as "billableMinutes",
  s.billed_minutes as "billedMinutes",
  s.manual_minutes as "manualMinutes",
  s.overtime_minutes as "overtimeMinutes",
  s.tracked_minutes as "trackedMinutes",
  trim_scale(coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0)) as "activity",
  trim_scale(s.billable_amount) as "billableAmount"
from sums s
join reporting.contracts c on c.company_id = :companyId and c.id = s.contract_id
join reporting.people contractor on contractor.id = c.contractor_id
join reporting.people employer on employer.id = c.employer_id
left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
order by s.billable_minutes asc, s.contract_id asc;

-- timesheets-billableTime-asc-filtered
-- timesheets-billableTime-desc-filtered, with desc for asc
with contract_filter as materialized (
  -- as in timesheets-count-filtered
),
company as materialized (
  select min(work_date) as first_day, max(work_date) as last_day
  from reporting.timesheet_days
  where company_id = :companyId
),
segments as materialized (
  -- as in timesheets-count
),
sums as materialized (
  select
    contract_id,
    sum(sign * days_count::float8)::bigint as days_count,
    sum(sign * tracked_minutes::float8)::bigint as tracked_minutes,
    sum(sign * manual_minutes::float8)::bigint as manual_minutes,
    sum(sign * overtime_minutes::float8)::bigint as overtime_minutes,
    sum(sign * billable_minutes::float8)::bigint as billable_minutes,
    sum(sign * billed_minutes::float8)::bigint as billed_minutes,
    sum(case when sign > 0 then weighted_activity else -weighted_activity end) as weighted_activity,
    sum(case when sign > 0 then billable_amount else -billable_amount end) as billable_amount
  from (
    select contract_id, sign, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from segments segment
    cross join lateral (
      select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
      from reporting.timesheet_periods
      where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
        and contract_id <> '' and contract_id = any (array(select id from contract_filter))
      union all
      select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
      from reporting.timesheet_days
      where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
        and contract_id = any (array(select id from contract_filter))
      offset 0
    ) sums
    where (select count(*) from contract_filter) <= 500
    union all
    select contract_id, sign, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from segments segment
    cross join lateral (
      select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
      from reporting.timesheet_periods
      where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
        and contract_id <> '' and (contract_id in (select id from contract_filter)) is true
      union all
      select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
      from reporting.timesheet_days
      where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
        and (contract_id in (select id from contract_filter)) is true
      offset 0
    ) sums
    where not ((select count(*) from contract_filter) <= 500)
  ) sums
  group by contract_id
  having sum(sign * days_count::float8) > 0
)
select
  c.id as "contractId",
  c.title as "contractTitle",
  contractor.id as "contractorId",
  contractor.first_name as "contractorFirstName",
  contractor.last_name as "contractorLastName",
  employer.id as "employerId",
  employer.first_name as "employerFirstName",
  employer.last_name as "employerLastName",
  team.id as "teamId",
  team.name as "teamName",
  trim_scale(c.rate) as "rate",
  s.billable_minutes as "billableMinutes",
  s.billed_minutes as "billedMinutes",
  s.manual_minutes as "manualMinutes",
  s.overtime_minutes as "overtimeMinutes",
  s.tracked_minutes as "trackedMinutes",
  trim_scale(coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0)) as "activity",
  trim_scale(s.billable_amount) as "billableAmount"
from sums s
join reporting.contracts c on c.company_id = :companyId and c.id = s.contract_id
join reporting.people contractor on contractor.id = c.contractor_id
join reporting.people employer on employer.id = c.employer_id
left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
order by s.billable_minutes asc, s.contract_id asc;

-- timesheets-billableAmount-asc
-- timesheets-billableAmount-desc, with desc for asc
with company as materialized (
  select min(work_date) as first_day, max(work_date) as last_day
  from reporting.timesheet_days
  where company_id = :companyId
),
segments as materialized (
  -- as in timesheets-count
),
sums as materialized (
  select
    contract_id,
    sum(sign * days_count::float8)::bigint as days_count,
    sum(sign * tracked_minutes::float8)::bigint as tracked_minutes,
    sum(sign * manual_minutes::float8)::bigint as manual_minutes,
    sum(sign * overtime_minutes::float8)::bigint as overtime_minutes,
    sum(sign * billable_minutes::float8)::bigint as billable_minutes,
    sum(sign * billed_minutes::float8)::bigint as billed_minutes,
    sum(case when sign > 0 then weighted_activity else -weighted_activity end) as weighted_activity,
    sum(case when sign > 0 then billable_amount else -billable_amount end) as billable_amount
  from (
    select contract_id, sign, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from segments segment
    cross join lateral (
      select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
      from reporting.timesheet_periods
      where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
        and contract_id <> ''
      union all
      select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
      from reporting.timesheet_days
      where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
      offset 0
    ) sums
    where true
  ) sums
  group by contract_id
  having sum(sign * days_count::float8) > 0
)
select
  c.id as "contractId",
  c.title as "contractTitle",
  contractor.id as "contractorId",
  contractor.first_name as "contractorFirstName",
  contractor.last_name as "contractorLastName",
  employer.id as "employerId",
  employer.first_name as "employerFirstName",
  employer.last_name as "employerLastName",
  team.id as "teamId",
  team.name as "teamName",
  trim_scale(c.rate) as "rate",
  s.billable_minutes as "billableMinutes",
  s.billed_minutes as "billedMinutes",
  s.manual_minutes as "manualMinutes",
  s.overtime_minutes as "overtimeMinutes",
  s.tracked_minutes as "trackedMinutes",
  trim_scale(coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0)) as "activity",
  trim_scale(s.billable_amount) as "billableAmount"
from sums s
join reporting.contracts c on c.company_id = :companyId and c.id = s.contract_id
join reporting.people contractor on contractor.id = c.contractor_id
join reporting.people employer on employer.id = c.employer_id
left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
order by s.billable_amount asc, s.contract_id asc;

-- timesheets-billableAmount-asc-filtered
-- timesheets-billableAmount-desc-filtered, with desc for asc
with contract_filter as materialized (
  -- as in timesheets-count-filtered
),
company as materialized (
  select min(work_date) as first_day, max(work_date) as last_day
  from reporting.timesheet_days
  where company_id = :companyId
),
segments as materialized (
  -- as in timesheets-count
),
sums as materialized (
  select
    contract_id,
    sum(sign * days_count::float8)::bigint as days_count,
    sum(sign * tracked_minutes::float8)::bigint as tracked_minutes,
    sum(sign * manual_minutes::float8)::bigint as manual_minutes,
    sum(sign * overtime_minutes::float8)::bigint as overtime_minutes,
    sum(sign * billable_minutes::float8)::bigint as billable_minutes,
    sum(sign * billed_minutes::float8)::bigint as billed_minutes,
    sum(case when sign > 0 then weighted_activity else -weighted_activity end) as weighted_activity,
    sum(case when sign > 0 then billable_amount else -billable_amount end) as billable_amount
  from (
    select contract_id, sign, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from segments segment
    cross join lateral (
      select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
      from reporting.timesheet_periods
      where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
        and contract_id <> '' and contract_id = any (array(select id from contract_filter))
      union all
      select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
      from reporting.timesheet_days
      where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
        and contract_id = any (array(select id from contract_filter))
      offset 0
    ) sums
    where (select count(*) from contract_filter) <= 500
    union all
    select contract_id, sign, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from segments segment
    cross join lateral (
      select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
      from reporting.timesheet_periods
      where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
        and contract_id <> '' and (contract_id in (select id from contract_filter)) is true
      union all
      select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
      from reporting.timesheet_days
      where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
        and (contract_id in (select id from contract_filter)) is true
      offset 0
    ) sums
    where not ((select count(*) from contract_filter) <= 500)
  ) sums
  group by contract_id
  having sum(sign * days_count::float8) > 0
)
select
  c.id as "contractId",
  c.title as "contractTitle",
  contractor.id as "contractorId",
  contractor.first_name as "contractorFirstName",
  contractor.last_name as "contractorLastName",
  employer.id as "employerId",
  employer.first_name as "employerFirstName",
  employer.last_name as "employerLastName",
  team.id as "teamId",
  team.name as "teamName",
  trim_scale(c.rate) as "rate",
  s.billable_minutes as "billableMinutes",
  s.billed_minutes as "billedMinutes",
  s.manual_minutes as "manualMinutes",
  s.overtime_minutes as "overtimeMinutes",
  s.tracked_minutes as "trackedMinutes",
  trim_scale(coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0)) as "activity",
  trim_scale(s.billable_amount) as "billableAmount"
from sums s
join reporting.contracts c on c.company_id = :companyId and c.id = s.contract_id
join reporting.people contractor on contractor.id = c.contractor_id
join reporting.people employer on employer.id = c.employer_id
left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
order by s.billable_amount asc, s.contract_id asc;
