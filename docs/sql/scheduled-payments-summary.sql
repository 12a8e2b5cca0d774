-- scheduled-payments-by-month-contract-groupBy
with segments as materialized (
  -- The range, in days, months and years; one segment of all time where it has the company's oldest and newest month.
  select * from reporting.date_segments(:dateSegments, (
    select min(start) >= :fromDate::date and max(start) + interval '1 month' <= :toDate::date + 1 from reporting.payment_totals
    where company_id = :companyId and unit = 'month'))
),
sums as materialized (
  select of_month.*, segment.month as start
  -- Month by month: the sums of all contracts in all months at once would not fit into memory.
  from (
    -- A month that is whole in the range from the roll-up, a part of one from the rows. The first may begin up to 31 days before the range.
    select distinct start as month, 1 as sign,
      case when start >= :fromDate::date and start + interval '1 month' <= :toDate::date + 1 then 'month' else 'day' end as unit,
      greatest(start, :fromDate::date) as start, least(start + interval '1 month', :toDate::date + 1)::date as until
    from reporting.payment_totals where company_id = :companyId
      and unit = 'month' and start > :fromDate::date - 31 and start <= :toDate::date
  ) segment cross join lateral (
    select part.contract_id, sum(sign * payments_count::float8)::bigint as payments_count,
      sum(sign * paid_payments_count::float8)::bigint as paid_payments_count,
      sum(case sign when 1 then paid_amount else -paid_amount end) as paid_amount,
      sum(case sign when 1 then amount else -amount end) as amount
    from (
      select contract_id, payments_count, paid_payments_count, paid_amount, amount from reporting.payment_sums_of_all
      where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
      union all
      select contract_id, 1, (status = 'paid')::integer, paid_amount, amount from reporting.scheduled_payments payment
      where company_id = :companyId and segment.unit = 'day' and scheduled_payment_on >= segment.start::timestamp at time zone 'UTC'
        and scheduled_payment_on < segment.until::timestamp at time zone 'UTC' and status = any (:scheduledPaymentStatuses) offset 0
    ) part
    group by 1
    -- Without those that have no rows in the range.
    having sum(sign * payments_count::float8)::bigint > 0
  ) of_month
),
groups as materialized (
  select *, 1::bigint as contracts_count from sums
),
totals as materialized (
  -- Of all that match.
  select (select count(*) from (select from sums group by contract_id) contracts) as contracts_count,
    coalesce(sum(payments_count), 0) as payments_count, coalesce(sum(paid_payments_count), 0) as paid_payments_count,
    coalesce(sum(paid_amount), 0) as paid_amount, coalesce(sum(amount), 0) as amount
  from groups
),
batch as materialized (
  -- The ids of the page, or of the 1,000 rows that it lies in.
  select id, row_number() over () as position from (
    select concat(
        '{"month":"', to_char(groups.start, 'YYYY-MM'), '","contract":{"_id":', to_json(contract.id), ',"title":',
        to_json(contract.title), ',"contractor":{"_id":', to_json(contractor.id), ',"firstName":', to_json(contractor.first_name),
        ',"lastName":', to_json(contractor.last_name), '},"employer":{"_id":', to_json(employer.id), ',"firstName":',
        to_json(employer.first_name), ',"lastName":', to_json(employer.last_name), '},"team":',
        coalesce('{"_id":' || (to_json(team.id))::text || ',"name":' || (to_json(team.name))::text || '}', 'null'),
        '},"statistics":{"contractsCount":', groups.contracts_count, ',"scheduledPaymentsCount":', groups.payments_count,
        ',"paidScheduledPaymentsCount":', groups.paid_payments_count, ',"totalScheduledPaymentsPaidAmount":',
        (groups.paid_amount)::numeric(1000, 2), ',"totalScheduledPaymentsAmount":', (groups.amount)::numeric(1000, 2), '}}'
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
    '{"contractsCount":', totals.contracts_count, ',"scheduledPaymentsCount":', totals.payments_count,
    ',"paidScheduledPaymentsCount":', totals.paid_payments_count, ',"totalScheduledPaymentsPaidAmount":',
    (totals.paid_amount)::numeric(1000, 2), ',"totalScheduledPaymentsAmount":', (totals.amount)::numeric(1000, 2), '}'
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
