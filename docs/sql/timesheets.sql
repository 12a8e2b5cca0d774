-- timesheets-contract-asc
-- timesheets-contract-desc, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
company as materialized (
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
),
batch as materialized (
  select id, row_number() over () as position
  from (
    select contract_id as id
    from (
      select c.id as contract_id, c.title
      from reporting.contracts c
      where c.company_id = :companyId and c.type = 'hourly' and (c.id in (select contract_id from sums)) is true
      order by c.title collate reporting.text_order asc, c.id asc
      offset 0
    ) c
    order by c.title collate reporting.text_order asc, c.contract_id asc
    limit :batchSize::bigint offset :batchOffset::bigint
  ) batch
  where (:batchOffset::bigint + :pageOffset::bigint) < case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select count(*) from sums)
  end and (select version from current) is distinct from :batchVersion::text
),
page as materialized (
  select id, position
  from batch
  where position > :pageOffset::bigint and position <= :pageOffset::bigint + :itemsPerPage::bigint
  union all
  select id, position
  from unnest(:pageIds::text[]) with ordinality cached (id, position)
  where (select version from current) = :batchVersion::text
),
page_sums as materialized (
  select
    contract_id,
    sum(case when sign > 0 then days_count else -days_count end) as days_count,
    sum(case when sign > 0 then tracked_minutes else -tracked_minutes end) as tracked_minutes,
    sum(case when sign > 0 then manual_minutes else -manual_minutes end) as manual_minutes,
    sum(case when sign > 0 then overtime_minutes else -overtime_minutes end) as overtime_minutes,
    sum(case when sign > 0 then billable_minutes else -billable_minutes end) as billable_minutes,
    sum(case when sign > 0 then billed_minutes else -billed_minutes end) as billed_minutes,
    sum(case when sign > 0 then weighted_activity else -weighted_activity end) as weighted_activity,
    sum(case when sign > 0 then billable_amount else -billable_amount end) as billable_amount
  from (
    select contract_id, sign, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from segments segment
    cross join lateral (
      select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
      from reporting.timesheet_periods
      where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
        and contract_id <> '' and contract_id = any (array(select id from page))
      union all
      select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
      from reporting.timesheet_days
      where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
        and contract_id = any (array(select id from page))
      offset 0
    ) sums
    where true
  ) sums
  group by contract_id
)
select
  (select version from current) as version,
  (case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select count(*) from sums)
  end)::float8 as "totalCount",
  case when (select version from current) = :cachedVersion::text then null else
    (
      select json_build_object(
        'billableMinutes', coalesce(s.billable_minutes, 0),
        'billedMinutes', coalesce(s.billed_minutes, 0),
        'manualMinutes', coalesce(s.manual_minutes, 0),
        'overtimeMinutes', coalesce(s.overtime_minutes, 0),
        'trackedMinutes', coalesce(s.tracked_minutes, 0),
        'activity', trim_scale(coalesce(round(coalesce(s.weighted_activity, 0) / nullif((coalesce(s.tracked_minutes, 0) - coalesce(s.manual_minutes, 0)), 0), 2), 0)),
        'billableAmount', trim_scale(coalesce(s.billable_amount, 0))
      )::text
      from (
        select
          sum(case when sign > 0 then days_count else -days_count end) as days_count,
          sum(case when sign > 0 then tracked_minutes else -tracked_minutes end) as tracked_minutes,
          sum(case when sign > 0 then manual_minutes else -manual_minutes end) as manual_minutes,
          sum(case when sign > 0 then overtime_minutes else -overtime_minutes end) as overtime_minutes,
          sum(case when sign > 0 then billable_minutes else -billable_minutes end) as billable_minutes,
          sum(case when sign > 0 then billed_minutes else -billed_minutes end) as billed_minutes,
          sum(case when sign > 0 then weighted_activity else -weighted_activity end) as weighted_activity,
          sum(case when sign > 0 then billable_amount else -billable_amount end) as billable_amount
        from (
          select sign, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
          from reporting.date_segments(:totalsSegments) as segment
          cross join lateral (
            select days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
            from reporting.timesheet_periods
            where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
              and contract_id = ''
            union all
            select 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
            from reporting.timesheet_days
            where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
            offset 0
          ) sums
        ) sums
      ) s
    )
  end as statistics,
  case when (select version from current) = :cachedVersion::text then null else
    (select first_day::text from company)
  end as "firstDay",
  case when (select version from current) = :cachedVersion::text then null else
    (select last_day::text from company)
  end as "lastDay",
  case when :batchSize::bigint > :itemsPerPage then (select json_agg(id order by position)::text from batch) end as "batchIds",
  (
    select json_agg(
      json_build_object(
        'contract', case when team.id is null then
          json_build_object(
            '_id', c.id,
            'rate', trim_scale(c.rate),
            'title', c.title,
            'contractor', json_build_object(
              '_id', contractor.id,
              'firstName', contractor.first_name,
              'lastName', contractor.last_name
            ),
            'employer', json_build_object(
              '_id', employer.id,
              'firstName', employer.first_name,
              'lastName', employer.last_name
            )
          )
        else
          json_build_object(
            '_id', c.id,
            'rate', trim_scale(c.rate),
            'title', c.title,
            'contractor', json_build_object(
              '_id', contractor.id,
              'firstName', contractor.first_name,
              'lastName', contractor.last_name
            ),
            'employer', json_build_object(
              '_id', employer.id,
              'firstName', employer.first_name,
              'lastName', employer.last_name
            ),
            'team', json_build_object(
              '_id', team.id,
              'name', team.name
            )
          )
        end,
        'statistics', json_build_object(
          'billableMinutes', s.billable_minutes,
          'billedMinutes', s.billed_minutes,
          'manualMinutes', s.manual_minutes,
          'overtimeMinutes', s.overtime_minutes,
          'trackedMinutes', s.tracked_minutes,
          'activity', trim_scale(coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0)),
          'billableAmount', trim_scale(s.billable_amount)
        )
      )
      order by page.position
    )
    from page
    join page_sums s on s.contract_id = page.id
    join reporting.contracts c on c.company_id = :companyId and c.id = page.id
    join reporting.people contractor on contractor.id = c.contractor_id
    join reporting.people employer on employer.id = c.employer_id
    left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
  )::text as results;

