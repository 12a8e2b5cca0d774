-- scheduled-payments-by-month-read
-- with payments: as in scheduled-payments-scheduledPaymentOn-read-sorted
sums as materialized (
  select of_month.*, g.start
  from (
    select distinct date_trunc('month', period.start::timestamp)::date as start
    from reporting.date_segments(:daysAndMonths) as segment
    join reporting.payment_totals period
      on period.company_id = :companyId and period.unit = segment.unit and period.status = any (:scheduledPaymentStatuses)
        and period.start >= segment.start and period.start < segment.until
  ) g
  cross join lateral (
    select contract_id, count(*) as payments_count, count(*) filter (where status = 'paid') as paid_payments_count,
      sum(amount) as amount, sum(paid_amount) as paid_amount
    from payments p where p.status = any (:scheduledPaymentStatuses) and p.scheduled_payment_on >= (g.start::timestamp at time zone 'UTC')
      and p.scheduled_payment_on < ((g.start + interval '1 month') at time zone 'UTC')
    group by contract_id offset 0
  ) of_month
),
groups as materialized (
  select s.start, count(*) as contracts_count, sum(payments_count) as payments_count,
    sum(paid_payments_count) as paid_payments_count, sum(paid_amount) as paid_amount, sum(amount) as amount
  from sums s
  group by s.start
),
totals as materialized (
  select (select count(*) from (select from sums group by contract_id) contracts) as contracts_count,
    coalesce(sum(payments_count), 0) as payments_count, coalesce(sum(paid_payments_count), 0) as paid_payments_count,
    coalesce(sum(paid_amount), 0) as paid_amount, coalesce(sum(amount), 0) as amount
  from sums
),
batch as materialized (
  select id, row_number() over () as position from (
    select row_to_json((select json from (select
        to_char(g.start, 'YYYY-MM') as "month",
        row_to_json((select json from (select
          g.contracts_count as "contractsCount", g.payments_count as "scheduledPaymentsCount",
          g.paid_payments_count as "paidScheduledPaymentsCount", round(g.paid_amount, 2) as "totalScheduledPaymentsPaidAmount",
          round(g.amount, 2) as "totalScheduledPaymentsAmount"
        ) json)) as "statistics"
      ) json))::text as id
    from (
      select g.*, row_number() over (order by g.start asc) as position from groups g
      order by position limit :batchSize::bigint offset :batchOffset::bigint
    ) g
    order by position
  ) batch
  where :batchOffset::bigint + :pageOffset::bigint < (select (select count(*) from groups) from totals)
),
-- page: as in scheduled-payments-scheduledPaymentOn-read-sorted
select (select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as version
  from reporting.data_versions where company_id = :companyId) as version, (select count(*) from groups)::float8 as "totalCount",
  row_to_json((select json from (select
    totals.contracts_count as "contractsCount", totals.payments_count as "scheduledPaymentsCount",
    totals.paid_payments_count as "paidScheduledPaymentsCount",
    round(totals.paid_amount, 2) as "totalScheduledPaymentsPaidAmount",
    round(totals.amount, 2) as "totalScheduledPaymentsAmount"
  ) json))::text as statistics,
  case when :batchSize::bigint > :itemsPerPage then (select json_agg(id order by position)::text from batch) end as "batchIds",
  (select '[' || string_agg(page.id::text, ',' order by page.position) || ']' from page)::text as results
from totals;

