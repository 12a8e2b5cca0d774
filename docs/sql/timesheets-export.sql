-- timesheets-contract
with sums as materialized (
  select contract_id, sum(tracked_minutes::float8)::bigint as tracked_minutes,
    sum(manual_minutes::float8)::bigint as manual_minutes, sum(overtime_minutes::float8)::bigint as overtime_minutes,
    sum(billable_minutes::float8)::bigint as billable_minutes, sum(billed_minutes::float8)::bigint as billed_minutes,
    sum(weighted_activity) as weighted_activity, sum(billable_amount) as billable_amount
  from reporting.date_segments(:dateSegments) as segment cross join lateral (
    select * from reporting.timesheet_sums s
    where s.company_id = :companyId and s.unit = segment.unit and s.start >= segment.start and s.start < segment.until
      and s.contract_id <> ''
    offset 0
  ) period
  group by contract_id having sum(days_count::float8) > 0
)
select
  c.id as "contractId", c.title as "contractTitle", contractor.id as "contractorId",
  contractor.first_name as "contractorFirstName", contractor.last_name as "contractorLastName",
  employer.id as "employerId", employer.first_name as "employerFirstName", employer.last_name as "employerLastName",
  team.id as "teamId", team.name as "teamName", trim_scale(c.rate) as "rate", s.billable_minutes as "billableMinutes",
  s.billed_minutes as "billedMinutes", s.manual_minutes as "manualMinutes", s.overtime_minutes as "overtimeMinutes",
  s.tracked_minutes as "trackedMinutes",
  trim_scale(coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0)) as "activity",
  trim_scale(s.billable_amount) as "billableAmount"
from sums s
join reporting.contracts c on c.company_id = :companyId and c.id = s.contract_id
join reporting.people contractor on contractor.id = c.contractor_id join reporting.people employer on employer.id = c.employer_id
left join reporting.teams team on team.company_id = :companyId and team.id = c.team_id
order by c.title collate reporting.text_order asc, c.id asc;

-- timesheets-contractor
-- with sums: as in timesheets-contract
order by contractor.last_name collate reporting.text_order asc, contractor.first_name collate reporting.text_order asc, c.contractor_id asc, c.id asc;

-- timesheets-trackedTime
-- with sums: as in timesheets-contract
order by s.tracked_minutes asc, s.contract_id asc;

-- timesheets-activity
-- with sums: as in timesheets-contract
order by coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0) asc, s.contract_id asc;

-- timesheets-goMeter
-- with sums: as in timesheets-contract
order by (s.tracked_minutes - s.manual_minutes) asc, s.contract_id asc;

-- timesheets-manual
-- with sums: as in timesheets-contract
order by s.manual_minutes asc, s.contract_id asc;

-- timesheets-overtime
-- with sums: as in timesheets-contract
order by s.overtime_minutes asc, s.contract_id asc;

-- timesheets-billableTime
-- with sums: as in timesheets-contract
order by s.billable_minutes asc, s.contract_id asc;

-- timesheets-billableAmount
-- with sums: as in timesheets-contract
order by s.billable_amount asc, s.contract_id asc;

-- timesheets-contract-filtered
-- with contract_filter: as in timesheets-contract-filtered-read
sums as materialized (
  select contract_id, sum(tracked_minutes::float8)::bigint as tracked_minutes,
    sum(manual_minutes::float8)::bigint as manual_minutes, sum(overtime_minutes::float8)::bigint as overtime_minutes,
    sum(billable_minutes::float8)::bigint as billable_minutes, sum(billed_minutes::float8)::bigint as billed_minutes,
    sum(weighted_activity) as weighted_activity, sum(billable_amount) as billable_amount
  from reporting.date_segments(:dateSegments) as segment cross join lateral (
    select * from reporting.timesheet_sums s
    where s.company_id = :companyId and s.unit = segment.unit and s.start >= segment.start and s.start < segment.until
      and (s.contract_id in (select id from contract_filter)) is true
    offset 0
  ) period
  group by contract_id having sum(days_count::float8) > 0
)
select
  c.id as "contractId", c.title as "contractTitle", contractor.id as "contractorId",
  contractor.first_name as "contractorFirstName", contractor.last_name as "contractorLastName",
  employer.id as "employerId", employer.first_name as "employerFirstName", employer.last_name as "employerLastName",
  team.id as "teamId", team.name as "teamName", trim_scale(c.rate) as "rate", s.billable_minutes as "billableMinutes",
  s.billed_minutes as "billedMinutes", s.manual_minutes as "manualMinutes", s.overtime_minutes as "overtimeMinutes",
  s.tracked_minutes as "trackedMinutes",
  trim_scale(coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0)) as "activity",
  trim_scale(s.billable_amount) as "billableAmount"
from sums s
join reporting.contracts c on c.company_id = :companyId and c.id = s.contract_id
join reporting.people contractor on contractor.id = c.contractor_id join reporting.people employer on employer.id = c.employer_id
left join reporting.teams team on team.company_id = :companyId and team.id = c.team_id
order by c.title collate reporting.text_order asc, c.id asc;

-- timesheets-contractor-filtered
-- with contract_filter: as in timesheets-contract-filtered-read
-- sums: as in timesheets-contract-filtered
order by contractor.last_name collate reporting.text_order asc, contractor.first_name collate reporting.text_order asc, c.contractor_id asc, c.id asc;

-- timesheets-trackedTime-filtered
-- with contract_filter: as in timesheets-contract-filtered-read
-- sums: as in timesheets-contract-filtered
order by s.tracked_minutes asc, s.contract_id asc;

-- timesheets-activity-filtered
-- with contract_filter: as in timesheets-contract-filtered-read
-- sums: as in timesheets-contract-filtered
order by coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0) asc, s.contract_id asc;

-- timesheets-goMeter-filtered
-- with contract_filter: as in timesheets-contract-filtered-read
-- sums: as in timesheets-contract-filtered
order by (s.tracked_minutes - s.manual_minutes) asc, s.contract_id asc;

-- timesheets-manual-filtered
-- with contract_filter: as in timesheets-contract-filtered-read
-- sums: as in timesheets-contract-filtered
order by s.manual_minutes asc, s.contract_id asc;

-- timesheets-overtime-filtered
-- with contract_filter: as in timesheets-contract-filtered-read
-- sums: as in timesheets-contract-filtered
order by s.overtime_minutes asc, s.contract_id asc;

-- timesheets-billableTime-filtered
-- with contract_filter: as in timesheets-contract-filtered-read
-- sums: as in timesheets-contract-filtered
order by s.billable_minutes asc, s.contract_id asc;

-- timesheets-billableAmount-filtered
-- with contract_filter: as in timesheets-contract-filtered-read
-- sums: as in timesheets-contract-filtered
order by s.billable_amount asc, s.contract_id asc;
