-- timesheets-contract-asc
-- timesheets-contract-desc, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
sums as materialized (
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
  from json_populate_recordset(null::reporting.date_segment, :dateSegments::json) as segment
  cross join lateral (
    select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from reporting.timesheet_periods
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
    union all
    select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
    from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
    offset 0
  ) sums
  group by contract_id
  having sum(case when sign > 0 then days_count else -days_count end) > 0
),
page as materialized (
  select id, row_number() over () as position
  from (
    select c.id
    from reporting.contracts c
    where c.company_id = :companyId and (c.id in (select contract_id from sums)) is true
    order by c.title collate reporting.text_order asc, c.id asc
    limit :itemsPerPage offset ((:page::bigint - 1) * :itemsPerPage)
  ) page
)
select
  (select version from current) as version,
  (case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select count(*) from sums)
  end)::float8 as "totalCount",
  case when (select version from current) = :cachedVersion::text then null else
    (
      select json_build_object(
        'billableMinutes', coalesce(sum(s.billable_minutes), 0),
        'billedMinutes', coalesce(sum(s.billed_minutes), 0),
        'manualMinutes', coalesce(sum(s.manual_minutes), 0),
        'overtimeMinutes', coalesce(sum(s.overtime_minutes), 0),
        'trackedMinutes', coalesce(sum(s.tracked_minutes), 0),
        'activity', trim_scale(coalesce(round(coalesce(sum(s.weighted_activity), 0) / nullif((coalesce(sum(s.tracked_minutes), 0) - coalesce(sum(s.manual_minutes), 0)), 0), 2), 0)),
        'billableAmount', trim_scale(coalesce(sum(s.billable_amount), 0))
      )::text
      from sums s
    )
  end as statistics,
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
    join sums s on s.contract_id = page.id
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
  where c.company_id = :companyId and c.type = 'hourly'
    and (:teamIds::text[] is null or c.team_id = any (:teamIds))
    and (:contractorIds::text[] is null or c.contractor_id = any (:contractorIds))
),
sums as materialized (
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
  from json_populate_recordset(null::reporting.date_segment, :dateSegments::json) as segment
  cross join lateral (
    select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from reporting.timesheet_periods
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
      and contract_id = any (array(select id from contract_filter))
    union all
    select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
    from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
      and contract_id = any (array(select id from contract_filter))
    offset 0
  ) sums
  group by contract_id
  having sum(case when sign > 0 then days_count else -days_count end) > 0
),
page as materialized (
  select id, row_number() over () as position
  from (
    select c.id
    from reporting.contracts c
    where c.company_id = :companyId and (c.id in (select contract_id from sums)) is true
    order by c.title collate reporting.text_order asc, c.id asc
    limit :itemsPerPage offset ((:page::bigint - 1) * :itemsPerPage)
  ) page
)
select
  (select version from current) as version,
  (case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select count(*) from sums)
  end)::float8 as "totalCount",
  case when (select version from current) = :cachedVersion::text then null else
    (
      select json_build_object(
        'billableMinutes', coalesce(sum(s.billable_minutes), 0),
        'billedMinutes', coalesce(sum(s.billed_minutes), 0),
        'manualMinutes', coalesce(sum(s.manual_minutes), 0),
        'overtimeMinutes', coalesce(sum(s.overtime_minutes), 0),
        'trackedMinutes', coalesce(sum(s.tracked_minutes), 0),
        'activity', trim_scale(coalesce(round(coalesce(sum(s.weighted_activity), 0) / nullif((coalesce(sum(s.tracked_minutes), 0) - coalesce(sum(s.manual_minutes), 0)), 0), 2), 0)),
        'billableAmount', trim_scale(coalesce(sum(s.billable_amount), 0))
      )::text
      from sums s
    )
  end as statistics,
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
    join sums s on s.contract_id = page.id
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
sums as materialized (
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
  from json_populate_recordset(null::reporting.date_segment, :dateSegments::json) as segment
  cross join lateral (
    select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from reporting.timesheet_periods
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
    union all
    select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
    from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
    offset 0
  ) sums
  group by contract_id
  having sum(case when sign > 0 then days_count else -days_count end) > 0
),
page as materialized (
  select id, row_number() over () as position
  from (
    select c.id
    from reporting.contracts c
    join reporting.people contractor on contractor.id = c.contractor_id
    where c.company_id = :companyId and (c.id in (select contract_id from sums)) is true
    order by contractor.last_name collate reporting.text_order asc, contractor.first_name collate reporting.text_order asc, contractor.id asc, c.id asc
    limit :itemsPerPage offset ((:page::bigint - 1) * :itemsPerPage)
  ) page
)
select
  (select version from current) as version,
  (case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select count(*) from sums)
  end)::float8 as "totalCount",
  case when (select version from current) = :cachedVersion::text then null else
    (
      select json_build_object(
        'billableMinutes', coalesce(sum(s.billable_minutes), 0),
        'billedMinutes', coalesce(sum(s.billed_minutes), 0),
        'manualMinutes', coalesce(sum(s.manual_minutes), 0),
        'overtimeMinutes', coalesce(sum(s.overtime_minutes), 0),
        'trackedMinutes', coalesce(sum(s.tracked_minutes), 0),
        'activity', trim_scale(coalesce(round(coalesce(sum(s.weighted_activity), 0) / nullif((coalesce(sum(s.tracked_minutes), 0) - coalesce(sum(s.manual_minutes), 0)), 0), 2), 0)),
        'billableAmount', trim_scale(coalesce(sum(s.billable_amount), 0))
      )::text
      from sums s
    )
  end as statistics,
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
    join sums s on s.contract_id = page.id
    join reporting.contracts c on c.company_id = :companyId and c.id = page.id
    join reporting.people contractor on contractor.id = c.contractor_id
    join reporting.people employer on employer.id = c.employer_id
    left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
  )::text as results;

