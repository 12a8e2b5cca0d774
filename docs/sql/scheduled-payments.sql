-- scheduled-payments-hints
select json_build_object(
  'contracts', (
    select count(*)
    from (select from reporting.contracts where company_id = :companyId and type = 'fixed' limit 50000) contracts
  ),
  'months', coalesce((
    select json_agg(month)
    from (
      select start - date '1970-01-01' as "firstDay", (start + interval '1 month')::date - start as days, status,
        sum(payments_count)::float8 as count
      from reporting.payment_totals
      where company_id = :companyId and unit = 'month'
      group by start, status
    ) month
  ), '[]')
) as hints;

-- scheduled-payments-hints-of-filter
with contract_filter as materialized (
  select c.id from reporting.contracts c
  where c.company_id = :companyId and c.type = 'fixed' and c.team_id = any (:teamIds)
)
select json_build_object('contracts', all_contracts, 'count', some_payments * all_contracts / greatest(some_contracts, 1)) as hints
from (
  select
    (select count(*) from contract_filter) as all_contracts,
    count(*) as some_contracts,
    coalesce(sum(payments_count), 0)::float8 as some_payments
  from (select id from contract_filter limit 200) few
  cross join lateral (
    select sum(payments_count) as payments_count
    from reporting.payment_periods
    where company_id = :companyId and contract_id = few.id and status = 'any'
  ) payments
) counts;

