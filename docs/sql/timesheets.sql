-- timesheets-cached-page
with page as materialized (
  select id, position from unnest(:pageIds::text[]) with ordinality cached (id, position)
)
select
  (select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as version
    from reporting.data_versions where company_id = :companyId) as version,
  (select '[' || string_agg(row_to_json((select json from (select
        json_strip_nulls(row_to_json((select json from (select
          c.id as "_id", round(c.rate, 2) as "rate", c.title as "title",
          row_to_json((select json from (select contractor.id as "_id", contractor.first_name as "firstName", contractor.last_name as "lastName") json)) as "contractor",
          row_to_json((select json from (select employer.id as "_id", employer.first_name as "firstName", employer.last_name as "lastName") json)) as "employer",
          case when team.id is not null then row_to_json((select json from (select team.id as "_id", team.name as "name") json)) end as "team"
        ) json))) as "contract",
        row_to_json((select json from (select
          s.billable_minutes as "billableMinutes", s.billed_minutes as "billedMinutes", s.manual_minutes as "manualMinutes",
          s.overtime_minutes as "overtimeMinutes", s.tracked_minutes as "trackedMinutes",
          round(coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0), 2) as "activity",
          round(s.billable_amount, 2) as "billableAmount"
        ) json)) as "statistics"
      ) json))::text, ',' order by page.position) || ']'
    from page join (
      select contract_id, sum(tracked_minutes::float8)::bigint as tracked_minutes,
        sum(manual_minutes::float8)::bigint as manual_minutes, sum(overtime_minutes::float8)::bigint as overtime_minutes,
        sum(billable_minutes::float8)::bigint as billable_minutes, sum(billed_minutes::float8)::bigint as billed_minutes,
        sum(weighted_activity) as weighted_activity, sum(billable_amount) as billable_amount
      from reporting.date_segments(:dateSegments) as segment cross join lateral (
        select * from reporting.timesheet_sums s
        where s.company_id = :companyId and s.unit = segment.unit and s.start >= segment.start and s.start < segment.until
          and s.contract_id = any (array(select id from page))
        offset 0
      ) period
      group by contract_id having sum(days_count::float8) > 0
    ) s on s.contract_id = page.id
    join reporting.contracts c on c.company_id = :companyId and c.id = page.id
    join reporting.people contractor on contractor.id = c.contractor_id join reporting.people employer on employer.id = c.employer_id
    left join reporting.teams team on team.company_id = :companyId and team.id = c.team_id)::text as results;