-- timesheets-contractor-asc-filtered
-- timesheets-contractor-desc-filtered, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
contract_filter as materialized (
  select c.id
  from reporting.contracts c
  where c.company_id = :companyId and c.type = 'hourly'
    and (:teamIds::text[] is null or c.team_id = any (:teamIds))
    and (:contractorIds::text[] is null or c.contractor_id = any (:contractorIds))
),
sums as materialized (
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
  from json_populate_recordset(null::reporting.date_segment, :dateSegments::json) as segment
  cross join lateral (
    select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from reporting.timesheet_periods
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
      and contract_id = any (array(select id from contract_filter))
    union all
    select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
    from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
      and contract_id = any (array(select id from contract_filter))
    offset 0
  ) sums
  group by contract_id
  having sum(case when sign > 0 then days_count else -days_count end) > 0
),
page as materialized (
  select id, row_number() over () as position
  from (
    select c.id
    from reporting.contracts c
    join reporting.people contractor on contractor.id = c.contractor_id
    where c.company_id = :companyId and (c.id in (select contract_id from sums)) is true
    order by contractor.last_name collate reporting.text_order asc, contractor.first_name collate reporting.text_order asc, contractor.id asc, c.id asc
    limit :itemsPerPage offset ((:page::bigint - 1) * :itemsPerPage)
  ) page
)
select
  (select version from current) as version,
  (case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select count(*) from sums)
  end)::float8 as "totalCount",
  case when (select version from current) = :cachedVersion::text then null else
    (
      select json_build_object(
        'billableMinutes', coalesce(sum(s.billable_minutes), 0),
        'billedMinutes', coalesce(sum(s.billed_minutes), 0),
        'manualMinutes', coalesce(sum(s.manual_minutes), 0),
        'overtimeMinutes', coalesce(sum(s.overtime_minutes), 0),
        'trackedMinutes', coalesce(sum(s.tracked_minutes), 0),
        'activity', trim_scale(coalesce(round(coalesce(sum(s.weighted_activity), 0) / nullif((coalesce(sum(s.tracked_minutes), 0) - coalesce(sum(s.manual_minutes), 0)), 0), 2), 0)),
        'billableAmount', trim_scale(coalesce(sum(s.billable_amount), 0))
      )::text
      from sums s
    )
  end as statistics,
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
    join sums s on s.contract_id = page.id
    join reporting.contracts c on c.company_id = :companyId and c.id = page.id
    join reporting.people contractor on contractor.id = c.contractor_id
    join reporting.people employer on employer.id = c.employer_id
    left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
  )::text as results;

-- timesheets-trackedTime-asc
-- timesheets-trackedTime-desc, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
sums as materialized (
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
  from json_populate_recordset(null::reporting.date_segment, :dateSegments::json) as segment
  cross join lateral (
    select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from reporting.timesheet_periods
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
    union all
    select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
    from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
    offset 0
  ) sums
  group by contract_id
  having sum(case when sign > 0 then days_count else -days_count end) > 0
),
page as materialized (
  select id, row_number() over () as position
  from (
    select s.contract_id as id
    from sums s
    order by s.tracked_minutes asc, s.contract_id asc
    limit :itemsPerPage offset ((:page::bigint - 1) * :itemsPerPage)
  ) page
)
select
  (select version from current) as version,
  (case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select count(*) from sums)
  end)::float8 as "totalCount",
  case when (select version from current) = :cachedVersion::text then null else
    (
      select json_build_object(
        'billableMinutes', coalesce(sum(s.billable_minutes), 0),
        'billedMinutes', coalesce(sum(s.billed_minutes), 0),
        'manualMinutes', coalesce(sum(s.manual_minutes), 0),
        'overtimeMinutes', coalesce(sum(s.overtime_minutes), 0),
        'trackedMinutes', coalesce(sum(s.tracked_minutes), 0),
        'activity', trim_scale(coalesce(round(coalesce(sum(s.weighted_activity), 0) / nullif((coalesce(sum(s.tracked_minutes), 0) - coalesce(sum(s.manual_minutes), 0)), 0), 2), 0)),
        'billableAmount', trim_scale(coalesce(sum(s.billable_amount), 0))
      )::text
      from sums s
    )
  end as statistics,
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
    join sums s on s.contract_id = page.id
    join reporting.contracts c on c.company_id = :companyId and c.id = page.id
    join reporting.people contractor on contractor.id = c.contractor_id
    join reporting.people employer on employer.id = c.employer_id
    left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
  )::text as results;