-- timesheets-contract-asc-filtered
-- timesheets-contract-desc-filtered, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
contract_filter as materialized (
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
  -- as in timesheets-contract-asc
),
filtered_rows as materialized (select contract_id, sign, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
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
where not ((select count(*) from contract_filter) <= 500)),
sums as materialized (
  select
    contract_id,
    sum(sign * days_count::float8)::bigint as days_count
  from (
    select * from filtered_rows
  ) sums
  group by contract_id
  having sum(sign * days_count::float8) > 0
),
batch as materialized (
  -- as in timesheets-contract-asc
),
page as materialized (
  -- as in timesheets-contract-asc
),
page_sums as materialized (
  select
    contract_id,
    sum(case when sign > 0 then days_count else -days_count end) as days_count,
    sum(case when sign > 0 then tracked_minutes else -tracked_minutes end) as tracked_minutes,
    sum(case when sign > 0 then manual_minutes else -manual_minutes end) as manual_minutes,
    sum(case when sign > 0 then overtime_minutes else -overtime_minutes end) as overtime_minutes,
    sum(case when sign > 0 then billable_minutes else -billable_minutes end) as billable_minutes,
    sum(case when sign > 0 then billed_minutes else -billed_minutes end) as billed_minutes,
    sum(case when sign > 0 then weighted_activity else -weighted_activity end) as weighted_activity,
    sum(case when sign > 0 then billable_amount else -billable_amount end) as billable_amount
  from (
    select contract_id, sign, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from segments segment
    cross join lateral (
      select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
      from reporting.timesheet_periods
      where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
        and contract_id <> '' and contract_id = any (array(select id from page))
      union all
      select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
      from reporting.timesheet_days
      where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
        and contract_id = any (array(select id from page))
      offset 0
    ) sums
    where true
  ) sums
  group by contract_id
)
select
  (select version from current) as version,
  (case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select count(*) from sums)
  end)::float8 as "totalCount",
  case when (select version from current) = :cachedVersion::text then null else
    (
      select json_build_object(
        'billableMinutes', coalesce(s.billable_minutes, 0),
        'billedMinutes', coalesce(s.billed_minutes, 0),
        'manualMinutes', coalesce(s.manual_minutes, 0),
        'overtimeMinutes', coalesce(s.overtime_minutes, 0),
        'trackedMinutes', coalesce(s.tracked_minutes, 0),
        'activity', trim_scale(coalesce(round(coalesce(s.weighted_activity, 0) / nullif((coalesce(s.tracked_minutes, 0) - coalesce(s.manual_minutes, 0)), 0), 2), 0)),
        'billableAmount', trim_scale(coalesce(s.billable_amount, 0))
      )::text
      from (
        select
          sum(case when sign > 0 then days_count else -days_count end) as days_count,
          sum(case when sign > 0 then tracked_minutes else -tracked_minutes end) as tracked_minutes,
          sum(case when sign > 0 then manual_minutes else -manual_minutes end) as manual_minutes,
          sum(case when sign > 0 then overtime_minutes else -overtime_minutes end) as overtime_minutes,
          sum(case when sign > 0 then billable_minutes else -billable_minutes end) as billable_minutes,
          sum(case when sign > 0 then billed_minutes else -billed_minutes end) as billed_minutes,
          sum(case when sign > 0 then weighted_activity else -weighted_activity end) as weighted_activity,
          sum(case when sign > 0 then billable_amount else -billable_amount end) as billable_amount
        from (
          select * from filtered_rows
        ) sums
      ) s
    )
  end as statistics,
  case when (select version from current) = :cachedVersion::text then null else
    (select first_day::text from company)
  end as "firstDay",
  case when (select version from current) = :cachedVersion::text then null else
    (select last_day::text from company)
  end as "lastDay",
  case when :batchSize::bigint > :itemsPerPage then (select json_agg(id order by position)::text from batch) end as "batchIds",
  (
    select json_agg(
      json_build_object(
        'contract', case when team.id is null then
          json_build_object(
            '_id', c.id,
            'rate', trim_scale(c.rate),
            'title', c.title,
            'contractor', json_build_object(
              '_id', contractor.id,
              'firstName', contractor.first_name,
              'lastName', contractor.last_name
            ),
            'employer', json_build_object(
              '_id', employer.id,
              'firstName', employer.first_name,
              'lastName', employer.last_name
            )
          )
        else
          json_build_object(
            '_id', c.id,
            'rate', trim_scale(c.rate),
            'title', c.title,
            'contractor', json_build_object(
              '_id', contractor.id,
              'firstName', contractor.first_name,
              'lastName', contractor.last_name
            ),
            'employer', json_build_object(
              '_id', employer.id,
              'firstName', employer.first_name,
              'lastName', employer.last_name
            ),
            'team', json_build_object(
              '_id', team.id,
              'name', team.name
            )
          )
        end,
        'statistics', json_build_object(
          'billableMinutes', s.billable_minutes,
          'billedMinutes', s.billed_minutes,
          'manualMinutes', s.manual_minutes,
          'overtimeMinutes', s.overtime_minutes,
          'trackedMinutes', s.tracked_minutes,
          'activity', trim_scale(coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0)),
          'billableAmount', trim_scale(s.billable_amount)
        )
      )
      order by page.position
    )
    from page
    join page_sums s on s.contract_id = page.id
    join reporting.contracts c on c.company_id = :companyId and c.id = page.id
    join reporting.people contractor on contractor.id = c.contractor_id
    join reporting.people employer on employer.id = c.employer_id
    left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
  )::text as results;

