-- timesheets-contract-csv
with sums as materialized (
  -- The contracts that match, with the sums that this statement needs.
  select part.contract_id, sum(sign * tracked_minutes::float8)::bigint as tracked_minutes,
    sum(sign * manual_minutes::float8)::bigint as manual_minutes,
    sum(sign * overtime_minutes::float8)::bigint as overtime_minutes,
    sum(sign * billable_minutes::float8)::bigint as billable_minutes,
    sum(sign * billed_minutes::float8)::bigint as billed_minutes,
    sum(case sign when 1 then weighted_activity else -weighted_activity end) as weighted_activity,
    sum(case sign when 1 then billable_amount else -billable_amount end) as billable_amount
  -- Segments of days from the rows, others from the roll-up. One with a negative sign is taken away. As float8, whole numbers add up fastest.
  from reporting.date_segments(:dateSegments) segment cross join lateral (
    select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes,
      weighted_activity, billable_amount from reporting.timesheet_periods
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until and contract_id <> ''
    union all
    select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes,
      coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until offset 0
  ) part
  group by 1
  -- Without those that have no rows in the range.
  having sum(sign * days_count::float8)::bigint > 0
)
select
  concat(
    reporting.csv_text(contract.id), ',', reporting.csv_text(contract.title), ',', reporting.csv_text(contractor.id), ',',
    reporting.csv_text(contractor.first_name), ',', reporting.csv_text(contractor.last_name), ',',
    reporting.csv_text(employer.id), ',', reporting.csv_text(employer.first_name), ',',
    reporting.csv_text(employer.last_name), ',', reporting.csv_text(team.id), ',', reporting.csv_text(team.name), ',',
    (contract.rate)::numeric(1000, 2), ',', sums.billable_minutes, ',', sums.billed_minutes, ',', sums.manual_minutes, ',',
    sums.overtime_minutes, ',', sums.tracked_minutes, ',',
    (coalesce(round(sums.weighted_activity / nullif((sums.tracked_minutes - sums.manual_minutes), 0), 2), 0))::numeric(1000, 2),
    ',', (sums.billable_amount)::numeric(1000, 2), E'\x0d\x0a'
  ) as line
from sums
join reporting.contracts contract on contract.company_id = :companyId and contract.id = sums.contract_id
join reporting.people contractor on contractor.id = contract.contractor_id
join reporting.people employer on employer.id = contract.employer_id
left join reporting.teams team on team.company_id = :companyId and team.id = contract.team_id
order by contract.title collate reporting.text_order asc, contract.id asc;