-- timesheets-trackedTime-asc-filtered
-- timesheets-trackedTime-desc-filtered, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
contract_filter as materialized (
  select c.id
  from reporting.contracts c
  where c.company_id = :companyId and c.type = 'hourly'
    and (:teamIds::text[] is null or c.team_id = any (:teamIds))
    and (:contractorIds::text[] is null or c.contractor_id = any (:contractorIds))
),
sums as materialized (
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
  from json_populate_recordset(null::reporting.date_segment, :dateSegments::json) as segment
  cross join lateral (
    select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from reporting.timesheet_periods
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
      and contract_id = any (array(select id from contract_filter))
    union all
    select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
    from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
      and contract_id = any (array(select id from contract_filter))
    offset 0
  ) sums
  group by contract_id
  having sum(case when sign > 0 then days_count else -days_count end) > 0
),
page as materialized (
  select id, row_number() over () as position
  from (
    select s.contract_id as id
    from sums s
    order by s.tracked_minutes asc, s.contract_id asc
    limit :itemsPerPage offset ((:page::bigint - 1) * :itemsPerPage)
  ) page
)
select
  (select version from current) as version,
  (case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select count(*) from sums)
  end)::float8 as "totalCount",
  case when (select version from current) = :cachedVersion::text then null else
    (
      select json_build_object(
        'billableMinutes', coalesce(sum(s.billable_minutes), 0),
        'billedMinutes', coalesce(sum(s.billed_minutes), 0),
        'manualMinutes', coalesce(sum(s.manual_minutes), 0),
        'overtimeMinutes', coalesce(sum(s.overtime_minutes), 0),
        'trackedMinutes', coalesce(sum(s.tracked_minutes), 0),
        'activity', trim_scale(coalesce(round(coalesce(sum(s.weighted_activity), 0) / nullif((coalesce(sum(s.tracked_minutes), 0) - coalesce(sum(s.manual_minutes), 0)), 0), 2), 0)),
        'billableAmount', trim_scale(coalesce(sum(s.billable_amount), 0))
      )::text
      from sums s
    )
  end as statistics,
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
    join sums s on s.contract_id = page.id
    join reporting.contracts c on c.company_id = :companyId and c.id = page.id
    join reporting.people contractor on contractor.id = c.contractor_id
    join reporting.people employer on employer.id = c.employer_id
    left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
  )::text as results;

-- timesheets-activity-asc
-- timesheets-activity-desc, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
sums as materialized (
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
  from json_populate_recordset(null::reporting.date_segment, :dateSegments::json) as segment
  cross join lateral (
    select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from reporting.timesheet_periods
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
    union all
    select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
    from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
    offset 0
  ) sums
  group by contract_id
  having sum(case when sign > 0 then days_count else -days_count end) > 0
),
page as materialized (
  select id, row_number() over () as position
  from (
    select s.contract_id as id
    from sums s
    order by coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0) asc, s.contract_id asc
    limit :itemsPerPage offset ((:page::bigint - 1) * :itemsPerPage)
  ) page
)
select
  (select version from current) as version,
  (case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select count(*) from sums)
  end)::float8 as "totalCount",
  case when (select version from current) = :cachedVersion::text then null else
    (
      select json_build_object(
        'billableMinutes', coalesce(sum(s.billable_minutes), 0),
        'billedMinutes', coalesce(sum(s.billed_minutes), 0),
        'manualMinutes', coalesce(sum(s.manual_minutes), 0),
        'overtimeMinutes', coalesce(sum(s.overtime_minutes), 0),
        'trackedMinutes', coalesce(sum(s.tracked_minutes), 0),
        'activity', trim_scale(coalesce(round(coalesce(sum(s.weighted_activity), 0) / nullif((coalesce(sum(s.tracked_minutes), 0) - coalesce(sum(s.manual_minutes), 0)), 0), 2), 0)),
        'billableAmount', trim_scale(coalesce(sum(s.billable_amount), 0))
      )::text
      from sums s
    )
  end as statistics,
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
    join sums s on s.contract_id = page.id
    join reporting.contracts c on c.company_id = :companyId and c.id = page.id
    join reporting.people contractor on contractor.id = c.contractor_id
    join reporting.people employer on employer.id = c.employer_id
    left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
  )::text as results;

