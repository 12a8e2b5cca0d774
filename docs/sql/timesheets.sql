-- timesheets-contract
with sums as materialized (
  -- The contracts that match, with the sums that this statement needs.
  select part.contract_id
  -- Segments of days from the rows, others from the roll-up. One with a negative sign is taken away. As float8, whole numbers add up fastest.
  from reporting.date_segments(:dateSegments) segment cross join lateral (
    select contract_id, days_count from reporting.timesheet_periods
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until and contract_id <> ''
    union all
    select contract_id, 1 from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until offset 0
  ) part
  group by 1
  -- Without those that have no rows in the range.
  having sum(sign * days_count::float8)::bigint > 0
),
totals as materialized (
  -- Of all that match: the roll-up has the sums of the company.
  select (select count(*) from sums) as contracts_count,
    coalesce(sum(sign * tracked_minutes::float8)::bigint, 0) as tracked_minutes,
    coalesce(sum(sign * manual_minutes::float8)::bigint, 0) as manual_minutes,
    coalesce(sum(sign * overtime_minutes::float8)::bigint, 0) as overtime_minutes,
    coalesce(sum(sign * billable_minutes::float8)::bigint, 0) as billable_minutes,
    coalesce(sum(sign * billed_minutes::float8)::bigint, 0) as billed_minutes,
    coalesce(sum(case sign when 1 then weighted_activity else -weighted_activity end), 0) as weighted_activity,
    coalesce(sum(case sign when 1 then billable_amount else -billable_amount end), 0) as billable_amount
  -- Segments of days from the rows, others from the roll-up. One with a negative sign is taken away. As float8, whole numbers add up fastest.
  from reporting.date_segments(:dateSegments) segment cross join lateral (
    select days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity,
      billable_amount from reporting.timesheet_periods
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until and contract_id = ''
    union all
    select 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes,
      coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until offset 0
  ) part
),
batch as materialized (
  -- The ids of the page, or of the 1,000 rows that it lies in.
  select id, row_number() over () as position from (
    select contract.id from (
      select contract.id, contract.title
      from reporting.contracts contract
      where contract.company_id = :companyId and contract.type = 'hourly' and (contract.id in (select contract_id from sums)) is true
      order by contract.title collate reporting.text_order asc, contract.id asc
      offset 0
    ) contract
    order by contract.title collate reporting.text_order asc, contract.id asc
    limit :batchSize::bigint offset :batchOffset::bigint
  ) batch
  -- For a page past the end, no row is read.
  where :batchOffset::bigint + :pageOffset::bigint < (select contracts_count from totals)
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
  contracts_count::float8 as "totalCount",
  concat(
    '{"billableMinutes":', billable_minutes, ',"billedMinutes":', billed_minutes, ',"manualMinutes":', manual_minutes,
    ',"overtimeMinutes":', overtime_minutes, ',"trackedMinutes":', tracked_minutes, ',"activity":',
    (coalesce(round(weighted_activity / nullif((tracked_minutes - manual_minutes), 0), 2), 0))::numeric(1000, 2),
    ',"billableAmount":', (billable_amount)::numeric(1000, 2), '}'
  ) as statistics,
  -- For the cache: the pages beside this one are cut from these ids, as long as the data are the same. The first page has none beside it.
  case when :batchSize::bigint > :itemsPerPage then (select json_agg(id order by position)::text from batch) end as "batchIds",
  (
    select '[' || string_agg(
        concat(
          '{"contract":{"_id":', to_json(contract.id), ',"rate":', (contract.rate)::numeric(1000, 2), ',"title":',
          to_json(contract.title), ',"contractor":{"_id":', to_json(contractor.id), ',"firstName":', to_json(contractor.first_name),
          ',"lastName":', to_json(contractor.last_name), '},"employer":{"_id":', to_json(employer.id), ',"firstName":',
          to_json(employer.first_name), ',"lastName":', to_json(employer.last_name), '}',
          coalesce(',"team":{"_id":' || (to_json(team.id))::text || ',"name":' || (to_json(team.name))::text || '}', ''),
          '},"statistics":{"billableMinutes":', sums.billable_minutes, ',"billedMinutes":', sums.billed_minutes,
          ',"manualMinutes":', sums.manual_minutes, ',"overtimeMinutes":', sums.overtime_minutes, ',"trackedMinutes":',
          sums.tracked_minutes, ',"activity":',
          (coalesce(round(sums.weighted_activity / nullif((sums.tracked_minutes - sums.manual_minutes), 0), 2), 0))::numeric(1000, 2),
          ',"billableAmount":', (sums.billable_amount)::numeric(1000, 2), '}}'
        ), ',' order by page.position
      ) || ']'
    from page join (
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
          and contract_id = any (array(select id from page))
        union all
        select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes,
          coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount from reporting.timesheet_days
        where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
          and contract_id = any (array(select id from page)) offset 0
      ) part
      group by 1
      -- Without those that have no rows in the range.
      having sum(sign * days_count::float8)::bigint > 0
    ) sums on sums.contract_id = page.id
    join reporting.contracts contract on contract.company_id = :companyId and contract.id = page.id
    join reporting.people contractor on contractor.id = contract.contractor_id
    join reporting.people employer on employer.id = contract.employer_id
    left join reporting.teams team on team.company_id = :companyId and team.id = contract.team_id
  ) as results
