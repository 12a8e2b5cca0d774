-- scheduled-payments-scheduledPaymentOn-csv
select
  concat(
    reporting.csv_text(payment.id), ',', reporting.csv_text(payment.name), ',', (payment.amount)::numeric(1000, 2), ',',
    (payment.paid_amount)::numeric(1000, 2), ',', payment.status, ',',
    case when payment.scheduled_payment_on = payment.scheduled_payment_on::date then payment.scheduled_payment_on::date || 'T00:00:00.000Z'
      else to_char(payment.scheduled_payment_on, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end, of_contract."part1"
  ) as line
from (
  -- A fence: the payments are sorted before their contracts are looked up.
  select payment.*
  from reporting.scheduled_payments payment
  where payment.company_id = :companyId and payment.status = any (:scheduledPaymentStatuses)
    and payment.scheduled_payment_on >= :fromInstant and payment.scheduled_payment_on < :untilInstant
  order by payment.scheduled_payment_on asc, payment.id asc
  offset 0
) payment
cross join lateral (
  -- What a line has of its contract: made once for each contract, whose payments share it.
  select
    concat(
      ',', reporting.csv_text(contract.id), ',', reporting.csv_text(contract.title), ',', reporting.csv_text(contractor.id),
      ',', reporting.csv_text(contractor.first_name), ',', reporting.csv_text(contractor.last_name), ',',
      reporting.csv_text(employer.id), ',', reporting.csv_text(employer.first_name), ',',
      reporting.csv_text(employer.last_name), ',', reporting.csv_text(team.id), ',', reporting.csv_text(team.name), E'\x0d\x0a'
    ) as "part1"
  from reporting.contracts contract
  join reporting.people contractor on contractor.id = contract.contractor_id
  join reporting.people employer on employer.id = contract.employer_id
  left join reporting.teams team on team.company_id = :companyId and team.id = contract.team_id
  where contract.company_id = :companyId and contract.id = payment.contract_id
  offset 0
) of_contract
order by payment.scheduled_payment_on asc, payment.id asc;

-- scheduled-payments-scheduledPaymentOn-xlsx
select
  concat(
    E'<row r="\x01">',
    case when payment.scheduled_payment_on < '1900-03-01T00:00Z'
      then concat(E'<c r="A\x02" t="str"><v>', to_char(payment.scheduled_payment_on, 'YYYY-MM-DD'), '</v></c>')
      else concat(E'<c r="A\x02" s="2"><v>', payment.scheduled_payment_on::date - date '1899-12-30', '</v></c>') end,
    case when payment.scheduled_payment_on < '1900-03-01T00:00Z'
      then concat(E'<c r="B\x02" t="str"><v>', to_char(payment.scheduled_payment_on, 'YYYY-MM'), '</v></c>')
      else concat(E'<c r="B\x02" s="3"><v>', date_trunc('month', payment.scheduled_payment_on)::date - date '1899-12-30', '</v></c>') end,
    E'<c r="C\x02"', reporting.workbook_text(payment.name), of_contract."part1",
    array_position('{upcoming,processing,failed,paid,deleted}', payment.status) - 1, E'</v></c><c r="H\x02" s="1"><v>',
    (payment.amount)::numeric(1000, 2), E'</v></c><c r="I\x02" s="1"><v>', (payment.paid_amount)::numeric(1000, 2),
    of_contract."part2", reporting.workbook_text(payment.id), of_contract."part3"
  ) as line
from (
  -- A fence: the payments are sorted before their contracts are looked up.
  select payment.*
  from reporting.scheduled_payments payment
  where payment.company_id = :companyId and payment.status = any (:scheduledPaymentStatuses)
    and payment.scheduled_payment_on >= :fromInstant and payment.scheduled_payment_on < :untilInstant
  order by payment.scheduled_payment_on asc, payment.id asc
  offset 0
) payment
cross join lateral (
  -- What a line has of its contract: made once for each contract, whose payments share it.
  select
    concat(
      E'</c><c r="D\x02"', reporting.workbook_text(contract.title), E'</c><c r="E\x02"',
      reporting.workbook_text(btrim(contractor.first_name || ' ' || contractor.last_name)), E'</c><c r="F\x02"',
      reporting.workbook_text(coalesce(team.name, 'No team')), E'</c><c r="G\x02" t="s"><v>'
    ) as "part1",
    concat(
      E'</v></c><c r="J\x02"', reporting.workbook_text(btrim(employer.first_name || ' ' || employer.last_name)),
      E'</c><c r="K\x02"'
    ) as "part2",
    concat(
      E'</c><c r="L\x02"', reporting.workbook_text(contract.id), E'</c><c r="M\x02"', reporting.workbook_text(contractor.id),
      E'</c><c r="N\x02"', reporting.workbook_text(employer.id), '</c>',
      case when team.id is null then '' else concat(E'<c r="O\x02"', reporting.workbook_text(team.id), '</c>') end, '</row>'
    ) as "part3"
  from reporting.contracts contract
  join reporting.people contractor on contractor.id = contract.contractor_id
  join reporting.people employer on employer.id = contract.employer_id
  left join reporting.teams team on team.company_id = :companyId and team.id = contract.team_id
  where contract.company_id = :companyId and contract.id = payment.contract_id
  offset 0
) of_contract
order by payment.scheduled_payment_on asc, payment.id asc;