-- timesheets-activity-asc-filtered
-- timesheets-activity-desc-filtered, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
contract_filter as materialized (
  select c.id
  from reporting.contracts c
  where c.company_id = :companyId and c.type = 'hourly'
    and (:teamIds::text[] is null or c.team_id = any (:teamIds))
    and (:contractorIds::text[] is null or c.contractor_id = any (:contractorIds))
),
sums as materialized (
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
  from json_populate_recordset(null::reporting.date_segment, :dateSegments::json) as segment
  cross join lateral (
    select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from reporting.timesheet_periods
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
      and contract_id = any (array(select id from contract_filter))
    union all
    select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
    from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
      and contract_id = any (array(select id from contract_filter))
    offset 0
  ) sums
  group by contract_id
  having sum(case when sign > 0 then days_count else -days_count end) > 0
),
page as materialized (
  select id, row_number() over () as position
  from (
    select s.contract_id as id
    from sums s
    order by coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0) asc, s.contract_id asc
    limit :itemsPerPage offset ((:page::bigint - 1) * :itemsPerPage)
  ) page
)
select
  (select version from current) as version,
  (case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select count(*) from sums)
  end)::float8 as "totalCount",
  case when (select version from current) = :cachedVersion::text then null else
    (
      select json_build_object(
        'billableMinutes', coalesce(sum(s.billable_minutes), 0),
        'billedMinutes', coalesce(sum(s.billed_minutes), 0),
        'manualMinutes', coalesce(sum(s.manual_minutes), 0),
        'overtimeMinutes', coalesce(sum(s.overtime_minutes), 0),
        'trackedMinutes', coalesce(sum(s.tracked_minutes), 0),
        'activity', trim_scale(coalesce(round(coalesce(sum(s.weighted_activity), 0) / nullif((coalesce(sum(s.tracked_minutes), 0) - coalesce(sum(s.manual_minutes), 0)), 0), 2), 0)),
        'billableAmount', trim_scale(coalesce(sum(s.billable_amount), 0))
      )::text
      from sums s
    )
  end as statistics,
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
    join sums s on s.contract_id = page.id
    join reporting.contracts c on c.company_id = :companyId and c.id = page.id
    join reporting.people contractor on contractor.id = c.contractor_id
    join reporting.people employer on employer.id = c.employer_id
    left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
  )::text as results;

-- timesheets-goMeter-asc
-- timesheets-goMeter-desc, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
sums as materialized (
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
  from json_populate_recordset(null::reporting.date_segment, :dateSegments::json) as segment
  cross join lateral (
    select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from reporting.timesheet_periods
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
    union all
    select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
    from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
    offset 0
  ) sums
  group by contract_id
  having sum(case when sign > 0 then days_count else -days_count end) > 0
),
page as materialized (
  select id, row_number() over () as position
  from (
    select s.contract_id as id
    from sums s
    order by (s.tracked_minutes - s.manual_minutes) asc, s.contract_id asc
    limit :itemsPerPage offset ((:page::bigint - 1) * :itemsPerPage)
  ) page
)
select
  (select version from current) as version,
  (case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select count(*) from sums)
  end)::float8 as "totalCount",
  case when (select version from current) = :cachedVersion::text then null else
    (
      select json_build_object(
        'billableMinutes', coalesce(sum(s.billable_minutes), 0),
        'billedMinutes', coalesce(sum(s.billed_minutes), 0),
        'manualMinutes', coalesce(sum(s.manual_minutes), 0),
        'overtimeMinutes', coalesce(sum(s.overtime_minutes), 0),
        'trackedMinutes', coalesce(sum(s.tracked_minutes), 0),
        'activity', trim_scale(coalesce(round(coalesce(sum(s.weighted_activity), 0) / nullif((coalesce(sum(s.tracked_minutes), 0) - coalesce(sum(s.manual_minutes), 0)), 0), 2), 0)),
        'billableAmount', trim_scale(coalesce(sum(s.billable_amount), 0))
      )::text
      from sums s
    )
  end as statistics,
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
    join sums s on s.contract_id = page.id
    join reporting.contracts c on c.company_id = :companyId and c.id = page.id
    join reporting.people contractor on contractor.id = c.contractor_id
    join reporting.people employer on employer.id = c.employer_id
    left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
  )::text as results;

