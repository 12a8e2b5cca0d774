-- scheduled-payments-count
with company as materialized (
  select *, 2 * payments_in_range <= payments_count as reads_inside
  from (
    select
      coalesce(sum(payments_count), 0) as payments_count,
      min(start) as first_day, (max(start) + interval '1 month' - interval '1 day')::date as last_day
    from reporting.payment_totals
    where company_id = :companyId and unit = 'month' and status = any (:statuses)
  ) on_any_day
  cross join (
    select
      coalesce(sum(payments_count), 0) as payments_in_range,
      coalesce(sum(paid_payments_count), 0) as paid_payments_in_range,
      coalesce(sum(paid_amount), 0) as paid_amount_in_range
    from (
      select
        period.unit, period.status, period.start, payments_count, paid_amount,
        case when status = 'paid' then payments_count end as paid_payments_count
      from reporting.date_segments(:daysAndMonths) as segment
      join reporting.payment_totals period
        on period.company_id = :companyId and period.unit = segment.unit and period.status = any (:statuses)
          and period.start >= segment.start and period.start < segment.until
    ) periods
  ) in_range
),
totals as materialized (
  select
    coalesce(sum(payments_count), 0)::bigint as payments_count,
    coalesce(sum(paid_payments_count), 0)::bigint as paid_payments_count,
    coalesce(sum(paid_amount), 0) as paid_amount
  from (
    select payments_in_range as payments_count, paid_payments_in_range as paid_payments_count, paid_amount_in_range as paid_amount
    from company
  ) totals
)
select payments_count
from totals;

-- scheduled-payments-count-filtered
with company as materialized (
  -- as in scheduled-payments-count
),
contract_filter as materialized (
  select c.id
  from reporting.contracts c
  where c.company_id = :companyId and c.team_id = any (:teamIds::text[]) and c.type = 'fixed'
    and :contractorIds::text[] is null
  union all
  select c.id
  from reporting.contracts c
  where c.company_id = :companyId and c.contractor_id = any (:contractorIds::text[]) and c.type = 'fixed'
    and (:teamIds::text[] is null or c.team_id = any (:teamIds))
),
lookup as materialized (
  select 100 * (select count(*) from contract_filter)
    <= 5000 + case when (select reads_inside from company) then payments_in_range else 1.5 * payments_count - payments_in_range end as looks_up
  from company
),
contract_sums as materialized (
  select
    contract_filter.id as contract_id, sign * payments_count as payments_count,
    sign * paid_payments_count as paid_payments_count, sign * paid_amount as paid_amount
  from contract_filter
  cross join reporting.date_segments(:dateSegments) as segment
  cross join lateral (
    select
      case when status <> 'paid' or not cardinality(:statuses::text[]) = 5 then payments_count::float8 end as payments_count,
      case when status = 'paid' then payments_count::float8 end as paid_payments_count,
      case when status <> 'paid' or not cardinality(:statuses::text[]) = 5 then paid_amount end as paid_amount
    from reporting.payment_periods
    where company_id = :companyId and contract_id = contract_filter.id and unit = segment.unit
      and status = any (case when cardinality(:statuses::text[]) = 5 then '{any,paid}' else :statuses end)
      and start >= segment.start and start < segment.until
    union all
    select
      case when true then 1::float8 end as payments_count,
      case when status = 'paid' then 1::float8 end as paid_payments_count,
      case when true then paid_amount end as paid_amount
    from reporting.scheduled_payments
    where company_id = :companyId and contract_id = contract_filter.id and segment.unit = 'day'
      and status = any (:statuses)
      and scheduled_payment_on >= (segment.start::timestamp at time zone 'UTC') and scheduled_payment_on < (segment.until::timestamp at time zone 'UTC')
    offset 0
  ) totals
  where (select looks_up from lookup)
  union all
  select contract_id, 1::float8, case when status = 'paid' then 1::float8 end, paid_amount
  from (
    select p.contract_id, p.status, p.paid_amount
    from unnest(:statuses::text[]) status_filter (status)
    cross join lateral (
      select contract_id, status, paid_amount
      from reporting.scheduled_payments p
      where p.company_id = :companyId and p.status = status_filter.status and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
      offset 0
    ) p
  ) p
  where not (select looks_up from lookup) and (select reads_inside from company) and (contract_id in (select id from contract_filter)) is true
  union all
  select
    contract_id,
    case when status <> 'paid' or not cardinality(:statuses::text[]) = 5 then payments_count::float8 end as payments_count,
    case when status = 'paid' then payments_count::float8 end as paid_payments_count,
    case when status <> 'paid' or not cardinality(:statuses::text[]) = 5 then paid_amount end as paid_amount
  from reporting.payment_periods
  where company_id = :companyId and unit = 'all'
    and status = any (case when cardinality(:statuses::text[]) = 5 then '{any,paid}' else :statuses end)
    and not (select looks_up from lookup) and not (select reads_inside from company) and (contract_id in (select id from contract_filter)) is true
  union all
  select contract_id, -1, case when status = 'paid' then -1 end, -paid_amount
  from (
    select p.contract_id, p.status, p.paid_amount
    from unnest(:statuses::text[]) status_filter (status)
    cross join lateral (
      select contract_id, status, paid_amount
      from reporting.scheduled_payments p
      where p.company_id = :companyId and p.status = status_filter.status and p.scheduled_payment_on < (:fromDate::date::timestamp at time zone 'UTC')
      offset 0
    ) p
    union all
    select p.contract_id, p.status, p.paid_amount
    from unnest(:statuses::text[]) status_filter (status)
    cross join lateral (
      select contract_id, status, paid_amount
      from reporting.scheduled_payments p
      where p.company_id = :companyId and p.status = status_filter.status and p.scheduled_payment_on >= ((:toDate::date + 1)::timestamp at time zone 'UTC')
      offset 0
    ) p
  ) p
  where not (select looks_up from lookup) and not (select reads_inside from company) and (contract_id in (select id from contract_filter)) is true
),
totals as materialized (
  select
    coalesce(sum(payments_count), 0)::bigint as payments_count,
    coalesce(sum(paid_payments_count), 0)::bigint as paid_payments_count,
    coalesce(sum(paid_amount), 0) as paid_amount
  from (
    select * from contract_sums
  ) totals
)
select payments_count
from totals;