from totals;

-- timesheets-contractor
with sums as materialized (
  -- The contracts that match, with the sums that this statement needs.
  select part.contract_id
  -- Segments of days from the rows, others from the roll-up. One with a negative sign is taken away. As float8, whole numbers add up fastest.
  from reporting.date_segments(:dateSegments) segment cross join lateral (
    select contract_id, days_count from reporting.timesheet_periods
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until and contract_id <> ''
    union all
    select contract_id, 1 from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until offset 0
  ) part
  group by 1
  -- Without those that have no rows in the range.
  having sum(sign * days_count::float8)::bigint > 0
),
totals as materialized (
  -- Of all that match: the roll-up has the sums of the company.
  select (select count(*) from sums) as contracts_count,
    coalesce(sum(sign * tracked_minutes::float8)::bigint, 0) as tracked_minutes,
    coalesce(sum(sign * manual_minutes::float8)::bigint, 0) as manual_minutes,
    coalesce(sum(sign * overtime_minutes::float8)::bigint, 0) as overtime_minutes,
    coalesce(sum(sign * billable_minutes::float8)::bigint, 0) as billable_minutes,
    coalesce(sum(sign * billed_minutes::float8)::bigint, 0) as billed_minutes,
    coalesce(sum(case sign when 1 then weighted_activity else -weighted_activity end), 0) as weighted_activity,
    coalesce(sum(case sign when 1 then billable_amount else -billable_amount end), 0) as billable_amount
  -- Segments of days from the rows, others from the roll-up. One with a negative sign is taken away. As float8, whole numbers add up fastest.
  from reporting.date_segments(:dateSegments) segment cross join lateral (
    select days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity,
      billable_amount from reporting.timesheet_periods
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until and contract_id = ''
    union all
    select 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes,
      coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until offset 0
  ) part
),
batch as materialized (
  -- The ids of the page, or of the 1,000 rows that it lies in.
  select id, row_number() over () as position from (
    select contract.id from (
      select contract.id, contractor.last_name, contractor.first_name, contractor.id as contractor_id
      from (
        -- Contractors are sorted, as they are fewer than contracts. Fences: joined, the people of all companies would be read.
        select contractor.* from (
          select contractor_id from reporting.contracts where company_id = :companyId group by contractor_id offset 0
        ) own
        cross join lateral (
          select id, last_name, first_name from reporting.people where id = own.contractor_id offset 0
        ) contractor
        order by contractor.last_name collate reporting.text_order asc, contractor.first_name collate reporting.text_order asc,
          contractor.id asc offset 0
      ) contractor
      cross join lateral (
        select contract.id from reporting.contracts contract
        where contract.company_id = :companyId and contract.contractor_id = contractor.id
          and contract.type = 'hourly' and (contract.id in (select contract_id from sums)) is true offset 0
      ) contract
    ) contract
    order by contract.last_name collate reporting.text_order asc, contract.first_name collate reporting.text_order asc,
      contract.contractor_id asc, contract.id asc
    limit :batchSize::bigint offset :batchOffset::bigint
  ) batch
  -- For a page past the end, no row is read.
  where :batchOffset::bigint + :pageOffset::bigint < (select contracts_count from totals)
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
  contracts_count::float8 as "totalCount",
  concat(
    '{"billableMinutes":', billable_minutes, ',"billedMinutes":', billed_minutes, ',"manualMinutes":', manual_minutes,
    ',"overtimeMinutes":', overtime_minutes, ',"trackedMinutes":', tracked_minutes, ',"activity":',
    (coalesce(round(weighted_activity / nullif((tracked_minutes - manual_minutes), 0), 2), 0))::numeric(1000, 2),
    ',"billableAmount":', (billable_amount)::numeric(1000, 2), '}'
  ) as statistics,
  -- For the cache: the pages beside this one are cut from these ids, as long as the data are the same. The first page has none beside it.
  case when :batchSize::bigint > :itemsPerPage then (select json_agg(id order by position)::text from batch) end as "batchIds",
  (
    select '[' || string_agg(
        concat(
          '{"contract":{"_id":', to_json(contract.id), ',"rate":', (contract.rate)::numeric(1000, 2), ',"title":',
          to_json(contract.title), ',"contractor":{"_id":', to_json(contractor.id), ',"firstName":', to_json(contractor.first_name),
          ',"lastName":', to_json(contractor.last_name), '},"employer":{"_id":', to_json(employer.id), ',"firstName":',
          to_json(employer.first_name), ',"lastName":', to_json(employer.last_name), '}',
          coalesce(',"team":{"_id":' || (to_json(team.id))::text || ',"name":' || (to_json(team.name))::text || '}', ''),
          '},"statistics":{"billableMinutes":', sums.billable_minutes, ',"billedMinutes":', sums.billed_minutes,
          ',"manualMinutes":', sums.manual_minutes, ',"overtimeMinutes":', sums.overtime_minutes, ',"trackedMinutes":',
          sums.tracked_minutes, ',"activity":',
          (coalesce(round(sums.weighted_activity / nullif((sums.tracked_minutes - sums.manual_minutes), 0), 2), 0))::numeric(1000, 2),
          ',"billableAmount":', (sums.billable_amount)::numeric(1000, 2), '}}'
        ), ',' order by page.position
      ) || ']'
    from page join (
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
          and contract_id = any (array(select id from page))
        union all
        select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes,
          coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount from reporting.timesheet_days
        where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
          and contract_id = any (array(select id from page)) offset 0
      ) part
      group by 1
      -- Without those that have no rows in the range.
      having sum(sign * days_count::float8)::bigint > 0
    ) sums on sums.contract_id = page.id
    join reporting.contracts contract on contract.company_id = :companyId and contract.id = page.id
    join reporting.people contractor on contractor.id = contract.contractor_id
    join reporting.people employer on employer.id = contract.employer_id
    left join reporting.teams team on team.company_id = :companyId and team.id = contract.team_id
  ) as results