-- timesheets-goMeter-asc-filtered
-- timesheets-goMeter-desc-filtered, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
contract_filter as materialized (
  select c.id
  from reporting.contracts c
  where c.company_id = :companyId and c.type = 'hourly'
    and (:teamIds::text[] is null or c.team_id = any (:teamIds))
    and (:contractorIds::text[] is null or c.contractor_id = any (:contractorIds))
),
sums as materialized (
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
  from json_populate_recordset(null::reporting.date_segment, :dateSegments::json) as segment
  cross join lateral (
    select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from reporting.timesheet_periods
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
      and contract_id = any (array(select id from contract_filter))
    union all
    select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
    from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
      and contract_id = any (array(select id from contract_filter))
    offset 0
  ) sums
  group by contract_id
  having sum(case when sign > 0 then days_count else -days_count end) > 0
),
page as materialized (
  select id, row_number() over () as position
  from (
    select s.contract_id as id
    from sums s
    order by (s.tracked_minutes - s.manual_minutes) asc, s.contract_id asc
    limit :itemsPerPage offset ((:page::bigint - 1) * :itemsPerPage)
  ) page
)
select
  (select version from current) as version,
  (case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select count(*) from sums)
  end)::float8 as "totalCount",
  case when (select version from current) = :cachedVersion::text then null else
    (
      select json_build_object(
        'billableMinutes', coalesce(sum(s.billable_minutes), 0),
        'billedMinutes', coalesce(sum(s.billed_minutes), 0),
        'manualMinutes', coalesce(sum(s.manual_minutes), 0),
        'overtimeMinutes', coalesce(sum(s.overtime_minutes), 0),
        'trackedMinutes', coalesce(sum(s.tracked_minutes), 0),
        'activity', trim_scale(coalesce(round(coalesce(sum(s.weighted_activity), 0) / nullif((coalesce(sum(s.tracked_minutes), 0) - coalesce(sum(s.manual_minutes), 0)), 0), 2), 0)),
        'billableAmount', trim_scale(coalesce(sum(s.billable_amount), 0))
      )::text
      from sums s
    )
  end as statistics,
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
    join sums s on s.contract_id = page.id
    join reporting.contracts c on c.company_id = :companyId and c.id = page.id
    join reporting.people contractor on contractor.id = c.contractor_id
    join reporting.people employer on employer.id = c.employer_id
    left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
  )::text as results;

-- timesheets-manual-asc
-- timesheets-manual-desc, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
sums as materialized (
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
  from json_populate_recordset(null::reporting.date_segment, :dateSegments::json) as segment
  cross join lateral (
    select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from reporting.timesheet_periods
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
    union all
    select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
    from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
    offset 0
  ) sums
  group by contract_id
  having sum(case when sign > 0 then days_count else -days_count end) > 0
),
page as materialized (
  select id, row_number() over () as position
  from (
    select s.contract_id as id
    from sums s
    order by s.manual_minutes asc, s.contract_id asc
    limit :itemsPerPage offset ((:page::bigint - 1) * :itemsPerPage)
  ) page
)
select
  (select version from current) as version,
  (case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select count(*) from sums)
  end)::float8 as "totalCount",
  case when (select version from current) = :cachedVersion::text then null else
    (
      select json_build_object(
        'billableMinutes', coalesce(sum(s.billable_minutes), 0),
        'billedMinutes', coalesce(sum(s.billed_minutes), 0),
        'manualMinutes', coalesce(sum(s.manual_minutes), 0),
        'overtimeMinutes', coalesce(sum(s.overtime_minutes), 0),
        'trackedMinutes', coalesce(sum(s.tracked_minutes), 0),
        'activity', trim_scale(coalesce(round(coalesce(sum(s.weighted_activity), 0) / nullif((coalesce(sum(s.tracked_minutes), 0) - coalesce(sum(s.manual_minutes), 0)), 0), 2), 0)),
        'billableAmount', trim_scale(coalesce(sum(s.billable_amount), 0))
      )::text
      from sums s
    )
  end as statistics,
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
    join sums s on s.contract_id = page.id
    join reporting.contracts c on c.company_id = :companyId and c.id = page.id
    join reporting.people contractor on contractor.id = c.contractor_id
    join reporting.people employer on employer.id = c.employer_id
    left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
  )::text as results;