-- scheduled-payments-by-month-rolled-up
-- with payments: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- seen: as in scheduled-payments-scheduledPaymentOn-sampled-scanned
-- periods: as in scheduled-payments-scheduledPaymentOn-sampled-scanned
totals as materialized (
  select (select (select count(*) from seen) + count(*) from reporting.contracts c
    cross join lateral (
      select from payments p where p.status = any (:scheduledPaymentStatuses) and p.contract_id = c.id limit 1
    ) payment
    where c.company_id = :companyId and c.type = 'fixed' and (c.id in (select contract_id from seen)) is not true) as contracts_count,
    coalesce(sum(payments_count), 0) as payments_count, coalesce(sum(paid_payments_count), 0) as paid_payments_count,
    coalesce(sum(paid_amount), 0) as paid_amount, coalesce(sum(amount), 0) as amount
  from periods
),
groups as materialized (
  select g.*, contracts_count from (
    select date_trunc('month', start::timestamp)::date as start, coalesce(sum(payments_count), 0) as payments_count,
      coalesce(sum(paid_payments_count), 0) as paid_payments_count, coalesce(sum(paid_amount), 0) as paid_amount,
      coalesce(sum(amount), 0) as amount
    from periods group by 1 having sum(payments_count) > 0
  ) g
  cross join lateral (
    with seen as materialized (
        select distinct contract_id
        from (select contract_id from payments p where p.status = any (:scheduledPaymentStatuses) and p.scheduled_payment_on >= (g.start::timestamp at time zone 'UTC')
            and p.scheduled_payment_on < ((g.start + interval '1 month') at time zone 'UTC') limit (select 2 * count(*) from reporting.contracts c where c.company_id = :companyId and c.type = 'fixed')) p
      )
    select (select count(*) from seen) + count(*) from reporting.contracts c
    cross join lateral (
      select from payments p where p.status = any (:scheduledPaymentStatuses) and p.scheduled_payment_on >= (g.start::timestamp at time zone 'UTC')
          and p.scheduled_payment_on < ((g.start + interval '1 month') at time zone 'UTC') and p.contract_id = c.id limit 1
    ) payment
    where c.company_id = :companyId and c.type = 'fixed' and (c.id in (select contract_id from seen)) is not true and g.payments_count > (select 2 * count(*) from reporting.contracts c where c.company_id = :companyId and c.type = 'fixed')
  ) contracts (contracts_count)
),
-- batch: as in scheduled-payments-by-month-read
-- page: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- select (select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as version: as in scheduled-payments-by-month-read

-- scheduled-payments-by-month-csv
-- with payments: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- sums: as in scheduled-payments-by-month-read
-- groups: as in scheduled-payments-by-month-read
totals as materialized (
  select (select count(*) from (select from sums group by contract_id) contracts) as contracts_count,
    coalesce(sum(payments_count), 0) as payments_count, coalesce(sum(paid_payments_count), 0) as paid_payments_count,
    coalesce(sum(paid_amount), 0) as paid_amount, coalesce(sum(amount), 0) as amount
  from sums
)
select
  concat(to_char(g.start, 'YYYY-MM'), ',', g.contracts_count, ',', g.payments_count, ',', g.paid_payments_count, ',', round(g.paid_amount, 2), ',', round(g.amount, 2), E'\x0d\x0a') as line
from groups g
order by g.start asc;

-- scheduled-payments-by-month-filtered-read
-- with contract_filter: as in scheduled-payments-scheduledPaymentOn-filtered-read-sorted
sums as materialized (
  select of_month.*, g.start
  from (
    select distinct date_trunc('month', period.start::timestamp)::date as start
    from reporting.date_segments(:daysAndMonths) as segment
    join reporting.payment_totals period
      on period.company_id = :companyId and period.unit = segment.unit and period.status = any (:scheduledPaymentStatuses)
        and period.start >= segment.start and period.start < segment.until
  ) g
  cross join lateral (
    select contract_id, count(*) as payments_count, count(*) filter (where status = 'paid') as paid_payments_count,
      sum(amount) as amount, sum(paid_amount) as paid_amount
    from payments p where p.status = any (:scheduledPaymentStatuses) and (p.contract_id in (select id from contract_filter)) is true and p.scheduled_payment_on >= (g.start::timestamp at time zone 'UTC')
      and p.scheduled_payment_on < ((g.start + interval '1 month') at time zone 'UTC')
    group by contract_id offset 0
  ) of_month
),
-- groups: as in scheduled-payments-by-month-read
-- totals: as in scheduled-payments-by-month-read
-- batch: as in scheduled-payments-by-month-read
-- page: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- select (select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as version: as in scheduled-payments-by-month-read

-- scheduled-payments-by-month-filtered-looked-up
-- with contract_filter: as in scheduled-payments-scheduledPaymentOn-filtered-read-sorted
sums as materialized (
  select contract_id, start, count(*) as payments_count, count(*) filter (where status = 'paid') as paid_payments_count,
    sum(amount) as amount, sum(paid_amount) as paid_amount
  from (
    select p.contract_id, p.status, date_trunc('month', p.scheduled_payment_on at time zone 'UTC')::date as start, p.amount, p.paid_amount
    from contract_filter
    cross join lateral (
      select * from payments p where p.status = any (:scheduledPaymentStatuses) and p.contract_id = contract_filter.id
      offset 0
    ) p
  ) p
  group by contract_id, start
),
-- groups: as in scheduled-payments-by-month-read
-- totals: as in scheduled-payments-by-month-read
-- batch: as in scheduled-payments-by-month-read
-- page: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- select (select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as version: as in scheduled-payments-by-month-read

-- scheduled-payments-by-month-filtered-csv
-- with contract_filter: as in scheduled-payments-scheduledPaymentOn-filtered-read-sorted
-- sums: as in scheduled-payments-by-month-filtered-read
-- groups: as in scheduled-payments-by-month-read
-- totals: as in scheduled-payments-by-month-csv
order by g.start asc;

-- scheduled-payments-by-month-contract-read
-- with payments: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- sums: as in scheduled-payments-by-month-read
groups as materialized (
  select s.start, s.contract_id, count(*) as contracts_count, sum(payments_count) as payments_count,
    sum(paid_payments_count) as paid_payments_count, sum(paid_amount) as paid_amount, sum(amount) as amount
  from sums s
  group by s.start, s.contract_id
),
-- totals: as in scheduled-payments-by-month-read
batch as materialized (
  select id, row_number() over () as position from (
    select row_to_json((select json from (select
        to_char(g.start, 'YYYY-MM') as "month",
        row_to_json((select json from (select
          c.id as "_id", c.title as "title",
          row_to_json((select json from (select contractor.id as "_id", contractor.first_name as "firstName", contractor.last_name as "lastName") json)) as "contractor",
          row_to_json((select json from (select employer.id as "_id", employer.first_name as "firstName", employer.last_name as "lastName") json)) as "employer",
          case when team.id is not null then row_to_json((select json from (select team.id as "_id", team.name as "name") json)) end as "team"
        ) json)) as "contract",
        row_to_json((select json from (select
          g.contracts_count as "contractsCount", g.payments_count as "scheduledPaymentsCount",
          g.paid_payments_count as "paidScheduledPaymentsCount", round(g.paid_amount, 2) as "totalScheduledPaymentsPaidAmount",
          round(g.amount, 2) as "totalScheduledPaymentsAmount"
        ) json)) as "statistics"
      ) json))::text as id
    from (
      select g.*, row_number() over (order by g.start asc, c.title collate reporting.text_order asc, c.id asc) as position from groups g
      cross join lateral (select * from reporting.contracts c where c.company_id = :companyId and c.id = g.contract_id offset 0) c
      order by position limit :batchSize::bigint offset :batchOffset::bigint
    ) g
    cross join lateral (select * from reporting.contracts c where c.company_id = :companyId and c.id = g.contract_id offset 0) c
    join reporting.people contractor on contractor.id = c.contractor_id join reporting.people employer on employer.id = c.employer_id
    left join reporting.teams team on team.company_id = :companyId and team.id = c.team_id
    order by position
  ) batch
  where :batchOffset::bigint + :pageOffset::bigint < (select (select count(*) from groups) from totals)
),
-- page: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- select (select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as version: as in scheduled-payments-by-month-read

-- scheduled-payments-by-month-contract-csv
-- with payments: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- sums: as in scheduled-payments-by-month-read
-- groups: as in scheduled-payments-by-month-contract-read
totals as materialized (
  select (select count(*) from (select from sums group by contract_id) contracts) as contracts_count,
    coalesce(sum(payments_count), 0) as payments_count, coalesce(sum(paid_payments_count), 0) as paid_payments_count,
    coalesce(sum(paid_amount), 0) as paid_amount, coalesce(sum(amount), 0) as amount
  from sums
)
select
  concat(to_char(g.start, 'YYYY-MM'), ',', case when c.id ~ '[",;\t\r\n]|^[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*[=+@＝＋＠－-]' then '"' || replace(regexp_replace(c.id, '(^|[;\t\r\n])(["\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*)([=+@\t\r＝＋＠－-])', '\1\2''\3', 'g'), '"', '""') || '"' else c.id end, ',', case when c.title ~ '[",;\t\r\n]|^[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*[=+@＝＋＠－-]' then '"' || replace(regexp_replace(c.title, '(^|[;\t\r\n])(["\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*)([=+@\t\r＝＋＠－-])', '\1\2''\3', 'g'), '"', '""') || '"' else c.title end, ',', case when contractor.id ~ '[",;\t\r\n]|^[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*[=+@＝＋＠－-]' then '"' || replace(regexp_replace(contractor.id, '(^|[;\t\r\n])(["\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*)([=+@\t\r＝＋＠－-])', '\1\2''\3', 'g'), '"', '""') || '"' else contractor.id end, ',', case when contractor.first_name ~ '[",;\t\r\n]|^[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*[=+@＝＋＠－-]' then '"' || replace(regexp_replace(contractor.first_name, '(^|[;\t\r\n])(["\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*)([=+@\t\r＝＋＠－-])', '\1\2''\3', 'g'), '"', '""') || '"' else contractor.first_name end, ',', case when contractor.last_name ~ '[",;\t\r\n]|^[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*[=+@＝＋＠－-]' then '"' || replace(regexp_replace(contractor.last_name, '(^|[;\t\r\n])(["\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*)([=+@\t\r＝＋＠－-])', '\1\2''\3', 'g'), '"', '""') || '"' else contractor.last_name end, ',', case when employer.id ~ '[",;\t\r\n]|^[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*[=+@＝＋＠－-]' then '"' || replace(regexp_replace(employer.id, '(^|[;\t\r\n])(["\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*)([=+@\t\r＝＋＠－-])', '\1\2''\3', 'g'), '"', '""') || '"' else employer.id end, ',', case when employer.first_name ~ '[",;\t\r\n]|^[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*[=+@＝＋＠－-]' then '"' || replace(regexp_replace(employer.first_name, '(^|[;\t\r\n])(["\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*)([=+@\t\r＝＋＠－-])', '\1\2''\3', 'g'), '"', '""') || '"' else employer.first_name end, ',', case when employer.last_name ~ '[",;\t\r\n]|^[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*[=+@＝＋＠－-]' then '"' || replace(regexp_replace(employer.last_name, '(^|[;\t\r\n])(["\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*)([=+@\t\r＝＋＠－-])', '\1\2''\3', 'g'), '"', '""') || '"' else employer.last_name end, ',', case when team.id ~ '[",;\t\r\n]|^[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*[=+@＝＋＠－-]' then '"' || replace(regexp_replace(team.id, '(^|[;\t\r\n])(["\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*)([=+@\t\r＝＋＠－-])', '\1\2''\3', 'g'), '"', '""') || '"' else team.id end, ',', case when team.name ~ '[",;\t\r\n]|^[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*[=+@＝＋＠－-]' then '"' || replace(regexp_replace(team.name, '(^|[;\t\r\n])(["\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*)([=+@\t\r＝＋＠－-])', '\1\2''\3', 'g'), '"', '""') || '"' else team.name end, ',', g.contracts_count, ',', g.payments_count, ',', g.paid_payments_count, ',', round(g.paid_amount, 2), ',', round(g.amount, 2), E'\x0d\x0a') as line
from groups g
cross join lateral (select * from reporting.contracts c where c.company_id = :companyId and c.id = g.contract_id offset 0) c
join reporting.people contractor on contractor.id = c.contractor_id join reporting.people employer on employer.id = c.employer_id
left join reporting.teams team on team.company_id = :companyId and team.id = c.team_id
order by g.start asc, c.title collate reporting.text_order asc, c.id asc;

-- scheduled-payments-by-month-contract-filtered-read
-- with contract_filter: as in scheduled-payments-scheduledPaymentOn-filtered-read-sorted
-- sums: as in scheduled-payments-by-month-filtered-read
-- groups: as in scheduled-payments-by-month-contract-read
-- totals: as in scheduled-payments-by-month-read
-- batch: as in scheduled-payments-by-month-contract-read
-- page: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- select (select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as version: as in scheduled-payments-by-month-read

-- scheduled-payments-by-month-contract-filtered-looked-up
-- with contract_filter: as in scheduled-payments-scheduledPaymentOn-filtered-read-sorted
-- sums: as in scheduled-payments-by-month-filtered-looked-up
-- groups: as in scheduled-payments-by-month-contract-read
-- totals: as in scheduled-payments-by-month-read
-- batch: as in scheduled-payments-by-month-contract-read
-- page: as in scheduled-payments-scheduledPaymentOn-read-sorted
-- select (select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as version: as in scheduled-payments-by-month-read

-- scheduled-payments-by-month-contract-filtered-csv
-- with contract_filter: as in scheduled-payments-scheduledPaymentOn-filtered-read-sorted
-- sums: as in scheduled-payments-by-month-filtered-read
-- groups: as in scheduled-payments-by-month-contract-read
-- totals: as in scheduled-payments-by-month-contract-csv
-- cross join lateral (select * from reporting.contracts c where c.company_id = :companyId and c.id = g.contract_id offset 0) c: as in scheduled-payments-by-month-contract-csv
order by g.start asc, c.title collate reporting.text_order asc, c.id asc;
