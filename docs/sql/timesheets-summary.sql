-- timesheets-by-month-contract-groupBy
with sums as materialized (
  select of_month.*, segment.month as start
  -- Month by month: the sums of all contracts in all months at once would not fit into memory.
  from (
    -- A month that is whole in the range from the roll-up, a part of one from the rows. The first may begin up to 31 days before the range.
    select distinct start as month, 1 as sign,
      case when start >= :fromDate::date and start + interval '1 month' <= :toDate::date + 1 then 'month' else 'day' end as unit,
      greatest(start, :fromDate::date) as start, least(start + interval '1 month', :toDate::date + 1)::date as until
    from reporting.timesheet_periods where company_id = :companyId and contract_id = ''
      and unit = 'month' and start > :fromDate::date - 31 and start <= :toDate::date
  ) segment cross join lateral (
    select part.contract_id, sum(sign * tracked_minutes::float8)::bigint as tracked_minutes,
      sum(sign * manual_minutes::float8)::bigint as manual_minutes,
      sum(sign * overtime_minutes::float8)::bigint as overtime_minutes,
      sum(sign * billable_minutes::float8)::bigint as billable_minutes,
      sum(sign * billed_minutes::float8)::bigint as billed_minutes,
      sum(case sign when 1 then weighted_activity else -weighted_activity end) as weighted_activity,
      sum(case sign when 1 then billable_amount else -billable_amount end) as billable_amount
    from (
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
  ) of_month
),
groups as materialized (
  select * from sums
),
totals as materialized (
  -- Of all that match.
  select coalesce(sum(tracked_minutes), 0) as tracked_minutes, coalesce(sum(manual_minutes), 0) as manual_minutes,
    coalesce(sum(overtime_minutes), 0) as overtime_minutes, coalesce(sum(billable_minutes), 0) as billable_minutes,
    coalesce(sum(billed_minutes), 0) as billed_minutes, coalesce(sum(weighted_activity), 0) as weighted_activity,
    coalesce(sum(billable_amount), 0) as billable_amount
  from groups
),
batch as materialized (
  -- The ids of the page, or of the 1,000 rows that it lies in.
  select id, row_number() over () as position from (
    select concat(
        '{"month":"', to_char(groups.start, 'YYYY-MM'), '","contract":{"_id":', to_json(contract.id), ',"rate":',
        (contract.rate)::numeric(1000, 2), ',"title":', to_json(contract.title), ',"contractor":{"_id":', to_json(contractor.id),
        ',"firstName":', to_json(contractor.first_name), ',"lastName":', to_json(contractor.last_name), '},"employer":{"_id":',
        to_json(employer.id), ',"firstName":', to_json(employer.first_name), ',"lastName":', to_json(employer.last_name), '}',
        coalesce(',"team":{"_id":' || (to_json(team.id))::text || ',"name":' || (to_json(team.name))::text || '}', ''),
        '},"statistics":{"billableMinutes":', groups.billable_minutes, ',"billedMinutes":', groups.billed_minutes,
        ',"manualMinutes":', groups.manual_minutes, ',"overtimeMinutes":', groups.overtime_minutes, ',"trackedMinutes":',
        groups.tracked_minutes, ',"activity":',
        (coalesce(round(groups.weighted_activity / nullif((groups.tracked_minutes - groups.manual_minutes), 0), 2), 0))::numeric(1000, 2),
        ',"billableAmount":', (groups.billable_amount)::numeric(1000, 2), '}}'
      ) as id
    from (
      select groups.*, row_number() over (order by groups.start asc, contract.title collate reporting.text_order asc, contract.id asc) as position from groups
      cross join lateral (
        -- A fence: by an index of titles, each would be compared with every group.
        select * from reporting.contracts contract where contract.company_id = :companyId and contract.id = groups.contract_id offset 0
      ) contract
      order by position limit :batchSize::bigint offset :batchOffset::bigint
    ) groups
    cross join lateral (
      -- A fence: by an index of titles, each would be compared with every group.
      select * from reporting.contracts contract where contract.company_id = :companyId and contract.id = groups.contract_id offset 0
    ) contract
    join reporting.people contractor on contractor.id = contract.contractor_id
    join reporting.people employer on employer.id = contract.employer_id
    left join reporting.teams team on team.company_id = :companyId and team.id = contract.team_id
    order by position
  ) batch
  -- For a page past the end, no row is read.
  where :batchOffset::bigint + :pageOffset::bigint < (select (select count(*) from groups) from totals)
),
page as materialized (
  select id, position from batch
  where position > :pageOffset::bigint and position <= :pageOffset::bigint + :itemsPerPage
)
select (
    -- The version of the data: each stripe with the number of its last change.
    select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as stripes
    from reporting.data_versions where company_id = :companyId
  ) as stripes,
  (select count(*) from groups)::float8 as "totalCount",
  concat(
    '{"billableMinutes":', totals.billable_minutes, ',"billedMinutes":', totals.billed_minutes, ',"manualMinutes":',
    totals.manual_minutes, ',"overtimeMinutes":', totals.overtime_minutes, ',"trackedMinutes":', totals.tracked_minutes,
    ',"activity":',
    (coalesce(round(totals.weighted_activity / nullif((totals.tracked_minutes - totals.manual_minutes), 0), 2), 0))::numeric(1000, 2),
    ',"billableAmount":', (totals.billable_amount)::numeric(1000, 2), '}'
  ) as statistics,
  -- For the cache: the pages beside this one are cut from these ids, as long as the data are the same. The first page has none beside it.
  case when :batchSize::bigint > :itemsPerPage then (select json_agg(id order by position)::text from batch) end as "batchIds",
  (
    -- Instead of an id, a group has its JSON.
    select '[' || string_agg(
        page.id, ',' order by page.position
      ) || ']' from page
  ) as results
from totals;
