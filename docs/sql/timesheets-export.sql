-- timesheets-contract-csv
with sums as materialized (
  select part.contract_id, sum(sign * tracked_minutes::float8)::bigint as tracked_minutes,
    sum(sign * manual_minutes::float8)::bigint as manual_minutes,
    sum(sign * overtime_minutes::float8)::bigint as overtime_minutes,
    sum(sign * billable_minutes::float8)::bigint as billable_minutes,
    sum(sign * billed_minutes::float8)::bigint as billed_minutes,
    sum(case sign when 1 then weighted_activity else -weighted_activity end) as weighted_activity,
    sum(case sign when 1 then billable_amount else -billable_amount end) as billable_amount
  -- Days from the rows, the others from the roll-up. A segment with a negative sign is taken away. As float8, whole numbers add up fastest.
  from reporting.date_segments(:dateSegments) segment cross join lateral (
    select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes,
      weighted_activity, billable_amount from reporting.timesheet_periods
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until and contract_id <> ''
    union all
    select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes,
      coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until offset 0
  ) part
  group by 1 having sum(sign * days_count::float8)::bigint > 0
)
select
  concat(
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
      else team.name end, ',', round(contract.rate, 2), ',', sums.billable_minutes, ',', sums.billed_minutes, ',',
    sums.manual_minutes, ',', sums.overtime_minutes, ',', sums.tracked_minutes, ',',
    round(coalesce(round(sums.weighted_activity / nullif((sums.tracked_minutes - sums.manual_minutes), 0), 2), 0), 2), ',',
    round(sums.billable_amount, 2), E'\x0d\x0a'
  ) as line
from sums
join reporting.contracts contract on contract.company_id = :companyId and contract.id = sums.contract_id
join reporting.people contractor on contractor.id = contract.contractor_id
join reporting.people employer on employer.id = contract.employer_id
left join reporting.teams team on team.company_id = :companyId and team.id = contract.team_id
order by contract.title collate reporting.text_order asc, contract.id asc;

-- timesheets-contract-xlsx
with sums as materialized (
  select part.contract_id, sum(sign * tracked_minutes::float8)::bigint as tracked_minutes,
    sum(sign * manual_minutes::float8)::bigint as manual_minutes,
    sum(sign * overtime_minutes::float8)::bigint as overtime_minutes,
    sum(sign * billable_minutes::float8)::bigint as billable_minutes,
    sum(sign * billed_minutes::float8)::bigint as billed_minutes,
    sum(case sign when 1 then weighted_activity else -weighted_activity end) as weighted_activity,
    sum(case sign when 1 then billable_amount else -billable_amount end) as billable_amount
  -- Days from the rows, the others from the roll-up. A segment with a negative sign is taken away. As float8, whole numbers add up fastest.
  from reporting.date_segments(:dateSegments) segment cross join lateral (
    select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes,
      weighted_activity, billable_amount from reporting.timesheet_periods
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until and contract_id <> ''
    union all
    select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes,
      coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until offset 0
  ) part
  group by 1 having sum(sign * days_count::float8)::bigint > 0
)
select
  concat(
    E'<row r="\x01"><c r="A\x02"',
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
    ) end, E'</c><c r="B\x02"',
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
    ) end, E'</c><c r="C\x02"',
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
    ) end, E'</c><c r="D\x02" s="1"><v>', round(contract.rate, 2), E'</v></c><c r="E\x02" s="1"><v>',
    (sums.tracked_minutes - 0) / 60.0, E'</v></c><c r="F\x02" s="1"><v>', (sums.tracked_minutes - sums.manual_minutes) / 60.0,
    E'</v></c><c r="G\x02" s="1"><v>', (sums.manual_minutes - 0) / 60.0, E'</v></c><c r="H\x02" s="1"><v>',
    (sums.overtime_minutes - 0) / 60.0, E'</v></c><c r="I\x02" s="1"><v>', (sums.billable_minutes - 0) / 60.0,
    E'</v></c><c r="J\x02" s="1"><v>', (sums.billed_minutes - 0) / 60.0, E'</v></c><c r="K\x02"><v>',
    round(coalesce(round(sums.weighted_activity / nullif((sums.tracked_minutes - sums.manual_minutes), 0), 2), 0), 2),
    E'</v></c><c r="L\x02" s="1"><v>', round(sums.billable_amount, 2), E'</v></c><c r="M\x02"',
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
    ) end, E'</c><c r="N\x02"',
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
    ) end, E'</c><c r="O\x02"',
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
    ) end, E'</c><c r="P\x02"',
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
        E'<c r="Q\x02"',
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
  ) as line
from sums
join reporting.contracts contract on contract.company_id = :companyId and contract.id = sums.contract_id
join reporting.people contractor on contractor.id = contract.contractor_id
join reporting.people employer on employer.id = contract.employer_id
left join reporting.teams team on team.company_id = :companyId and team.id = contract.team_id
order by contract.title collate reporting.text_order asc, contract.id asc;
