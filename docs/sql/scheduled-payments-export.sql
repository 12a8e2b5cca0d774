-- scheduled-payments-scheduledPaymentOn-csv
select
  concat(
    case when p.id ~ '[",;\t\r\n]|^[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*[=+@＝＋＠－-]'
      then '"' || replace(regexp_replace(p.id,
        '(^|[;\t\r\n])(["\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*)([=+@\t\r＝＋＠－-])', '\1\2''\3', 'g'), '"', '""') || '"'
      else p.id end, ',',
    case when p.name ~ '[",;\t\r\n]|^[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*[=+@＝＋＠－-]'
      then '"' || replace(regexp_replace(p.name,
        '(^|[;\t\r\n])(["\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*)([=+@\t\r＝＋＠－-])', '\1\2''\3', 'g'), '"', '""') || '"'
      else p.name end, ',', round(p.amount, 2), ',', round(p.paid_amount, 2), ',', p.status, ',',
    case when p.scheduled_payment_on = p.scheduled_payment_on::date then p.scheduled_payment_on::date || 'T00:00:00.000Z'
      else to_char(p.scheduled_payment_on, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end, contract."part1"
  ) as line
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
    concat(
      ',',
      case when c.id ~ '[",;\t\r\n]|^[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*[=+@＝＋＠－-]'
        then '"' || replace(regexp_replace(c.id,
          '(^|[;\t\r\n])(["\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*)([=+@\t\r＝＋＠－-])', '\1\2''\3', 'g'), '"', '""') || '"'
        else c.id end, ',',
      case when c.title ~ '[",;\t\r\n]|^[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*[=+@＝＋＠－-]'
        then '"' || replace(regexp_replace(c.title,
          '(^|[;\t\r\n])(["\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*)([=+@\t\r＝＋＠－-])', '\1\2''\3', 'g'), '"', '""') || '"'
        else c.title end, ',',
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
  from reporting.contracts c
  join reporting.people contractor on contractor.id = c.contractor_id
  join reporting.people employer on employer.id = c.employer_id
  left join reporting.teams team on team.company_id = :companyId and team.id = c.team_id
  where c.company_id = :companyId and c.id = p.contract_id
  offset 0
) contract
order by p.scheduled_payment_on asc, p.id asc;

-- scheduled-payments-scheduledPaymentOn-xlsx
select
  concat(
    E'<row r="\x01">',
    case when p.scheduled_payment_on < '1900-03-01T00:00Z' then concat(E'<c r="A\x02" t="str"><v>', to_char(p.scheduled_payment_on, 'YYYY-MM-DD'), '</v></c>')
      else concat(E'<c r="A\x02" s="2"><v>', p.scheduled_payment_on::date - date '1899-12-30', '</v></c>') end,
    case when p.scheduled_payment_on < '1900-03-01T00:00Z' then concat(E'<c r="B\x02" t="str"><v>', to_char(p.scheduled_payment_on, 'YYYY-MM'), '</v></c>')
      else concat(E'<c r="B\x02" s="3"><v>', date_trunc('month', p.scheduled_payment_on)::date - date '1899-12-30', '</v></c>') end,
    E'<c r="C\x02"',
    case when p.name
        !~ '[&<>\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\r\n]|_x[0-9A-Fa-f]{4}_|^\s|\s$'
      then ' t="str"><v>' || (p.name)::text || '</v>'
      when p.name !~ '[\r\n]|_x[0-9A-Fa-f]{4}_|^\s|\s$' then concat(
      ' t="str"><v>',
      regexp_replace(regexp_replace(replace(replace(replace(regexp_replace(
          p.name, '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g'),
          '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '\r\n?', E'\n', 'g'), '[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]', '�', 'g'),
      '</v>'
    )
      when p.name is not null then concat(
      ' t="inlineStr"><is><t xml:space="preserve">',
      regexp_replace(regexp_replace(replace(replace(replace(regexp_replace(
          p.name, '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g'),
          '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '\r\n?', E'\n', 'g'), '[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]', '�', 'g'),
      '</t></is>'
    ) end, contract."part1", array_position('{upcoming,processing,failed,paid,deleted}', p.status) - 1,
    E'</v></c><c r="H\x02" s="1"><v>', round(p.amount, 2), E'</v></c><c r="I\x02" s="1"><v>', round(p.paid_amount, 2),
    contract."part2",
    case when p.id
        !~ '[&<>\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\r\n]|_x[0-9A-Fa-f]{4}_|^\s|\s$'
      then ' t="str"><v>' || (p.id)::text || '</v>'
      when p.id !~ '[\r\n]|_x[0-9A-Fa-f]{4}_|^\s|\s$' then concat(
      ' t="str"><v>',
      regexp_replace(regexp_replace(replace(replace(replace(regexp_replace(
          p.id, '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g'),
          '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '\r\n?', E'\n', 'g'), '[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]', '�', 'g'),
      '</v>'
    )
      when p.id is not null then concat(
      ' t="inlineStr"><is><t xml:space="preserve">',
      regexp_replace(regexp_replace(replace(replace(replace(regexp_replace(
          p.id, '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g'),
          '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '\r\n?', E'\n', 'g'), '[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]', '�', 'g'),
      '</t></is>'
    ) end, contract."part3"
  ) as line
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
    concat(
      E'</c><c r="D\x02"',
      case when c.title
          !~ '[&<>\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\r\n]|_x[0-9A-Fa-f]{4}_|^\s|\s$'
        then ' t="str"><v>' || (c.title)::text || '</v>'
        when c.title !~ '[\r\n]|_x[0-9A-Fa-f]{4}_|^\s|\s$' then concat(
        ' t="str"><v>',
        regexp_replace(regexp_replace(replace(replace(replace(regexp_replace(
            c.title, '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g'),
            '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '\r\n?', E'\n', 'g'), '[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]', '�', 'g'),
        '</v>'
      )
        when c.title is not null then concat(
        ' t="inlineStr"><is><t xml:space="preserve">',
        regexp_replace(regexp_replace(replace(replace(replace(regexp_replace(
            c.title, '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g'),
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
      case when c.id
          !~ '[&<>\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\r\n]|_x[0-9A-Fa-f]{4}_|^\s|\s$'
        then ' t="str"><v>' || (c.id)::text || '</v>'
        when c.id !~ '[\r\n]|_x[0-9A-Fa-f]{4}_|^\s|\s$' then concat(
        ' t="str"><v>',
        regexp_replace(regexp_replace(replace(replace(replace(regexp_replace(
            c.id, '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g'),
            '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '\r\n?', E'\n', 'g'), '[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]', '�', 'g'),
        '</v>'
      )
        when c.id is not null then concat(
        ' t="inlineStr"><is><t xml:space="preserve">',
        regexp_replace(regexp_replace(replace(replace(replace(regexp_replace(
            c.id, '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g'),
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
  from reporting.contracts c
  join reporting.people contractor on contractor.id = c.contractor_id
  join reporting.people employer on employer.id = c.employer_id
  left join reporting.teams team on team.company_id = :companyId and team.id = c.team_id
  where c.company_id = :companyId and c.id = p.contract_id
  offset 0
) contract
order by p.scheduled_payment_on asc, p.id asc;
