-- scheduled-payments-changes-all
with found as materialized (
  -- The keys of this answer, and one more where another answer follows.
  select id from (
    select payment.id
    from reporting.scheduled_payments payment
    where payment.company_id = :companyId and payment.id > :afterKey and payment.status = any (:scheduledPaymentStatuses)
      and payment.scheduled_payment_on >= :fromInstant and payment.scheduled_payment_on < :untilInstant
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
          '{"_id":', to_json(payment.id), ',"removed":', to_json(false), ',"name":', to_json(payment.name), ',"amount":',
          (payment.amount)::numeric(1000, 2), ',"paidAmount":', (payment.paid_amount)::numeric(1000, 2), ',"status":"',
          payment.status, '","scheduledPaymentOn":"',
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
  ) as results,
  (select count(*)::integer from page) as count,
  (select array_agg(id) from touched where (id in (select id from page)) is not true) as removed,
  case when (select count(*) from found) > 1000 then (select max(id) from touched) end as "lastKey";

-- scheduled-payments-changes-touched
with found as materialized (
  -- The keys of this answer, and one more where another answer follows.
  select id from (
    select id
    from unnest(:payment::text[]) id
    union
    select payment.id
    from (
      select id from unnest(:contract::text[]) id
      union (
        select id from reporting.contracts
        where company_id = :companyId and type = 'fixed' and contractor_id = any (:person::text[])
          -- Without keys, no index or table is read.
          and cardinality(:person::text[]) > 0 union all
        select id from reporting.contracts
        where company_id = :companyId and type = 'fixed' and employer_id = any (:person::text[])
          -- Without keys, no index or table is read.
          and cardinality(:person::text[]) > 0 union all
        select id from reporting.contracts
        where company_id = :companyId and type = 'fixed' and team_id = any (:team::text[])
          -- Without keys, no index or table is read.
          and cardinality(:team::text[]) > 0
      )
    ) contract
    cross join lateral (
      select payment.id
      from reporting.scheduled_payments payment
      where payment.company_id = :companyId and payment.contract_id = contract.id and payment.id > :afterKey
      offset 0
    ) payment
  ) found (id)
  where id > :afterKey order by id limit 1001
),
touched as materialized (select id from found order by id limit 1000),
page as materialized (
  -- The rows that match now. Others were removed, for the caller.
  select id, row_number() over (order by id) as position from (
    select payment.id
    from touched
    cross join lateral (
      select payment.*
      from reporting.scheduled_payments payment
      where payment.company_id = :companyId and payment.id = touched.id
      offset 0
    ) payment
    where payment.status = any (:scheduledPaymentStatuses)
      and payment.scheduled_payment_on >= :fromInstant and payment.scheduled_payment_on < :untilInstant
  ) matching (id)
)
select
  (
    select '[' || string_agg(
        concat(
          '{"_id":', to_json(payment.id), ',"removed":', to_json(false), ',"name":', to_json(payment.name), ',"amount":',
          (payment.amount)::numeric(1000, 2), ',"paidAmount":', (payment.paid_amount)::numeric(1000, 2), ',"status":"',
          payment.status, '","scheduledPaymentOn":"',
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
  ) as results,
  (select count(*)::integer from page) as count,
  (select array_agg(id) from touched where (id in (select id from page)) is not true) as removed,
  case when (select count(*) from found) > 1000 then (select max(id) from touched) end as "lastKey";
