-- scheduled-payments-count
select coalesce(sum(payments_count), 0)
from (
  select day, payments_count, case when status = 'paid' then payments_count end as paid_payments_count, paid_amount
  from reporting.payment_days
  where company_id = :companyId and status = any (:statuses) and day >= :fromDate::date and day <= :toDate::date
) totals;

-- scheduled-payments-count-filtered
with contract_filter as materialized (
  select c.id
  from reporting.contracts c
  where c.company_id = :companyId and c.type = 'fixed'
    and (:teamIds::text[] is null or c.team_id = any (:teamIds))
    and (:contractorIds::text[] is null or c.contractor_id = any (:contractorIds))
)
select coalesce(sum(payments_count), 0)
from (
  with other_contracts as materialized (
    select c.id from reporting.contracts c
    where c.company_id = :companyId and c.type = 'fixed' and (c.id in (select id from contract_filter)) is not true
  ),
  choice as materialized (
    select (select count(*) from contract_filter) > (select count(*) from other_contracts) as subtracts
  ),
  summed as materialized (
    select id from contract_filter where not (select subtracts from choice)
    union all
    select id from other_contracts where (select subtracts from choice)
  )
  select payments_count, paid_payments_count, paid_amount
  from (
    select day, payments_count, case when status = 'paid' then payments_count end as paid_payments_count, paid_amount
    from reporting.payment_days
    where company_id = :companyId and status = any (:statuses) and day >= :fromDate::date and day <= :toDate::date
  ) company
  where (select subtracts from choice)
  union all
  select factor * payments_count, factor * paid_payments_count, factor * paid_amount
  from json_populate_recordset(null::reporting.date_segment, :dateSegments::json) as segment
  cross join lateral (select case when subtracts then -sign else sign end as factor from choice) signed
  cross join lateral (
    select
      case when status <> 'paid' or not cardinality(:statuses::text[]) = 5 then payments_count end as payments_count,
      case when status = 'paid' then payments_count end as paid_payments_count,
      case when status <> 'paid' or not cardinality(:statuses::text[]) = 5 then paid_amount end as paid_amount
    from reporting.payment_periods
    where company_id = :companyId and contract_id = any (array(select id from summed)) and unit = segment.unit
      and status = any (case when cardinality(:statuses::text[]) = 5 then '{any,paid}' else :statuses end)
      and start >= segment.start and start < segment.until
    union all
    select 1, case when status = 'paid' then 1 end, paid_amount
    from reporting.scheduled_payments
    where company_id = :companyId and contract_id = any (array(select id from summed)) and segment.unit = 'day'
      and status = any (:statuses)
      and scheduled_payment_on >= (segment.start::timestamp at time zone 'UTC') and scheduled_payment_on < (segment.until::timestamp at time zone 'UTC')
    offset 0
  ) totals
) totals;

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
  where c.company_id = :companyId and c.type = 'fixed'
    and (:teamIds::text[] is null or c.team_id = any (:teamIds))
    and (:contractorIds::text[] is null or c.contractor_id = any (:contractorIds))
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
  where c.company_id = :companyId and c.type = 'fixed'
    and (:teamIds::text[] is null or c.team_id = any (:teamIds))
    and (:contractorIds::text[] is null or c.contractor_id = any (:contractorIds))
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
  where c.company_id = :companyId and c.type = 'fixed'
    and (:teamIds::text[] is null or c.team_id = any (:teamIds))
    and (:contractorIds::text[] is null or c.contractor_id = any (:contractorIds))
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
  where c.company_id = :companyId and c.type = 'fixed'
    and (:teamIds::text[] is null or c.team_id = any (:teamIds))
    and (:contractorIds::text[] is null or c.contractor_id = any (:contractorIds))
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
    join reporting.people contractor on contractor.id = c.contractor_id
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
  where c.company_id = :companyId and c.type = 'fixed'
    and (:teamIds::text[] is null or c.team_id = any (:teamIds))
    and (:contractorIds::text[] is null or c.contractor_id = any (:contractorIds))
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
    join reporting.people contractor on contractor.id = c.contractor_id
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
    select c.id, row_number() over (order by contractor.last_name collate reporting.text_order asc, contractor.first_name collate reporting.text_order asc, contractor.id asc, c.id asc) as position
    from reporting.contracts c
    join reporting.people contractor on contractor.id = c.contractor_id
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
  where c.company_id = :companyId and c.type = 'fixed'
    and (:teamIds::text[] is null or c.team_id = any (:teamIds))
    and (:contractorIds::text[] is null or c.contractor_id = any (:contractorIds))
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
    select c.id, row_number() over (order by contractor.last_name collate reporting.text_order asc, contractor.first_name collate reporting.text_order asc, contractor.id asc, c.id asc) as position
    from reporting.contracts c
    join reporting.people contractor on contractor.id = c.contractor_id
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
