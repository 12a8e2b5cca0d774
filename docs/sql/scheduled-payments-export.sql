-- scheduled-payments-scheduledPaymentOn-asc-count
select coalesce(sum(payments_count), 0)
from (
  select day, payments_count, case when status = 'paid' then payments_count end as paid_payments_count, paid_amount
  from reporting.payment_days
  where company_id = :companyId and status = any (:statuses) and day >= :fromDate::date and day <= :toDate::date
) totals;

-- scheduled-payments-scheduledPaymentOn-asc-csv
-- scheduled-payments-scheduledPaymentOn-desc-csv, with desc for asc
select
  coalesce(case when p.id ~ '[",;\t\r\n]|^\s*[=+@＝＋＠－-]'
      then '"' || replace(regexp_replace(p.id, '(^|[;\t\r\n])(["\s]*)([=+@\t\r＝＋＠－-])', '\1\2''\3', 'g'), '"', '""') || '"' else p.id end, '') || ',' || coalesce(case when p.name ~ '[",;\t\r\n]|^\s*[=+@＝＋＠－-]'
      then '"' || replace(regexp_replace(p.name, '(^|[;\t\r\n])(["\s]*)([=+@\t\r＝＋＠－-])', '\1\2''\3', 'g'), '"', '""') || '"' else p.name end, '') || ',' || coalesce((trim_scale(p.amount))::text, '') || ',' || coalesce((trim_scale(p.paid_amount))::text, '') || ',' || coalesce(case when p.status ~ '[",;\t\r\n]|^\s*[=+@＝＋＠－-]'
      then '"' || replace(regexp_replace(p.status, '(^|[;\t\r\n])(["\s]*)([=+@\t\r＝＋＠－-])', '\1\2''\3', 'g'), '"', '""') || '"' else p.status end, '') || ',' || coalesce(to_char(p.scheduled_payment_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '') || ',' || contract.text
from (
  -- A fence: sorted before the contract's text is there, which is made once a contract and looked up.
  select p.*
  from reporting.scheduled_payments p
  where p.company_id = :companyId and p.status = any (:statuses)
    and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
  order by p.scheduled_payment_on asc, p.id asc
  offset 0
) p
cross join lateral (
  select
    coalesce(case when c.id ~ '[",;\t\r\n]|^\s*[=+@＝＋＠－-]'
        then '"' || replace(regexp_replace(c.id, '(^|[;\t\r\n])(["\s]*)([=+@\t\r＝＋＠－-])', '\1\2''\3', 'g'), '"', '""') || '"' else c.id end, '') || ',' || coalesce(case when c.title ~ '[",;\t\r\n]|^\s*[=+@＝＋＠－-]'
        then '"' || replace(regexp_replace(c.title, '(^|[;\t\r\n])(["\s]*)([=+@\t\r＝＋＠－-])', '\1\2''\3', 'g'), '"', '""') || '"' else c.title end, '') || ',' || coalesce(case when contractor.id ~ '[",;\t\r\n]|^\s*[=+@＝＋＠－-]'
        then '"' || replace(regexp_replace(contractor.id, '(^|[;\t\r\n])(["\s]*)([=+@\t\r＝＋＠－-])', '\1\2''\3', 'g'), '"', '""') || '"' else contractor.id end, '') || ',' || coalesce(case when contractor.first_name ~ '[",;\t\r\n]|^\s*[=+@＝＋＠－-]'
        then '"' || replace(regexp_replace(contractor.first_name, '(^|[;\t\r\n])(["\s]*)([=+@\t\r＝＋＠－-])', '\1\2''\3', 'g'), '"', '""') || '"' else contractor.first_name end, '') || ',' || coalesce(case when contractor.last_name ~ '[",;\t\r\n]|^\s*[=+@＝＋＠－-]'
        then '"' || replace(regexp_replace(contractor.last_name, '(^|[;\t\r\n])(["\s]*)([=+@\t\r＝＋＠－-])', '\1\2''\3', 'g'), '"', '""') || '"' else contractor.last_name end, '') || ',' || coalesce(case when employer.id ~ '[",;\t\r\n]|^\s*[=+@＝＋＠－-]'
        then '"' || replace(regexp_replace(employer.id, '(^|[;\t\r\n])(["\s]*)([=+@\t\r＝＋＠－-])', '\1\2''\3', 'g'), '"', '""') || '"' else employer.id end, '') || ',' || coalesce(case when employer.first_name ~ '[",;\t\r\n]|^\s*[=+@＝＋＠－-]'
        then '"' || replace(regexp_replace(employer.first_name, '(^|[;\t\r\n])(["\s]*)([=+@\t\r＝＋＠－-])', '\1\2''\3', 'g'), '"', '""') || '"' else employer.first_name end, '') || ',' || coalesce(case when employer.last_name ~ '[",;\t\r\n]|^\s*[=+@＝＋＠－-]'
        then '"' || replace(regexp_replace(employer.last_name, '(^|[;\t\r\n])(["\s]*)([=+@\t\r＝＋＠－-])', '\1\2''\3', 'g'), '"', '""') || '"' else employer.last_name end, '') || ',' || coalesce(case when team.id ~ '[",;\t\r\n]|^\s*[=+@＝＋＠－-]'
        then '"' || replace(regexp_replace(team.id, '(^|[;\t\r\n])(["\s]*)([=+@\t\r＝＋＠－-])', '\1\2''\3', 'g'), '"', '""') || '"' else team.id end, '') || ',' || coalesce(case when team.name ~ '[",;\t\r\n]|^\s*[=+@＝＋＠－-]'
        then '"' || replace(regexp_replace(team.name, '(^|[;\t\r\n])(["\s]*)([=+@\t\r＝＋＠－-])', '\1\2''\3', 'g'), '"', '""') || '"' else team.name end, '') as text
  from reporting.contracts c
  join reporting.people contractor on contractor.id = c.contractor_id
  join reporting.people employer on employer.id = c.employer_id
  left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
  where c.company_id = :companyId and c.id = p.contract_id
  offset 0
) contract
order by p.scheduled_payment_on asc, p.id asc;

-- scheduled-payments-scheduledPaymentOn-asc-ndjson
-- scheduled-payments-scheduledPaymentOn-desc-ndjson, with desc for asc
select
  json_build_object(
    '_id', p.id,
    'name', p.name,
    'amount', trim_scale(p.amount),
    'paidAmount', trim_scale(p.paid_amount),
    'status', p.status,
    'scheduledPaymentOn', to_char(p.scheduled_payment_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'contract', contract.text
  )::text
from (
  -- A fence: sorted before the contract's text is there, which is made once a contract and looked up.
  select p.*
  from reporting.scheduled_payments p
  where p.company_id = :companyId and p.status = any (:statuses)
    and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
  order by p.scheduled_payment_on asc, p.id asc
  offset 0
) p
cross join lateral (
  select
    json_build_object(
      '_id', c.id,
      'title', c.title,
      'contractor', json_build_object('_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
      'employer', json_build_object('_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name),
      'team', case when team.id is not null then json_build_object('_id', team.id, 'name', team.name) end
    ) as text
  from reporting.contracts c
  join reporting.people contractor on contractor.id = c.contractor_id
  join reporting.people employer on employer.id = c.employer_id
  left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
  where c.company_id = :companyId and c.id = p.contract_id
  offset 0
) contract
order by p.scheduled_payment_on asc, p.id asc;

-- scheduled-payments-scheduledPaymentOn-asc-xlsx
-- scheduled-payments-scheduledPaymentOn-desc-xlsx, with desc for asc
select
  coalesce('<c t="inlineStr"><is><t xml:space="preserve">' ||
      case when p.id ~ '[&<>\u0001-\u001f\ufffe\uffff]|_x[0-9A-Fa-f]{4}_' then regexp_replace(replace(replace(replace(replace(regexp_replace(left(p.id, 32767), '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g'), '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), chr(13), '_x000D_'), '[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]', '�', 'g') else left(p.id, 32767) end || '</t></is></c>', '<c/>') || '' || coalesce('<c t="inlineStr"><is><t xml:space="preserve">' ||
      case when p.name ~ '[&<>\u0001-\u001f\ufffe\uffff]|_x[0-9A-Fa-f]{4}_' then regexp_replace(replace(replace(replace(replace(regexp_replace(left(p.name, 32767), '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g'), '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), chr(13), '_x000D_'), '[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]', '�', 'g') else left(p.name, 32767) end || '</t></is></c>', '<c/>') || '' || coalesce('<c s="1"><v>' || trim_scale(p.amount) || '</v></c>', '<c/>') || '' || coalesce('<c s="1"><v>' || trim_scale(p.paid_amount) || '</v></c>', '<c/>') || '' || coalesce('<c t="inlineStr"><is><t xml:space="preserve">' ||
      case when p.status ~ '[&<>\u0001-\u001f\ufffe\uffff]|_x[0-9A-Fa-f]{4}_' then regexp_replace(replace(replace(replace(replace(regexp_replace(left(p.status, 32767), '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g'), '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), chr(13), '_x000D_'), '[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]', '�', 'g') else left(p.status, 32767) end || '</t></is></c>', '<c/>') || '' || case when p.scheduled_payment_on >= '1900-03-01Z'
          then '<c s="2"><v>' || (extract(epoch from p.scheduled_payment_on)::float8 / 86400 + 25569) || '</v></c>'
          else coalesce('<c t="inlineStr"><is><t xml:space="preserve">' ||
      case when to_char(p.scheduled_payment_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') ~ '[&<>\u0001-\u001f\ufffe\uffff]|_x[0-9A-Fa-f]{4}_' then regexp_replace(replace(replace(replace(replace(regexp_replace(left(to_char(p.scheduled_payment_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 32767), '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g'), '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), chr(13), '_x000D_'), '[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]', '�', 'g') else left(to_char(p.scheduled_payment_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 32767) end || '</t></is></c>', '<c/>') end || '' || contract.text
from (
  -- A fence: sorted before the contract's text is there, which is made once a contract and looked up.
  select p.*
  from reporting.scheduled_payments p
  where p.company_id = :companyId and p.status = any (:statuses)
    and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
  order by p.scheduled_payment_on asc, p.id asc
  offset 0
) p
cross join lateral (
  select
    coalesce('<c t="inlineStr"><is><t xml:space="preserve">' ||
        case when c.id ~ '[&<>\u0001-\u001f\ufffe\uffff]|_x[0-9A-Fa-f]{4}_' then regexp_replace(replace(replace(replace(replace(regexp_replace(left(c.id, 32767), '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g'), '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), chr(13), '_x000D_'), '[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]', '�', 'g') else left(c.id, 32767) end || '</t></is></c>', '<c/>') || '' || coalesce('<c t="inlineStr"><is><t xml:space="preserve">' ||
        case when c.title ~ '[&<>\u0001-\u001f\ufffe\uffff]|_x[0-9A-Fa-f]{4}_' then regexp_replace(replace(replace(replace(replace(regexp_replace(left(c.title, 32767), '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g'), '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), chr(13), '_x000D_'), '[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]', '�', 'g') else left(c.title, 32767) end || '</t></is></c>', '<c/>') || '' || coalesce('<c t="inlineStr"><is><t xml:space="preserve">' ||
        case when contractor.id ~ '[&<>\u0001-\u001f\ufffe\uffff]|_x[0-9A-Fa-f]{4}_' then regexp_replace(replace(replace(replace(replace(regexp_replace(left(contractor.id, 32767), '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g'), '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), chr(13), '_x000D_'), '[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]', '�', 'g') else left(contractor.id, 32767) end || '</t></is></c>', '<c/>') || '' || coalesce('<c t="inlineStr"><is><t xml:space="preserve">' ||
        case when contractor.first_name ~ '[&<>\u0001-\u001f\ufffe\uffff]|_x[0-9A-Fa-f]{4}_' then regexp_replace(replace(replace(replace(replace(regexp_replace(left(contractor.first_name, 32767), '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g'), '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), chr(13), '_x000D_'), '[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]', '�', 'g') else left(contractor.first_name, 32767) end || '</t></is></c>', '<c/>') || '' || coalesce('<c t="inlineStr"><is><t xml:space="preserve">' ||
        case when contractor.last_name ~ '[&<>\u0001-\u001f\ufffe\uffff]|_x[0-9A-Fa-f]{4}_' then regexp_replace(replace(replace(replace(replace(regexp_replace(left(contractor.last_name, 32767), '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g'), '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), chr(13), '_x000D_'), '[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]', '�', 'g') else left(contractor.last_name, 32767) end || '</t></is></c>', '<c/>') || '' || coalesce('<c t="inlineStr"><is><t xml:space="preserve">' ||
        case when employer.id ~ '[&<>\u0001-\u001f\ufffe\uffff]|_x[0-9A-Fa-f]{4}_' then regexp_replace(replace(replace(replace(replace(regexp_replace(left(employer.id, 32767), '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g'), '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), chr(13), '_x000D_'), '[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]', '�', 'g') else left(employer.id, 32767) end || '</t></is></c>', '<c/>') || '' || coalesce('<c t="inlineStr"><is><t xml:space="preserve">' ||
        case when employer.first_name ~ '[&<>\u0001-\u001f\ufffe\uffff]|_x[0-9A-Fa-f]{4}_' then regexp_replace(replace(replace(replace(replace(regexp_replace(left(employer.first_name, 32767), '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g'), '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), chr(13), '_x000D_'), '[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]', '�', 'g') else left(employer.first_name, 32767) end || '</t></is></c>', '<c/>') || '' || coalesce('<c t="inlineStr"><is><t xml:space="preserve">' ||
        case when employer.last_name ~ '[&<>\u0001-\u001f\ufffe\uffff]|_x[0-9A-Fa-f]{4}_' then regexp_replace(replace(replace(replace(replace(regexp_replace(left(employer.last_name, 32767), '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g'), '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), chr(13), '_x000D_'), '[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]', '�', 'g') else left(employer.last_name, 32767) end || '</t></is></c>', '<c/>') || '' || coalesce('<c t="inlineStr"><is><t xml:space="preserve">' ||
        case when team.id ~ '[&<>\u0001-\u001f\ufffe\uffff]|_x[0-9A-Fa-f]{4}_' then regexp_replace(replace(replace(replace(replace(regexp_replace(left(team.id, 32767), '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g'), '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), chr(13), '_x000D_'), '[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]', '�', 'g') else left(team.id, 32767) end || '</t></is></c>', '<c/>') || '' || coalesce('<c t="inlineStr"><is><t xml:space="preserve">' ||
        case when team.name ~ '[&<>\u0001-\u001f\ufffe\uffff]|_x[0-9A-Fa-f]{4}_' then regexp_replace(replace(replace(replace(replace(regexp_replace(left(team.name, 32767), '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g'), '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), chr(13), '_x000D_'), '[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]', '�', 'g') else left(team.name, 32767) end || '</t></is></c>', '<c/>') as text
  from reporting.contracts c
  join reporting.people contractor on contractor.id = c.contractor_id
  join reporting.people employer on employer.id = c.employer_id
  left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
  where c.company_id = :companyId and c.id = p.contract_id
  offset 0
) contract
order by p.scheduled_payment_on asc, p.id asc;

-- scheduled-payments-scheduledPaymentOn-asc-filtered-count
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
  from json_populate_recordset(null::reporting.piece, :dateSegments::json) as segment
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

-- scheduled-payments-scheduledPaymentOn-asc-filtered-ndjson
-- scheduled-payments-scheduledPaymentOn-desc-filtered-ndjson, with desc for asc
with contract_filter as materialized (
  select c.id
  from reporting.contracts c
  where c.company_id = :companyId and c.type = 'fixed'
    and (:teamIds::text[] is null or c.team_id = any (:teamIds))
    and (:contractorIds::text[] is null or c.contractor_id = any (:contractorIds))
)
select
  json_build_object(
    '_id', p.id,
    'name', p.name,
    'amount', trim_scale(p.amount),
    'paidAmount', trim_scale(p.paid_amount),
    'status', p.status,
    'scheduledPaymentOn', to_char(p.scheduled_payment_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'contract', contract.text
  )::text
from (
  -- A fence: sorted before the contract's text is there, which is made once a contract and looked up.
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
    json_build_object(
      '_id', c.id,
      'title', c.title,
      'contractor', json_build_object('_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
      'employer', json_build_object('_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name),
      'team', case when team.id is not null then json_build_object('_id', team.id, 'name', team.name) end
    ) as text
  from reporting.contracts c
  join reporting.people contractor on contractor.id = c.contractor_id
  join reporting.people employer on employer.id = c.employer_id
  left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
  where c.company_id = :companyId and c.id = p.contract_id
  offset 0
) contract
order by p.scheduled_payment_on asc, p.id asc;

-- scheduled-payments-budget-asc-ndjson
-- scheduled-payments-budget-desc-ndjson, with desc for asc
select
  json_build_object(
    '_id', p.id,
    'name', p.name,
    'amount', trim_scale(p.amount),
    'paidAmount', trim_scale(p.paid_amount),
    'status', p.status,
    'scheduledPaymentOn', to_char(p.scheduled_payment_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'contract', contract.text
  )::text
from (
  -- A fence: sorted before the contract's text is there, which is made once a contract and looked up.
  select p.*
  from reporting.scheduled_payments p
  where p.company_id = :companyId and p.status = any (:statuses)
    and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
  order by p.amount asc, p.id asc
  offset 0
) p
cross join lateral (
  select
    json_build_object(
      '_id', c.id,
      'title', c.title,
      'contractor', json_build_object('_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
      'employer', json_build_object('_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name),
      'team', case when team.id is not null then json_build_object('_id', team.id, 'name', team.name) end
    ) as text
  from reporting.contracts c
  join reporting.people contractor on contractor.id = c.contractor_id
  join reporting.people employer on employer.id = c.employer_id
  left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
  where c.company_id = :companyId and c.id = p.contract_id
  offset 0
) contract
order by p.amount asc, p.id asc;

-- scheduled-payments-budget-asc-filtered-ndjson
-- scheduled-payments-budget-desc-filtered-ndjson, with desc for asc
with contract_filter as materialized (
  select c.id
  from reporting.contracts c
  where c.company_id = :companyId and c.type = 'fixed'
    and (:teamIds::text[] is null or c.team_id = any (:teamIds))
    and (:contractorIds::text[] is null or c.contractor_id = any (:contractorIds))
)
select
  json_build_object(
    '_id', p.id,
    'name', p.name,
    'amount', trim_scale(p.amount),
    'paidAmount', trim_scale(p.paid_amount),
    'status', p.status,
    'scheduledPaymentOn', to_char(p.scheduled_payment_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'contract', contract.text
  )::text
from (
  -- A fence: sorted before the contract's text is there, which is made once a contract and looked up.
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
    json_build_object(
      '_id', c.id,
      'title', c.title,
      'contractor', json_build_object('_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
      'employer', json_build_object('_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name),
      'team', case when team.id is not null then json_build_object('_id', team.id, 'name', team.name) end
    ) as text
  from reporting.contracts c
  join reporting.people contractor on contractor.id = c.contractor_id
  join reporting.people employer on employer.id = c.employer_id
  left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
  where c.company_id = :companyId and c.id = p.contract_id
  offset 0
) contract
order by p.amount asc, p.id asc;

-- scheduled-payments-paidAmount-asc-ndjson
-- scheduled-payments-paidAmount-desc-ndjson, with desc for asc
select
  json_build_object(
    '_id', p.id,
    'name', p.name,
    'amount', trim_scale(p.amount),
    'paidAmount', trim_scale(p.paid_amount),
    'status', p.status,
    'scheduledPaymentOn', to_char(p.scheduled_payment_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'contract', contract.text
  )::text
from (
  -- A fence: sorted before the contract's text is there, which is made once a contract and looked up.
  select p.*
  from reporting.scheduled_payments p
  where p.company_id = :companyId and p.status = any (:statuses)
    and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
  order by p.paid_amount asc, p.id asc
  offset 0
) p
cross join lateral (
  select
    json_build_object(
      '_id', c.id,
      'title', c.title,
      'contractor', json_build_object('_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
      'employer', json_build_object('_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name),
      'team', case when team.id is not null then json_build_object('_id', team.id, 'name', team.name) end
    ) as text
  from reporting.contracts c
  join reporting.people contractor on contractor.id = c.contractor_id
  join reporting.people employer on employer.id = c.employer_id
  left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
  where c.company_id = :companyId and c.id = p.contract_id
  offset 0
) contract
order by p.paid_amount asc, p.id asc;

-- scheduled-payments-paidAmount-asc-filtered-ndjson
-- scheduled-payments-paidAmount-desc-filtered-ndjson, with desc for asc
with contract_filter as materialized (
  select c.id
  from reporting.contracts c
  where c.company_id = :companyId and c.type = 'fixed'
    and (:teamIds::text[] is null or c.team_id = any (:teamIds))
    and (:contractorIds::text[] is null or c.contractor_id = any (:contractorIds))
)
select
  json_build_object(
    '_id', p.id,
    'name', p.name,
    'amount', trim_scale(p.amount),
    'paidAmount', trim_scale(p.paid_amount),
    'status', p.status,
    'scheduledPaymentOn', to_char(p.scheduled_payment_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'contract', contract.text
  )::text
from (
  -- A fence: sorted before the contract's text is there, which is made once a contract and looked up.
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
    json_build_object(
      '_id', c.id,
      'title', c.title,
      'contractor', json_build_object('_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
      'employer', json_build_object('_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name),
      'team', case when team.id is not null then json_build_object('_id', team.id, 'name', team.name) end
    ) as text
  from reporting.contracts c
  join reporting.people contractor on contractor.id = c.contractor_id
  join reporting.people employer on employer.id = c.employer_id
  left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
  where c.company_id = :companyId and c.id = p.contract_id
  offset 0
) contract
order by p.paid_amount asc, p.id asc;

-- scheduled-payments-scheduledPaymentStatus-asc-ndjson
-- scheduled-payments-scheduledPaymentStatus-desc-ndjson, with desc for asc
select
  json_build_object(
    '_id', p.id,
    'name', p.name,
    'amount', trim_scale(p.amount),
    'paidAmount', trim_scale(p.paid_amount),
    'status', p.status,
    'scheduledPaymentOn', to_char(p.scheduled_payment_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'contract', contract.text
  )::text
from (
  -- A fence: sorted before the contract's text is there, which is made once a contract and looked up.
  select p.*
  from reporting.scheduled_payments p
  where p.company_id = :companyId and p.status = any (:statuses)
    and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
  order by array_position('{upcoming,processing,failed,paid,deleted}', p.status) asc, p.scheduled_payment_on asc, p.id asc
  offset 0
) p
cross join lateral (
  select
    json_build_object(
      '_id', c.id,
      'title', c.title,
      'contractor', json_build_object('_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
      'employer', json_build_object('_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name),
      'team', case when team.id is not null then json_build_object('_id', team.id, 'name', team.name) end
    ) as text
  from reporting.contracts c
  join reporting.people contractor on contractor.id = c.contractor_id
  join reporting.people employer on employer.id = c.employer_id
  left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
  where c.company_id = :companyId and c.id = p.contract_id
  offset 0
) contract
order by array_position('{upcoming,processing,failed,paid,deleted}', p.status) asc, p.scheduled_payment_on asc, p.id asc;

-- scheduled-payments-scheduledPaymentStatus-asc-filtered-ndjson
-- scheduled-payments-scheduledPaymentStatus-desc-filtered-ndjson, with desc for asc
with contract_filter as materialized (
  select c.id
  from reporting.contracts c
  where c.company_id = :companyId and c.type = 'fixed'
    and (:teamIds::text[] is null or c.team_id = any (:teamIds))
    and (:contractorIds::text[] is null or c.contractor_id = any (:contractorIds))
)
select
  json_build_object(
    '_id', p.id,
    'name', p.name,
    'amount', trim_scale(p.amount),
    'paidAmount', trim_scale(p.paid_amount),
    'status', p.status,
    'scheduledPaymentOn', to_char(p.scheduled_payment_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'contract', contract.text
  )::text
from (
  -- A fence: sorted before the contract's text is there, which is made once a contract and looked up.
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
    json_build_object(
      '_id', c.id,
      'title', c.title,
      'contractor', json_build_object('_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
      'employer', json_build_object('_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name),
      'team', case when team.id is not null then json_build_object('_id', team.id, 'name', team.name) end
    ) as text
  from reporting.contracts c
  join reporting.people contractor on contractor.id = c.contractor_id
  join reporting.people employer on employer.id = c.employer_id
  left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
  where c.company_id = :companyId and c.id = p.contract_id
  offset 0
) contract
order by array_position('{upcoming,processing,failed,paid,deleted}', p.status) asc, p.scheduled_payment_on asc, p.id asc;

-- scheduled-payments-contract-asc-ndjson
-- scheduled-payments-contract-desc-ndjson, with desc for asc
select
  json_build_object(
    '_id', p.id,
    'name', p.name,
    'amount', trim_scale(p.amount),
    'paidAmount', trim_scale(p.paid_amount),
    'status', p.status,
    'scheduledPaymentOn', to_char(p.scheduled_payment_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'contract', contract.text
  )::text
from (
  -- A fence: sorted before the contract's text is there, which is made once a contract and looked up.
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
    json_build_object(
      '_id', c.id,
      'title', c.title,
      'contractor', json_build_object('_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
      'employer', json_build_object('_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name),
      'team', case when team.id is not null then json_build_object('_id', team.id, 'name', team.name) end
    ) as text
  from reporting.contracts c
  join reporting.people contractor on contractor.id = c.contractor_id
  join reporting.people employer on employer.id = c.employer_id
  left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
  where c.company_id = :companyId and c.id = p.contract_id
  offset 0
) contract
order by p.position, p.scheduled_payment_on asc, p.id asc;

-- scheduled-payments-contract-asc-filtered-ndjson
-- scheduled-payments-contract-desc-filtered-ndjson, with desc for asc
with contract_filter as materialized (
  select c.id
  from reporting.contracts c
  where c.company_id = :companyId and c.type = 'fixed'
    and (:teamIds::text[] is null or c.team_id = any (:teamIds))
    and (:contractorIds::text[] is null or c.contractor_id = any (:contractorIds))
)
select
  json_build_object(
    '_id', p.id,
    'name', p.name,
    'amount', trim_scale(p.amount),
    'paidAmount', trim_scale(p.paid_amount),
    'status', p.status,
    'scheduledPaymentOn', to_char(p.scheduled_payment_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'contract', contract.text
  )::text
from (
  -- A fence: sorted before the contract's text is there, which is made once a contract and looked up.
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
    json_build_object(
      '_id', c.id,
      'title', c.title,
      'contractor', json_build_object('_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
      'employer', json_build_object('_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name),
      'team', case when team.id is not null then json_build_object('_id', team.id, 'name', team.name) end
    ) as text
  from reporting.contracts c
  join reporting.people contractor on contractor.id = c.contractor_id
  join reporting.people employer on employer.id = c.employer_id
  left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
  where c.company_id = :companyId and c.id = p.contract_id
  offset 0
) contract
order by p.position, p.scheduled_payment_on asc, p.id asc;

-- scheduled-payments-contractor-asc-ndjson
-- scheduled-payments-contractor-desc-ndjson, with desc for asc
select
  json_build_object(
    '_id', p.id,
    'name', p.name,
    'amount', trim_scale(p.amount),
    'paidAmount', trim_scale(p.paid_amount),
    'status', p.status,
    'scheduledPaymentOn', to_char(p.scheduled_payment_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'contract', contract.text
  )::text
from (
  -- A fence: sorted before the contract's text is there, which is made once a contract and looked up.
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
    json_build_object(
      '_id', c.id,
      'title', c.title,
      'contractor', json_build_object('_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
      'employer', json_build_object('_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name),
      'team', case when team.id is not null then json_build_object('_id', team.id, 'name', team.name) end
    ) as text
  from reporting.contracts c
  join reporting.people contractor on contractor.id = c.contractor_id
  join reporting.people employer on employer.id = c.employer_id
  left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
  where c.company_id = :companyId and c.id = p.contract_id
  offset 0
) contract
order by p.position, p.scheduled_payment_on asc, p.id asc;

-- scheduled-payments-contractor-asc-filtered-ndjson
-- scheduled-payments-contractor-desc-filtered-ndjson, with desc for asc
with contract_filter as materialized (
  select c.id
  from reporting.contracts c
  where c.company_id = :companyId and c.type = 'fixed'
    and (:teamIds::text[] is null or c.team_id = any (:teamIds))
    and (:contractorIds::text[] is null or c.contractor_id = any (:contractorIds))
)
select
  json_build_object(
    '_id', p.id,
    'name', p.name,
    'amount', trim_scale(p.amount),
    'paidAmount', trim_scale(p.paid_amount),
    'status', p.status,
    'scheduledPaymentOn', to_char(p.scheduled_payment_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'contract', contract.text
  )::text
from (
  -- A fence: sorted before the contract's text is there, which is made once a contract and looked up.
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
    json_build_object(
      '_id', c.id,
      'title', c.title,
      'contractor', json_build_object('_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
      'employer', json_build_object('_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name),
      'team', case when team.id is not null then json_build_object('_id', team.id, 'name', team.name) end
    ) as text
  from reporting.contracts c
  join reporting.people contractor on contractor.id = c.contractor_id
  join reporting.people employer on employer.id = c.employer_id
  left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
  where c.company_id = :companyId and c.id = p.contract_id
  offset 0
) contract
order by p.position, p.scheduled_payment_on asc, p.id asc;