-- timesheets-contract-read
with sums as materialized (
  select contract_id
  from reporting.date_segments(:dateSegments) as segment cross join lateral (
    select * from reporting.timesheet_sums s
    where s.company_id = :companyId and s.unit = segment.unit and s.start >= segment.start and s.start < segment.until
      and s.contract_id <> ''
    offset 0
  ) period
  group by contract_id having sum(days_count::float8) > 0
),
totals as materialized (
  select (select count(*) from sums) as contracts_count,
    coalesce(sum(tracked_minutes), 0) as tracked_minutes, coalesce(sum(manual_minutes), 0) as manual_minutes,
    coalesce(sum(overtime_minutes), 0) as overtime_minutes, coalesce(sum(billable_minutes), 0) as billable_minutes,
    coalesce(sum(billed_minutes), 0) as billed_minutes, coalesce(sum(weighted_activity), 0) as weighted_activity,
    coalesce(sum(billable_amount), 0) as billable_amount
  from reporting.date_segments(:dateSegments) as segment cross join lateral (
    select * from reporting.timesheet_sums s
    where s.company_id = :companyId and s.unit = segment.unit and s.start >= segment.start and s.start < segment.until
      and s.of_company
    offset 0
  ) period
),
batch as materialized (
  select id, row_number() over () as position from (
    select c.id from (
      select c.id, c.title from reporting.contracts c where c.company_id = :companyId and c.type = 'hourly' and (c.id in (select contract_id from sums)) is true
    ) c
    order by c.title collate reporting.text_order asc, c.id asc
    limit :batchSize::bigint offset :batchOffset::bigint
  ) batch
  where :batchOffset::bigint + :pageOffset::bigint < (select contracts_count from totals)
),
-- page: as in scheduled-payments-scheduledPaymentOn-read-sorted
select (select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as version
  from reporting.data_versions where company_id = :companyId) as version, contracts_count::float8 as "totalCount",
  row_to_json((select json from (select
    billable_minutes as "billableMinutes", billed_minutes as "billedMinutes", manual_minutes as "manualMinutes",
    overtime_minutes as "overtimeMinutes", tracked_minutes as "trackedMinutes",
    round(coalesce(round(weighted_activity / nullif((tracked_minutes - manual_minutes), 0), 2), 0), 2) as "activity",
    round(billable_amount, 2) as "billableAmount"
  ) json))::text as statistics,
  case when :batchSize::bigint > :itemsPerPage then (select json_agg(id order by position)::text from batch) end as "batchIds",
  (select '[' || string_agg(row_to_json((select json from (select
        json_strip_nulls(row_to_json((select json from (select
          c.id as "_id", round(c.rate, 2) as "rate", c.title as "title",
          row_to_json((select json from (select contractor.id as "_id", contractor.first_name as "firstName", contractor.last_name as "lastName") json)) as "contractor",
          row_to_json((select json from (select employer.id as "_id", employer.first_name as "firstName", employer.last_name as "lastName") json)) as "employer",
          case when team.id is not null then row_to_json((select json from (select team.id as "_id", team.name as "name") json)) end as "team"
        ) json))) as "contract",
        row_to_json((select json from (select
          s.billable_minutes as "billableMinutes", s.billed_minutes as "billedMinutes", s.manual_minutes as "manualMinutes",
          s.overtime_minutes as "overtimeMinutes", s.tracked_minutes as "trackedMinutes",
          round(coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0), 2) as "activity",
          round(s.billable_amount, 2) as "billableAmount"
        ) json)) as "statistics"
      ) json))::text, ',' order by page.position) || ']'
    from page join (
      select contract_id, sum(tracked_minutes::float8)::bigint as tracked_minutes,
        sum(manual_minutes::float8)::bigint as manual_minutes, sum(overtime_minutes::float8)::bigint as overtime_minutes,
        sum(billable_minutes::float8)::bigint as billable_minutes, sum(billed_minutes::float8)::bigint as billed_minutes,
        sum(weighted_activity) as weighted_activity, sum(billable_amount) as billable_amount
      from reporting.date_segments(:dateSegments) as segment cross join lateral (
        select * from reporting.timesheet_sums s
        where s.company_id = :companyId and s.unit = segment.unit and s.start >= segment.start and s.start < segment.until
          and s.contract_id = any (array(select id from page))
        offset 0
      ) period
      group by contract_id having sum(days_count::float8) > 0
    ) s on s.contract_id = page.id
    join reporting.contracts c on c.company_id = :companyId and c.id = page.id
    join reporting.people contractor on contractor.id = c.contractor_id join reporting.people employer on employer.id = c.employer_id
    left join reporting.teams team on team.company_id = :companyId and team.id = c.team_id)::text as results
from totals;

