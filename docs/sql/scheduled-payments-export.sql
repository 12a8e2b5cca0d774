-- scheduled-payments-scheduledPaymentOn-csv
select
  concat(
    case when payment.id ~ '[",;\t\r\n]|^[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*[=+@＝＋＠－-]'
      then '"' || replace(regexp_replace(payment.id,
        '(^|[;\t\r\n])(["\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*)([=+@\t\r＝＋＠－-])', '\1\2''\3', 'g'), '"', '""') || '"'
      else payment.id end, ',',
    case when payment.name ~ '[",;\t\r\n]|^[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*[=+@＝＋＠－-]'
      then '"' || replace(regexp_replace(payment.name,
        '(^|[;\t\r\n])(["\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*)([=+@\t\r＝＋＠－-])', '\1\2''\3', 'g'), '"', '""') || '"'
      else payment.name end, ',', round(payment.amount, 2), ',', round(payment.paid_amount, 2), ',', payment.status, ',',
    case when payment.scheduled_payment_on = payment.scheduled_payment_on::date then payment.scheduled_payment_on::date || 'T00:00:00.000Z'
      else to_char(payment.scheduled_payment_on, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end, of_contract."part1"
  ) as line
from (
  -- A fence: sorted before the contract is there, which is looked up once a contract.
  select payment.*
  from reporting.scheduled_payments payment
  where payment.company_id = :companyId and payment.status = any (:scheduledPaymentStatuses)
    and payment.scheduled_payment_on >= :fromInstant and payment.scheduled_payment_on < :untilInstant
  order by payment.scheduled_payment_on asc, payment.id asc
  offset 0
) payment
cross join lateral (
  select
    concat(
      ',',
      case when contract.id ~ '[",;\t\r\n]|^[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*[=+@＝＋＠－-]'
        then '"' || replace(regexp_replace(contract.id,
          '(^|[;\t\r\n])(["\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*)([=+@\t\r＝＋＠－-])', '\1\2''\3', 'g'), '"', '""') || '"'
        else contract.id end, ',',
      case when contract.title ~ '[",;\t\r\n]|^[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*[=+@＝＋＠－-]'
        then '"' || replace(regexp_replace(contract.title,
          '(^|[;\t\r\n])(["\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*)([=+@\t\r＝＋＠－-])', '\1\2''\3', 'g'), '"', '""') || '"'
        else contract.title end, ',',
      case when contractor.id ~ '[",;\t\r\n]|^[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*[=+@＝＋＠－-]'
        then '"' || replace(regexp_replace(contractor.id,
          '(^|[;\t\r\n])(["\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*)([=+@\t\r＝＋＠－-])', '\1\2''\3', 'g'), '"', '""') || '"'
        else contractor.id end, ',',
      case when contractor.first_name ~ '[",;\t\r\n]|^[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*[=+@＝＋＠－-]'
        then '"' || replace(regexp_replace(contractor.first_name,
          '(^|[;\t\r\n])(["\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*)([=+@\t\r＝＋＠－-])', '\1\2''\3', 'g'), '"', '""') || '"'
        else contractor.first_name end, ',',
      case when contractor.last_name ~ '[",;\t\r\n]|^[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*[=+@＝＋＠－-]'
        then '"' || replace(regexp_replace(contractor.last_name,
          '(^|[;\t\r\n])(["\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*)([=+@\t\r＝＋＠－-])', '\1\2''\3', 'g'), '"', '""') || '"'
        else contractor.last_name end, ',',
      case when employer.id ~ '[",;\t\r\n]|^[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*[=+@＝＋＠－-]'
        then '"' || replace(regexp_replace(employer.id,
          '(^|[;\t\r\n])(["\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*)([=+@\t\r＝＋＠－-])', '\1\2''\3', 'g'), '"', '""') || '"'
        else employer.id end, ',',
      case when employer.first_name ~ '[",;\t\r\n]|^[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*[=+@＝＋＠－-]'
        then '"' || replace(regexp_replace(employer.first_name,
          '(^|[;\t\r\n])(["\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*)([=+@\t\r＝＋＠－-])', '\1\2''\3', 'g'), '"', '""') || '"'
        else employer.first_name end, ',',
      case when employer.last_name ~ '[",;\t\r\n]|^[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*[=+@＝＋＠－-]'
        then '"' || replace(regexp_replace(employer.last_name,
          '(^|[;\t\r\n])(["\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*)([=+@\t\r＝＋＠－-])', '\1\2''\3', 'g'), '"', '""') || '"'
        else employer.last_name end, ',',
      case when team.id ~ '[",;\t\r\n]|^[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*[=+@＝＋＠－-]'
        then '"' || replace(regexp_replace(team.id,
          '(^|[;\t\r\n])(["\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*)([=+@\t\r＝＋＠－-])', '\1\2''\3', 'g'), '"', '""') || '"'
        else team.id end, ',',
      case when team.name ~ '[",;\t\r\n]|^[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*[=+@＝＋＠－-]'
        then '"' || replace(regexp_replace(team.name,
          '(^|[;\t\r\n])(["\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*)([=+@\t\r＝＋＠－-])', '\1\2''\3', 'g'), '"', '""') || '"'
        else team.name end, E'\x0d\x0a'
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
    E'<c r="C\x02"',
    case when payment.name
        !~ '[&<>\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\r\n]|_x[0-9A-Fa-f]{4}_|^\s|\s$'
      then ' t="str"><v>' || (payment.name)::text || '</v>'
      when payment.name !~ '[\r\n]|_x[0-9A-Fa-f]{4}_|^\s|\s$' then concat(
      ' t="str"><v>',
      regexp_replace(regexp_replace(replace(replace(replace(regexp_replace(
          payment.name, '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g'),
          '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '\r\n?', E'\n', 'g'), '[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]', '�', 'g'),
      '</v>'
    )
      when payment.name is not null then concat(
      ' t="inlineStr"><is><t xml:space="preserve">',
      regexp_replace(regexp_replace(replace(replace(replace(regexp_replace(
          payment.name, '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g'),
          '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '\r\n?', E'\n', 'g'), '[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]', '�', 'g'),
      '</t></is>'
    ) end, of_contract."part1", array_position('{upcoming,processing,failed,paid,deleted}', payment.status) - 1,
    E'</v></c><c r="H\x02" s="1"><v>', round(payment.amount, 2), E'</v></c><c r="I\x02" s="1"><v>',
    round(payment.paid_amount, 2), of_contract."part2",
    case when payment.id
        !~ '[&<>\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\r\n]|_x[0-9A-Fa-f]{4}_|^\s|\s$'
      then ' t="str"><v>' || (payment.id)::text || '</v>'
      when payment.id !~ '[\r\n]|_x[0-9A-Fa-f]{4}_|^\s|\s$' then concat(
      ' t="str"><v>',
      regexp_replace(regexp_replace(replace(replace(replace(regexp_replace(
          payment.id, '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g'),
          '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '\r\n?', E'\n', 'g'), '[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]', '�', 'g'),
      '</v>'
    )
      when payment.id is not null then concat(
      ' t="inlineStr"><is><t xml:space="preserve">',
      regexp_replace(regexp_replace(replace(replace(replace(regexp_replace(
          payment.id, '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g'),
          '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '\r\n?', E'\n', 'g'), '[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]', '�', 'g'),
      '</t></is>'
    ) end, of_contract."part3"
  ) as line
from (
  -- A fence: sorted before the contract is there, which is looked up once a contract.
  select payment.*
  from reporting.scheduled_payments payment
  where payment.company_id = :companyId and payment.status = any (:scheduledPaymentStatuses)
    and payment.scheduled_payment_on >= :fromInstant and payment.scheduled_payment_on < :untilInstant
  order by payment.scheduled_payment_on asc, payment.id asc
  offset 0
) payment
cross join lateral (
  select
    concat(
      E'</c><c r="D\x02"',
      case when contract.title
          !~ '[&<>\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\r\n]|_x[0-9A-Fa-f]{4}_|^\s|\s$'
        then ' t="str"><v>' || (contract.title)::text || '</v>'
        when contract.title !~ '[\r\n]|_x[0-9A-Fa-f]{4}_|^\s|\s$' then concat(
        ' t="str"><v>',
        regexp_replace(regexp_replace(replace(replace(replace(regexp_replace(
            contract.title, '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g'),
            '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '\r\n?', E'\n', 'g'), '[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]', '�', 'g'),
        '</v>'
      )
        when contract.title is not null then concat(
        ' t="inlineStr"><is><t xml:space="preserve">',
        regexp_replace(regexp_replace(replace(replace(replace(regexp_replace(
            contract.title, '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g'),
            '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '\r\n?', E'\n', 'g'), '[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]', '�', 'g'),
        '</t></is>'
      ) end, E'</c><c r="E\x02"',
      case when btrim(contractor.first_name || ' ' || contractor.last_name)
          !~ '[&<>\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\r\n]|_x[0-9A-Fa-f]{4}_|^\s|\s$'
        then ' t="str"><v>' || (btrim(contractor.first_name || ' ' || contractor.last_name))::text || '</v>'
        when btrim(contractor.first_name || ' ' || contractor.last_name) !~ '[\r\n]|_x[0-9A-Fa-f]{4}_|^\s|\s$' then concat(
        ' t="str"><v>',
        regexp_replace(regexp_replace(replace(replace(replace(regexp_replace(
            btrim(contractor.first_name || ' ' || contractor.last_name), '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g'),
            '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '\r\n?', E'\n', 'g'), '[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]', '�', 'g'),
        '</v>'
      )
        when btrim(contractor.first_name || ' ' || contractor.last_name) is not null then concat(
        ' t="inlineStr"><is><t xml:space="preserve">',
        regexp_replace(regexp_replace(replace(replace(replace(regexp_replace(
            btrim(contractor.first_name || ' ' || contractor.last_name), '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g'),
            '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '\r\n?', E'\n', 'g'), '[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]', '�', 'g'),
        '</t></is>'
      ) end, E'</c><c r="F\x02"',
      case when coalesce(team.name, 'No team')
          !~ '[&<>\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\r\n]|_x[0-9A-Fa-f]{4}_|^\s|\s$'
        then ' t="str"><v>' || (coalesce(team.name, 'No team'))::text || '</v>'
        when coalesce(team.name, 'No team') !~ '[\r\n]|_x[0-9A-Fa-f]{4}_|^\s|\s$' then concat(
        ' t="str"><v>',
        regexp_replace(regexp_replace(replace(replace(replace(regexp_replace(
            coalesce(team.name, 'No team'), '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g'),
            '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '\r\n?', E'\n', 'g'), '[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]', '�', 'g'),
        '</v>'
      )
        when coalesce(team.name, 'No team') is not null then concat(
        ' t="inlineStr"><is><t xml:space="preserve">',
        regexp_replace(regexp_replace(replace(replace(replace(regexp_replace(
            coalesce(team.name, 'No team'), '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g'),
            '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '\r\n?', E'\n', 'g'), '[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]', '�', 'g'),
        '</t></is>'
      ) end, E'</c><c r="G\x02" t="s"><v>'
    ) as "part1",
    concat(
      E'</v></c><c r="J\x02"',
      case when btrim(employer.first_name || ' ' || employer.last_name)
          !~ '[&<>\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\r\n]|_x[0-9A-Fa-f]{4}_|^\s|\s$'
        then ' t="str"><v>' || (btrim(employer.first_name || ' ' || employer.last_name))::text || '</v>'
        when btrim(employer.first_name || ' ' || employer.last_name) !~ '[\r\n]|_x[0-9A-Fa-f]{4}_|^\s|\s$' then concat(
        ' t="str"><v>',
        regexp_replace(regexp_replace(replace(replace(replace(regexp_replace(
            btrim(employer.first_name || ' ' || employer.last_name), '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g'),
            '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '\r\n?', E'\n', 'g'), '[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]', '�', 'g'),
        '</v>'
      )
        when btrim(employer.first_name || ' ' || employer.last_name) is not null then concat(
        ' t="inlineStr"><is><t xml:space="preserve">',
        regexp_replace(regexp_replace(replace(replace(replace(regexp_replace(
            btrim(employer.first_name || ' ' || employer.last_name), '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g'),
            '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '\r\n?', E'\n', 'g'), '[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]', '�', 'g'),
        '</t></is>'
      ) end, E'</c><c r="K\x02"'
    ) as "part2",
    concat(
      E'</c><c r="L\x02"',
      case when contract.id
          !~ '[&<>\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\r\n]|_x[0-9A-Fa-f]{4}_|^\s|\s$'
        then ' t="str"><v>' || (contract.id)::text || '</v>'
        when contract.id !~ '[\r\n]|_x[0-9A-Fa-f]{4}_|^\s|\s$' then concat(
        ' t="str"><v>',
        regexp_replace(regexp_replace(replace(replace(replace(regexp_replace(
            contract.id, '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g'),
            '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '\r\n?', E'\n', 'g'), '[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]', '�', 'g'),
        '</v>'
      )
        when contract.id is not null then concat(
        ' t="inlineStr"><is><t xml:space="preserve">',
        regexp_replace(regexp_replace(replace(replace(replace(regexp_replace(
            contract.id, '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g'),
            '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '\r\n?', E'\n', 'g'), '[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]', '�', 'g'),
        '</t></is>'
      ) end, E'</c><c r="M\x02"',
      case when contractor.id
          !~ '[&<>\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\r\n]|_x[0-9A-Fa-f]{4}_|^\s|\s$'
        then ' t="str"><v>' || (contractor.id)::text || '</v>'
        when contractor.id !~ '[\r\n]|_x[0-9A-Fa-f]{4}_|^\s|\s$' then concat(
        ' t="str"><v>',
        regexp_replace(regexp_replace(replace(replace(replace(regexp_replace(
            contractor.id, '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g'),
            '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '\r\n?', E'\n', 'g'), '[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]', '�', 'g'),
        '</v>'
      )
        when contractor.id is not null then concat(
        ' t="inlineStr"><is><t xml:space="preserve">',
        regexp_replace(regexp_replace(replace(replace(replace(regexp_replace(
            contractor.id, '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g'),
            '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '\r\n?', E'\n', 'g'), '[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]', '�', 'g'),
        '</t></is>'
      ) end, E'</c><c r="N\x02"',
      case when employer.id
          !~ '[&<>\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\r\n]|_x[0-9A-Fa-f]{4}_|^\s|\s$'
        then ' t="str"><v>' || (employer.id)::text || '</v>'
        when employer.id !~ '[\r\n]|_x[0-9A-Fa-f]{4}_|^\s|\s$' then concat(
        ' t="str"><v>',
        regexp_replace(regexp_replace(replace(replace(replace(regexp_replace(
            employer.id, '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g'),
            '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '\r\n?', E'\n', 'g'), '[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]', '�', 'g'),
        '</v>'
      )
        when employer.id is not null then concat(
        ' t="inlineStr"><is><t xml:space="preserve">',
        regexp_replace(regexp_replace(replace(replace(replace(regexp_replace(
            employer.id, '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g'),
            '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '\r\n?', E'\n', 'g'), '[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]', '�', 'g'),
        '</t></is>'
      ) end, '</c>',
      case when team.id is null then '' else concat(
          E'<c r="O\x02"',
          case when team.id
              !~ '[&<>\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\r\n]|_x[0-9A-Fa-f]{4}_|^\s|\s$'
            then ' t="str"><v>' || (team.id)::text || '</v>'
            when team.id !~ '[\r\n]|_x[0-9A-Fa-f]{4}_|^\s|\s$' then concat(
            ' t="str"><v>',
            regexp_replace(regexp_replace(replace(replace(replace(regexp_replace(
                team.id, '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g'),
                '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '\r\n?', E'\n', 'g'), '[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]', '�', 'g'),
            '</v>'
          )
            when team.id is not null then concat(
            ' t="inlineStr"><is><t xml:space="preserve">',
            regexp_replace(regexp_replace(replace(replace(replace(regexp_replace(
                team.id, '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g'),
                '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '\r\n?', E'\n', 'g'), '[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]', '�', 'g'),
            '</t></is>'
          ) end, '</c>'
        ) end, '</row>'
    ) as "part3"
  from reporting.contracts contract
  join reporting.people contractor on contractor.id = contract.contractor_id
  join reporting.people employer on employer.id = contract.employer_id
  left join reporting.teams team on team.company_id = :companyId and team.id = contract.team_id
  where contract.company_id = :companyId and contract.id = payment.contract_id
  offset 0
) of_contract
order by payment.scheduled_payment_on asc, payment.id asc;