from totals;

-- timesheets-contract-contractorIds-teamIds
with contract_filter as materialized (
  -- The contracts that the filters leave.
  select contract.id from reporting.contracts contract
  where contract.company_id = :companyId and contract.type = 'hourly' and contract.contractor_id = any (:contractorIds) and contract.team_id = any (:teamIds)
),
sums as materialized (
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
      and contract_id = any (array(select id from contract_filter))
    union all
    select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes,
      coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
      and contract_id = any (array(select id from contract_filter)) offset 0
  ) part
  group by 1
  -- Without those that have no rows in the range.
  having sum(sign * days_count::float8)::bigint > 0
),
totals as materialized (
  -- Of all that match.
  select count(*) as contracts_count, coalesce(sum(tracked_minutes), 0) as tracked_minutes,
    coalesce(sum(manual_minutes), 0) as manual_minutes, coalesce(sum(overtime_minutes), 0) as overtime_minutes,
    coalesce(sum(billable_minutes), 0) as billable_minutes, coalesce(sum(billed_minutes), 0) as billed_minutes,
    coalesce(sum(weighted_activity), 0) as weighted_activity, coalesce(sum(billable_amount), 0) as billable_amount
  from sums
),
batch as materialized (
  -- The ids of the page, or of the 1,000 rows that it lies in.
  select id, row_number() over () as position from (
    select contract.id from (
      select contract.* from sums cross join lateral (
        select contract.id, contract.title
        from reporting.contracts contract
        where contract.company_id = :companyId and contract.id = sums.contract_id offset 0
      ) contract
      order by contract.title collate reporting.text_order asc, contract.id asc offset 0
    ) contract
    order by contract.title collate reporting.text_order asc, contract.id asc
    limit :batchSize::bigint offset :batchOffset::bigint
  ) batch
  -- For a page past the end, no row is read.
  where :batchOffset::bigint + :pageOffset::bigint < (select contracts_count from totals)
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
  contracts_count::float8 as "totalCount",
  concat(
    '{"billableMinutes":', billable_minutes, ',"billedMinutes":', billed_minutes, ',"manualMinutes":', manual_minutes,
    ',"overtimeMinutes":', overtime_minutes, ',"trackedMinutes":', tracked_minutes, ',"activity":',
    (coalesce(round(weighted_activity / nullif((tracked_minutes - manual_minutes), 0), 2), 0))::numeric(1000, 2),
    ',"billableAmount":', (billable_amount)::numeric(1000, 2), '}'
  ) as statistics,
  -- For the cache: the pages beside this one are cut from these ids, as long as the data are the same. The first page has none beside it.
  case when :batchSize::bigint > :itemsPerPage then (select json_agg(id order by position)::text from batch) end as "batchIds",
  (
    select '[' || string_agg(
        concat(
          '{"contract":{"_id":', to_json(contract.id), ',"rate":', (contract.rate)::numeric(1000, 2), ',"title":',
          to_json(contract.title), ',"contractor":{"_id":', to_json(contractor.id), ',"firstName":', to_json(contractor.first_name),
          ',"lastName":', to_json(contractor.last_name), '},"employer":{"_id":', to_json(employer.id), ',"firstName":',
          to_json(employer.first_name), ',"lastName":', to_json(employer.last_name), '}',
          coalesce(',"team":{"_id":' || (to_json(team.id))::text || ',"name":' || (to_json(team.name))::text || '}', ''),
          '},"statistics":{"billableMinutes":', sums.billable_minutes, ',"billedMinutes":', sums.billed_minutes,
          ',"manualMinutes":', sums.manual_minutes, ',"overtimeMinutes":', sums.overtime_minutes, ',"trackedMinutes":',
          sums.tracked_minutes, ',"activity":',
          (coalesce(round(sums.weighted_activity / nullif((sums.tracked_minutes - sums.manual_minutes), 0), 2), 0))::numeric(1000, 2),
          ',"billableAmount":', (sums.billable_amount)::numeric(1000, 2), '}}'
        ), ',' order by page.position
      ) || ']'
    from page join (
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
          and contract_id = any (array(select id from page))
        union all
        select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes,
          coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount from reporting.timesheet_days
        where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
          and contract_id = any (array(select id from page)) offset 0
      ) part
      group by 1
      -- Without those that have no rows in the range.
      having sum(sign * days_count::float8)::bigint > 0
    ) sums on sums.contract_id = page.id
    join reporting.contracts contract on contract.company_id = :companyId and contract.id = page.id
    join reporting.people contractor on contractor.id = contract.contractor_id
    join reporting.people employer on employer.id = contract.employer_id
    left join reporting.teams team on team.company_id = :companyId and team.id = contract.team_id
  ) as results
from totals;
