-- scheduled-payments-scheduledPaymentOn
with segments as materialized (
  -- The range, in days, months and years; one segment of all time where it has the company's oldest and newest month.
  select * from reporting.date_segments(:dateSegments, (
    select min(start) >= :fromDate::date and max(start) + interval '1 month' <= :toDate::date + 1 from reporting.payment_totals
    where company_id = :companyId and unit = 'month'))
),
payments as not materialized (
  -- Those in the range, of all contracts.
  select * from reporting.scheduled_payments payment
  where payment.company_id = :companyId and payment.status = any (:scheduledPaymentStatuses)
    and payment.scheduled_payment_on >= :fromInstant and payment.scheduled_payment_on < :untilInstant
),
sums as materialized (
  -- The contracts that match, with the sums that this statement needs.
  select part.contract_id
  -- Segments of days from the rows, others from the roll-up. One with a negative sign is taken away. As float8, whole numbers add up fastest.
  from segments segment cross join lateral (
    select contract_id, payments_count from reporting.payment_sums_of_all
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
    union all
    select contract_id, 1 from reporting.scheduled_payments payment
    where company_id = :companyId and segment.unit = 'day' and scheduled_payment_on >= segment.start::timestamp at time zone 'UTC'
      and scheduled_payment_on < segment.until::timestamp at time zone 'UTC' and status = any (:scheduledPaymentStatuses) offset 0
  ) part
  group by 1
  -- Without those that have no rows in the range.
  having sum(sign * payments_count::float8)::bigint > 0
),
periods as materialized (
  -- The company's sums of each month and day in the range, by status.
  select part.* from reporting.date_segments(:monthSegments) segment cross join lateral (
      select * from reporting.payment_totals
      where company_id = :companyId and unit = segment.unit and status = any (:scheduledPaymentStatuses)
        and start >= segment.start and start < segment.until
      offset 0
    ) part
),
totals as materialized (
  -- Of all that match.
  select (select count(*) from sums) as contracts_count, coalesce(sum(payments_count), 0) as payments_count,
    coalesce(sum(paid_payments_count), 0) as paid_payments_count, coalesce(sum(paid_amount), 0) as paid_amount
  from periods
),
batch as materialized (
  -- The ids of the page, or of the 1,000 rows that it lies in.
  select id, row_number() over () as position from (
    with spans as materialized (
      -- The periods that the batch lies in, and how many payments stand before them, by their counts: an index is read from there.
      select unnest(:scheduledPaymentStatuses::text[]) as status, min(passed)::bigint as skipped,
        min(start::timestamp at time zone 'UTC') as first, max((start + ('1 ' || unit)::interval) at time zone 'UTC') as last
      from (
        select unit, start, sum(payments_count) as payments_count,
          sum(sum(payments_count)) over (
            order by start asc
          ) - sum(payments_count) as passed
        from periods group by unit, start
      ) counted
      where passed < :batchOffset::bigint + :batchSize::bigint and passed + payments_count > :batchOffset::bigint
    )
    select payment.id from spans
    cross join lateral (
      select payment.id, payment.status, payment.scheduled_payment_on from payments payment
      where payment.status = spans.status and payment.scheduled_payment_on >= spans.first
        and payment.scheduled_payment_on < spans.last
      order by payment.scheduled_payment_on asc, payment.id asc limit :batchOffset::bigint - (select min(skipped) from spans) + :batchSize::bigint
    ) payment
    order by payment.scheduled_payment_on asc, payment.id asc
    limit :batchSize::bigint offset :batchOffset::bigint - (select min(skipped) from spans)
  ) batch
  -- For a page past the end, no row is read.
  where :batchOffset::bigint + :pageOffset::bigint < (select payments_count from totals)
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
  payments_count::float8 as "totalCount",
  concat(
    '{"contractsCount":', contracts_count, ',"scheduledPaymentsCount":', payments_count, ',"paidScheduledPaymentsCount":',
    paid_payments_count, ',"totalScheduledPaymentsPaidAmount":', (paid_amount)::numeric(1000, 2), '}'
  ) as statistics,
  -- For the cache: the pages beside this one are cut from these ids, as long as the data are the same. The first page has none beside it.
  case when :batchSize::bigint > :itemsPerPage then (select json_agg(id order by position)::text from batch) end as "batchIds",
  (
    select '[' || string_agg(
        concat(
          '{"_id":', to_json(payment.id), ',"name":', to_json(payment.name), ',"amount":', (payment.amount)::numeric(1000, 2),
          ',"paidAmount":', (payment.paid_amount)::numeric(1000, 2), ',"status":"', payment.status, '","scheduledPaymentOn":"',
          case when payment.scheduled_payment_on = payment.scheduled_payment_on::date then payment.scheduled_payment_on::date || 'T00:00:00.000Z'
            else to_char(payment.scheduled_payment_on, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end, '","contract":{"_id":',
          to_json(contract.id), ',"title":', to_json(contract.title), ',"contractor":{"_id":', to_json(contractor.id),
          ',"firstName":', to_json(contractor.first_name), ',"lastName":', to_json(contractor.last_name), '},"employer":{"_id":',
          to_json(employer.id), ',"firstName":', to_json(employer.first_name), ',"lastName":', to_json(employer.last_name),
          '},"team":', coalesce('{"_id":' || (to_json(team.id))::text || ',"name":' || (to_json(team.name))::text || '}', 'null'),
          '}}'
        ), ',' order by page.position
      ) || ']'
    from page join reporting.scheduled_payments payment on payment.company_id = :companyId and payment.id = page.id
    join reporting.contracts contract on contract.company_id = :companyId and contract.id = payment.contract_id
    join reporting.people contractor on contractor.id = contract.contractor_id
    join reporting.people employer on employer.id = contract.employer_id
    left join reporting.teams team on team.company_id = :companyId and team.id = contract.team_id
  ) as results
from totals;

-- scheduled-payments-budget
with segments as materialized (
  -- The range, in days, months and years; one segment of all time where it has the company's oldest and newest month.
  select * from reporting.date_segments(:dateSegments, (
    select min(start) >= :fromDate::date and max(start) + interval '1 month' <= :toDate::date + 1 from reporting.payment_totals
    where company_id = :companyId and unit = 'month'))
),
payments as not materialized (
  -- Those in the range, of all contracts.
  select * from reporting.scheduled_payments payment
  where payment.company_id = :companyId and payment.status = any (:scheduledPaymentStatuses)
    and payment.scheduled_payment_on >= :fromInstant and payment.scheduled_payment_on < :untilInstant
),
sums as materialized (
  -- The contracts that match, with the sums that this statement needs.
  select part.contract_id
  -- Segments of days from the rows, others from the roll-up. One with a negative sign is taken away. As float8, whole numbers add up fastest.
  from segments segment cross join lateral (
    select contract_id, payments_count from reporting.payment_sums_of_all
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
    union all
    select contract_id, 1 from reporting.scheduled_payments payment
    where company_id = :companyId and segment.unit = 'day' and scheduled_payment_on >= segment.start::timestamp at time zone 'UTC'
      and scheduled_payment_on < segment.until::timestamp at time zone 'UTC' and status = any (:scheduledPaymentStatuses) offset 0
  ) part
  group by 1
  -- Without those that have no rows in the range.
  having sum(sign * payments_count::float8)::bigint > 0
),
periods as materialized (
  -- The company's sums of each month and day in the range, by status.
  select part.* from reporting.date_segments(:monthSegments) segment cross join lateral (
      select * from reporting.payment_totals
      where company_id = :companyId and unit = segment.unit and status = any (:scheduledPaymentStatuses)
        and start >= segment.start and start < segment.until
      offset 0
    ) part
),
totals as materialized (
  -- Of all that match.
  select (select count(*) from sums) as contracts_count, coalesce(sum(payments_count), 0) as payments_count,
    coalesce(sum(paid_payments_count), 0) as paid_payments_count, coalesce(sum(paid_amount), 0) as paid_amount
  from periods
),
batch as materialized (
  -- The ids of the page, or of the 1,000 rows that it lies in.
  select id, row_number() over () as position from (
    with reading as materialized (
      -- Few payments are read and sorted. Of many, an index is read in order until the batch is full: one in all_count / payments_count of its
      -- entries matches. To read a payment and sort it costs as much as to pass over five entries.
      select 5 * payments_count * payments_count <= (:batchOffset::bigint + :batchSize::bigint) * all_count as are_few from totals,
        (select sum(payments_count) as all_count from reporting.payment_totals where company_id = :companyId and unit = 'month') company
    ),
    scanned as not materialized (
      select * from payments where not (select are_few from reading)
    )
    select payment.id from (
      (select payment.id, payment.amount from payments payment where (select are_few from reading)
      order by payment.amount asc, payment.id asc) union all
      (select payment.id, payment.amount from scanned payment where payment.status = 'upcoming'
      order by payment.amount asc, payment.id asc) union all
      (select payment.id, payment.amount from scanned payment where payment.status = 'processing'
      order by payment.amount asc, payment.id asc) union all
      (select payment.id, payment.amount from scanned payment where payment.status = 'failed'
      order by payment.amount asc, payment.id asc) union all
      (select payment.id, payment.amount from scanned payment where payment.status = 'paid'
      order by payment.amount asc, payment.id asc) union all
      (select payment.id, payment.amount from scanned payment where payment.status = 'deleted'
      order by payment.amount asc, payment.id asc)
    ) payment
    order by payment.amount asc, payment.id asc
    limit :batchSize::bigint offset :batchOffset::bigint
  ) batch
  -- For a page past the end, no row is read.
  where :batchOffset::bigint + :pageOffset::bigint < (select payments_count from totals)
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
  payments_count::float8 as "totalCount",
  concat(
    '{"contractsCount":', contracts_count, ',"scheduledPaymentsCount":', payments_count, ',"paidScheduledPaymentsCount":',
    paid_payments_count, ',"totalScheduledPaymentsPaidAmount":', (paid_amount)::numeric(1000, 2), '}'
  ) as statistics,
  -- For the cache: the pages beside this one are cut from these ids, as long as the data are the same. The first page has none beside it.
  case when :batchSize::bigint > :itemsPerPage then (select json_agg(id order by position)::text from batch) end as "batchIds",
  (
    select '[' || string_agg(
        concat(
          '{"_id":', to_json(payment.id), ',"name":', to_json(payment.name), ',"amount":', (payment.amount)::numeric(1000, 2),
          ',"paidAmount":', (payment.paid_amount)::numeric(1000, 2), ',"status":"', payment.status, '","scheduledPaymentOn":"',
          case when payment.scheduled_payment_on = payment.scheduled_payment_on::date then payment.scheduled_payment_on::date || 'T00:00:00.000Z'
            else to_char(payment.scheduled_payment_on, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end, '","contract":{"_id":',
          to_json(contract.id), ',"title":', to_json(contract.title), ',"contractor":{"_id":', to_json(contractor.id),
          ',"firstName":', to_json(contractor.first_name), ',"lastName":', to_json(contractor.last_name), '},"employer":{"_id":',
          to_json(employer.id), ',"firstName":', to_json(employer.first_name), ',"lastName":', to_json(employer.last_name),
          '},"team":', coalesce('{"_id":' || (to_json(team.id))::text || ',"name":' || (to_json(team.name))::text || '}', 'null'),
          '}}'
        ), ',' order by page.position
      ) || ']'
    from page join reporting.scheduled_payments payment on payment.company_id = :companyId and payment.id = page.id
    join reporting.contracts contract on contract.company_id = :companyId and contract.id = payment.contract_id
    join reporting.people contractor on contractor.id = contract.contractor_id
    join reporting.people employer on employer.id = contract.employer_id
    left join reporting.teams team on team.company_id = :companyId and team.id = contract.team_id
  ) as results
from totals;

-- scheduled-payments-contractor
with segments as materialized (
  -- The range, in days, months and years; one segment of all time where it has the company's oldest and newest month.
  select * from reporting.date_segments(:dateSegments, (
    select min(start) >= :fromDate::date and max(start) + interval '1 month' <= :toDate::date + 1 from reporting.payment_totals
    where company_id = :companyId and unit = 'month'))
),
payments as not materialized (
  -- Those in the range, of all contracts.
  select * from reporting.scheduled_payments payment
  where payment.company_id = :companyId and payment.status = any (:scheduledPaymentStatuses)
    and payment.scheduled_payment_on >= :fromInstant and payment.scheduled_payment_on < :untilInstant
),
sums as materialized (
  -- The contracts that match, with the sums that this statement needs.
  select part.contract_id
  -- Segments of days from the rows, others from the roll-up. One with a negative sign is taken away. As float8, whole numbers add up fastest.
  from segments segment cross join lateral (
    select contract_id, payments_count from reporting.payment_sums_of_all
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
    union all
    select contract_id, 1 from reporting.scheduled_payments payment
    where company_id = :companyId and segment.unit = 'day' and scheduled_payment_on >= segment.start::timestamp at time zone 'UTC'
      and scheduled_payment_on < segment.until::timestamp at time zone 'UTC' and status = any (:scheduledPaymentStatuses) offset 0
  ) part
  group by 1
  -- Without those that have no rows in the range.
  having sum(sign * payments_count::float8)::bigint > 0
),
periods as materialized (
  -- The company's sums of each month and day in the range, by status.
  select part.* from reporting.date_segments(:monthSegments) segment cross join lateral (
      select * from reporting.payment_totals
      where company_id = :companyId and unit = segment.unit and status = any (:scheduledPaymentStatuses)
        and start >= segment.start and start < segment.until
      offset 0
    ) part
),
totals as materialized (
  -- Of all that match.
  select (select count(*) from sums) as contracts_count, coalesce(sum(payments_count), 0) as payments_count,
    coalesce(sum(paid_payments_count), 0) as paid_payments_count, coalesce(sum(paid_amount), 0) as paid_amount
  from periods
),
batch as materialized (
  -- The ids of the page, or of the 1,000 rows that it lies in.
  select id, row_number() over () as position from (
    select payment.id
    from (
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
          and contract.type = 'fixed' and (contract.id in (select contract_id from sums)) is true offset 0
      ) contract
    ) contract
    cross join lateral (
      select payment.id, payment.scheduled_payment_on from payments payment where payment.contract_id = contract.id
      order by payment.scheduled_payment_on asc, payment.id asc limit :batchOffset::bigint + :batchSize::bigint
    ) payment
    order by contract.last_name collate reporting.text_order asc, contract.first_name collate reporting.text_order asc,
      contract.contractor_id asc, contract.id asc, payment.scheduled_payment_on asc, payment.id asc
    limit :batchSize::bigint offset :batchOffset::bigint
  ) batch
  -- For a page past the end, no row is read.
  where :batchOffset::bigint + :pageOffset::bigint < (select payments_count from totals)
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
  payments_count::float8 as "totalCount",
  concat(
    '{"contractsCount":', contracts_count, ',"scheduledPaymentsCount":', payments_count, ',"paidScheduledPaymentsCount":',
    paid_payments_count, ',"totalScheduledPaymentsPaidAmount":', (paid_amount)::numeric(1000, 2), '}'
  ) as statistics,
  -- For the cache: the pages beside this one are cut from these ids, as long as the data are the same. The first page has none beside it.
  case when :batchSize::bigint > :itemsPerPage then (select json_agg(id order by position)::text from batch) end as "batchIds",
  (
    select '[' || string_agg(
        concat(
          '{"_id":', to_json(payment.id), ',"name":', to_json(payment.name), ',"amount":', (payment.amount)::numeric(1000, 2),
          ',"paidAmount":', (payment.paid_amount)::numeric(1000, 2), ',"status":"', payment.status, '","scheduledPaymentOn":"',
          case when payment.scheduled_payment_on = payment.scheduled_payment_on::date then payment.scheduled_payment_on::date || 'T00:00:00.000Z'
            else to_char(payment.scheduled_payment_on, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end, '","contract":{"_id":',
          to_json(contract.id), ',"title":', to_json(contract.title), ',"contractor":{"_id":', to_json(contractor.id),
          ',"firstName":', to_json(contractor.first_name), ',"lastName":', to_json(contractor.last_name), '},"employer":{"_id":',
          to_json(employer.id), ',"firstName":', to_json(employer.first_name), ',"lastName":', to_json(employer.last_name),
          '},"team":', coalesce('{"_id":' || (to_json(team.id))::text || ',"name":' || (to_json(team.name))::text || '}', 'null'),
          '}}'
        ), ',' order by page.position
      ) || ']'
    from page join reporting.scheduled_payments payment on payment.company_id = :companyId and payment.id = page.id
    join reporting.contracts contract on contract.company_id = :companyId and contract.id = payment.contract_id
    join reporting.people contractor on contractor.id = contract.contractor_id
    join reporting.people employer on employer.id = contract.employer_id
    left join reporting.teams team on team.company_id = :companyId and team.id = contract.team_id
  ) as results
from totals;

-- scheduled-payments-scheduledPaymentOn-contractorIds-teamIds
with contract_filter as materialized (
  -- The contracts that the filters leave.
  select contract.id from reporting.contracts contract
  where contract.company_id = :companyId and contract.type = 'fixed' and contract.contractor_id = any (:contractorIds) and contract.team_id = any (:teamIds)
),
segments as materialized (
  -- The range, in days, months and years; one segment of all time where it has the company's oldest and newest month.
  select * from reporting.date_segments(:dateSegments, (
    select min(start) >= :fromDate::date and max(start) + interval '1 month' <= :toDate::date + 1 from reporting.payment_totals
    where company_id = :companyId and unit = 'month'))
),
payments as not materialized (
  -- Those in the range, of all contracts.
  select * from reporting.scheduled_payments payment
  where payment.company_id = :companyId and payment.status = any (:scheduledPaymentStatuses)
    and payment.scheduled_payment_on >= :fromInstant and payment.scheduled_payment_on < :untilInstant
),
sums as materialized (
  -- The contracts that match, with the sums that this statement needs.
  select part.contract_id, sum(sign * payments_count::float8)::bigint as payments_count,
    sum(sign * paid_payments_count::float8)::bigint as paid_payments_count,
    sum(case sign when 1 then paid_amount else -paid_amount end) as paid_amount
  -- Segments of days from the rows, others from the roll-up. One with a negative sign is taken away. As float8, whole numbers add up fastest.
  from segments segment cross join lateral (
    select contract_id, payments_count, paid_payments_count, paid_amount from reporting.payment_sums_of_all
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
      and contract_id = any (array(select id from contract_filter))
    union all
    select contract_id, 1, (status = 'paid')::integer, paid_amount from reporting.scheduled_payments payment
    where company_id = :companyId and segment.unit = 'day' and scheduled_payment_on >= segment.start::timestamp at time zone 'UTC'
      and scheduled_payment_on < segment.until::timestamp at time zone 'UTC' and status = any (:scheduledPaymentStatuses)
      and contract_id = any (array(select id from contract_filter)) offset 0
  ) part
  group by 1
  -- Without those that have no rows in the range.
  having sum(sign * payments_count::float8)::bigint > 0
),
totals as materialized (
  -- Of all that match.
  select count(*) as contracts_count, coalesce(sum(payments_count), 0) as payments_count,
    coalesce(sum(paid_payments_count), 0) as paid_payments_count, coalesce(sum(paid_amount), 0) as paid_amount
  from sums
),
batch as materialized (
  -- The ids of the page, or of the 1,000 rows that it lies in.
  select id, row_number() over () as position from (
    with reading as materialized (
      -- Few payments are read and sorted. Of many, an index is read in order until the batch is full: one in all_count / payments_count of its
      -- entries matches. To read a payment and sort it costs as much as to pass over five entries.
      select 5 * payments_count * payments_count <= (:batchOffset::bigint + :batchSize::bigint) * all_count as are_few from totals,
        (select sum(payments_count) as all_count from reporting.payment_totals where company_id = :companyId and unit = 'month') company
    ),
    scanned as not materialized (
      select * from payments where not (select are_few from reading) and (contract_id in (select contract_id from sums)) is true
    )
    select payment.id from (
      (select payment.id, payment.scheduled_payment_on from sums cross join lateral (
          select * from payments where contract_id = sums.contract_id offset 0
        ) payment where (select are_few from reading)
      order by payment.scheduled_payment_on asc, payment.id asc) union all
      (select payment.id, payment.scheduled_payment_on from scanned payment where payment.status = 'upcoming'
      order by payment.scheduled_payment_on asc, payment.id asc) union all
      (select payment.id, payment.scheduled_payment_on from scanned payment where payment.status = 'processing'
      order by payment.scheduled_payment_on asc, payment.id asc) union all
      (select payment.id, payment.scheduled_payment_on from scanned payment where payment.status = 'failed'
      order by payment.scheduled_payment_on asc, payment.id asc) union all
      (select payment.id, payment.scheduled_payment_on from scanned payment where payment.status = 'paid'
      order by payment.scheduled_payment_on asc, payment.id asc) union all
      (select payment.id, payment.scheduled_payment_on from scanned payment where payment.status = 'deleted'
      order by payment.scheduled_payment_on asc, payment.id asc)
    ) payment
    order by payment.scheduled_payment_on asc, payment.id asc
    limit :batchSize::bigint offset :batchOffset::bigint
  ) batch
  -- For a page past the end, no row is read.
  where :batchOffset::bigint + :pageOffset::bigint < (select payments_count from totals)
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
  payments_count::float8 as "totalCount",
  concat(
    '{"contractsCount":', contracts_count, ',"scheduledPaymentsCount":', payments_count, ',"paidScheduledPaymentsCount":',
    paid_payments_count, ',"totalScheduledPaymentsPaidAmount":', (paid_amount)::numeric(1000, 2), '}'
  ) as statistics,
  -- For the cache: the pages beside this one are cut from these ids, as long as the data are the same. The first page has none beside it.
  case when :batchSize::bigint > :itemsPerPage then (select json_agg(id order by position)::text from batch) end as "batchIds",
  (
    select '[' || string_agg(
        concat(
          '{"_id":', to_json(payment.id), ',"name":', to_json(payment.name), ',"amount":', (payment.amount)::numeric(1000, 2),
          ',"paidAmount":', (payment.paid_amount)::numeric(1000, 2), ',"status":"', payment.status, '","scheduledPaymentOn":"',
          case when payment.scheduled_payment_on = payment.scheduled_payment_on::date then payment.scheduled_payment_on::date || 'T00:00:00.000Z'
            else to_char(payment.scheduled_payment_on, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end, '","contract":{"_id":',
          to_json(contract.id), ',"title":', to_json(contract.title), ',"contractor":{"_id":', to_json(contractor.id),
          ',"firstName":', to_json(contractor.first_name), ',"lastName":', to_json(contractor.last_name), '},"employer":{"_id":',
          to_json(employer.id), ',"firstName":', to_json(employer.first_name), ',"lastName":', to_json(employer.last_name),
          '},"team":', coalesce('{"_id":' || (to_json(team.id))::text || ',"name":' || (to_json(team.name))::text || '}', 'null'),
          '}}'
        ), ',' order by page.position
      ) || ']'
    from page join reporting.scheduled_payments payment on payment.company_id = :companyId and payment.id = page.id
    join reporting.contracts contract on contract.company_id = :companyId and contract.id = payment.contract_id
    join reporting.people contractor on contractor.id = contract.contractor_id
    join reporting.people employer on employer.id = contract.employer_id
    left join reporting.teams team on team.company_id = :companyId and team.id = contract.team_id
  ) as results
from totals;
