-- scheduled-payments-scheduledPaymentOn
select
  p.id as "id", p.name as "name", trim_scale(p.amount) as "amount", trim_scale(p.paid_amount) as "paidAmount",
  p.status as "status",
  to_char(p.scheduled_payment_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "scheduledPaymentOn",
  contract."contractId" as "contractId", contract."contractTitle" as "contractTitle",
  contract."contractorId" as "contractorId", contract."contractorFirstName" as "contractorFirstName",
  contract."contractorLastName" as "contractorLastName", contract."employerId" as "employerId",
  contract."employerFirstName" as "employerFirstName", contract."employerLastName" as "employerLastName",
  contract."teamId" as "teamId", contract."teamName" as "teamName"
from (
  -- A fence: sorted before the contract is there, which is looked up once a contract.
  select p.*
  from reporting.scheduled_payments p
  where p.company_id = :companyId and p.status = any (:scheduledPaymentStatuses)
    and p.scheduled_payment_on >= :fromInstant and p.scheduled_payment_on < :untilInstant
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
  join reporting.people contractor on contractor.id = c.contractor_id join reporting.people employer on employer.id = c.employer_id
  left join reporting.teams team on team.company_id = :companyId and team.id = c.team_id
  where c.company_id = :companyId and c.id = p.contract_id
  offset 0
) contract
order by p.scheduled_payment_on asc, p.id asc;

-- scheduled-payments-budget
-- select: as in scheduled-payments-scheduledPaymentOn
from (
  -- A fence: sorted before the contract is there, which is looked up once a contract.
  select p.*
  from reporting.scheduled_payments p
  where p.company_id = :companyId and p.status = any (:scheduledPaymentStatuses)
    and p.scheduled_payment_on >= :fromInstant and p.scheduled_payment_on < :untilInstant
  order by p.amount asc, p.id asc
  offset 0
) p
-- cross join lateral (: as in scheduled-payments-scheduledPaymentOn
order by p.amount asc, p.id asc;

-- scheduled-payments-paidAmount
-- select: as in scheduled-payments-scheduledPaymentOn
from (
  -- A fence: sorted before the contract is there, which is looked up once a contract.
  select p.*
  from reporting.scheduled_payments p
  where p.company_id = :companyId and p.status = any (:scheduledPaymentStatuses)
    and p.scheduled_payment_on >= :fromInstant and p.scheduled_payment_on < :untilInstant
  order by p.paid_amount asc, p.id asc
  offset 0
) p
-- cross join lateral (: as in scheduled-payments-scheduledPaymentOn
order by p.paid_amount asc, p.id asc;

-- scheduled-payments-scheduledPaymentStatus
-- select: as in scheduled-payments-scheduledPaymentOn
from (
  -- A fence: sorted before the contract is there, which is looked up once a contract.
  select p.*
  from reporting.scheduled_payments p
  where p.company_id = :companyId and p.status = any (:scheduledPaymentStatuses)
    and p.scheduled_payment_on >= :fromInstant and p.scheduled_payment_on < :untilInstant
  order by array_position('{upcoming,processing,failed,paid,deleted}', p.status) asc, p.scheduled_payment_on asc, p.id asc
  offset 0
) p
-- cross join lateral (: as in scheduled-payments-scheduledPaymentOn
order by array_position('{upcoming,processing,failed,paid,deleted}', p.status) asc, p.scheduled_payment_on asc, p.id asc;

-- scheduled-payments-contract
-- select: as in scheduled-payments-scheduledPaymentOn
from (
  -- A fence: sorted before the contract is there, which is looked up once a contract.
  select p.*, c.position
  from reporting.scheduled_payments p
  join (
    select c.id, row_number() over (order by c.title collate reporting.text_order asc, c.id asc) as position
    from (
      select c.id, c.title from reporting.contracts c where c.company_id = :companyId and c.type = 'fixed'
    ) c
  ) c on c.id = p.contract_id
  where p.company_id = :companyId and p.status = any (:scheduledPaymentStatuses)
    and p.scheduled_payment_on >= :fromInstant and p.scheduled_payment_on < :untilInstant
  order by c.position, p.scheduled_payment_on asc, p.id asc
  offset 0
) p
-- cross join lateral (: as in scheduled-payments-scheduledPaymentOn
order by p.position, p.scheduled_payment_on asc, p.id asc;

-- scheduled-payments-contractor
-- select: as in scheduled-payments-scheduledPaymentOn
from (
  -- A fence: sorted before the contract is there, which is looked up once a contract.
  select p.*, c.position
  from reporting.scheduled_payments p
  join (
    select c.id, row_number() over (order by c.last_name collate reporting.text_order asc, c.first_name collate reporting.text_order asc, c.contractor_id asc, c.id asc) as position
    from (
      select c.id, contractor.last_name, contractor.first_name, c.contractor_id from reporting.contracts c join reporting.people contractor on contractor.id = c.contractor_id where c.company_id = :companyId and c.type = 'fixed'
    ) c
  ) c on c.id = p.contract_id
  where p.company_id = :companyId and p.status = any (:scheduledPaymentStatuses)
    and p.scheduled_payment_on >= :fromInstant and p.scheduled_payment_on < :untilInstant
  order by c.position, p.scheduled_payment_on asc, p.id asc
  offset 0
) p
-- cross join lateral (: as in scheduled-payments-scheduledPaymentOn
order by p.position, p.scheduled_payment_on asc, p.id asc;

-- scheduled-payments-scheduledPaymentOn-filtered
with contract_filter as materialized (
  select c.id from reporting.contracts c
  where c.company_id = :companyId and c.type = 'fixed' and c.team_id = any (:teamIds)
)
select
  p.id as "id", p.name as "name", trim_scale(p.amount) as "amount", trim_scale(p.paid_amount) as "paidAmount",
  p.status as "status",
  to_char(p.scheduled_payment_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "scheduledPaymentOn",
  contract."contractId" as "contractId", contract."contractTitle" as "contractTitle",
  contract."contractorId" as "contractorId", contract."contractorFirstName" as "contractorFirstName",
  contract."contractorLastName" as "contractorLastName", contract."employerId" as "employerId",
  contract."employerFirstName" as "employerFirstName", contract."employerLastName" as "employerLastName",
  contract."teamId" as "teamId", contract."teamName" as "teamName"
from (
  -- A fence: sorted before the contract is there, which is looked up once a contract.
  select p.*
  from reporting.scheduled_payments p
  where p.company_id = :companyId and p.status = any (:scheduledPaymentStatuses)
    and p.scheduled_payment_on >= :fromInstant and p.scheduled_payment_on < :untilInstant
    and p.contract_id = any (array(select id from contract_filter))
  order by p.scheduled_payment_on asc, p.id asc
  offset 0
) p
-- cross join lateral (: as in scheduled-payments-scheduledPaymentOn
order by p.scheduled_payment_on asc, p.id asc;

-- scheduled-payments-budget-filtered
-- with contract_filter: as in scheduled-payments-scheduledPaymentOn-filtered
from (
  -- A fence: sorted before the contract is there, which is looked up once a contract.
  select p.*
  from reporting.scheduled_payments p
  where p.company_id = :companyId and p.status = any (:scheduledPaymentStatuses)
    and p.scheduled_payment_on >= :fromInstant and p.scheduled_payment_on < :untilInstant
    and p.contract_id = any (array(select id from contract_filter))
  order by p.amount asc, p.id asc
  offset 0
) p
-- cross join lateral (: as in scheduled-payments-scheduledPaymentOn
order by p.amount asc, p.id asc;

-- scheduled-payments-paidAmount-filtered
-- with contract_filter: as in scheduled-payments-scheduledPaymentOn-filtered
from (
  -- A fence: sorted before the contract is there, which is looked up once a contract.
  select p.*
  from reporting.scheduled_payments p
  where p.company_id = :companyId and p.status = any (:scheduledPaymentStatuses)
    and p.scheduled_payment_on >= :fromInstant and p.scheduled_payment_on < :untilInstant
    and p.contract_id = any (array(select id from contract_filter))
  order by p.paid_amount asc, p.id asc
  offset 0
) p
-- cross join lateral (: as in scheduled-payments-scheduledPaymentOn
order by p.paid_amount asc, p.id asc;

-- scheduled-payments-scheduledPaymentStatus-filtered
-- with contract_filter: as in scheduled-payments-scheduledPaymentOn-filtered
from (
  -- A fence: sorted before the contract is there, which is looked up once a contract.
  select p.*
  from reporting.scheduled_payments p
  where p.company_id = :companyId and p.status = any (:scheduledPaymentStatuses)
    and p.scheduled_payment_on >= :fromInstant and p.scheduled_payment_on < :untilInstant
    and p.contract_id = any (array(select id from contract_filter))
  order by array_position('{upcoming,processing,failed,paid,deleted}', p.status) asc, p.scheduled_payment_on asc, p.id asc
  offset 0
) p
-- cross join lateral (: as in scheduled-payments-scheduledPaymentOn
order by array_position('{upcoming,processing,failed,paid,deleted}', p.status) asc, p.scheduled_payment_on asc, p.id asc;

-- scheduled-payments-contract-filtered
-- with contract_filter: as in scheduled-payments-scheduledPaymentOn-filtered
from (
  -- A fence: sorted before the contract is there, which is looked up once a contract.
  select p.*, c.position
  from reporting.scheduled_payments p
  join (
    select c.id, row_number() over (order by c.title collate reporting.text_order asc, c.id asc) as position
    from (
      select c.id, c.title from reporting.contracts c where c.company_id = :companyId and c.type = 'fixed'
    ) c
  ) c on c.id = p.contract_id
  where p.company_id = :companyId and p.status = any (:scheduledPaymentStatuses)
    and p.scheduled_payment_on >= :fromInstant and p.scheduled_payment_on < :untilInstant
    and p.contract_id = any (array(select id from contract_filter))
  order by c.position, p.scheduled_payment_on asc, p.id asc
  offset 0
) p
-- cross join lateral (: as in scheduled-payments-scheduledPaymentOn
order by p.position, p.scheduled_payment_on asc, p.id asc;

-- scheduled-payments-contractor-filtered
-- with contract_filter: as in scheduled-payments-scheduledPaymentOn-filtered
from (
  -- A fence: sorted before the contract is there, which is looked up once a contract.
  select p.*, c.position
  from reporting.scheduled_payments p
  join (
    select c.id, row_number() over (order by c.last_name collate reporting.text_order asc, c.first_name collate reporting.text_order asc, c.contractor_id asc, c.id asc) as position
    from (
      select c.id, contractor.last_name, contractor.first_name, c.contractor_id from reporting.contracts c join reporting.people contractor on contractor.id = c.contractor_id where c.company_id = :companyId and c.type = 'fixed'
    ) c
  ) c on c.id = p.contract_id
  where p.company_id = :companyId and p.status = any (:scheduledPaymentStatuses)
    and p.scheduled_payment_on >= :fromInstant and p.scheduled_payment_on < :untilInstant
    and p.contract_id = any (array(select id from contract_filter))
  order by c.position, p.scheduled_payment_on asc, p.id asc
  offset 0
) p
-- cross join lateral (: as in scheduled-payments-scheduledPaymentOn
order by p.position, p.scheduled_payment_on asc, p.id asc;