-- timesheets-contractor-asc
-- timesheets-contractor-desc, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
company as materialized (
  select min(work_date) as first_day, max(work_date) as last_day
  from reporting.timesheet_days
  where company_id = :companyId
),
segments as materialized (
  -- as in timesheets-contract-asc
),
sums as materialized (
  -- as in timesheets-contract-asc
),
batch as materialized (
  select id, row_number() over () as position
  from (
    select contract_id as id
    from (
      select c.id as contract_id, c.contractor_last_name, c.contractor_first_name, c.contractor_id
      from reporting.contracts c
      where c.company_id = :companyId and c.type = 'hourly' and (c.id in (select contract_id from sums)) is true
      order by c.contractor_last_name collate reporting.text_order asc, c.contractor_first_name collate reporting.text_order asc, c.contractor_id asc, c.id asc
      offset 0
    ) c
    order by c.contractor_last_name collate reporting.text_order asc, c.contractor_first_name collate reporting.text_order asc, c.contractor_id asc, c.contract_id asc
    limit :batchSize::bigint offset :batchOffset::bigint
  ) batch
  where (:batchOffset::bigint + :pageOffset::bigint) < case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select count(*) from sums)
  end and (select version from current) is distinct from :batchVersion::text
),
page as materialized (
  -- as in timesheets-contract-asc
),
page_sums as materialized (
  -- as in timesheets-contract-asc

-- timesheets-contractor-asc-filtered
-- timesheets-contractor-desc-filtered, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
contract_filter as materialized (
  -- as in timesheets-contract-asc-filtered
),
company as materialized (
  select min(work_date) as first_day, max(work_date) as last_day
  from reporting.timesheet_days
  where company_id = :companyId
),
segments as materialized (
  -- as in timesheets-contract-asc
),
filtered_rows as materialized (select contract_id, sign, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
  -- as in timesheets-contract-asc-filtered
sums as materialized (
  -- as in timesheets-contract-asc-filtered
),
batch as materialized (
  -- as in timesheets-contractor-asc
),
page as materialized (
  -- as in timesheets-contract-asc
),
page_sums as materialized (
  -- as in timesheets-contract-asc-filtered

-- timesheets-trackedTime-asc
-- timesheets-trackedTime-desc, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
company as materialized (
  select min(work_date) as first_day, max(work_date) as last_day
  from reporting.timesheet_days
  where company_id = :companyId
),
segments as materialized (
  -- as in timesheets-contract-asc
),
sums as materialized (
  select
    contract_id,
    sum(sign * days_count::float8)::bigint as days_count,
    sum(sign * tracked_minutes::float8)::bigint as tracked_minutes
  from (
    select contract_id, sign, days_count, tracked_minutes
    from segments segment
    cross join lateral (
      select contract_id, days_count, tracked_minutes
      from reporting.timesheet_periods
      where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
        and contract_id <> ''
      union all
      select contract_id, 1, tracked_minutes
      from reporting.timesheet_days
      where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
      offset 0
    ) sums
    where true
  ) sums
  group by contract_id
  having sum(sign * days_count::float8) > 0
),
batch as materialized (
  select id, row_number() over () as position
  from (
    select s.contract_id as id
    from sums s
    order by s.tracked_minutes asc, s.contract_id asc
    limit :batchSize::bigint offset :batchOffset::bigint
  ) batch
  where (:batchOffset::bigint + :pageOffset::bigint) < case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select count(*) from sums)
  end and (select version from current) is distinct from :batchVersion::text
),
page as materialized (
  -- as in timesheets-contract-asc
),
page_sums as materialized (
  -- as in timesheets-contract-asc

-- timesheets-trackedTime-asc-filtered
-- timesheets-trackedTime-desc-filtered, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
contract_filter as materialized (
  -- as in timesheets-contract-asc-filtered
),
company as materialized (
  select min(work_date) as first_day, max(work_date) as last_day
  from reporting.timesheet_days
  where company_id = :companyId
),
segments as materialized (
  -- as in timesheets-contract-asc
),
filtered_rows as materialized (select contract_id, sign, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
  -- as in timesheets-contract-asc-filtered
sums as materialized (
  select
    contract_id,
    sum(sign * days_count::float8)::bigint as days_count,
    sum(sign * tracked_minutes::float8)::bigint as tracked_minutes
  from (
    select * from filtered_rows
  ) sums
  group by contract_id
  having sum(sign * days_count::float8) > 0
),
batch as materialized (
  -- as in timesheets-trackedTime-asc
),
page as materialized (
  -- as in timesheets-contract-asc
),
page_sums as materialized (
  -- as in timesheets-contract-asc-filtered

-- timesheets-activity-asc
-- timesheets-activity-desc, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
company as materialized (
  select min(work_date) as first_day, max(work_date) as last_day
  from reporting.timesheet_days
  where company_id = :companyId
),
segments as materialized (
  -- as in timesheets-contract-asc
),
sums as materialized (
  select
    contract_id,
    sum(sign * days_count::float8)::bigint as days_count,
    sum(sign * tracked_minutes::float8)::bigint as tracked_minutes,
    sum(sign * manual_minutes::float8)::bigint as manual_minutes,
    sum(case when sign > 0 then weighted_activity else -weighted_activity end) as weighted_activity
  from (
    select contract_id, sign, days_count, tracked_minutes, manual_minutes, weighted_activity
    from segments segment
    cross join lateral (
      select contract_id, days_count, tracked_minutes, manual_minutes, weighted_activity
      from reporting.timesheet_periods
      where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
        and contract_id <> ''
      union all
      select contract_id, 1, tracked_minutes, manual_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes)
      from reporting.timesheet_days
      where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
      offset 0
    ) sums
    where true
  ) sums
  group by contract_id
  having sum(sign * days_count::float8) > 0
),
batch as materialized (
  select id, row_number() over () as position
  from (
    select s.contract_id as id
    from sums s
    order by coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0) asc, s.contract_id asc
    limit :batchSize::bigint offset :batchOffset::bigint
  ) batch
  where (:batchOffset::bigint + :pageOffset::bigint) < case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select count(*) from sums)
  end and (select version from current) is distinct from :batchVersion::text
),
page as materialized (
  -- as in timesheets-contract-asc
),
page_sums as materialized (
  -- as in timesheets-contract-asc

-- timesheets-activity-asc-filtered
-- timesheets-activity-desc-filtered, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
contract_filter as materialized (
  -- as in timesheets-contract-asc-filtered
),
company as materialized (
  select min(work_date) as first_day, max(work_date) as last_day
  from reporting.timesheet_days
  where company_id = :companyId
),
segments as materialized (
  -- as in timesheets-contract-asc
),
filtered_rows as materialized (select contract_id, sign, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
  -- as in timesheets-contract-asc-filtered
sums as materialized (
  select
    contract_id,
    sum(sign * days_count::float8)::bigint as days_count,
    sum(sign * tracked_minutes::float8)::bigint as tracked_minutes,
    sum(sign * manual_minutes::float8)::bigint as manual_minutes,
    sum(case when sign > 0 then weighted_activity else -weighted_activity end) as weighted_activity
  from (
    select * from filtered_rows
  ) sums
  group by contract_id
  having sum(sign * days_count::float8) > 0
),
batch as materialized (
  -- as in timesheets-activity-asc
),
page as materialized (
  -- as in timesheets-contract-asc
),
page_sums as materialized (
  -- as in timesheets-contract-asc-filtered

-- timesheets-goMeter-asc
-- timesheets-goMeter-desc, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
company as materialized (
  select min(work_date) as first_day, max(work_date) as last_day
  from reporting.timesheet_days
  where company_id = :companyId
),
segments as materialized (
  -- as in timesheets-contract-asc
),
sums as materialized (
  select
    contract_id,
    sum(sign * days_count::float8)::bigint as days_count,
    sum(sign * tracked_minutes::float8)::bigint as tracked_minutes,
    sum(sign * manual_minutes::float8)::bigint as manual_minutes
  from (
    select contract_id, sign, days_count, tracked_minutes, manual_minutes
    from segments segment
    cross join lateral (
      select contract_id, days_count, tracked_minutes, manual_minutes
      from reporting.timesheet_periods
      where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
        and contract_id <> ''
      union all
      select contract_id, 1, tracked_minutes, manual_minutes
      from reporting.timesheet_days
      where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
      offset 0
    ) sums
    where true
  ) sums
  group by contract_id
  having sum(sign * days_count::float8) > 0
),
batch as materialized (
  select id, row_number() over () as position
  from (
    select s.contract_id as id
    from sums s
    order by (s.tracked_minutes - s.manual_minutes) asc, s.contract_id asc
    limit :batchSize::bigint offset :batchOffset::bigint
  ) batch
  where (:batchOffset::bigint + :pageOffset::bigint) < case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select count(*) from sums)
  end and (select version from current) is distinct from :batchVersion::text
),
page as materialized (
  -- as in timesheets-contract-asc
),
page_sums as materialized (
  -- as in timesheets-contract-asc

-- timesheets-goMeter-asc-filtered
-- timesheets-goMeter-desc-filtered, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
contract_filter as materialized (
  -- as in timesheets-contract-asc-filtered
),
company as materialized (
  select min(work_date) as first_day, max(work_date) as last_day
  from reporting.timesheet_days
  where company_id = :companyId
),
segments as materialized (
  -- as in timesheets-contract-asc
),
filtered_rows as materialized (select contract_id, sign, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
  -- as in timesheets-contract-asc-filtered
sums as materialized (
  select
    contract_id,
    sum(sign * days_count::float8)::bigint as days_count,
    sum(sign * tracked_minutes::float8)::bigint as tracked_minutes,
    sum(sign * manual_minutes::float8)::bigint as manual_minutes
  from (
    select * from filtered_rows
  ) sums
  group by contract_id
  having sum(sign * days_count::float8) > 0
),
batch as materialized (
  -- as in timesheets-goMeter-asc
),
page as materialized (
  -- as in timesheets-contract-asc
),
page_sums as materialized (
  -- as in timesheets-contract-asc-filtered

-- timesheets-manual-asc
-- timesheets-manual-desc, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
company as materialized (
  select min(work_date) as first_day, max(work_date) as last_day
  from reporting.timesheet_days
  where company_id = :companyId
),
segments as materialized (
  -- as in timesheets-contract-asc
),
sums as materialized (
  select
    contract_id,
    sum(sign * days_count::float8)::bigint as days_count,
    sum(sign * manual_minutes::float8)::bigint as manual_minutes
  from (
    select contract_id, sign, days_count, manual_minutes
    from segments segment
    cross join lateral (
      select contract_id, days_count, manual_minutes
      from reporting.timesheet_periods
      where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
        and contract_id <> ''
      union all
      select contract_id, 1, manual_minutes
      from reporting.timesheet_days
      where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
      offset 0
    ) sums
    where true
  ) sums
  group by contract_id
  having sum(sign * days_count::float8) > 0
),
batch as materialized (
  select id, row_number() over () as position
  from (
    select s.contract_id as id
    from sums s
    order by s.manual_minutes asc, s.contract_id asc
    limit :batchSize::bigint offset :batchOffset::bigint
  ) batch
  where (:batchOffset::bigint + :pageOffset::bigint) < case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select count(*) from sums)
  end and (select version from current) is distinct from :batchVersion::text
),
page as materialized (
  -- as in timesheets-contract-asc
),
page_sums as materialized (
  -- as in timesheets-contract-asc

-- timesheets-manual-asc-filtered
-- timesheets-manual-desc-filtered, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
contract_filter as materialized (
  -- as in timesheets-contract-asc-filtered
),
company as materialized (
  select min(work_date) as first_day, max(work_date) as last_day
  from reporting.timesheet_days
  where company_id = :companyId
),
segments as materialized (
  -- as in timesheets-contract-asc
),
filtered_rows as materialized (select contract_id, sign, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
  -- as in timesheets-contract-asc-filtered
sums as materialized (
  select
    contract_id,
    sum(sign * days_count::float8)::bigint as days_count,
    sum(sign * manual_minutes::float8)::bigint as manual_minutes
  from (
    select * from filtered_rows
  ) sums
  group by contract_id
  having sum(sign * days_count::float8) > 0
),
batch as materialized (
  -- as in timesheets-manual-asc
),
page as materialized (
  -- as in timesheets-contract-asc
),
page_sums as materialized (
  -- as in timesheets-contract-asc-filtered

-- timesheets-overtime-asc
-- timesheets-overtime-desc, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
company as materialized (
  select min(work_date) as first_day, max(work_date) as last_day
  from reporting.timesheet_days
  where company_id = :companyId
),
segments as materialized (
  -- as in timesheets-contract-asc
),
sums as materialized (
  select
    contract_id,
    sum(sign * days_count::float8)::bigint as days_count,
    sum(sign * overtime_minutes::float8)::bigint as overtime_minutes
  from (
    select contract_id, sign, days_count, overtime_minutes
    from segments segment
    cross join lateral (
      select contract_id, days_count, overtime_minutes
      from reporting.timesheet_periods
      where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
        and contract_id <> ''
      union all
      select contract_id, 1, overtime_minutes
      from reporting.timesheet_days
      where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
      offset 0
    ) sums
    where true
  ) sums
  group by contract_id
  having sum(sign * days_count::float8) > 0
),
batch as materialized (
  select id, row_number() over () as position
  from (
    select s.contract_id as id
    from sums s
    order by s.overtime_minutes asc, s.contract_id asc
    limit :batchSize::bigint offset :batchOffset::bigint
  ) batch
  where (:batchOffset::bigint + :pageOffset::bigint) < case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select count(*) from sums)
  end and (select version from current) is distinct from :batchVersion::text
),
page as materialized (
  -- as in timesheets-contract-asc
),
page_sums as materialized (
  -- as in timesheets-contract-asc

-- timesheets-overtime-asc-filtered
-- timesheets-overtime-desc-filtered, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
contract_filter as materialized (
  -- as in timesheets-contract-asc-filtered
),
company as materialized (
  select min(work_date) as first_day, max(work_date) as last_day
  from reporting.timesheet_days
  where company_id = :companyId
),
segments as materialized (
  -- as in timesheets-contract-asc
),
filtered_rows as materialized (select contract_id, sign, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
  -- as in timesheets-contract-asc-filtered
sums as materialized (
  select
    contract_id,
    sum(sign * days_count::float8)::bigint as days_count,
    sum(sign * overtime_minutes::float8)::bigint as overtime_minutes
  from (
    select * from filtered_rows
  ) sums
  group by contract_id
  having sum(sign * days_count::float8) > 0
),
batch as materialized (
  -- as in timesheets-overtime-asc
),
page as materialized (
  -- as in timesheets-contract-asc
),
page_sums as materialized (
  -- as in timesheets-contract-asc-filtered

-- timesheets-billableTime-asc
-- timesheets-billableTime-desc, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
company as materialized (
  select min(work_date) as first_day, max(work_date) as last_day
  from reporting.timesheet_days
  where company_id = :companyId
),
segments as materialized (
  -- as in timesheets-contract-asc
),
sums as materialized (
  select
    contract_id,
    sum(sign * days_count::float8)::bigint as days_count,
    sum(sign * billable_minutes::float8)::bigint as billable_minutes
  from (
    select contract_id, sign, days_count, billable_minutes
    from segments segment
    cross join lateral (
      select contract_id, days_count, billable_minutes
      from reporting.timesheet_periods
      where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
        and contract_id <> ''
      union all
      select contract_id, 1, billable_minutes
      from reporting.timesheet_days
      where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
      offset 0
    ) sums
    where true
  ) sums
  group by contract_id
  having sum(sign * days_count::float8) > 0
),
batch as materialized (
  select id, row_number() over () as position
  from (
    select s.contract_id as id
    from sums s
    order by s.billable_minutes asc, s.contract_id asc
    limit :batchSize::bigint offset :batchOffset::bigint
  ) batch
  where (:batchOffset::bigint + :pageOffset::bigint) < case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select count(*) from sums)
  end and (select version from current) is distinct from :batchVersion::text
),
page as materialized (
  -- as in timesheets-contract-asc
),
page_sums as materialized (
  -- as in timesheets-contract-asc

-- timesheets-billableTime-asc-filtered
-- timesheets-billableTime-desc-filtered, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
contract_filter as materialized (
  -- as in timesheets-contract-asc-filtered
),
company as materialized (
  select min(work_date) as first_day, max(work_date) as last_day
  from reporting.timesheet_days
  where company_id = :companyId
),
segments as materialized (
  -- as in timesheets-contract-asc
),
filtered_rows as materialized (select contract_id, sign, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
  -- as in timesheets-contract-asc-filtered
sums as materialized (
  select
    contract_id,
    sum(sign * days_count::float8)::bigint as days_count,
    sum(sign * billable_minutes::float8)::bigint as billable_minutes
  from (
    select * from filtered_rows
  ) sums
  group by contract_id
  having sum(sign * days_count::float8) > 0
),
batch as materialized (
  -- as in timesheets-billableTime-asc
),
page as materialized (
  -- as in timesheets-contract-asc
),
page_sums as materialized (
  -- as in timesheets-contract-asc-filtered

-- timesheets-billableAmount-asc
-- timesheets-billableAmount-desc, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
company as materialized (
  select min(work_date) as first_day, max(work_date) as last_day
  from reporting.timesheet_days
  where company_id = :companyId
),
segments as materialized (
  -- as in timesheets-contract-asc
),
sums as materialized (
  select
    contract_id,
    sum(sign * days_count::float8)::bigint as days_count,
    sum(case when sign > 0 then billable_amount else -billable_amount end) as billable_amount
  from (
    select contract_id, sign, days_count, billable_amount
    from segments segment
    cross join lateral (
      select contract_id, days_count, billable_amount
      from reporting.timesheet_periods
      where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
        and contract_id <> ''
      union all
      select contract_id, 1, billable_amount
      from reporting.timesheet_days
      where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
      offset 0
    ) sums
    where true
  ) sums
  group by contract_id
  having sum(sign * days_count::float8) > 0
),
batch as materialized (
  select id, row_number() over () as position
  from (
    select s.contract_id as id
    from sums s
    order by s.billable_amount asc, s.contract_id asc
    limit :batchSize::bigint offset :batchOffset::bigint
  ) batch
  where (:batchOffset::bigint + :pageOffset::bigint) < case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select count(*) from sums)
  end and (select version from current) is distinct from :batchVersion::text
),
page as materialized (
  -- as in timesheets-contract-asc
),
page_sums as materialized (
  -- as in timesheets-contract-asc

-- timesheets-billableAmount-asc-filtered
-- timesheets-billableAmount-desc-filtered, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
contract_filter as materialized (
  -- as in timesheets-contract-asc-filtered
),
company as materialized (
  select min(work_date) as first_day, max(work_date) as last_day
  from reporting.timesheet_days
  where company_id = :companyId
),
segments as materialized (
  -- as in timesheets-contract-asc
),
filtered_rows as materialized (select contract_id, sign, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
  -- as in timesheets-contract-asc-filtered
sums as materialized (
  select
    contract_id,
    sum(sign * days_count::float8)::bigint as days_count,
    sum(case when sign > 0 then billable_amount else -billable_amount end) as billable_amount
  from (
    select * from filtered_rows
  ) sums
  group by contract_id
  having sum(sign * days_count::float8) > 0
),
batch as materialized (
  -- as in timesheets-billableAmount-asc
),
page as materialized (
  -- as in timesheets-contract-asc
),
page_sums as materialized (
  -- as in timesheets-contract-asc-filtered
