-- timesheets-changes-all
with found as materialized (
  -- The keys of this answer, and one more where another answer follows.
  select id from (
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
  ) found (id)
  where id > :afterKey order by id limit 1001
),
touched as materialized (select id from found order by id limit 1000),
page as materialized (
  -- The rows that match now. Others were removed, for the caller.
  select id, row_number() over (order by id) as position from (
    select id from touched
  ) matching (id)
)
select
  (
    select '[' || string_agg(
        concat(
          '{"_id":', to_json(page.id), ',"removed":', to_json(false), ',"contract":{"_id":', to_json(contract.id), ',"rate":',
          (contract.rate)::numeric(1000, 2), ',"title":', to_json(contract.title), ',"contractor":{"_id":', to_json(contractor.id),
          ',"firstName":', to_json(contractor.first_name), ',"lastName":', to_json(contractor.last_name), '},"employer":{"_id":',
          to_json(employer.id), ',"firstName":', to_json(employer.first_name), ',"lastName":', to_json(employer.last_name), '}',
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
  ) as results,
  (select count(*)::integer from page) as count,
  (select array_agg(id) from touched where (id in (select id from page)) is not true) as removed,
  case when (select count(*) from found) > 1000 then (select max(id) from touched) end as "lastKey";

-- timesheets-changes-touched
with found as materialized (
  -- The keys of this answer, and one more where another answer follows.
  select id from (
    select id from unnest(:day::text[] || :contract::text[]) id
    union (
      select id from reporting.contracts
      where company_id = :companyId and type = 'hourly' and contractor_id = any (:person::text[])
        -- Without keys, no index or table is read.
        and cardinality(:person::text[]) > 0 union all
      select id from reporting.contracts
      where company_id = :companyId and type = 'hourly' and employer_id = any (:person::text[])
        -- Without keys, no index or table is read.
        and cardinality(:person::text[]) > 0 union all
      select id from reporting.contracts
      where company_id = :companyId and type = 'hourly' and team_id = any (:team::text[])
        -- Without keys, no index or table is read.
        and cardinality(:team::text[]) > 0
    )
  ) found (id)
  where id > :afterKey order by id limit 1001
),
touched as materialized (select id from found order by id limit 1000),
page as materialized (
  -- The rows that match now. Others were removed, for the caller.
  select id, row_number() over (order by id) as position from (
    select part.contract_id
    -- Segments of days from the rows, others from the roll-up. One with a negative sign is taken away. As float8, whole numbers add up fastest.
    from reporting.date_segments(:dateSegments) segment cross join lateral (
      select contract_id, days_count from reporting.timesheet_periods
      where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until and contract_id <> ''
        and contract_id = any (array(select id from touched))
      union all
      select contract_id, 1 from reporting.timesheet_days
      where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
        and contract_id = any (array(select id from touched)) offset 0
    ) part
    group by 1
    -- Without those that have no rows in the range.
    having sum(sign * days_count::float8)::bigint > 0
  ) matching (id)
)
select
  (
    select '[' || string_agg(
        concat(
          '{"_id":', to_json(page.id), ',"removed":', to_json(false), ',"contract":{"_id":', to_json(contract.id), ',"rate":',
          (contract.rate)::numeric(1000, 2), ',"title":', to_json(contract.title), ',"contractor":{"_id":', to_json(contractor.id),
          ',"firstName":', to_json(contractor.first_name), ',"lastName":', to_json(contractor.last_name), '},"employer":{"_id":',
          to_json(employer.id), ',"firstName":', to_json(employer.first_name), ',"lastName":', to_json(employer.last_name), '}',
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
  ) as results,
  (select count(*)::integer from page) as count,
  (select array_agg(id) from touched where (id in (select id from page)) is not true) as removed,
  case when (select count(*) from found) > 1000 then (select max(id) from touched) end as "lastKey";