-- scheduled-payments-scheduledPaymentOn-asc
-- scheduled-payments-scheduledPaymentOn-desc, with desc for asc
select
  p.id as "id",
  p.name as "name",
  trim_scale(p.amount) as "amount",
  trim_scale(p.paid_amount) as "paidAmount",
  p.status as "status",
  to_char(p.scheduled_payment_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "scheduledPaymentOn",
  contract."contractId" as "contractId",
  contract."contractTitle" as "contractTitle",
  contract."contractorId" as "contractorId",
  contract."contractorFirstName" as "contractorFirstName",
  contract."contractorLastName" as "contractorLastName",
  contract."employerId" as "employerId",
  contract."employerFirstName" as "employerFirstName",
  contract."employerLastName" as "employerLastName",
  contract."teamId" as "teamId",
  contract."teamName" as "teamName"
from (
  -- A fence: sorted before the contract is there, which is looked up once a contract.
  select p.*
  from reporting.scheduled_payments p
  where p.company_id = :companyId and p.status = any (:statuses)
    and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
  order by p.scheduled_payment_on asc, p.id asc
  offset 0
) p
cross join lateral (
  select
    c.id as "contractId",
    c.title as "contractTitle",
    contractor.id as "contractorId",
    contractor.first_name as "contractorFirstName",
    contractor.last_name as "contractorLastName",
    employer.id as "employerId",
    employer.first_name as "employerFirstName",
    employer.last_name as "employerLastName",
    team.id as "teamId",
    team.name as "teamName"
  from reporting.contracts c
  join reporting.people contractor on contractor.id = c.contractor_id
  join reporting.people employer on employer.id = c.employer_id
  left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
  where c.company_id = :companyId and c.id = p.contract_id
  offset 0
) contract
order by p.scheduled_payment_on asc, p.id asc;

-- scheduled-payments-scheduledPaymentOn-asc-filtered
-- scheduled-payments-scheduledPaymentOn-desc-filtered, with desc for asc
with contract_filter as materialized (
  select c.id
  from reporting.contracts c
  where c.company_id = :companyId and c.team_id = any (:teamIds::text[]) and c.type = 'fixed'
    and :contractorIds::text[] is null
  union all
  select c.id
  from reporting.contracts c
  where c.company_id = :companyId and c.contractor_id = any (:contractorIds::text[]) and c.type = 'fixed'
    and (:teamIds::text[] is null or c.team_id = any (:teamIds))
)
select
  p.id as "id",
  p.name as "name",
  trim_scale(p.amount) as "amount",
  trim_scale(p.paid_amount) as "paidAmount",
  p.status as "status",
  to_char(p.scheduled_payment_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "scheduledPaymentOn",
  contract."contractId" as "contractId",
  contract."contractTitle" as "contractTitle",
  contract."contractorId" as "contractorId",
  contract."contractorFirstName" as "contractorFirstName",
  contract."contractorLastName" as "contractorLastName",
  contract."employerId" as "employerId",
  contract."employerFirstName" as "employerFirstName",
  contract."employerLastName" as "employerLastName",
  contract."teamId" as "teamId",
  contract."teamName" as "teamName"
from (
  -- A fence: sorted before the contract is there, which is looked up once a contract.
  select p.*
  from reporting.scheduled_payments p
  where p.company_id = :companyId and p.status = any (:statuses)
    and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
    and p.contract_id = any (array(select id from contract_filter))
  order by p.scheduled_payment_on asc, p.id asc
  offset 0
) p
cross join lateral (
  select
    c.id as "contractId",
    c.title as "contractTitle",
    contractor.id as "contractorId",
    contractor.first_name as "contractorFirstName",
    contractor.last_name as "contractorLastName",
    employer.id as "employerId",
    employer.first_name as "employerFirstName",
    employer.last_name as "employerLastName",
    team.id as "teamId",
    team.name as "teamName"
  from reporting.contracts c
  join reporting.people contractor on contractor.id = c.contractor_id
  join reporting.people employer on employer.id = c.employer_id
  left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
  where c.company_id = :companyId and c.id = p.contract_id
  offset 0
) contract
order by p.scheduled_payment_on asc, p.id asc;

-- scheduled-payments-budget-asc
-- scheduled-payments-budget-desc, with desc for asc
select
  p.id as "id",
  p.name as "name",
  trim_scale(p.amount) as "amount",
  trim_scale(p.paid_amount) as "paidAmount",
  p.status as "status",
  to_char(p.scheduled_payment_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "scheduledPaymentOn",
  contract."contractId" as "contractId",
  contract."contractTitle" as "contractTitle",
  contract."contractorId" as "contractorId",
  contract."contractorFirstName" as "contractorFirstName",
  contract."contractorLastName" as "contractorLastName",
  contract."employerId" as "employerId",
  contract."employerFirstName" as "employerFirstName",
  contract."employerLastName" as "employerLastName",
  contract."teamId" as "teamId",
  contract."teamName" as "teamName"
from (
  -- A fence: sorted before the contract is there, which is looked up once a contract.
  select p.*
  from reporting.scheduled_payments p
  where p.company_id = :companyId and p.status = any (:statuses)
    and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
  order by p.amount asc, p.id asc
  offset 0
) p
cross join lateral (
  select
    c.id as "contractId",
    c.title as "contractTitle",
    contractor.id as "contractorId",
    contractor.first_name as "contractorFirstName",
    contractor.last_name as "contractorLastName",
    employer.id as "employerId",
    employer.first_name as "employerFirstName",
    employer.last_name as "employerLastName",
    team.id as "teamId",
    team.name as "teamName"
  from reporting.contracts c
  join reporting.people contractor on contractor.id = c.contractor_id
  join reporting.people employer on employer.id = c.employer_id
  left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
  where c.company_id = :companyId and c.id = p.contract_id
  offset 0
) contract
order by p.amount asc, p.id asc;

-- scheduled-payments-budget-asc-filtered
-- scheduled-payments-budget-desc-filtered, with desc for asc
with contract_filter as materialized (
  select c.id
  from reporting.contracts c
  where c.company_id = :companyId and c.team_id = any (:teamIds::text[]) and c.type = 'fixed'
    and :contractorIds::text[] is null
  union all
  select c.id
  from reporting.contracts c
  where c.company_id = :companyId and c.contractor_id = any (:contractorIds::text[]) and c.type = 'fixed'
    and (:teamIds::text[] is null or c.team_id = any (:teamIds))
)
select
  p.id as "id",
  p.name as "name",
  trim_scale(p.amount) as "amount",
  trim_scale(p.paid_amount) as "paidAmount",
  p.status as "status",
  to_char(p.scheduled_payment_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "scheduledPaymentOn",
  contract."contractId" as "contractId",
  contract."contractTitle" as "contractTitle",
  contract."contractorId" as "contractorId",
  contract."contractorFirstName" as "contractorFirstName",
  contract."contractorLastName" as "contractorLastName",
  contract."employerId" as "employerId",
  contract."employerFirstName" as "employerFirstName",
  contract."employerLastName" as "employerLastName",
  contract."teamId" as "teamId",
  contract."teamName" as "teamName"
from (
  -- A fence: sorted before the contract is there, which is looked up once a contract.
  select p.*
  from reporting.scheduled_payments p
  where p.company_id = :companyId and p.status = any (:statuses)
    and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
    and p.contract_id = any (array(select id from contract_filter))
  order by p.amount asc, p.id asc
  offset 0
) p
cross join lateral (
  select
    c.id as "contractId",
    c.title as "contractTitle",
    contractor.id as "contractorId",
    contractor.first_name as "contractorFirstName",
    contractor.last_name as "contractorLastName",
    employer.id as "employerId",
    employer.first_name as "employerFirstName",
    employer.last_name as "employerLastName",
    team.id as "teamId",
    team.name as "teamName"
  from reporting.contracts c
  join reporting.people contractor on contractor.id = c.contractor_id
  join reporting.people employer on employer.id = c.employer_id
  left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
  where c.company_id = :companyId and c.id = p.contract_id
  offset 0
) contract
order by p.amount asc, p.id asc;

-- scheduled-payments-paidAmount-asc
-- scheduled-payments-paidAmount-desc, with desc for asc
select
  p.id as "id",
  p.name as "name",
  trim_scale(p.amount) as "amount",
  trim_scale(p.paid_amount) as "paidAmount",
  p.status as "status",
  to_char(p.scheduled_payment_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "scheduledPaymentOn",
  contract."contractId" as "contractId",
  contract."contractTitle" as "contractTitle",
  contract."contractorId" as "contractorId",
  contract."contractorFirstName" as "contractorFirstName",
  contract."contractorLastName" as "contractorLastName",
  contract."employerId" as "employerId",
  contract."employerFirstName" as "employerFirstName",
  contract."employerLastName" as "employerLastName",
  contract."teamId" as "teamId",
  contract."teamName" as "teamName"
from (
  -- A fence: sorted before the contract is there, which is looked up once a contract.
  select p.*
  from reporting.scheduled_payments p
  where p.company_id = :companyId and p.status = any (:statuses)
    and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
  order by p.paid_amount asc, p.id asc
  offset 0
) p
cross join lateral (
  select
    c.id as "contractId",
    c.title as "contractTitle",
    contractor.id as "contractorId",
    contractor.first_name as "contractorFirstName",
    contractor.last_name as "contractorLastName",
    employer.id as "employerId",
    employer.first_name as "employerFirstName",
    employer.last_name as "employerLastName",
    team.id as "teamId",
    team.name as "teamName"
  from reporting.contracts c
  join reporting.people contractor on contractor.id = c.contractor_id
  join reporting.people employer on employer.id = c.employer_id
  left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
  where c.company_id = :companyId and c.id = p.contract_id
  offset 0
) contract
order by p.paid_amount asc, p.id asc;

-- scheduled-payments-paidAmount-asc-filtered
-- scheduled-payments-paidAmount-desc-filtered, with desc for asc
with contract_filter as materialized (
  select c.id
  from reporting.contracts c
  where c.company_id = :companyId and c.team_id = any (:teamIds::text[]) and c.type = 'fixed'
    and :contractorIds::text[] is null
  union all
  select c.id
  from reporting.contracts c
  where c.company_id = :companyId and c.contractor_id = any (:contractorIds::text[]) and c.type = 'fixed'
    and (:teamIds::text[] is null or c.team_id = any (:teamIds))
)
select
  p.id as "id",
  p.name as "name",
  trim_scale(p.amount) as "amount",
  trim_scale(p.paid_amount) as "paidAmount",
  p.status as "status",
  to_char(p.scheduled_payment_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "scheduledPaymentOn",
  contract."contractId" as "contractId",
  contract."contractTitle" as "contractTitle",
  contract."contractorId" as "contractorId",
  contract."contractorFirstName" as "contractorFirstName",
  contract."contractorLastName" as "contractorLastName",
  contract."employerId" as "employerId",
  contract."employerFirstName" as "employerFirstName",
  contract."employerLastName" as "employerLastName",
  contract."teamId" as "teamId",
  contract."teamName" as "teamName"
from (
  -- A fence: sorted before the contract is there, which is looked up once a contract.
  select p.*
  from reporting.scheduled_payments p
  where p.company_id = :companyId and p.status = any (:statuses)
    and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
    and p.contract_id = any (array(select id from contract_filter))
  order by p.paid_amount asc, p.id asc
  offset 0
) p
cross join lateral (
  select
    c.id as "contractId",
    c.title as "contractTitle",
    contractor.id as "contractorId",
    contractor.first_name as "contractorFirstName",
    contractor.last_name as "contractorLastName",
    employer.id as "employerId",
    employer.first_name as "employerFirstName",
    employer.last_name as "employerLastName",
    team.id as "teamId",
    team.name as "teamName"
  from reporting.contracts c
  join reporting.people contractor on contractor.id = c.contractor_id
  join reporting.people employer on employer.id = c.employer_id
  left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
  where c.company_id = :companyId and c.id = p.contract_id
  offset 0
) contract
order by p.paid_amount asc, p.id asc;

-- scheduled-payments-scheduledPaymentStatus-asc
-- scheduled-payments-scheduledPaymentStatus-desc, with desc for asc
select
  p.id as "id",
  p.name as "name",
  trim_scale(p.amount) as "amount",
  trim_scale(p.paid_amount) as "paidAmount",
  p.status as "status",
  to_char(p.scheduled_payment_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "scheduledPaymentOn",
  contract."contractId" as "contractId",
  contract."contractTitle" as "contractTitle",
  contract."contractorId" as "contractorId",
  contract."contractorFirstName" as "contractorFirstName",
  contract."contractorLastName" as "contractorLastName",
  contract."employerId" as "employerId",
  contract."employerFirstName" as "employerFirstName",
  contract."employerLastName" as "employerLastName",
  contract."teamId" as "teamId",
  contract."teamName" as "teamName"
from (
  -- A fence: sorted before the contract is there, which is looked up once a contract.
  select p.*
  from reporting.scheduled_payments p
  where p.company_id = :companyId and p.status = any (:statuses)
    and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
  order by array_position('{upcoming,processing,failed,paid,deleted}', p.status) asc, p.scheduled_payment_on asc, p.id asc
  offset 0
) p
cross join lateral (
  select
    c.id as "contractId",
    c.title as "contractTitle",
    contractor.id as "contractorId",
    contractor.first_name as "contractorFirstName",
    contractor.last_name as "contractorLastName",
    employer.id as "employerId",
    employer.first_name as "employerFirstName",
    employer.last_name as "employerLastName",
    team.id as "teamId",
    team.name as "teamName"
  from reporting.contracts c
  join reporting.people contractor on contractor.id = c.contractor_id
  join reporting.people employer on employer.id = c.employer_id
  left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
  where c.company_id = :companyId and c.id = p.contract_id
  offset 0
) contract
order by array_position('{upcoming,processing,failed,paid,deleted}', p.status) asc, p.scheduled_payment_on asc, p.id asc;

-- scheduled-payments-scheduledPaymentStatus-asc-filtered
-- scheduled-payments-scheduledPaymentStatus-desc-filtered, with desc for asc
with contract_filter as materialized (
  select c.id
  from reporting.contracts c
  where c.company_id = :companyId and c.team_id = any (:teamIds::text[]) and c.type = 'fixed'
    and :contractorIds::text[] is null
  union all
  select c.id
  from reporting.contracts c
  where c.company_id = :companyId and c.contractor_id = any (:contractorIds::text[]) and c.type = 'fixed'
    and (:teamIds::text[] is null or c.team_id = any (:teamIds))
)
select
  p.id as "id",
  p.name as "name",
  trim_scale(p.amount) as "amount",
  trim_scale(p.paid_amount) as "paidAmount",
  p.status as "status",
  to_char(p.scheduled_payment_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "scheduledPaymentOn",
  contract."contractId" as "contractId",
  contract."contractTitle" as "contractTitle",
  contract."contractorId" as "contractorId",
  contract."contractorFirstName" as "contractorFirstName",
  contract."contractorLastName" as "contractorLastName",
  contract."employerId" as "employerId",
  contract."employerFirstName" as "employerFirstName",
  contract."employerLastName" as "employerLastName",
  contract."teamId" as "teamId",
  contract."teamName" as "teamName"
from (
  -- A fence: sorted before the contract is there, which is looked up once a contract.
  select p.*
  from reporting.scheduled_payments p
  where p.company_id = :companyId and p.status = any (:statuses)
    and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
    and p.contract_id = any (array(select id from contract_filter))
  order by array_position('{upcoming,processing,failed,paid,deleted}', p.status) asc, p.scheduled_payment_on asc, p.id asc
  offset 0
) p
cross join lateral (
  select
    c.id as "contractId",
    c.title as "contractTitle",
    contractor.id as "contractorId",
    contractor.first_name as "contractorFirstName",
    contractor.last_name as "contractorLastName",
    employer.id as "employerId",
    employer.first_name as "employerFirstName",
    employer.last_name as "employerLastName",
    team.id as "teamId",
    team.name as "teamName"
  from reporting.contracts c
  join reporting.people contractor on contractor.id = c.contractor_id
  join reporting.people employer on employer.id = c.employer_id
  left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
  where c.company_id = :companyId and c.id = p.contract_id
  offset 0
) contract
order by array_position('{upcoming,processing,failed,paid,deleted}', p.status) asc, p.scheduled_payment_on asc, p.id asc;

-- scheduled-payments-contract-asc
-- scheduled-payments-contract-desc, with desc for asc
select
  p.id as "id",
  p.name as "name",
  trim_scale(p.amount) as "amount",
  trim_scale(p.paid_amount) as "paidAmount",
  p.status as "status",
  to_char(p.scheduled_payment_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "scheduledPaymentOn",
  contract."contractId" as "contractId",
  contract."contractTitle" as "contractTitle",
  contract."contractorId" as "contractorId",
  contract."contractorFirstName" as "contractorFirstName",
  contract."contractorLastName" as "contractorLastName",
  contract."employerId" as "employerId",
  contract."employerFirstName" as "employerFirstName",
  contract."employerLastName" as "employerLastName",
  contract."teamId" as "teamId",
  contract."teamName" as "teamName"
from (
  -- A fence: sorted before the contract is there, which is looked up once a contract.
  select p.*, c.position
  from reporting.scheduled_payments p
  join (
    select c.id, row_number() over (order by c.title collate reporting.text_order asc, c.id asc) as position
    from reporting.contracts c
    where c.company_id = :companyId and c.type = 'fixed'
  ) c on c.id = p.contract_id
  where p.company_id = :companyId and p.status = any (:statuses)
    and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
  order by c.position, p.scheduled_payment_on asc, p.id asc
  offset 0
) p
cross join lateral (
  select
    c.id as "contractId",
    c.title as "contractTitle",
    contractor.id as "contractorId",
    contractor.first_name as "contractorFirstName",
    contractor.last_name as "contractorLastName",
    employer.id as "employerId",
    employer.first_name as "employerFirstName",
    employer.last_name as "employerLastName",
    team.id as "teamId",
    team.name as "teamName"
  from reporting.contracts c
  join reporting.people contractor on contractor.id = c.contractor_id
  join reporting.people employer on employer.id = c.employer_id
  left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
  where c.company_id = :companyId and c.id = p.contract_id
  offset 0
) contract
order by p.position, p.scheduled_payment_on asc, p.id asc;

-- scheduled-payments-contract-asc-filtered
-- scheduled-payments-contract-desc-filtered, with desc for asc
with contract_filter as materialized (
  select c.id
  from reporting.contracts c
  where c.company_id = :companyId and c.team_id = any (:teamIds::text[]) and c.type = 'fixed'
    and :contractorIds::text[] is null
  union all
  select c.id
  from reporting.contracts c
  where c.company_id = :companyId and c.contractor_id = any (:contractorIds::text[]) and c.type = 'fixed'
    and (:teamIds::text[] is null or c.team_id = any (:teamIds))
)
select
  p.id as "id",
  p.name as "name",
  trim_scale(p.amount) as "amount",
  trim_scale(p.paid_amount) as "paidAmount",
  p.status as "status",
  to_char(p.scheduled_payment_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "scheduledPaymentOn",
  contract."contractId" as "contractId",
  contract."contractTitle" as "contractTitle",
  contract."contractorId" as "contractorId",
  contract."contractorFirstName" as "contractorFirstName",
  contract."contractorLastName" as "contractorLastName",
  contract."employerId" as "employerId",
  contract."employerFirstName" as "employerFirstName",
  contract."employerLastName" as "employerLastName",
  contract."teamId" as "teamId",
  contract."teamName" as "teamName"
from (
  -- A fence: sorted before the contract is there, which is looked up once a contract.
  select p.*, c.position
  from reporting.scheduled_payments p
  join (
    select c.id, row_number() over (order by c.title collate reporting.text_order asc, c.id asc) as position
    from reporting.contracts c
    where c.company_id = :companyId and c.type = 'fixed'
  ) c on c.id = p.contract_id
  where p.company_id = :companyId and p.status = any (:statuses)
    and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
    and p.contract_id = any (array(select id from contract_filter))
  order by c.position, p.scheduled_payment_on asc, p.id asc
  offset 0
) p
cross join lateral (
  select
    c.id as "contractId",
    c.title as "contractTitle",
    contractor.id as "contractorId",
    contractor.first_name as "contractorFirstName",
    contractor.last_name as "contractorLastName",
    employer.id as "employerId",
    employer.first_name as "employerFirstName",
    employer.last_name as "employerLastName",
    team.id as "teamId",
    team.name as "teamName"
  from reporting.contracts c
  join reporting.people contractor on contractor.id = c.contractor_id
  join reporting.people employer on employer.id = c.employer_id
  left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
  where c.company_id = :companyId and c.id = p.contract_id
  offset 0
) contract
order by p.position, p.scheduled_payment_on asc, p.id asc;

-- scheduled-payments-contractor-asc
-- scheduled-payments-contractor-desc, with desc for asc
select
  p.id as "id",
  p.name as "name",
  trim_scale(p.amount) as "amount",
  trim_scale(p.paid_amount) as "paidAmount",
  p.status as "status",
  to_char(p.scheduled_payment_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "scheduledPaymentOn",
  contract."contractId" as "contractId",
  contract."contractTitle" as "contractTitle",
  contract."contractorId" as "contractorId",
  contract."contractorFirstName" as "contractorFirstName",
  contract."contractorLastName" as "contractorLastName",
  contract."employerId" as "employerId",
  contract."employerFirstName" as "employerFirstName",
  contract."employerLastName" as "employerLastName",
  contract."teamId" as "teamId",
  contract."teamName" as "teamName"
from (
  -- A fence: sorted before the contract is there, which is looked up once a contract.
  select p.*, c.position
  from reporting.scheduled_payments p
  join (
    select c.id, row_number() over (order by c.contractor_last_name collate reporting.text_order asc, c.contractor_first_name collate reporting.text_order asc, c.contractor_id asc, c.id asc) as position
    from reporting.contracts c
    where c.company_id = :companyId and c.type = 'fixed'
  ) c on c.id = p.contract_id
  where p.company_id = :companyId and p.status = any (:statuses)
    and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
  order by c.position, p.scheduled_payment_on asc, p.id asc
  offset 0
) p
cross join lateral (
  select
    c.id as "contractId",
    c.title as "contractTitle",
    contractor.id as "contractorId",
    contractor.first_name as "contractorFirstName",
    contractor.last_name as "contractorLastName",
    employer.id as "employerId",
    employer.first_name as "employerFirstName",
    employer.last_name as "employerLastName",
    team.id as "teamId",
    team.name as "teamName"
  from reporting.contracts c
  join reporting.people contractor on contractor.id = c.contractor_id
  join reporting.people employer on employer.id = c.employer_id
  left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
  where c.company_id = :companyId and c.id = p.contract_id
  offset 0
) contract
order by p.position, p.scheduled_payment_on asc, p.id asc;

-- scheduled-payments-contractor-asc-filtered
-- scheduled-payments-contractor-desc-filtered, with desc for asc
with contract_filter as materialized (
  select c.id
  from reporting.contracts c
  where c.company_id = :companyId and c.team_id = any (:teamIds::text[]) and c.type = 'fixed'
    and :contractorIds::text[] is null
  union all
  select c.id
  from reporting.contracts c
  where c.company_id = :companyId and c.contractor_id = any (:contractorIds::text[]) and c.type = 'fixed'
    and (:teamIds::text[] is null or c.team_id = any (:teamIds))
)
select
  p.id as "id",
  p.name as "name",
  trim_scale(p.amount) as "amount",
  trim_scale(p.paid_amount) as "paidAmount",
  p.status as "status",
  to_char(p.scheduled_payment_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "scheduledPaymentOn",
  contract."contractId" as "contractId",
  contract."contractTitle" as "contractTitle",
  contract."contractorId" as "contractorId",
  contract."contractorFirstName" as "contractorFirstName",
  contract."contractorLastName" as "contractorLastName",
  contract."employerId" as "employerId",
  contract."employerFirstName" as "employerFirstName",
  contract."employerLastName" as "employerLastName",
  contract."teamId" as "teamId",
  contract."teamName" as "teamName"
from (
  -- A fence: sorted before the contract is there, which is looked up once a contract.
  select p.*, c.position
  from reporting.scheduled_payments p
  join (
    select c.id, row_number() over (order by c.contractor_last_name collate reporting.text_order asc, c.contractor_first_name collate reporting.text_order asc, c.contractor_id asc, c.id asc) as position
    from reporting.contracts c
    where c.company_id = :companyId and c.type = 'fixed'
  ) c on c.id = p.contract_id
  where p.company_id = :companyId and p.status = any (:statuses)
    and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
    and p.contract_id = any (array(select id from contract_filter))
  order by c.position, p.scheduled_payment_on asc, p.id asc
  offset 0
) p
cross join lateral (
  select
    c.id as "contractId",
    c.title as "contractTitle",
    contractor.id as "contractorId",
    contractor.first_name as "contractorFirstName",
    contractor.last_name as "contractorLastName",
    employer.id as "employerId",
    employer.first_name as "employerFirstName",
    employer.last_name as "employerLastName",
    team.id as "teamId",
    team.name as "teamName"
  from reporting.contracts c
  join reporting.people contractor on contractor.id = c.contractor_id
  join reporting.people employer on employer.id = c.employer_id
  left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
  where c.company_id = :companyId and c.id = p.contract_id
  offset 0
) contract
order by p.position, p.scheduled_payment_on asc, p.id asc;