-- timesheets-contractor-read
-- with sums: as in timesheets-contract-read
-- totals: as in timesheets-contract-read
batch as materialized (
  select id, row_number() over () as position from (
    select c.id from (
      select c.id, contractor.last_name, contractor.first_name, c.contractor_id from reporting.contracts c join reporting.people contractor on contractor.id = c.contractor_id where c.company_id = :companyId and c.type = 'hourly' and (c.id in (select contract_id from sums)) is true
    ) c
    order by c.last_name collate reporting.text_order asc, c.first_name collate reporting.text_order asc, c.contractor_id asc, c.id asc
    limit :batchSize::bigint offset :batchOffset::bigint
  ) batch
  where :batchOffset::bigint + :pageOffset::bigint < (select contracts_count from totals)
),
-- page: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- select (select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as version: as in timesheets-contract-read

-- timesheets-trackedTime-read
with sums as materialized (
  select contract_id, sum(tracked_minutes::float8)::bigint as tracked_minutes
  from reporting.date_segments(:dateSegments) as segment cross join lateral (
    select * from reporting.timesheet_sums s
    where s.company_id = :companyId and s.unit = segment.unit and s.start >= segment.start and s.start < segment.until
      and s.contract_id <> ''
    offset 0
  ) period
  group by contract_id having sum(days_count::float8) > 0
),
-- totals: as in timesheets-contract-read
batch as materialized (
  select id, row_number() over () as position from (
    select s.contract_id as id from sums s
    order by s.tracked_minutes asc, s.contract_id asc
    limit :batchSize::bigint offset :batchOffset::bigint
  ) batch
  where :batchOffset::bigint + :pageOffset::bigint < (select contracts_count from totals)
),
-- page: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- select (select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as version: as in timesheets-contract-read

-- timesheets-activity-read
with sums as materialized (
  select contract_id, sum(tracked_minutes::float8)::bigint as tracked_minutes,
    sum(manual_minutes::float8)::bigint as manual_minutes, sum(weighted_activity) as weighted_activity
  from reporting.date_segments(:dateSegments) as segment cross join lateral (
    select * from reporting.timesheet_sums s
    where s.company_id = :companyId and s.unit = segment.unit and s.start >= segment.start and s.start < segment.until
      and s.contract_id <> ''
    offset 0
  ) period
  group by contract_id having sum(days_count::float8) > 0
),
-- totals: as in timesheets-contract-read
batch as materialized (
  select id, row_number() over () as position from (
    select s.contract_id as id from sums s
    order by coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0) asc, s.contract_id asc
    limit :batchSize::bigint offset :batchOffset::bigint
  ) batch
  where :batchOffset::bigint + :pageOffset::bigint < (select contracts_count from totals)
),
-- page: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- select (select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as version: as in timesheets-contract-read

-- timesheets-goMeter-read
with sums as materialized (
  select contract_id, sum(tracked_minutes::float8)::bigint as tracked_minutes,
    sum(manual_minutes::float8)::bigint as manual_minutes
  from reporting.date_segments(:dateSegments) as segment cross join lateral (
    select * from reporting.timesheet_sums s
    where s.company_id = :companyId and s.unit = segment.unit and s.start >= segment.start and s.start < segment.until
      and s.contract_id <> ''
    offset 0
  ) period
  group by contract_id having sum(days_count::float8) > 0
),
-- totals: as in timesheets-contract-read
batch as materialized (
  select id, row_number() over () as position from (
    select s.contract_id as id from sums s
    order by (s.tracked_minutes - s.manual_minutes) asc, s.contract_id asc
    limit :batchSize::bigint offset :batchOffset::bigint
  ) batch
  where :batchOffset::bigint + :pageOffset::bigint < (select contracts_count from totals)
),
-- page: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- select (select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as version: as in timesheets-contract-read

-- timesheets-manual-read
with sums as materialized (
  select contract_id, sum(manual_minutes::float8)::bigint as manual_minutes
  from reporting.date_segments(:dateSegments) as segment cross join lateral (
    select * from reporting.timesheet_sums s
    where s.company_id = :companyId and s.unit = segment.unit and s.start >= segment.start and s.start < segment.until
      and s.contract_id <> ''
    offset 0
  ) period
  group by contract_id having sum(days_count::float8) > 0
),
-- totals: as in timesheets-contract-read
batch as materialized (
  select id, row_number() over () as position from (
    select s.contract_id as id from sums s
    order by s.manual_minutes asc, s.contract_id asc
    limit :batchSize::bigint offset :batchOffset::bigint
  ) batch
  where :batchOffset::bigint + :pageOffset::bigint < (select contracts_count from totals)
),
-- page: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- select (select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as version: as in timesheets-contract-read

-- timesheets-overtime-read
with sums as materialized (
  select contract_id, sum(overtime_minutes::float8)::bigint as overtime_minutes
  from reporting.date_segments(:dateSegments) as segment cross join lateral (
    select * from reporting.timesheet_sums s
    where s.company_id = :companyId and s.unit = segment.unit and s.start >= segment.start and s.start < segment.until
      and s.contract_id <> ''
    offset 0
  ) period
  group by contract_id having sum(days_count::float8) > 0
),
-- totals: as in timesheets-contract-read
batch as materialized (
  select id, row_number() over () as position from (
    select s.contract_id as id from sums s
    order by s.overtime_minutes asc, s.contract_id asc
    limit :batchSize::bigint offset :batchOffset::bigint
  ) batch
  where :batchOffset::bigint + :pageOffset::bigint < (select contracts_count from totals)
),
-- page: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- select (select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as version: as in timesheets-contract-read

-- timesheets-billableTime-read
with sums as materialized (
  select contract_id, sum(billable_minutes::float8)::bigint as billable_minutes
  from reporting.date_segments(:dateSegments) as segment cross join lateral (
    select * from reporting.timesheet_sums s
    where s.company_id = :companyId and s.unit = segment.unit and s.start >= segment.start and s.start < segment.until
      and s.contract_id <> ''
    offset 0
  ) period
  group by contract_id having sum(days_count::float8) > 0
),
-- totals: as in timesheets-contract-read
batch as materialized (
  select id, row_number() over () as position from (
    select s.contract_id as id from sums s
    order by s.billable_minutes asc, s.contract_id asc
    limit :batchSize::bigint offset :batchOffset::bigint
  ) batch
  where :batchOffset::bigint + :pageOffset::bigint < (select contracts_count from totals)
),
-- page: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- select (select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as version: as in timesheets-contract-read

-- timesheets-billableAmount-read
with sums as materialized (
  select contract_id, sum(billable_amount) as billable_amount
  from reporting.date_segments(:dateSegments) as segment cross join lateral (
    select * from reporting.timesheet_sums s
    where s.company_id = :companyId and s.unit = segment.unit and s.start >= segment.start and s.start < segment.until
      and s.contract_id <> ''
    offset 0
  ) period
  group by contract_id having sum(days_count::float8) > 0
),
-- totals: as in timesheets-contract-read
batch as materialized (
  select id, row_number() over () as position from (
    select s.contract_id as id from sums s
    order by s.billable_amount asc, s.contract_id asc
    limit :batchSize::bigint offset :batchOffset::bigint
  ) batch
  where :batchOffset::bigint + :pageOffset::bigint < (select contracts_count from totals)
),
-- page: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- select (select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as version: as in timesheets-contract-read

-- timesheets-contract-filtered-read
with contract_filter as materialized (
  select c.id from reporting.contracts c
  where c.company_id = :companyId and c.type = 'hourly' and c.team_id = any (:teamIds)
),
periods as materialized (
  select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes,
    weighted_activity, billable_amount
  from reporting.date_segments(:dateSegments) as segment cross join lateral (
    select * from reporting.timesheet_sums s
    where s.company_id = :companyId and s.unit = segment.unit and s.start >= segment.start and s.start < segment.until
      and (s.contract_id in (select id from contract_filter)) is true
    offset 0
  ) period
),
sums as materialized (
  select contract_id
  from periods
  group by contract_id having sum(days_count::float8) > 0
),
totals as materialized (
  select (select count(*) from sums) as contracts_count,
    coalesce(sum(tracked_minutes), 0) as tracked_minutes, coalesce(sum(manual_minutes), 0) as manual_minutes,
    coalesce(sum(overtime_minutes), 0) as overtime_minutes, coalesce(sum(billable_minutes), 0) as billable_minutes,
    coalesce(sum(billed_minutes), 0) as billed_minutes, coalesce(sum(weighted_activity), 0) as weighted_activity,
    coalesce(sum(billable_amount), 0) as billable_amount
  from periods
),
-- batch: as in timesheets-contract-read
-- page: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- select (select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as version: as in timesheets-contract-read

-- timesheets-contract-filtered-looked-up
-- with contract_filter: as in timesheets-contract-filtered-read
periods as materialized (
  select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes,
    weighted_activity, billable_amount
  from reporting.date_segments(:dateSegments) as segment cross join lateral (
    select * from reporting.timesheet_sums s
    where s.company_id = :companyId and s.unit = segment.unit and s.start >= segment.start and s.start < segment.until
      and s.contract_id = any (array(select id from contract_filter))
    offset 0
  ) period
),
-- sums: as in timesheets-contract-filtered-read
-- totals: as in timesheets-contract-filtered-read
batch as materialized (
  select id, row_number() over () as position from (
    select c.id from sums s cross join lateral (
      select c.id, c.title from reporting.contracts c where c.company_id = :companyId and c.id = s.contract_id offset 0
    ) c
    order by c.title collate reporting.text_order asc, c.id asc
    limit :batchSize::bigint offset :batchOffset::bigint
  ) batch
  where :batchOffset::bigint + :pageOffset::bigint < (select contracts_count from totals)
),
-- page: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- select (select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as version: as in timesheets-contract-read

-- timesheets-contractor-filtered-looked-up
-- with contract_filter: as in timesheets-contract-filtered-read
-- periods: as in timesheets-contract-filtered-looked-up
-- sums: as in timesheets-contract-filtered-read
-- totals: as in timesheets-contract-filtered-read
batch as materialized (
  select id, row_number() over () as position from (
    select c.id from sums s cross join lateral (
      select c.id, contractor.last_name, contractor.first_name, c.contractor_id from reporting.contracts c join reporting.people contractor on contractor.id = c.contractor_id where c.company_id = :companyId and c.id = s.contract_id offset 0
    ) c
    order by c.last_name collate reporting.text_order asc, c.first_name collate reporting.text_order asc, c.contractor_id asc, c.id asc
    limit :batchSize::bigint offset :batchOffset::bigint
  ) batch
  where :batchOffset::bigint + :pageOffset::bigint < (select contracts_count from totals)
),
-- page: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- select (select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as version: as in timesheets-contract-read

-- timesheets-trackedTime-filtered-looked-up
-- with contract_filter: as in timesheets-contract-filtered-read
-- periods: as in timesheets-contract-filtered-looked-up
sums as materialized (
  select contract_id, sum(tracked_minutes::float8)::bigint as tracked_minutes
  from periods
  group by contract_id having sum(days_count::float8) > 0
),
-- totals: as in timesheets-contract-filtered-read
-- batch: as in timesheets-trackedTime-read
-- page: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- select (select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as version: as in timesheets-contract-read

-- timesheets-activity-filtered-looked-up
-- with contract_filter: as in timesheets-contract-filtered-read
-- periods: as in timesheets-contract-filtered-looked-up
sums as materialized (
  select contract_id, sum(tracked_minutes::float8)::bigint as tracked_minutes,
    sum(manual_minutes::float8)::bigint as manual_minutes, sum(weighted_activity) as weighted_activity
  from periods
  group by contract_id having sum(days_count::float8) > 0
),
-- totals: as in timesheets-contract-filtered-read
-- batch: as in timesheets-activity-read
-- page: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- select (select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as version: as in timesheets-contract-read

-- timesheets-goMeter-filtered-looked-up
-- with contract_filter: as in timesheets-contract-filtered-read
-- periods: as in timesheets-contract-filtered-looked-up
sums as materialized (
  select contract_id, sum(tracked_minutes::float8)::bigint as tracked_minutes,
    sum(manual_minutes::float8)::bigint as manual_minutes
  from periods
  group by contract_id having sum(days_count::float8) > 0
),
-- totals: as in timesheets-contract-filtered-read
-- batch: as in timesheets-goMeter-read
-- page: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- select (select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as version: as in timesheets-contract-read

-- timesheets-manual-filtered-looked-up
-- with contract_filter: as in timesheets-contract-filtered-read
-- periods: as in timesheets-contract-filtered-looked-up
sums as materialized (
  select contract_id, sum(manual_minutes::float8)::bigint as manual_minutes
  from periods
  group by contract_id having sum(days_count::float8) > 0
),
-- totals: as in timesheets-contract-filtered-read
-- batch: as in timesheets-manual-read
-- page: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- select (select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as version: as in timesheets-contract-read

-- timesheets-overtime-filtered-looked-up
-- with contract_filter: as in timesheets-contract-filtered-read
-- periods: as in timesheets-contract-filtered-looked-up
sums as materialized (
  select contract_id, sum(overtime_minutes::float8)::bigint as overtime_minutes
  from periods
  group by contract_id having sum(days_count::float8) > 0
),
-- totals: as in timesheets-contract-filtered-read
-- batch: as in timesheets-overtime-read
-- page: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- select (select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as version: as in timesheets-contract-read

-- timesheets-billableTime-filtered-looked-up
-- with contract_filter: as in timesheets-contract-filtered-read
-- periods: as in timesheets-contract-filtered-looked-up
sums as materialized (
  select contract_id, sum(billable_minutes::float8)::bigint as billable_minutes
  from periods
  group by contract_id having sum(days_count::float8) > 0
),
-- totals: as in timesheets-contract-filtered-read
-- batch: as in timesheets-billableTime-read
-- page: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- select (select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as version: as in timesheets-contract-read

-- timesheets-billableAmount-filtered-looked-up
-- with contract_filter: as in timesheets-contract-filtered-read
-- periods: as in timesheets-contract-filtered-looked-up
sums as materialized (
  select contract_id, sum(billable_amount) as billable_amount
  from periods
  group by contract_id having sum(days_count::float8) > 0
),
-- totals: as in timesheets-contract-filtered-read
-- batch: as in timesheets-billableAmount-read
-- page: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- select (select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as version: as in timesheets-contract-read