-- timesheets-manual-asc-filtered
-- timesheets-manual-desc-filtered, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
contract_filter as materialized (
  select c.id
  from reporting.contracts c
  where c.company_id = :companyId and c.type = 'hourly'
    and (:teamIds::text[] is null or c.team_id = any (:teamIds))
    and (:contractorIds::text[] is null or c.contractor_id = any (:contractorIds))
),
sums as materialized (
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
  from json_populate_recordset(null::reporting.date_segment, :dateSegments::json) as segment
  cross join lateral (
    select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from reporting.timesheet_periods
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
      and contract_id = any (array(select id from contract_filter))
    union all
    select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
    from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
      and contract_id = any (array(select id from contract_filter))
    offset 0
  ) sums
  group by contract_id
  having sum(case when sign > 0 then days_count else -days_count end) > 0
),
page as materialized (
  select id, row_number() over () as position
  from (
    select s.contract_id as id
    from sums s
    order by s.manual_minutes asc, s.contract_id asc
    limit :itemsPerPage offset ((:page::bigint - 1) * :itemsPerPage)
  ) page
)
select
  (select version from current) as version,
  (case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select count(*) from sums)
  end)::float8 as "totalCount",
  case when (select version from current) = :cachedVersion::text then null else
    (
      select json_build_object(
        'billableMinutes', coalesce(sum(s.billable_minutes), 0),
        'billedMinutes', coalesce(sum(s.billed_minutes), 0),
        'manualMinutes', coalesce(sum(s.manual_minutes), 0),
        'overtimeMinutes', coalesce(sum(s.overtime_minutes), 0),
        'trackedMinutes', coalesce(sum(s.tracked_minutes), 0),
        'activity', trim_scale(coalesce(round(coalesce(sum(s.weighted_activity), 0) / nullif((coalesce(sum(s.tracked_minutes), 0) - coalesce(sum(s.manual_minutes), 0)), 0), 2), 0)),
        'billableAmount', trim_scale(coalesce(sum(s.billable_amount), 0))
      )::text
      from sums s
    )
  end as statistics,
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
    join sums s on s.contract_id = page.id
    join reporting.contracts c on c.company_id = :companyId and c.id = page.id
    join reporting.people contractor on contractor.id = c.contractor_id
    join reporting.people employer on employer.id = c.employer_id
    left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
  )::text as results;

-- timesheets-overtime-asc
-- timesheets-overtime-desc, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
sums as materialized (
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
  from json_populate_recordset(null::reporting.date_segment, :dateSegments::json) as segment
  cross join lateral (
    select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from reporting.timesheet_periods
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
    union all
    select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
    from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
    offset 0
  ) sums
  group by contract_id
  having sum(case when sign > 0 then days_count else -days_count end) > 0
),
page as materialized (
  select id, row_number() over () as position
  from (
    select s.contract_id as id
    from sums s
    order by s.overtime_minutes asc, s.contract_id asc
    limit :itemsPerPage offset ((:page::bigint - 1) * :itemsPerPage)
  ) page
)
select
  (select version from current) as version,
  (case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select count(*) from sums)
  end)::float8 as "totalCount",
  case when (select version from current) = :cachedVersion::text then null else
    (
      select json_build_object(
        'billableMinutes', coalesce(sum(s.billable_minutes), 0),
        'billedMinutes', coalesce(sum(s.billed_minutes), 0),
        'manualMinutes', coalesce(sum(s.manual_minutes), 0),
        'overtimeMinutes', coalesce(sum(s.overtime_minutes), 0),
        'trackedMinutes', coalesce(sum(s.tracked_minutes), 0),
        'activity', trim_scale(coalesce(round(coalesce(sum(s.weighted_activity), 0) / nullif((coalesce(sum(s.tracked_minutes), 0) - coalesce(sum(s.manual_minutes), 0)), 0), 2), 0)),
        'billableAmount', trim_scale(coalesce(sum(s.billable_amount), 0))
      )::text
      from sums s
    )
  end as statistics,
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
    join sums s on s.contract_id = page.id
    join reporting.contracts c on c.company_id = :companyId and c.id = page.id
    join reporting.people contractor on contractor.id = c.contractor_id
    join reporting.people employer on employer.id = c.employer_id
    left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
  )::text as results;

-- timesheets-overtime-asc-filtered
-- timesheets-overtime-desc-filtered, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
contract_filter as materialized (
  select c.id
  from reporting.contracts c
  where c.company_id = :companyId and c.type = 'hourly'
    and (:teamIds::text[] is null or c.team_id = any (:teamIds))
    and (:contractorIds::text[] is null or c.contractor_id = any (:contractorIds))
),
sums as materialized (
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
  from json_populate_recordset(null::reporting.date_segment, :dateSegments::json) as segment
  cross join lateral (
    select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from reporting.timesheet_periods
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
      and contract_id = any (array(select id from contract_filter))
    union all
    select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
    from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
      and contract_id = any (array(select id from contract_filter))
    offset 0
  ) sums
  group by contract_id
  having sum(case when sign > 0 then days_count else -days_count end) > 0
),
page as materialized (
  select id, row_number() over () as position
  from (
    select s.contract_id as id
    from sums s
    order by s.overtime_minutes asc, s.contract_id asc
    limit :itemsPerPage offset ((:page::bigint - 1) * :itemsPerPage)
  ) page
)
select
  (select version from current) as version,
  (case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select count(*) from sums)
  end)::float8 as "totalCount",
  case when (select version from current) = :cachedVersion::text then null else
    (
      select json_build_object(
        'billableMinutes', coalesce(sum(s.billable_minutes), 0),
        'billedMinutes', coalesce(sum(s.billed_minutes), 0),
        'manualMinutes', coalesce(sum(s.manual_minutes), 0),
        'overtimeMinutes', coalesce(sum(s.overtime_minutes), 0),
        'trackedMinutes', coalesce(sum(s.tracked_minutes), 0),
        'activity', trim_scale(coalesce(round(coalesce(sum(s.weighted_activity), 0) / nullif((coalesce(sum(s.tracked_minutes), 0) - coalesce(sum(s.manual_minutes), 0)), 0), 2), 0)),
        'billableAmount', trim_scale(coalesce(sum(s.billable_amount), 0))
      )::text
      from sums s
    )
  end as statistics,
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
    join sums s on s.contract_id = page.id
    join reporting.contracts c on c.company_id = :companyId and c.id = page.id
    join reporting.people contractor on contractor.id = c.contractor_id
    join reporting.people employer on employer.id = c.employer_id
    left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
  )::text as results;