-- scheduled-payments-cached-page
with page as materialized (
  select id, position from unnest(:pageIds::text[]) with ordinality cached (id, position)
)
select
  (select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as version
    from reporting.data_versions where company_id = :companyId) as version,
  (select '[' || string_agg(row_to_json((select json from (select
        p.id as "_id", p.name as "name", round(p.amount, 2) as "amount", round(p.paid_amount, 2) as "paidAmount",
        p.status as "status",
        case when p.scheduled_payment_on = p.scheduled_payment_on::date then p.scheduled_payment_on::date || 'T00:00:00.000Z' else to_char(p.scheduled_payment_on, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end as "scheduledPaymentOn",
        row_to_json((select json from (select
          c.id as "_id", c.title as "title",
          row_to_json((select json from (select contractor.id as "_id", contractor.first_name as "firstName", contractor.last_name as "lastName") json)) as "contractor",
          row_to_json((select json from (select employer.id as "_id", employer.first_name as "firstName", employer.last_name as "lastName") json)) as "employer",
          case when team.id is not null then row_to_json((select json from (select team.id as "_id", team.name as "name") json)) end as "team"
        ) json)) as "contract"
      ) json))::text, ',' order by page.position) || ']'
    from page join reporting.scheduled_payments p on p.company_id = :companyId and p.id = page.id
    join reporting.contracts c on c.company_id = :companyId and c.id = p.contract_id
    join reporting.people contractor on contractor.id = c.contractor_id join reporting.people employer on employer.id = c.employer_id
    left join reporting.teams team on team.company_id = :companyId and team.id = c.team_id)::text as results;

-- scheduled-payments-scheduledPaymentOn-read-sorted
with payments as not materialized (
  select * from reporting.scheduled_payments p
  where p.company_id = :companyId and p.scheduled_payment_on >= :fromInstant and p.scheduled_payment_on < :untilInstant
),
matching as materialized (
  select p.id, p.status, p.scheduled_payment_on, p.amount, p.paid_amount, p.contract_id
  from payments p where p.status = any (:scheduledPaymentStatuses)
),
totals as materialized (
  select count(*) as contracts_count, coalesce(sum(payments_count), 0) as payments_count,
    coalesce(sum(paid_payments_count), 0) as paid_payments_count, coalesce(sum(paid_amount), 0) as paid_amount
  from (
      select contract_id, count(*) as payments_count, count(*) filter (where status = 'paid') as paid_payments_count,
        sum(amount) as amount, sum(paid_amount) as paid_amount
      from matching
      group by contract_id
    ) of_contract
),
batch as materialized (
  select id, row_number() over () as position from (
    select p.id
    from matching p
    order by p.scheduled_payment_on asc, p.id asc
    limit :batchSize::bigint offset :batchOffset::bigint
  ) batch
  where :batchOffset::bigint + :pageOffset::bigint < (select payments_count from totals)
),
page as materialized (
  select id, position from batch where position > :pageOffset::bigint and position <= :pageOffset::bigint + :itemsPerPage
)
select (select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as version
  from reporting.data_versions where company_id = :companyId) as version, payments_count::float8 as "totalCount",
  row_to_json((select json from (select
    contracts_count as "contractsCount", payments_count as "scheduledPaymentsCount",
    paid_payments_count as "paidScheduledPaymentsCount", round(paid_amount, 2) as "totalScheduledPaymentsPaidAmount"
  ) json))::text as statistics,
  case when :batchSize::bigint > :itemsPerPage then (select json_agg(id order by position)::text from batch) end as "batchIds",
  (select '[' || string_agg(row_to_json((select json from (select
        p.id as "_id", p.name as "name", round(p.amount, 2) as "amount", round(p.paid_amount, 2) as "paidAmount",
        p.status as "status",
        case when p.scheduled_payment_on = p.scheduled_payment_on::date then p.scheduled_payment_on::date || 'T00:00:00.000Z' else to_char(p.scheduled_payment_on, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end as "scheduledPaymentOn",
        row_to_json((select json from (select
          c.id as "_id", c.title as "title",
          row_to_json((select json from (select contractor.id as "_id", contractor.first_name as "firstName", contractor.last_name as "lastName") json)) as "contractor",
          row_to_json((select json from (select employer.id as "_id", employer.first_name as "firstName", employer.last_name as "lastName") json)) as "employer",
          case when team.id is not null then row_to_json((select json from (select team.id as "_id", team.name as "name") json)) end as "team"
        ) json)) as "contract"
      ) json))::text, ',' order by page.position) || ']'
    from page join reporting.scheduled_payments p on p.company_id = :companyId and p.id = page.id
    join reporting.contracts c on c.company_id = :companyId and c.id = p.contract_id
    join reporting.people contractor on contractor.id = c.contractor_id join reporting.people employer on employer.id = c.employer_id
    left join reporting.teams team on team.company_id = :companyId and team.id = c.team_id)::text as results
from totals;

-- scheduled-payments-scheduledPaymentOn-sampled-scanned
-- with payments: as in scheduled-payments-scheduledPaymentOn-read-sorted
seen as materialized (
  select distinct contract_id
  from (select contract_id from payments p where p.status = any (:scheduledPaymentStatuses) limit (select 2 * count(*) from reporting.contracts c where c.company_id = :companyId and c.type = 'fixed')) p
),
periods as materialized (
  select period.*
  from reporting.date_segments(:daysAndMonths) as segment
  join reporting.payment_totals period
    on period.company_id = :companyId and period.unit = segment.unit and period.status = any (:scheduledPaymentStatuses)
      and period.start >= segment.start and period.start < segment.until
),
totals as materialized (
  select (select (select count(*) from seen) + count(*) from reporting.contracts c
    cross join lateral (
      select from payments p where p.status = any (:scheduledPaymentStatuses) and p.contract_id = c.id limit 1
    ) payment
    where c.company_id = :companyId and c.type = 'fixed' and (c.id in (select contract_id from seen)) is not true) as contracts_count,
    coalesce(sum(payments_count), 0) as payments_count, coalesce(sum(paid_payments_count), 0) as paid_payments_count,
    coalesce(sum(paid_amount), 0) as paid_amount
  from periods
),
batch as materialized (
  select id, row_number() over () as position from (
    with spans as materialized (
      select unnest(:scheduledPaymentStatuses::text[]) as status, min(passed) as skipped,
        min(start::timestamp at time zone 'UTC') as first, max((start + ('1 ' || unit)::interval) at time zone 'UTC') as last
      from (
        select unit, start, sum(payments_count) as payments_count,
          sum(sum(payments_count)) over (order by start asc) - sum(payments_count) as passed
        from periods p group by unit, start
      ) p
      where passed < :batchOffset::bigint + :batchSize::bigint and passed + payments_count > :batchOffset::bigint
    )
    select p.id from spans
    cross join lateral (
      select p.id, p.status, p.scheduled_payment_on from payments p
      where p.status = spans.status and p.scheduled_payment_on >= spans.first and p.scheduled_payment_on < spans.last
      order by p.scheduled_payment_on asc, p.id asc limit :batchOffset::bigint - (select min(skipped) from spans) + :batchSize::bigint
    ) p
    order by p.scheduled_payment_on asc, p.id asc
    limit :batchSize::bigint offset :batchOffset::bigint - (select min(skipped) from spans)
  ) batch
  where :batchOffset::bigint + :pageOffset::bigint < (select payments_count from totals)
),
-- page: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- select (select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as version: as in scheduled-payments-scheduledPaymentOn-read-sorted

-- scheduled-payments-scheduledPaymentOn-grouped-scanned
-- with payments: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- periods: as in scheduled-payments-scheduledPaymentOn-sampled-scanned
totals as materialized (
  select (select count(*) from (select from payments p where p.status = any (:scheduledPaymentStatuses) group by contract_id) contracts) as contracts_count,
    coalesce(sum(payments_count), 0) as payments_count, coalesce(sum(paid_payments_count), 0) as paid_payments_count,
    coalesce(sum(paid_amount), 0) as paid_amount
  from periods
),
-- batch: as in scheduled-payments-scheduledPaymentOn-sampled-scanned
-- page: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- select (select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as version: as in scheduled-payments-scheduledPaymentOn-read-sorted

-- scheduled-payments-scheduledPaymentOn-subtracted-scanned
-- with payments: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- periods: as in scheduled-payments-scheduledPaymentOn-sampled-scanned
totals as materialized (
  select (select count(*) from (select contract_id from (
      select contract_id, payments_count::float8 from reporting.payment_periods
      where company_id = :companyId and status = any (:countedStatuses)
      union all
      select p.contract_id, -1::float8 from reporting.scheduled_payments p
      where p.company_id = :companyId and p.status = any (:scheduledPaymentStatuses) and p.scheduled_payment_on < :fromInstant
      union all
      select p.contract_id, -1::float8 from reporting.scheduled_payments p
      where p.company_id = :companyId and p.status = any (:scheduledPaymentStatuses) and p.scheduled_payment_on >= :untilInstant
    ) p
    group by contract_id having sum(payments_count) > 0) contracts) as contracts_count,
    coalesce(sum(payments_count), 0) as payments_count, coalesce(sum(paid_payments_count), 0) as paid_payments_count,
    coalesce(sum(paid_amount), 0) as paid_amount
  from periods
),
-- batch: as in scheduled-payments-scheduledPaymentOn-sampled-scanned
-- page: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- select (select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as version: as in scheduled-payments-scheduledPaymentOn-read-sorted

-- scheduled-payments-budget-subtracted-scanned
-- with payments: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- periods: as in scheduled-payments-scheduledPaymentOn-sampled-scanned
-- totals: as in scheduled-payments-scheduledPaymentOn-subtracted-scanned
batch as materialized (
  select id, row_number() over () as position from (
    select p.id
    from (
      (select p.id, p.amount from payments p where p.status = 'upcoming' and 'upcoming' = any (:scheduledPaymentStatuses) order by p.amount asc, p.id asc) union all
      (select p.id, p.amount from payments p where p.status = 'processing' and 'processing' = any (:scheduledPaymentStatuses) order by p.amount asc, p.id asc) union all
      (select p.id, p.amount from payments p where p.status = 'failed' and 'failed' = any (:scheduledPaymentStatuses) order by p.amount asc, p.id asc) union all
      (select p.id, p.amount from payments p where p.status = 'paid' and 'paid' = any (:scheduledPaymentStatuses) order by p.amount asc, p.id asc) union all
      (select p.id, p.amount from payments p where p.status = 'deleted' and 'deleted' = any (:scheduledPaymentStatuses) order by p.amount asc, p.id asc)
    ) p
    order by p.amount asc, p.id asc
    limit :batchSize::bigint offset :batchOffset::bigint
  ) batch
  where :batchOffset::bigint + :pageOffset::bigint < (select payments_count from totals)
),
-- page: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- select (select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as version: as in scheduled-payments-scheduledPaymentOn-read-sorted

-- scheduled-payments-paidAmount-subtracted-scanned
-- with payments: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- periods: as in scheduled-payments-scheduledPaymentOn-sampled-scanned
-- totals: as in scheduled-payments-scheduledPaymentOn-subtracted-scanned
batch as materialized (
  select id, row_number() over () as position from (
    select p.id
    from (
      (select p.id, p.paid_amount from payments p where p.status = 'upcoming' and 'upcoming' = any (:scheduledPaymentStatuses) order by p.paid_amount asc, p.id asc) union all
      (select p.id, p.paid_amount from payments p where p.status = 'processing' and 'processing' = any (:scheduledPaymentStatuses) order by p.paid_amount asc, p.id asc) union all
      (select p.id, p.paid_amount from payments p where p.status = 'failed' and 'failed' = any (:scheduledPaymentStatuses) order by p.paid_amount asc, p.id asc) union all
      (select p.id, p.paid_amount from payments p where p.status = 'paid' and 'paid' = any (:scheduledPaymentStatuses) order by p.paid_amount asc, p.id asc) union all
      (select p.id, p.paid_amount from payments p where p.status = 'deleted' and 'deleted' = any (:scheduledPaymentStatuses) order by p.paid_amount asc, p.id asc)
    ) p
    order by p.paid_amount asc, p.id asc
    limit :batchSize::bigint offset :batchOffset::bigint
  ) batch
  where :batchOffset::bigint + :pageOffset::bigint < (select payments_count from totals)
),
-- page: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- select (select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as version: as in scheduled-payments-scheduledPaymentOn-read-sorted

-- scheduled-payments-scheduledPaymentStatus-subtracted-scanned
-- with payments: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- periods: as in scheduled-payments-scheduledPaymentOn-sampled-scanned
-- totals: as in scheduled-payments-scheduledPaymentOn-subtracted-scanned
batch as materialized (
  select id, row_number() over () as position from (
    with spans as materialized (
      select status, min(passed) as skipped,
        min(start::timestamp at time zone 'UTC') as first, max((start + ('1 ' || unit)::interval) at time zone 'UTC') as last
      from (
        select status, unit, start, sum(payments_count) as payments_count,
          sum(sum(payments_count)) over (order by array_position('{upcoming,processing,failed,paid,deleted}', p.status) asc, start asc) - sum(payments_count) as passed
        from periods p group by status, unit, start
      ) p
      where passed < :batchOffset::bigint + :batchSize::bigint and passed + payments_count > :batchOffset::bigint
      group by status
    )
    select p.id from spans
    cross join lateral (
      select p.id, p.status, p.scheduled_payment_on from payments p
      where p.status = spans.status and p.scheduled_payment_on >= spans.first and p.scheduled_payment_on < spans.last
      order by p.scheduled_payment_on asc, p.id asc limit :batchOffset::bigint - (select min(skipped) from spans) + :batchSize::bigint
    ) p
    order by array_position('{upcoming,processing,failed,paid,deleted}', p.status) asc, p.scheduled_payment_on asc, p.id asc
    limit :batchSize::bigint offset :batchOffset::bigint - (select min(skipped) from spans)
  ) batch
  where :batchOffset::bigint + :pageOffset::bigint < (select payments_count from totals)
),
-- page: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- select (select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as version: as in scheduled-payments-scheduledPaymentOn-read-sorted

-- scheduled-payments-contract-subtracted-scanned
-- with payments: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- periods: as in scheduled-payments-scheduledPaymentOn-sampled-scanned
-- totals: as in scheduled-payments-scheduledPaymentOn-subtracted-scanned
batch as materialized (
  select id, row_number() over () as position from (
    select p.id
    from (
      select c.id, c.title from reporting.contracts c where c.company_id = :companyId and c.type = 'fixed'
      order by c.title collate reporting.text_order asc, c.id asc
      offset 0
    ) c
    cross join lateral (
      select p.id, p.scheduled_payment_on from payments p where p.status = any (:scheduledPaymentStatuses) and p.contract_id = c.id
      order by p.scheduled_payment_on asc, p.id asc limit :batchOffset::bigint + :batchSize::bigint
    ) p
    order by c.title collate reporting.text_order asc, c.id asc, p.scheduled_payment_on asc, p.id asc
    limit :batchSize::bigint offset :batchOffset::bigint
  ) batch
  where :batchOffset::bigint + :pageOffset::bigint < (select payments_count from totals)
),
-- page: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- select (select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as version: as in scheduled-payments-scheduledPaymentOn-read-sorted

-- scheduled-payments-contractor-subtracted-scanned
-- with payments: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- periods: as in scheduled-payments-scheduledPaymentOn-sampled-scanned
-- totals: as in scheduled-payments-scheduledPaymentOn-subtracted-scanned
batch as materialized (
  select id, row_number() over () as position from (
    select p.id
    from (
      select c.id, contractor.last_name, contractor.first_name, contractor.id as contractor_id
      from (
        select contractor.* from (select contractor_id from reporting.contracts where company_id = :companyId group by contractor_id offset 0) own
        cross join lateral (select id, last_name, first_name from reporting.people where id = own.contractor_id offset 0) contractor
        order by contractor.last_name collate reporting.text_order asc, contractor.first_name collate reporting.text_order asc, contractor.id asc offset 0
      ) contractor
      cross join lateral (
        select c.id from reporting.contracts c where c.company_id = :companyId and c.contractor_id = contractor.id and c.type = 'fixed'  offset 0
      ) c
    ) c
    cross join lateral (
      select p.id, p.scheduled_payment_on from payments p where p.status = any (:scheduledPaymentStatuses) and p.contract_id = c.id
      order by p.scheduled_payment_on asc, p.id asc limit :batchOffset::bigint + :batchSize::bigint
    ) p
    order by c.last_name collate reporting.text_order asc, c.first_name collate reporting.text_order asc, c.contractor_id asc, c.id asc, p.scheduled_payment_on asc, p.id asc
    limit :batchSize::bigint offset :batchOffset::bigint
  ) batch
  where :batchOffset::bigint + :pageOffset::bigint < (select payments_count from totals)
),
-- page: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- select (select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as version: as in scheduled-payments-scheduledPaymentOn-read-sorted

-- scheduled-payments-scheduledPaymentOn-filtered-read-sorted
with contract_filter as materialized (
  select c.id from reporting.contracts c
  where c.company_id = :companyId and c.type = 'fixed' and c.team_id = any (:teamIds)
),
payments as not materialized (
  select * from reporting.scheduled_payments p
  where p.company_id = :companyId and p.scheduled_payment_on >= :fromInstant and p.scheduled_payment_on < :untilInstant
),
matching as materialized (
  select p.id, p.status, p.scheduled_payment_on, p.amount, p.paid_amount, p.contract_id
  from payments p where p.status = any (:scheduledPaymentStatuses) and (p.contract_id in (select id from contract_filter)) is true
),
-- totals: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- batch: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- page: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- select (select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as version: as in scheduled-payments-scheduledPaymentOn-read-sorted

-- scheduled-payments-scheduledPaymentOn-filtered-looked-up-sorted
-- with contract_filter: as in scheduled-payments-scheduledPaymentOn-filtered-read-sorted
matching as materialized (
  select p.id, p.status, p.scheduled_payment_on, p.amount, p.paid_amount, p.contract_id
  from contract_filter
  cross join lateral (
    select * from payments p where p.status = any (:scheduledPaymentStatuses) and p.contract_id = contract_filter.id
    offset 0
  ) p
),
-- totals: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- batch: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- page: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- select (select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as version: as in scheduled-payments-scheduledPaymentOn-read-sorted

-- scheduled-payments-scheduledPaymentOn-filtered-contracts-subtracted-scanned
-- with contract_filter: as in scheduled-payments-scheduledPaymentOn-filtered-read-sorted
totals as materialized (
  select count(*) as contracts_count, coalesce(sum(payments_count), 0) as payments_count,
    coalesce(sum(paid_payments_count), 0) as paid_payments_count, coalesce(sum(paid_amount), 0) as paid_amount
  from (
      select contract_id, coalesce(sum(payments_count), 0) as payments_count,
        coalesce(sum(paid_payments_count), 0) as paid_payments_count, coalesce(sum(paid_amount), 0) as paid_amount,
        coalesce(sum(amount), 0) as amount
      from (
        select contract_id, status, case when status = any (:countedStatuses) then payments_count::float8 end as payments_count,
          case when status = any (:countedStatuses) then amount end as amount, case when status = any (:countedStatuses) then paid_amount end as paid_amount,
          case when status = 'paid' then payments_count::float8 end as paid_payments_count
        from reporting.payment_periods
        where company_id = :companyId and status = any (:periodStatuses) and (payment_periods.contract_id in (select id from contract_filter)) is true
        union all
        select p.contract_id, p.status, -1::float8, -p.amount, -p.paid_amount, case when p.status = 'paid' then -1::float8 end from reporting.scheduled_payments p
        where p.company_id = :companyId and p.status = any (:scheduledPaymentStatuses) and p.scheduled_payment_on < :fromInstant and (p.contract_id in (select id from contract_filter)) is true
        union all
        select p.contract_id, p.status, -1::float8, -p.amount, -p.paid_amount, case when p.status = 'paid' then -1::float8 end from reporting.scheduled_payments p
        where p.company_id = :companyId and p.status = any (:scheduledPaymentStatuses) and p.scheduled_payment_on >= :untilInstant and (p.contract_id in (select id from contract_filter)) is true
      ) p
      group by contract_id having sum(payments_count) > 0
    ) of_contract
),
batch as materialized (
  select id, row_number() over () as position from (
    select p.id
    from (
      (select p.id, p.scheduled_payment_on from payments p where p.status = 'upcoming' and 'upcoming' = any (:scheduledPaymentStatuses) and (p.contract_id in (select id from contract_filter)) is true order by p.scheduled_payment_on asc, p.id asc) union all
      (select p.id, p.scheduled_payment_on from payments p where p.status = 'processing' and 'processing' = any (:scheduledPaymentStatuses) and (p.contract_id in (select id from contract_filter)) is true order by p.scheduled_payment_on asc, p.id asc) union all
      (select p.id, p.scheduled_payment_on from payments p where p.status = 'failed' and 'failed' = any (:scheduledPaymentStatuses) and (p.contract_id in (select id from contract_filter)) is true order by p.scheduled_payment_on asc, p.id asc) union all
      (select p.id, p.scheduled_payment_on from payments p where p.status = 'paid' and 'paid' = any (:scheduledPaymentStatuses) and (p.contract_id in (select id from contract_filter)) is true order by p.scheduled_payment_on asc, p.id asc) union all
      (select p.id, p.scheduled_payment_on from payments p where p.status = 'deleted' and 'deleted' = any (:scheduledPaymentStatuses) and (p.contract_id in (select id from contract_filter)) is true order by p.scheduled_payment_on asc, p.id asc)
    ) p
    order by p.scheduled_payment_on asc, p.id asc
    limit :batchSize::bigint offset :batchOffset::bigint
  ) batch
  where :batchOffset::bigint + :pageOffset::bigint < (select payments_count from totals)
),
-- page: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- select (select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as version: as in scheduled-payments-scheduledPaymentOn-read-sorted

-- scheduled-payments-budget-filtered-contracts-subtracted-scanned
-- with contract_filter: as in scheduled-payments-scheduledPaymentOn-filtered-read-sorted
-- totals: as in scheduled-payments-scheduledPaymentOn-filtered-contracts-subtracted-scanned
batch as materialized (
  select id, row_number() over () as position from (
    select p.id
    from (
      (select p.id, p.amount from payments p where p.status = 'upcoming' and 'upcoming' = any (:scheduledPaymentStatuses) and (p.contract_id in (select id from contract_filter)) is true order by p.amount asc, p.id asc) union all
      (select p.id, p.amount from payments p where p.status = 'processing' and 'processing' = any (:scheduledPaymentStatuses) and (p.contract_id in (select id from contract_filter)) is true order by p.amount asc, p.id asc) union all
      (select p.id, p.amount from payments p where p.status = 'failed' and 'failed' = any (:scheduledPaymentStatuses) and (p.contract_id in (select id from contract_filter)) is true order by p.amount asc, p.id asc) union all
      (select p.id, p.amount from payments p where p.status = 'paid' and 'paid' = any (:scheduledPaymentStatuses) and (p.contract_id in (select id from contract_filter)) is true order by p.amount asc, p.id asc) union all
      (select p.id, p.amount from payments p where p.status = 'deleted' and 'deleted' = any (:scheduledPaymentStatuses) and (p.contract_id in (select id from contract_filter)) is true order by p.amount asc, p.id asc)
    ) p
    order by p.amount asc, p.id asc
    limit :batchSize::bigint offset :batchOffset::bigint
  ) batch
  where :batchOffset::bigint + :pageOffset::bigint < (select payments_count from totals)
),
-- page: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- select (select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as version: as in scheduled-payments-scheduledPaymentOn-read-sorted

-- scheduled-payments-paidAmount-filtered-contracts-subtracted-scanned
-- with contract_filter: as in scheduled-payments-scheduledPaymentOn-filtered-read-sorted
-- totals: as in scheduled-payments-scheduledPaymentOn-filtered-contracts-subtracted-scanned
batch as materialized (
  select id, row_number() over () as position from (
    select p.id
    from (
      (select p.id, p.paid_amount from payments p where p.status = 'upcoming' and 'upcoming' = any (:scheduledPaymentStatuses) and (p.contract_id in (select id from contract_filter)) is true order by p.paid_amount asc, p.id asc) union all
      (select p.id, p.paid_amount from payments p where p.status = 'processing' and 'processing' = any (:scheduledPaymentStatuses) and (p.contract_id in (select id from contract_filter)) is true order by p.paid_amount asc, p.id asc) union all
      (select p.id, p.paid_amount from payments p where p.status = 'failed' and 'failed' = any (:scheduledPaymentStatuses) and (p.contract_id in (select id from contract_filter)) is true order by p.paid_amount asc, p.id asc) union all
      (select p.id, p.paid_amount from payments p where p.status = 'paid' and 'paid' = any (:scheduledPaymentStatuses) and (p.contract_id in (select id from contract_filter)) is true order by p.paid_amount asc, p.id asc) union all
      (select p.id, p.paid_amount from payments p where p.status = 'deleted' and 'deleted' = any (:scheduledPaymentStatuses) and (p.contract_id in (select id from contract_filter)) is true order by p.paid_amount asc, p.id asc)
    ) p
    order by p.paid_amount asc, p.id asc
    limit :batchSize::bigint offset :batchOffset::bigint
  ) batch
  where :batchOffset::bigint + :pageOffset::bigint < (select payments_count from totals)
),
-- page: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- select (select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as version: as in scheduled-payments-scheduledPaymentOn-read-sorted

-- scheduled-payments-scheduledPaymentStatus-filtered-contracts-subtracted-scanned
-- with contract_filter: as in scheduled-payments-scheduledPaymentOn-filtered-read-sorted
-- totals: as in scheduled-payments-scheduledPaymentOn-filtered-contracts-subtracted-scanned
batch as materialized (
  select id, row_number() over () as position from (
    select p.id
    from unnest(:scheduledPaymentStatuses::text[]) spans (status)
    cross join lateral (
      select p.id, p.status, p.scheduled_payment_on from payments p
      where p.status = spans.status and (p.contract_id in (select id from contract_filter)) is true
      order by p.scheduled_payment_on asc, p.id asc limit :batchOffset::bigint + :batchSize::bigint
    ) p
    order by array_position('{upcoming,processing,failed,paid,deleted}', p.status) asc, p.scheduled_payment_on asc, p.id asc
    limit :batchSize::bigint offset :batchOffset::bigint
  ) batch
  where :batchOffset::bigint + :pageOffset::bigint < (select payments_count from totals)
),
-- page: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- select (select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as version: as in scheduled-payments-scheduledPaymentOn-read-sorted

-- scheduled-payments-contract-filtered-contracts-subtracted-scanned
-- with contract_filter: as in scheduled-payments-scheduledPaymentOn-filtered-read-sorted
-- totals: as in scheduled-payments-scheduledPaymentOn-filtered-contracts-subtracted-scanned
batch as materialized (
  select id, row_number() over () as position from (
    select p.id
    from (
      select c.id, c.title from reporting.contracts c where c.company_id = :companyId and c.type = 'fixed' and (c.id in (select id from contract_filter)) is true
      order by c.title collate reporting.text_order asc, c.id asc
      offset 0
    ) c
    cross join lateral (
      select p.id, p.scheduled_payment_on from payments p where p.status = any (:scheduledPaymentStatuses) and p.contract_id = c.id
      order by p.scheduled_payment_on asc, p.id asc limit :batchOffset::bigint + :batchSize::bigint
    ) p
    order by c.title collate reporting.text_order asc, c.id asc, p.scheduled_payment_on asc, p.id asc
    limit :batchSize::bigint offset :batchOffset::bigint
  ) batch
  where :batchOffset::bigint + :pageOffset::bigint < (select payments_count from totals)
),
-- page: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- select (select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as version: as in scheduled-payments-scheduledPaymentOn-read-sorted

-- scheduled-payments-contractor-filtered-contracts-subtracted-scanned
-- with contract_filter: as in scheduled-payments-scheduledPaymentOn-filtered-read-sorted
-- totals: as in scheduled-payments-scheduledPaymentOn-filtered-contracts-subtracted-scanned
batch as materialized (
  select id, row_number() over () as position from (
    select p.id
    from (
      select c.id, contractor.last_name, contractor.first_name, contractor.id as contractor_id
      from (
        select contractor.* from (select contractor_id from reporting.contracts where company_id = :companyId group by contractor_id offset 0) own
        cross join lateral (select id, last_name, first_name from reporting.people where id = own.contractor_id offset 0) contractor
        order by contractor.last_name collate reporting.text_order asc, contractor.first_name collate reporting.text_order asc, contractor.id asc offset 0
      ) contractor
      cross join lateral (
        select c.id from reporting.contracts c where c.company_id = :companyId and c.contractor_id = contractor.id and c.type = 'fixed' and (c.id in (select id from contract_filter)) is true offset 0
      ) c
    ) c
    cross join lateral (
      select p.id, p.scheduled_payment_on from payments p where p.status = any (:scheduledPaymentStatuses) and p.contract_id = c.id
      order by p.scheduled_payment_on asc, p.id asc limit :batchOffset::bigint + :batchSize::bigint
    ) p
    order by c.last_name collate reporting.text_order asc, c.first_name collate reporting.text_order asc, c.contractor_id asc, c.id asc, p.scheduled_payment_on asc, p.id asc
    limit :batchSize::bigint offset :batchOffset::bigint
  ) batch
  where :batchOffset::bigint + :pageOffset::bigint < (select payments_count from totals)
),
-- page: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- select (select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as version: as in scheduled-payments-scheduledPaymentOn-read-sorted