-- timesheets-billableTime-asc
-- timesheets-billableTime-desc, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
sums as materialized (
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
  from json_populate_recordset(null::reporting.date_segment, :dateSegments::json) as segment
  cross join lateral (
    select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from reporting.timesheet_periods
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
    union all
    select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
    from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
    offset 0
  ) sums
  group by contract_id
  having sum(case when sign > 0 then days_count else -days_count end) > 0
),
page as materialized (
  select id, row_number() over () as position
  from (
    select s.contract_id as id
    from sums s
    order by s.billable_minutes asc, s.contract_id asc
    limit :itemsPerPage offset ((:page::bigint - 1) * :itemsPerPage)
  ) page
)
select
  (select version from current) as version,
  (case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select count(*) from sums)
  end)::float8 as "totalCount",
  case when (select version from current) = :cachedVersion::text then null else
    (
      select json_build_object(
        'billableMinutes', coalesce(sum(s.billable_minutes), 0),
        'billedMinutes', coalesce(sum(s.billed_minutes), 0),
        'manualMinutes', coalesce(sum(s.manual_minutes), 0),
        'overtimeMinutes', coalesce(sum(s.overtime_minutes), 0),
        'trackedMinutes', coalesce(sum(s.tracked_minutes), 0),
        'activity', trim_scale(coalesce(round(coalesce(sum(s.weighted_activity), 0) / nullif((coalesce(sum(s.tracked_minutes), 0) - coalesce(sum(s.manual_minutes), 0)), 0), 2), 0)),
        'billableAmount', trim_scale(coalesce(sum(s.billable_amount), 0))
      )::text
      from sums s
    )
  end as statistics,
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
    join sums s on s.contract_id = page.id
    join reporting.contracts c on c.company_id = :companyId and c.id = page.id
    join reporting.people contractor on contractor.id = c.contractor_id
    join reporting.people employer on employer.id = c.employer_id
    left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
  )::text as results;

-- timesheets-billableTime-asc-filtered
-- timesheets-billableTime-desc-filtered, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
contract_filter as materialized (
  select c.id
  from reporting.contracts c
  where c.company_id = :companyId and c.type = 'hourly'
    and (:teamIds::text[] is null or c.team_id = any (:teamIds))
    and (:contractorIds::text[] is null or c.contractor_id = any (:contractorIds))
),
sums as materialized (
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
  from json_populate_recordset(null::reporting.date_segment, :dateSegments::json) as segment
  cross join lateral (
    select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from reporting.timesheet_periods
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
      and contract_id = any (array(select id from contract_filter))
    union all
    select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
    from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
      and contract_id = any (array(select id from contract_filter))
    offset 0
  ) sums
  group by contract_id
  having sum(case when sign > 0 then days_count else -days_count end) > 0
),
page as materialized (
  select id, row_number() over () as position
  from (
    select s.contract_id as id
    from sums s
    order by s.billable_minutes asc, s.contract_id asc
    limit :itemsPerPage offset ((:page::bigint - 1) * :itemsPerPage)
  ) page
)
select
  (select version from current) as version,
  (case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select count(*) from sums)
  end)::float8 as "totalCount",
  case when (select version from current) = :cachedVersion::text then null else
    (
      select json_build_object(
        'billableMinutes', coalesce(sum(s.billable_minutes), 0),
        'billedMinutes', coalesce(sum(s.billed_minutes), 0),
        'manualMinutes', coalesce(sum(s.manual_minutes), 0),
        'overtimeMinutes', coalesce(sum(s.overtime_minutes), 0),
        'trackedMinutes', coalesce(sum(s.tracked_minutes), 0),
        'activity', trim_scale(coalesce(round(coalesce(sum(s.weighted_activity), 0) / nullif((coalesce(sum(s.tracked_minutes), 0) - coalesce(sum(s.manual_minutes), 0)), 0), 2), 0)),
        'billableAmount', trim_scale(coalesce(sum(s.billable_amount), 0))
      )::text
      from sums s
    )
  end as statistics,
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
    join sums s on s.contract_id = page.id
    join reporting.contracts c on c.company_id = :companyId and c.id = page.id
    join reporting.people contractor on contractor.id = c.contractor_id
    join reporting.people employer on employer.id = c.employer_id
    left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
  )::text as results;

-- timesheets-billableAmount-asc
-- timesheets-billableAmount-desc, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
sums as materialized (
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
  from json_populate_recordset(null::reporting.date_segment, :dateSegments::json) as segment
  cross join lateral (
    select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from reporting.timesheet_periods
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
    union all
    select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
    from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
    offset 0
  ) sums
  group by contract_id
  having sum(case when sign > 0 then days_count else -days_count end) > 0
),
page as materialized (
  select id, row_number() over () as position
  from (
    select s.contract_id as id
    from sums s
    order by s.billable_amount asc, s.contract_id asc
    limit :itemsPerPage offset ((:page::bigint - 1) * :itemsPerPage)
  ) page
)
select
  (select version from current) as version,
  (case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select count(*) from sums)
  end)::float8 as "totalCount",
  case when (select version from current) = :cachedVersion::text then null else
    (
      select json_build_object(
        'billableMinutes', coalesce(sum(s.billable_minutes), 0),
        'billedMinutes', coalesce(sum(s.billed_minutes), 0),
        'manualMinutes', coalesce(sum(s.manual_minutes), 0),
        'overtimeMinutes', coalesce(sum(s.overtime_minutes), 0),
        'trackedMinutes', coalesce(sum(s.tracked_minutes), 0),
        'activity', trim_scale(coalesce(round(coalesce(sum(s.weighted_activity), 0) / nullif((coalesce(sum(s.tracked_minutes), 0) - coalesce(sum(s.manual_minutes), 0)), 0), 2), 0)),
        'billableAmount', trim_scale(coalesce(sum(s.billable_amount), 0))
      )::text
      from sums s
    )
  end as statistics,
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
    join sums s on s.contract_id = page.id
    join reporting.contracts c on c.company_id = :companyId and c.id = page.id
    join reporting.people contractor on contractor.id = c.contractor_id
    join reporting.people employer on employer.id = c.employer_id
    left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
  )::text as results;

-- timesheets-billableAmount-asc-filtered
-- timesheets-billableAmount-desc-filtered, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
contract_filter as materialized (
  select c.id
  from reporting.contracts c
  where c.company_id = :companyId and c.type = 'hourly'
    and (:teamIds::text[] is null or c.team_id = any (:teamIds))
    and (:contractorIds::text[] is null or c.contractor_id = any (:contractorIds))
),
sums as materialized (
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
  from json_populate_recordset(null::reporting.date_segment, :dateSegments::json) as segment
  cross join lateral (
    select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from reporting.timesheet_periods
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
      and contract_id = any (array(select id from contract_filter))
    union all
    select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
    from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
      and contract_id = any (array(select id from contract_filter))
    offset 0
  ) sums
  group by contract_id
  having sum(case when sign > 0 then days_count else -days_count end) > 0
),
page as materialized (
  select id, row_number() over () as position
  from (
    select s.contract_id as id
    from sums s
    order by s.billable_amount asc, s.contract_id asc
    limit :itemsPerPage offset ((:page::bigint - 1) * :itemsPerPage)
  ) page
)
select
  (select version from current) as version,
  (case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select count(*) from sums)
  end)::float8 as "totalCount",
  case when (select version from current) = :cachedVersion::text then null else
    (
      select json_build_object(
        'billableMinutes', coalesce(sum(s.billable_minutes), 0),
        'billedMinutes', coalesce(sum(s.billed_minutes), 0),
        'manualMinutes', coalesce(sum(s.manual_minutes), 0),
        'overtimeMinutes', coalesce(sum(s.overtime_minutes), 0),
        'trackedMinutes', coalesce(sum(s.tracked_minutes), 0),
        'activity', trim_scale(coalesce(round(coalesce(sum(s.weighted_activity), 0) / nullif((coalesce(sum(s.tracked_minutes), 0) - coalesce(sum(s.manual_minutes), 0)), 0), 2), 0)),
        'billableAmount', trim_scale(coalesce(sum(s.billable_amount), 0))
      )::text
      from sums s
    )
  end as statistics,
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
    join sums s on s.contract_id = page.id
    join reporting.contracts c on c.company_id = :companyId and c.id = page.id
    join reporting.people contractor on contractor.id = c.contractor_id
    join reporting.people employer on employer.id = c.employer_id
    left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
  )::text as results;
