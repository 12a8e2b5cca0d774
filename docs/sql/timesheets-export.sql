-- timesheets-contract-asc-count
with sums as materialized (
  select
    contract_id,
    sum(case when sign > 0 then days_count else -days_count end) as days_count,
    sum(case when sign > 0 then tracked_minutes else -tracked_minutes end) as tracked_minutes,
    sum(case when sign > 0 then manual_minutes else -manual_minutes end) as manual_minutes,
    sum(case when sign > 0 then overtime_minutes else -overtime_minutes end) as overtime_minutes,
    sum(case when sign > 0 then billable_minutes else -billable_minutes end) as billable_minutes,
    sum(case when sign > 0 then billed_minutes else -billed_minutes end) as billed_minutes,
    sum(case when sign > 0 then weighted_activity else -weighted_activity end) as weighted_activity,
    sum(case when sign > 0 then billable_amount else -billable_amount end) as billable_amount
  from json_populate_recordset(null::reporting.piece, :dateSegments::json) as segment
  cross join lateral (
    select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from reporting.timesheet_periods
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
    union all
    select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes,
      coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
    from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
    offset 0
  ) sums
  group by contract_id
  having sum(case when sign > 0 then days_count else -days_count end) > 0
)
select count(*)
from sums;

-- timesheets-contract-asc-csv
-- timesheets-contract-desc-csv, with desc for asc
with sums as materialized (
  select
    contract_id,
    sum(case when sign > 0 then days_count else -days_count end) as days_count,
    sum(case when sign > 0 then tracked_minutes else -tracked_minutes end) as tracked_minutes,
    sum(case when sign > 0 then manual_minutes else -manual_minutes end) as manual_minutes,
    sum(case when sign > 0 then overtime_minutes else -overtime_minutes end) as overtime_minutes,
    sum(case when sign > 0 then billable_minutes else -billable_minutes end) as billable_minutes,
    sum(case when sign > 0 then billed_minutes else -billed_minutes end) as billed_minutes,
    sum(case when sign > 0 then weighted_activity else -weighted_activity end) as weighted_activity,
    sum(case when sign > 0 then billable_amount else -billable_amount end) as billable_amount
  from json_populate_recordset(null::reporting.piece, :dateSegments::json) as segment
  cross join lateral (
    select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from reporting.timesheet_periods
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
    union all
    select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes,
      coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
    from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
    offset 0
  ) sums
  group by contract_id
  having sum(case when sign > 0 then days_count else -days_count end) > 0
)
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
      then '"' || replace(regexp_replace(team.name, '(^|[;\t\r\n])(["\s]*)([=+@\t\r＝＋＠－-])', '\1\2''\3', 'g'), '"', '""') || '"' else team.name end, '') || ',' || coalesce((trim_scale(c.rate))::text, '') || ',' || coalesce((s.billable_minutes)::text, '') || ',' || coalesce((s.billed_minutes)::text, '') || ',' || coalesce((s.manual_minutes)::text, '') || ',' || coalesce((s.overtime_minutes)::text, '') || ',' || coalesce((s.tracked_minutes)::text, '') || ',' || coalesce((trim_scale(coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0)))::text, '') || ',' || coalesce((trim_scale(s.billable_amount))::text, '')
from sums s
join reporting.contracts c on c.company_id = :companyId and c.id = s.contract_id
join reporting.people contractor on contractor.id = c.contractor_id
join reporting.people employer on employer.id = c.employer_id
left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
order by c.title collate reporting.text_order asc, c.id asc;

-- timesheets-contract-asc-ndjson
-- timesheets-contract-desc-ndjson, with desc for asc
with sums as materialized (
  select
    contract_id,
    sum(case when sign > 0 then days_count else -days_count end) as days_count,
    sum(case when sign > 0 then tracked_minutes else -tracked_minutes end) as tracked_minutes,
    sum(case when sign > 0 then manual_minutes else -manual_minutes end) as manual_minutes,
    sum(case when sign > 0 then overtime_minutes else -overtime_minutes end) as overtime_minutes,
    sum(case when sign > 0 then billable_minutes else -billable_minutes end) as billable_minutes,
    sum(case when sign > 0 then billed_minutes else -billed_minutes end) as billed_minutes,
    sum(case when sign > 0 then weighted_activity else -weighted_activity end) as weighted_activity,
    sum(case when sign > 0 then billable_amount else -billable_amount end) as billable_amount
  from json_populate_recordset(null::reporting.piece, :dateSegments::json) as segment
  cross join lateral (
    select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from reporting.timesheet_periods
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
    union all
    select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes,
      coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
    from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
    offset 0
  ) sums
  group by contract_id
  having sum(case when sign > 0 then days_count else -days_count end) > 0
)
select
  json_build_object(
    'contract', case when team.id is null then
      json_build_object(
        '_id', c.id,
        'rate', trim_scale(c.rate),
        'title', c.title,
        'contractor', json_build_object('_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
        'employer', json_build_object('_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name)
      )
    else
      json_build_object(
        '_id', c.id,
        'rate', trim_scale(c.rate),
        'title', c.title,
        'contractor', json_build_object('_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
        'employer', json_build_object('_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name),
        'team', json_build_object('_id', team.id, 'name', team.name)
      )
    end,
    'statistics', json_build_object(
      'billableMinutes', s.billable_minutes,
      'billedMinutes', s.billed_minutes,
      'manualMinutes', s.manual_minutes,
      'overtimeMinutes', s.overtime_minutes,
      'trackedMinutes', s.tracked_minutes,
      'activity', trim_scale(coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0)),
      'billableAmount', trim_scale(s.billable_amount)
    )
  )::text
from sums s
join reporting.contracts c on c.company_id = :companyId and c.id = s.contract_id
join reporting.people contractor on contractor.id = c.contractor_id
join reporting.people employer on employer.id = c.employer_id
left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
order by c.title collate reporting.text_order asc, c.id asc;

-- timesheets-contract-asc-xlsx
-- timesheets-contract-desc-xlsx, with desc for asc
with sums as materialized (
  select
    contract_id,
    sum(case when sign > 0 then days_count else -days_count end) as days_count,
    sum(case when sign > 0 then tracked_minutes else -tracked_minutes end) as tracked_minutes,
    sum(case when sign > 0 then manual_minutes else -manual_minutes end) as manual_minutes,
    sum(case when sign > 0 then overtime_minutes else -overtime_minutes end) as overtime_minutes,
    sum(case when sign > 0 then billable_minutes else -billable_minutes end) as billable_minutes,
    sum(case when sign > 0 then billed_minutes else -billed_minutes end) as billed_minutes,
    sum(case when sign > 0 then weighted_activity else -weighted_activity end) as weighted_activity,
    sum(case when sign > 0 then billable_amount else -billable_amount end) as billable_amount
  from json_populate_recordset(null::reporting.piece, :dateSegments::json) as segment
  cross join lateral (
    select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from reporting.timesheet_periods
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
    union all
    select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes,
      coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
    from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
    offset 0
  ) sums
  group by contract_id
  having sum(case when sign > 0 then days_count else -days_count end) > 0
)
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
      case when team.name ~ '[&<>\u0001-\u001f\ufffe\uffff]|_x[0-9A-Fa-f]{4}_' then regexp_replace(replace(replace(replace(replace(regexp_replace(left(team.name, 32767), '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g'), '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), chr(13), '_x000D_'), '[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]', '�', 'g') else left(team.name, 32767) end || '</t></is></c>', '<c/>') || '' || coalesce('<c s="1"><v>' || trim_scale(c.rate) || '</v></c>', '<c/>') || '' || coalesce('<c><v>' || s.billable_minutes || '</v></c>', '<c/>') || '' || coalesce('<c><v>' || s.billed_minutes || '</v></c>', '<c/>') || '' || coalesce('<c><v>' || s.manual_minutes || '</v></c>', '<c/>') || '' || coalesce('<c><v>' || s.overtime_minutes || '</v></c>', '<c/>') || '' || coalesce('<c><v>' || s.tracked_minutes || '</v></c>', '<c/>') || '' || coalesce('<c><v>' || trim_scale(coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0)) || '</v></c>', '<c/>') || '' || coalesce('<c s="1"><v>' || trim_scale(s.billable_amount) || '</v></c>', '<c/>')
from sums s
join reporting.contracts c on c.company_id = :companyId and c.id = s.contract_id
join reporting.people contractor on contractor.id = c.contractor_id
join reporting.people employer on employer.id = c.employer_id
left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
order by c.title collate reporting.text_order asc, c.id asc;

-- timesheets-contract-asc-filtered-count
with contract_filter as materialized (
  select c.id
  from reporting.contracts c
  where c.company_id = :companyId and c.type = 'hourly'
    and (:teamIds::text[] is null or c.team_id = any (:teamIds))
    and (:contractorIds::text[] is null or c.contractor_id = any (:contractorIds))
),
sums as materialized (
  select
    contract_id,
    sum(case when sign > 0 then days_count else -days_count end) as days_count,
    sum(case when sign > 0 then tracked_minutes else -tracked_minutes end) as tracked_minutes,
    sum(case when sign > 0 then manual_minutes else -manual_minutes end) as manual_minutes,
    sum(case when sign > 0 then overtime_minutes else -overtime_minutes end) as overtime_minutes,
    sum(case when sign > 0 then billable_minutes else -billable_minutes end) as billable_minutes,
    sum(case when sign > 0 then billed_minutes else -billed_minutes end) as billed_minutes,
    sum(case when sign > 0 then weighted_activity else -weighted_activity end) as weighted_activity,
    sum(case when sign > 0 then billable_amount else -billable_amount end) as billable_amount
  from json_populate_recordset(null::reporting.piece, :dateSegments::json) as segment
  cross join lateral (
    select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from reporting.timesheet_periods
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
      and contract_id = any (array(select id from contract_filter))
    union all
    select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes,
      coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
    from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
      and contract_id = any (array(select id from contract_filter))
    offset 0
  ) sums
  group by contract_id
  having sum(case when sign > 0 then days_count else -days_count end) > 0
)
select count(*)
from sums;

-- timesheets-contract-asc-filtered-ndjson
-- timesheets-contract-desc-filtered-ndjson, with desc for asc
with contract_filter as materialized (
  select c.id
  from reporting.contracts c
  where c.company_id = :companyId and c.type = 'hourly'
    and (:teamIds::text[] is null or c.team_id = any (:teamIds))
    and (:contractorIds::text[] is null or c.contractor_id = any (:contractorIds))
),
sums as materialized (
  select
    contract_id,
    sum(case when sign > 0 then days_count else -days_count end) as days_count,
    sum(case when sign > 0 then tracked_minutes else -tracked_minutes end) as tracked_minutes,
    sum(case when sign > 0 then manual_minutes else -manual_minutes end) as manual_minutes,
    sum(case when sign > 0 then overtime_minutes else -overtime_minutes end) as overtime_minutes,
    sum(case when sign > 0 then billable_minutes else -billable_minutes end) as billable_minutes,
    sum(case when sign > 0 then billed_minutes else -billed_minutes end) as billed_minutes,
    sum(case when sign > 0 then weighted_activity else -weighted_activity end) as weighted_activity,
    sum(case when sign > 0 then billable_amount else -billable_amount end) as billable_amount
  from json_populate_recordset(null::reporting.piece, :dateSegments::json) as segment
  cross join lateral (
    select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from reporting.timesheet_periods
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
      and contract_id = any (array(select id from contract_filter))
    union all
    select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes,
      coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
    from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
      and contract_id = any (array(select id from contract_filter))
    offset 0
  ) sums
  group by contract_id
  having sum(case when sign > 0 then days_count else -days_count end) > 0
)
select
  json_build_object(
    'contract', case when team.id is null then
      json_build_object(
        '_id', c.id,
        'rate', trim_scale(c.rate),
        'title', c.title,
        'contractor', json_build_object('_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
        'employer', json_build_object('_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name)
      )
    else
      json_build_object(
        '_id', c.id,
        'rate', trim_scale(c.rate),
        'title', c.title,
        'contractor', json_build_object('_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
        'employer', json_build_object('_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name),
        'team', json_build_object('_id', team.id, 'name', team.name)
      )
    end,
    'statistics', json_build_object(
      'billableMinutes', s.billable_minutes,
      'billedMinutes', s.billed_minutes,
      'manualMinutes', s.manual_minutes,
      'overtimeMinutes', s.overtime_minutes,
      'trackedMinutes', s.tracked_minutes,
      'activity', trim_scale(coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0)),
      'billableAmount', trim_scale(s.billable_amount)
    )
  )::text
from sums s
join reporting.contracts c on c.company_id = :companyId and c.id = s.contract_id
join reporting.people contractor on contractor.id = c.contractor_id
join reporting.people employer on employer.id = c.employer_id
left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
order by c.title collate reporting.text_order asc, c.id asc;

-- timesheets-contractor-asc-ndjson
-- timesheets-contractor-desc-ndjson, with desc for asc
with sums as materialized (
  select
    contract_id,
    sum(case when sign > 0 then days_count else -days_count end) as days_count,
    sum(case when sign > 0 then tracked_minutes else -tracked_minutes end) as tracked_minutes,
    sum(case when sign > 0 then manual_minutes else -manual_minutes end) as manual_minutes,
    sum(case when sign > 0 then overtime_minutes else -overtime_minutes end) as overtime_minutes,
    sum(case when sign > 0 then billable_minutes else -billable_minutes end) as billable_minutes,
    sum(case when sign > 0 then billed_minutes else -billed_minutes end) as billed_minutes,
    sum(case when sign > 0 then weighted_activity else -weighted_activity end) as weighted_activity,
    sum(case when sign > 0 then billable_amount else -billable_amount end) as billable_amount
  from json_populate_recordset(null::reporting.piece, :dateSegments::json) as segment
  cross join lateral (
    select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from reporting.timesheet_periods
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
    union all
    select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes,
      coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
    from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
    offset 0
  ) sums
  group by contract_id
  having sum(case when sign > 0 then days_count else -days_count end) > 0
)
select
  json_build_object(
    'contract', case when team.id is null then
      json_build_object(
        '_id', c.id,
        'rate', trim_scale(c.rate),
        'title', c.title,
        'contractor', json_build_object('_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
        'employer', json_build_object('_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name)
      )
    else
      json_build_object(
        '_id', c.id,
        'rate', trim_scale(c.rate),
        'title', c.title,
        'contractor', json_build_object('_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
        'employer', json_build_object('_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name),
        'team', json_build_object('_id', team.id, 'name', team.name)
      )
    end,
    'statistics', json_build_object(
      'billableMinutes', s.billable_minutes,
      'billedMinutes', s.billed_minutes,
      'manualMinutes', s.manual_minutes,
      'overtimeMinutes', s.overtime_minutes,
      'trackedMinutes', s.tracked_minutes,
      'activity', trim_scale(coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0)),
      'billableAmount', trim_scale(s.billable_amount)
    )
  )::text
from sums s
join reporting.contracts c on c.company_id = :companyId and c.id = s.contract_id
join reporting.people contractor on contractor.id = c.contractor_id
join reporting.people employer on employer.id = c.employer_id
left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
order by contractor.last_name collate reporting.text_order asc, contractor.first_name collate reporting.text_order asc, contractor.id asc, c.id asc;

-- timesheets-contractor-asc-filtered-ndjson
-- timesheets-contractor-desc-filtered-ndjson, with desc for asc
with contract_filter as materialized (
  select c.id
  from reporting.contracts c
  where c.company_id = :companyId and c.type = 'hourly'
    and (:teamIds::text[] is null or c.team_id = any (:teamIds))
    and (:contractorIds::text[] is null or c.contractor_id = any (:contractorIds))
),
sums as materialized (
  select
    contract_id,
    sum(case when sign > 0 then days_count else -days_count end) as days_count,
    sum(case when sign > 0 then tracked_minutes else -tracked_minutes end) as tracked_minutes,
    sum(case when sign > 0 then manual_minutes else -manual_minutes end) as manual_minutes,
    sum(case when sign > 0 then overtime_minutes else -overtime_minutes end) as overtime_minutes,
    sum(case when sign > 0 then billable_minutes else -billable_minutes end) as billable_minutes,
    sum(case when sign > 0 then billed_minutes else -billed_minutes end) as billed_minutes,
    sum(case when sign > 0 then weighted_activity else -weighted_activity end) as weighted_activity,
    sum(case when sign > 0 then billable_amount else -billable_amount end) as billable_amount
  from json_populate_recordset(null::reporting.piece, :dateSegments::json) as segment
  cross join lateral (
    select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from reporting.timesheet_periods
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
      and contract_id = any (array(select id from contract_filter))
    union all
    select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes,
      coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
    from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
      and contract_id = any (array(select id from contract_filter))
    offset 0
  ) sums
  group by contract_id
  having sum(case when sign > 0 then days_count else -days_count end) > 0
)
select
  json_build_object(
    'contract', case when team.id is null then
      json_build_object(
        '_id', c.id,
        'rate', trim_scale(c.rate),
        'title', c.title,
        'contractor', json_build_object('_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
        'employer', json_build_object('_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name)
      )
    else
      json_build_object(
        '_id', c.id,
        'rate', trim_scale(c.rate),
        'title', c.title,
        'contractor', json_build_object('_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
        'employer', json_build_object('_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name),
        'team', json_build_object('_id', team.id, 'name', team.name)
      )
    end,
    'statistics', json_build_object(
      'billableMinutes', s.billable_minutes,
      'billedMinutes', s.billed_minutes,
      'manualMinutes', s.manual_minutes,
      'overtimeMinutes', s.overtime_minutes,
      'trackedMinutes', s.tracked_minutes,
      'activity', trim_scale(coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0)),
      'billableAmount', trim_scale(s.billable_amount)
    )
  )::text
from sums s
join reporting.contracts c on c.company_id = :companyId and c.id = s.contract_id
join reporting.people contractor on contractor.id = c.contractor_id
join reporting.people employer on employer.id = c.employer_id
left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
order by contractor.last_name collate reporting.text_order asc, contractor.first_name collate reporting.text_order asc, contractor.id asc, c.id asc;

-- timesheets-trackedTime-asc-ndjson
-- timesheets-trackedTime-desc-ndjson, with desc for asc
with sums as materialized (
  select
    contract_id,
    sum(case when sign > 0 then days_count else -days_count end) as days_count,
    sum(case when sign > 0 then tracked_minutes else -tracked_minutes end) as tracked_minutes,
    sum(case when sign > 0 then manual_minutes else -manual_minutes end) as manual_minutes,
    sum(case when sign > 0 then overtime_minutes else -overtime_minutes end) as overtime_minutes,
    sum(case when sign > 0 then billable_minutes else -billable_minutes end) as billable_minutes,
    sum(case when sign > 0 then billed_minutes else -billed_minutes end) as billed_minutes,
    sum(case when sign > 0 then weighted_activity else -weighted_activity end) as weighted_activity,
    sum(case when sign > 0 then billable_amount else -billable_amount end) as billable_amount
  from json_populate_recordset(null::reporting.piece, :dateSegments::json) as segment
  cross join lateral (
    select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from reporting.timesheet_periods
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
    union all
    select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes,
      coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
    from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
    offset 0
  ) sums
  group by contract_id
  having sum(case when sign > 0 then days_count else -days_count end) > 0
)
select
  json_build_object(
    'contract', case when team.id is null then
      json_build_object(
        '_id', c.id,
        'rate', trim_scale(c.rate),
        'title', c.title,
        'contractor', json_build_object('_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
        'employer', json_build_object('_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name)
      )
    else
      json_build_object(
        '_id', c.id,
        'rate', trim_scale(c.rate),
        'title', c.title,
        'contractor', json_build_object('_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
        'employer', json_build_object('_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name),
        'team', json_build_object('_id', team.id, 'name', team.name)
      )
    end,
    'statistics', json_build_object(
      'billableMinutes', s.billable_minutes,
      'billedMinutes', s.billed_minutes,
      'manualMinutes', s.manual_minutes,
      'overtimeMinutes', s.overtime_minutes,
      'trackedMinutes', s.tracked_minutes,
      'activity', trim_scale(coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0)),
      'billableAmount', trim_scale(s.billable_amount)
    )
  )::text
from sums s
join reporting.contracts c on c.company_id = :companyId and c.id = s.contract_id
join reporting.people contractor on contractor.id = c.contractor_id
join reporting.people employer on employer.id = c.employer_id
left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
order by s.tracked_minutes asc, s.contract_id asc;

-- timesheets-trackedTime-asc-filtered-ndjson
-- timesheets-trackedTime-desc-filtered-ndjson, with desc for asc
with contract_filter as materialized (
  select c.id
  from reporting.contracts c
  where c.company_id = :companyId and c.type = 'hourly'
    and (:teamIds::text[] is null or c.team_id = any (:teamIds))
    and (:contractorIds::text[] is null or c.contractor_id = any (:contractorIds))
),
sums as materialized (
  select
    contract_id,
    sum(case when sign > 0 then days_count else -days_count end) as days_count,
    sum(case when sign > 0 then tracked_minutes else -tracked_minutes end) as tracked_minutes,
    sum(case when sign > 0 then manual_minutes else -manual_minutes end) as manual_minutes,
    sum(case when sign > 0 then overtime_minutes else -overtime_minutes end) as overtime_minutes,
    sum(case when sign > 0 then billable_minutes else -billable_minutes end) as billable_minutes,
    sum(case when sign > 0 then billed_minutes else -billed_minutes end) as billed_minutes,
    sum(case when sign > 0 then weighted_activity else -weighted_activity end) as weighted_activity,
    sum(case when sign > 0 then billable_amount else -billable_amount end) as billable_amount
  from json_populate_recordset(null::reporting.piece, :dateSegments::json) as segment
  cross join lateral (
    select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from reporting.timesheet_periods
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
      and contract_id = any (array(select id from contract_filter))
    union all
    select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes,
      coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
    from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
      and contract_id = any (array(select id from contract_filter))
    offset 0
  ) sums
  group by contract_id
  having sum(case when sign > 0 then days_count else -days_count end) > 0
)
select
  json_build_object(
    'contract', case when team.id is null then
      json_build_object(
        '_id', c.id,
        'rate', trim_scale(c.rate),
        'title', c.title,
        'contractor', json_build_object('_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
        'employer', json_build_object('_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name)
      )
    else
      json_build_object(
        '_id', c.id,
        'rate', trim_scale(c.rate),
        'title', c.title,
        'contractor', json_build_object('_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
        'employer', json_build_object('_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name),
        'team', json_build_object('_id', team.id, 'name', team.name)
      )
    end,
    'statistics', json_build_object(
      'billableMinutes', s.billable_minutes,
      'billedMinutes', s.billed_minutes,
      'manualMinutes', s.manual_minutes,
      'overtimeMinutes', s.overtime_minutes,
      'trackedMinutes', s.tracked_minutes,
      'activity', trim_scale(coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0)),
      'billableAmount', trim_scale(s.billable_amount)
    )
  )::text
from sums s
join reporting.contracts c on c.company_id = :companyId and c.id = s.contract_id
join reporting.people contractor on contractor.id = c.contractor_id
join reporting.people employer on employer.id = c.employer_id
left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
order by s.tracked_minutes asc, s.contract_id asc;

-- timesheets-activity-asc-ndjson
-- timesheets-activity-desc-ndjson, with desc for asc
with sums as materialized (
  select
    contract_id,
    sum(case when sign > 0 then days_count else -days_count end) as days_count,
    sum(case when sign > 0 then tracked_minutes else -tracked_minutes end) as tracked_minutes,
    sum(case when sign > 0 then manual_minutes else -manual_minutes end) as manual_minutes,
    sum(case when sign > 0 then overtime_minutes else -overtime_minutes end) as overtime_minutes,
    sum(case when sign > 0 then billable_minutes else -billable_minutes end) as billable_minutes,
    sum(case when sign > 0 then billed_minutes else -billed_minutes end) as billed_minutes,
    sum(case when sign > 0 then weighted_activity else -weighted_activity end) as weighted_activity,
    sum(case when sign > 0 then billable_amount else -billable_amount end) as billable_amount
  from json_populate_recordset(null::reporting.piece, :dateSegments::json) as segment
  cross join lateral (
    select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from reporting.timesheet_periods
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
    union all
    select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes,
      coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
    from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
    offset 0
  ) sums
  group by contract_id
  having sum(case when sign > 0 then days_count else -days_count end) > 0
)
select
  json_build_object(
    'contract', case when team.id is null then
      json_build_object(
        '_id', c.id,
        'rate', trim_scale(c.rate),
        'title', c.title,
        'contractor', json_build_object('_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
        'employer', json_build_object('_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name)
      )
    else
      json_build_object(
        '_id', c.id,
        'rate', trim_scale(c.rate),
        'title', c.title,
        'contractor', json_build_object('_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
        'employer', json_build_object('_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name),
        'team', json_build_object('_id', team.id, 'name', team.name)
      )
    end,
    'statistics', json_build_object(
      'billableMinutes', s.billable_minutes,
      'billedMinutes', s.billed_minutes,
      'manualMinutes', s.manual_minutes,
      'overtimeMinutes', s.overtime_minutes,
      'trackedMinutes', s.tracked_minutes,
      'activity', trim_scale(coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0)),
      'billableAmount', trim_scale(s.billable_amount)
    )
  )::text
from sums s
join reporting.contracts c on c.company_id = :companyId and c.id = s.contract_id
join reporting.people contractor on contractor.id = c.contractor_id
join reporting.people employer on employer.id = c.employer_id
left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
order by coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0) asc, s.contract_id asc;

-- timesheets-activity-asc-filtered-ndjson
-- timesheets-activity-desc-filtered-ndjson, with desc for asc
with contract_filter as materialized (
  select c.id
  from reporting.contracts c
  where c.company_id = :companyId and c.type = 'hourly'
    and (:teamIds::text[] is null or c.team_id = any (:teamIds))
    and (:contractorIds::text[] is null or c.contractor_id = any (:contractorIds))
),
sums as materialized (
  select
    contract_id,
    sum(case when sign > 0 then days_count else -days_count end) as days_count,
    sum(case when sign > 0 then tracked_minutes else -tracked_minutes end) as tracked_minutes,
    sum(case when sign > 0 then manual_minutes else -manual_minutes end) as manual_minutes,
    sum(case when sign > 0 then overtime_minutes else -overtime_minutes end) as overtime_minutes,
    sum(case when sign > 0 then billable_minutes else -billable_minutes end) as billable_minutes,
    sum(case when sign > 0 then billed_minutes else -billed_minutes end) as billed_minutes,
    sum(case when sign > 0 then weighted_activity else -weighted_activity end) as weighted_activity,
    sum(case when sign > 0 then billable_amount else -billable_amount end) as billable_amount
  from json_populate_recordset(null::reporting.piece, :dateSegments::json) as segment
  cross join lateral (
    select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from reporting.timesheet_periods
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
      and contract_id = any (array(select id from contract_filter))
    union all
    select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes,
      coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
    from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
      and contract_id = any (array(select id from contract_filter))
    offset 0
  ) sums
  group by contract_id
  having sum(case when sign > 0 then days_count else -days_count end) > 0
)
select
  json_build_object(
    'contract', case when team.id is null then
      json_build_object(
        '_id', c.id,
        'rate', trim_scale(c.rate),
        'title', c.title,
        'contractor', json_build_object('_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
        'employer', json_build_object('_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name)
      )
    else
      json_build_object(
        '_id', c.id,
        'rate', trim_scale(c.rate),
        'title', c.title,
        'contractor', json_build_object('_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
        'employer', json_build_object('_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name),
        'team', json_build_object('_id', team.id, 'name', team.name)
      )
    end,
    'statistics', json_build_object(
      'billableMinutes', s.billable_minutes,
      'billedMinutes', s.billed_minutes,
      'manualMinutes', s.manual_minutes,
      'overtimeMinutes', s.overtime_minutes,
      'trackedMinutes', s.tracked_minutes,
      'activity', trim_scale(coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0)),
      'billableAmount', trim_scale(s.billable_amount)
    )
  )::text
from sums s
join reporting.contracts c on c.company_id = :companyId and c.id = s.contract_id
join reporting.people contractor on contractor.id = c.contractor_id
join reporting.people employer on employer.id = c.employer_id
left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
order by coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0) asc, s.contract_id asc;

-- timesheets-goMeter-asc-ndjson
-- timesheets-goMeter-desc-ndjson, with desc for asc
with sums as materialized (
  select
    contract_id,
    sum(case when sign > 0 then days_count else -days_count end) as days_count,
    sum(case when sign > 0 then tracked_minutes else -tracked_minutes end) as tracked_minutes,
    sum(case when sign > 0 then manual_minutes else -manual_minutes end) as manual_minutes,
    sum(case when sign > 0 then overtime_minutes else -overtime_minutes end) as overtime_minutes,
    sum(case when sign > 0 then billable_minutes else -billable_minutes end) as billable_minutes,
    sum(case when sign > 0 then billed_minutes else -billed_minutes end) as billed_minutes,
    sum(case when sign > 0 then weighted_activity else -weighted_activity end) as weighted_activity,
    sum(case when sign > 0 then billable_amount else -billable_amount end) as billable_amount
  from json_populate_recordset(null::reporting.piece, :dateSegments::json) as segment
  cross join lateral (
    select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from reporting.timesheet_periods
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
    union all
    select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes,
      coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
    from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
    offset 0
  ) sums
  group by contract_id
  having sum(case when sign > 0 then days_count else -days_count end) > 0
)
select
  json_build_object(
    'contract', case when team.id is null then
      json_build_object(
        '_id', c.id,
        'rate', trim_scale(c.rate),
        'title', c.title,
        'contractor', json_build_object('_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
        'employer', json_build_object('_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name)
      )
    else
      json_build_object(
        '_id', c.id,
        'rate', trim_scale(c.rate),
        'title', c.title,
        'contractor', json_build_object('_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
        'employer', json_build_object('_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name),
        'team', json_build_object('_id', team.id, 'name', team.name)
      )
    end,
    'statistics', json_build_object(
      'billableMinutes', s.billable_minutes,
      'billedMinutes', s.billed_minutes,
      'manualMinutes', s.manual_minutes,
      'overtimeMinutes', s.overtime_minutes,
      'trackedMinutes', s.tracked_minutes,
      'activity', trim_scale(coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0)),
      'billableAmount', trim_scale(s.billable_amount)
    )
  )::text
from sums s
join reporting.contracts c on c.company_id = :companyId and c.id = s.contract_id
join reporting.people contractor on contractor.id = c.contractor_id
join reporting.people employer on employer.id = c.employer_id
left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
order by (s.tracked_minutes - s.manual_minutes) asc, s.contract_id asc;

-- timesheets-goMeter-asc-filtered-ndjson
-- timesheets-goMeter-desc-filtered-ndjson, with desc for asc
with contract_filter as materialized (
  select c.id
  from reporting.contracts c
  where c.company_id = :companyId and c.type = 'hourly'
    and (:teamIds::text[] is null or c.team_id = any (:teamIds))
    and (:contractorIds::text[] is null or c.contractor_id = any (:contractorIds))
),
sums as materialized (
  select
    contract_id,
    sum(case when sign > 0 then days_count else -days_count end) as days_count,
    sum(case when sign > 0 then tracked_minutes else -tracked_minutes end) as tracked_minutes,
    sum(case when sign > 0 then manual_minutes else -manual_minutes end) as manual_minutes,
    sum(case when sign > 0 then overtime_minutes else -overtime_minutes end) as overtime_minutes,
    sum(case when sign > 0 then billable_minutes else -billable_minutes end) as billable_minutes,
    sum(case when sign > 0 then billed_minutes else -billed_minutes end) as billed_minutes,
    sum(case when sign > 0 then weighted_activity else -weighted_activity end) as weighted_activity,
    sum(case when sign > 0 then billable_amount else -billable_amount end) as billable_amount
  from json_populate_recordset(null::reporting.piece, :dateSegments::json) as segment
  cross join lateral (
    select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from reporting.timesheet_periods
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
      and contract_id = any (array(select id from contract_filter))
    union all
    select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes,
      coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
    from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
      and contract_id = any (array(select id from contract_filter))
    offset 0
  ) sums
  group by contract_id
  having sum(case when sign > 0 then days_count else -days_count end) > 0
)
select
  json_build_object(
    'contract', case when team.id is null then
      json_build_object(
        '_id', c.id,
        'rate', trim_scale(c.rate),
        'title', c.title,
        'contractor', json_build_object('_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
        'employer', json_build_object('_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name)
      )
    else
      json_build_object(
        '_id', c.id,
        'rate', trim_scale(c.rate),
        'title', c.title,
        'contractor', json_build_object('_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
        'employer', json_build_object('_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name),
        'team', json_build_object('_id', team.id, 'name', team.name)
      )
    end,
    'statistics', json_build_object(
      'billableMinutes', s.billable_minutes,
      'billedMinutes', s.billed_minutes,
      'manualMinutes', s.manual_minutes,
      'overtimeMinutes', s.overtime_minutes,
      'trackedMinutes', s.tracked_minutes,
      'activity', trim_scale(coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0)),
      'billableAmount', trim_scale(s.billable_amount)
    )
  )::text
from sums s
join reporting.contracts c on c.company_id = :companyId and c.id = s.contract_id
join reporting.people contractor on contractor.id = c.contractor_id
join reporting.people employer on employer.id = c.employer_id
left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
order by (s.tracked_minutes - s.manual_minutes) asc, s.contract_id asc;

-- timesheets-manual-asc-ndjson
-- timesheets-manual-desc-ndjson, with desc for asc
with sums as materialized (
  select
    contract_id,
    sum(case when sign > 0 then days_count else -days_count end) as days_count,
    sum(case when sign > 0 then tracked_minutes else -tracked_minutes end) as tracked_minutes,
    sum(case when sign > 0 then manual_minutes else -manual_minutes end) as manual_minutes,
    sum(case when sign > 0 then overtime_minutes else -overtime_minutes end) as overtime_minutes,
    sum(case when sign > 0 then billable_minutes else -billable_minutes end) as billable_minutes,
    sum(case when sign > 0 then billed_minutes else -billed_minutes end) as billed_minutes,
    sum(case when sign > 0 then weighted_activity else -weighted_activity end) as weighted_activity,
    sum(case when sign > 0 then billable_amount else -billable_amount end) as billable_amount
  from json_populate_recordset(null::reporting.piece, :dateSegments::json) as segment
  cross join lateral (
    select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from reporting.timesheet_periods
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
    union all
    select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes,
      coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
    from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
    offset 0
  ) sums
  group by contract_id
  having sum(case when sign > 0 then days_count else -days_count end) > 0
)
select
  json_build_object(
    'contract', case when team.id is null then
      json_build_object(
        '_id', c.id,
        'rate', trim_scale(c.rate),
        'title', c.title,
        'contractor', json_build_object('_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
        'employer', json_build_object('_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name)
      )
    else
      json_build_object(
        '_id', c.id,
        'rate', trim_scale(c.rate),
        'title', c.title,
        'contractor', json_build_object('_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
        'employer', json_build_object('_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name),
        'team', json_build_object('_id', team.id, 'name', team.name)
      )
    end,
    'statistics', json_build_object(
      'billableMinutes', s.billable_minutes,
      'billedMinutes', s.billed_minutes,
      'manualMinutes', s.manual_minutes,
      'overtimeMinutes', s.overtime_minutes,
      'trackedMinutes', s.tracked_minutes,
      'activity', trim_scale(coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0)),
      'billableAmount', trim_scale(s.billable_amount)
    )
  )::text
from sums s
join reporting.contracts c on c.company_id = :companyId and c.id = s.contract_id
join reporting.people contractor on contractor.id = c.contractor_id
join reporting.people employer on employer.id = c.employer_id
left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
order by s.manual_minutes asc, s.contract_id asc;

-- timesheets-manual-asc-filtered-ndjson
-- timesheets-manual-desc-filtered-ndjson, with desc for asc
with contract_filter as materialized (
  select c.id
  from reporting.contracts c
  where c.company_id = :companyId and c.type = 'hourly'
    and (:teamIds::text[] is null or c.team_id = any (:teamIds))
    and (:contractorIds::text[] is null or c.contractor_id = any (:contractorIds))
),
sums as materialized (
  select
    contract_id,
    sum(case when sign > 0 then days_count else -days_count end) as days_count,
    sum(case when sign > 0 then tracked_minutes else -tracked_minutes end) as tracked_minutes,
    sum(case when sign > 0 then manual_minutes else -manual_minutes end) as manual_minutes,
    sum(case when sign > 0 then overtime_minutes else -overtime_minutes end) as overtime_minutes,
    sum(case when sign > 0 then billable_minutes else -billable_minutes end) as billable_minutes,
    sum(case when sign > 0 then billed_minutes else -billed_minutes end) as billed_minutes,
    sum(case when sign > 0 then weighted_activity else -weighted_activity end) as weighted_activity,
    sum(case when sign > 0 then billable_amount else -billable_amount end) as billable_amount
  from json_populate_recordset(null::reporting.piece, :dateSegments::json) as segment
  cross join lateral (
    select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from reporting.timesheet_periods
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
      and contract_id = any (array(select id from contract_filter))
    union all
    select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes,
      coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
    from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
      and contract_id = any (array(select id from contract_filter))
    offset 0
  ) sums
  group by contract_id
  having sum(case when sign > 0 then days_count else -days_count end) > 0
)
select
  json_build_object(
    'contract', case when team.id is null then
      json_build_object(
        '_id', c.id,
        'rate', trim_scale(c.rate),
        'title', c.title,
        'contractor', json_build_object('_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
        'employer', json_build_object('_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name)
      )
    else
      json_build_object(
        '_id', c.id,
        'rate', trim_scale(c.rate),
        'title', c.title,
        'contractor', json_build_object('_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
        'employer', json_build_object('_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name),
        'team', json_build_object('_id', team.id, 'name', team.name)
      )
    end,
    'statistics', json_build_object(
      'billableMinutes', s.billable_minutes,
      'billedMinutes', s.billed_minutes,
      'manualMinutes', s.manual_minutes,
      'overtimeMinutes', s.overtime_minutes,
      'trackedMinutes', s.tracked_minutes,
      'activity', trim_scale(coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0)),
      'billableAmount', trim_scale(s.billable_amount)
    )
  )::text
from sums s
join reporting.contracts c on c.company_id = :companyId and c.id = s.contract_id
join reporting.people contractor on contractor.id = c.contractor_id
join reporting.people employer on employer.id = c.employer_id
left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
order by s.manual_minutes asc, s.contract_id asc;

-- timesheets-overtime-asc-ndjson
-- timesheets-overtime-desc-ndjson, with desc for asc
with sums as materialized (
  select
    contract_id,
    sum(case when sign > 0 then days_count else -days_count end) as days_count,
    sum(case when sign > 0 then tracked_minutes else -tracked_minutes end) as tracked_minutes,
    sum(case when sign > 0 then manual_minutes else -manual_minutes end) as manual_minutes,
    sum(case when sign > 0 then overtime_minutes else -overtime_minutes end) as overtime_minutes,
    sum(case when sign > 0 then billable_minutes else -billable_minutes end) as billable_minutes,
    sum(case when sign > 0 then billed_minutes else -billed_minutes end) as billed_minutes,
    sum(case when sign > 0 then weighted_activity else -weighted_activity end) as weighted_activity,
    sum(case when sign > 0 then billable_amount else -billable_amount end) as billable_amount
  from json_populate_recordset(null::reporting.piece, :dateSegments::json) as segment
  cross join lateral (
    select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from reporting.timesheet_periods
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
    union all
    select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes,
      coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
    from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
    offset 0
  ) sums
  group by contract_id
  having sum(case when sign > 0 then days_count else -days_count end) > 0
)
select
  json_build_object(
    'contract', case when team.id is null then
      json_build_object(
        '_id', c.id,
        'rate', trim_scale(c.rate),
        'title', c.title,
        'contractor', json_build_object('_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
        'employer', json_build_object('_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name)
      )
    else
      json_build_object(
        '_id', c.id,
        'rate', trim_scale(c.rate),
        'title', c.title,
        'contractor', json_build_object('_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
        'employer', json_build_object('_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name),
        'team', json_build_object('_id', team.id, 'name', team.name)
      )
    end,
    'statistics', json_build_object(
      'billableMinutes', s.billable_minutes,
      'billedMinutes', s.billed_minutes,
      'manualMinutes', s.manual_minutes,
      'overtimeMinutes', s.overtime_minutes,
      'trackedMinutes', s.tracked_minutes,
      'activity', trim_scale(coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0)),
      'billableAmount', trim_scale(s.billable_amount)
    )
  )::text
from sums s
join reporting.contracts c on c.company_id = :companyId and c.id = s.contract_id
join reporting.people contractor on contractor.id = c.contractor_id
join reporting.people employer on employer.id = c.employer_id
left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
order by s.overtime_minutes asc, s.contract_id asc;

-- timesheets-overtime-asc-filtered-ndjson
-- timesheets-overtime-desc-filtered-ndjson, with desc for asc
with contract_filter as materialized (
  select c.id
  from reporting.contracts c
  where c.company_id = :companyId and c.type = 'hourly'
    and (:teamIds::text[] is null or c.team_id = any (:teamIds))
    and (:contractorIds::text[] is null or c.contractor_id = any (:contractorIds))
),
sums as materialized (
  select
    contract_id,
    sum(case when sign > 0 then days_count else -days_count end) as days_count,
    sum(case when sign > 0 then tracked_minutes else -tracked_minutes end) as tracked_minutes,
    sum(case when sign > 0 then manual_minutes else -manual_minutes end) as manual_minutes,
    sum(case when sign > 0 then overtime_minutes else -overtime_minutes end) as overtime_minutes,
    sum(case when sign > 0 then billable_minutes else -billable_minutes end) as billable_minutes,
    sum(case when sign > 0 then billed_minutes else -billed_minutes end) as billed_minutes,
    sum(case when sign > 0 then weighted_activity else -weighted_activity end) as weighted_activity,
    sum(case when sign > 0 then billable_amount else -billable_amount end) as billable_amount
  from json_populate_recordset(null::reporting.piece, :dateSegments::json) as segment
  cross join lateral (
    select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from reporting.timesheet_periods
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
      and contract_id = any (array(select id from contract_filter))
    union all
    select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes,
      coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
    from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
      and contract_id = any (array(select id from contract_filter))
    offset 0
  ) sums
  group by contract_id
  having sum(case when sign > 0 then days_count else -days_count end) > 0
)
select
  json_build_object(
    'contract', case when team.id is null then
      json_build_object(
        '_id', c.id,
        'rate', trim_scale(c.rate),
        'title', c.title,
        'contractor', json_build_object('_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
        'employer', json_build_object('_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name)
      )
    else
      json_build_object(
        '_id', c.id,
        'rate', trim_scale(c.rate),
        'title', c.title,
        'contractor', json_build_object('_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
        'employer', json_build_object('_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name),
        'team', json_build_object('_id', team.id, 'name', team.name)
      )
    end,
    'statistics', json_build_object(
      'billableMinutes', s.billable_minutes,
      'billedMinutes', s.billed_minutes,
      'manualMinutes', s.manual_minutes,
      'overtimeMinutes', s.overtime_minutes,
      'trackedMinutes', s.tracked_minutes,
      'activity', trim_scale(coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0)),
      'billableAmount', trim_scale(s.billable_amount)
    )
  )::text
from sums s
join reporting.contracts c on c.company_id = :companyId and c.id = s.contract_id
join reporting.people contractor on contractor.id = c.contractor_id
join reporting.people employer on employer.id = c.employer_id
left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
order by s.overtime_minutes asc, s.contract_id asc;

-- timesheets-billableTime-asc-ndjson
-- timesheets-billableTime-desc-ndjson, with desc for asc
with sums as materialized (
  select
    contract_id,
    sum(case when sign > 0 then days_count else -days_count end) as days_count,
    sum(case when sign > 0 then tracked_minutes else -tracked_minutes end) as tracked_minutes,
    sum(case when sign > 0 then manual_minutes else -manual_minutes end) as manual_minutes,
    sum(case when sign > 0 then overtime_minutes else -overtime_minutes end) as overtime_minutes,
    sum(case when sign > 0 then billable_minutes else -billable_minutes end) as billable_minutes,
    sum(case when sign > 0 then billed_minutes else -billed_minutes end) as billed_minutes,
    sum(case when sign > 0 then weighted_activity else -weighted_activity end) as weighted_activity,
    sum(case when sign > 0 then billable_amount else -billable_amount end) as billable_amount
  from json_populate_recordset(null::reporting.piece, :dateSegments::json) as segment
  cross join lateral (
    select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from reporting.timesheet_periods
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
    union all
    select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes,
      coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
    from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
    offset 0
  ) sums
  group by contract_id
  having sum(case when sign > 0 then days_count else -days_count end) > 0
)
select
  json_build_object(
    'contract', case when team.id is null then
      json_build_object(
        '_id', c.id,
        'rate', trim_scale(c.rate),
        'title', c.title,
        'contractor', json_build_object('_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
        'employer', json_build_object('_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name)
      )
    else
      json_build_object(
        '_id', c.id,
        'rate', trim_scale(c.rate),
        'title', c.title,
        'contractor', json_build_object('_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
        'employer', json_build_object('_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name),
        'team', json_build_object('_id', team.id, 'name', team.name)
      )
    end,
    'statistics', json_build_object(
      'billableMinutes', s.billable_minutes,
      'billedMinutes', s.billed_minutes,
      'manualMinutes', s.manual_minutes,
      'overtimeMinutes', s.overtime_minutes,
      'trackedMinutes', s.tracked_minutes,
      'activity', trim_scale(coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0)),
      'billableAmount', trim_scale(s.billable_amount)
    )
  )::text
from sums s
join reporting.contracts c on c.company_id = :companyId and c.id = s.contract_id
join reporting.people contractor on contractor.id = c.contractor_id
join reporting.people employer on employer.id = c.employer_id
left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
order by s.billable_minutes asc, s.contract_id asc;

-- timesheets-billableTime-asc-filtered-ndjson
-- timesheets-billableTime-desc-filtered-ndjson, with desc for asc
with contract_filter as materialized (
  select c.id
  from reporting.contracts c
  where c.company_id = :companyId and c.type = 'hourly'
    and (:teamIds::text[] is null or c.team_id = any (:teamIds))
    and (:contractorIds::text[] is null or c.contractor_id = any (:contractorIds))
),
sums as materialized (
  select
    contract_id,
    sum(case when sign > 0 then days_count else -days_count end) as days_count,
    sum(case when sign > 0 then tracked_minutes else -tracked_minutes end) as tracked_minutes,
    sum(case when sign > 0 then manual_minutes else -manual_minutes end) as manual_minutes,
    sum(case when sign > 0 then overtime_minutes else -overtime_minutes end) as overtime_minutes,
    sum(case when sign > 0 then billable_minutes else -billable_minutes end) as billable_minutes,
    sum(case when sign > 0 then billed_minutes else -billed_minutes end) as billed_minutes,
    sum(case when sign > 0 then weighted_activity else -weighted_activity end) as weighted_activity,
    sum(case when sign > 0 then billable_amount else -billable_amount end) as billable_amount
  from json_populate_recordset(null::reporting.piece, :dateSegments::json) as segment
  cross join lateral (
    select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from reporting.timesheet_periods
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
      and contract_id = any (array(select id from contract_filter))
    union all
    select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes,
      coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
    from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
      and contract_id = any (array(select id from contract_filter))
    offset 0
  ) sums
  group by contract_id
  having sum(case when sign > 0 then days_count else -days_count end) > 0
)
select
  json_build_object(
    'contract', case when team.id is null then
      json_build_object(
        '_id', c.id,
        'rate', trim_scale(c.rate),
        'title', c.title,
        'contractor', json_build_object('_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
        'employer', json_build_object('_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name)
      )
    else
      json_build_object(
        '_id', c.id,
        'rate', trim_scale(c.rate),
        'title', c.title,
        'contractor', json_build_object('_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
        'employer', json_build_object('_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name),
        'team', json_build_object('_id', team.id, 'name', team.name)
      )
    end,
    'statistics', json_build_object(
      'billableMinutes', s.billable_minutes,
      'billedMinutes', s.billed_minutes,
      'manualMinutes', s.manual_minutes,
      'overtimeMinutes', s.overtime_minutes,
      'trackedMinutes', s.tracked_minutes,
      'activity', trim_scale(coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0)),
      'billableAmount', trim_scale(s.billable_amount)
    )
  )::text
from sums s
join reporting.contracts c on c.company_id = :companyId and c.id = s.contract_id
join reporting.people contractor on contractor.id = c.contractor_id
join reporting.people employer on employer.id = c.employer_id
left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
order by s.billable_minutes asc, s.contract_id asc;

-- timesheets-billableAmount-asc-ndjson
-- timesheets-billableAmount-desc-ndjson, with desc for asc
with sums as materialized (
  select
    contract_id,
    sum(case when sign > 0 then days_count else -days_count end) as days_count,
    sum(case when sign > 0 then tracked_minutes else -tracked_minutes end) as tracked_minutes,
    sum(case when sign > 0 then manual_minutes else -manual_minutes end) as manual_minutes,
    sum(case when sign > 0 then overtime_minutes else -overtime_minutes end) as overtime_minutes,
    sum(case when sign > 0 then billable_minutes else -billable_minutes end) as billable_minutes,
    sum(case when sign > 0 then billed_minutes else -billed_minutes end) as billed_minutes,
    sum(case when sign > 0 then weighted_activity else -weighted_activity end) as weighted_activity,
    sum(case when sign > 0 then billable_amount else -billable_amount end) as billable_amount
  from json_populate_recordset(null::reporting.piece, :dateSegments::json) as segment
  cross join lateral (
    select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from reporting.timesheet_periods
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
    union all
    select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes,
      coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
    from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
    offset 0
  ) sums
  group by contract_id
  having sum(case when sign > 0 then days_count else -days_count end) > 0
)
select
  json_build_object(
    'contract', case when team.id is null then
      json_build_object(
        '_id', c.id,
        'rate', trim_scale(c.rate),
        'title', c.title,
        'contractor', json_build_object('_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
        'employer', json_build_object('_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name)
      )
    else
      json_build_object(
        '_id', c.id,
        'rate', trim_scale(c.rate),
        'title', c.title,
        'contractor', json_build_object('_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
        'employer', json_build_object('_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name),
        'team', json_build_object('_id', team.id, 'name', team.name)
      )
    end,
    'statistics', json_build_object(
      'billableMinutes', s.billable_minutes,
      'billedMinutes', s.billed_minutes,
      'manualMinutes', s.manual_minutes,
      'overtimeMinutes', s.overtime_minutes,
      'trackedMinutes', s.tracked_minutes,
      'activity', trim_scale(coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0)),
      'billableAmount', trim_scale(s.billable_amount)
    )
  )::text
from sums s
join reporting.contracts c on c.company_id = :companyId and c.id = s.contract_id
join reporting.people contractor on contractor.id = c.contractor_id
join reporting.people employer on employer.id = c.employer_id
left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
order by s.billable_amount asc, s.contract_id asc;

-- timesheets-billableAmount-asc-filtered-ndjson
-- timesheets-billableAmount-desc-filtered-ndjson, with desc for asc
with contract_filter as materialized (
  select c.id
  from reporting.contracts c
  where c.company_id = :companyId and c.type = 'hourly'
    and (:teamIds::text[] is null or c.team_id = any (:teamIds))
    and (:contractorIds::text[] is null or c.contractor_id = any (:contractorIds))
),
sums as materialized (
  select
    contract_id,
    sum(case when sign > 0 then days_count else -days_count end) as days_count,
    sum(case when sign > 0 then tracked_minutes else -tracked_minutes end) as tracked_minutes,
    sum(case when sign > 0 then manual_minutes else -manual_minutes end) as manual_minutes,
    sum(case when sign > 0 then overtime_minutes else -overtime_minutes end) as overtime_minutes,
    sum(case when sign > 0 then billable_minutes else -billable_minutes end) as billable_minutes,
    sum(case when sign > 0 then billed_minutes else -billed_minutes end) as billed_minutes,
    sum(case when sign > 0 then weighted_activity else -weighted_activity end) as weighted_activity,
    sum(case when sign > 0 then billable_amount else -billable_amount end) as billable_amount
  from json_populate_recordset(null::reporting.piece, :dateSegments::json) as segment
  cross join lateral (
    select contract_id, days_count, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes, weighted_activity, billable_amount
    from reporting.timesheet_periods
    where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
      and contract_id = any (array(select id from contract_filter))
    union all
    select contract_id, 1, tracked_minutes, manual_minutes, overtime_minutes, billable_minutes, billed_minutes,
      coalesce(activity, 0) * (tracked_minutes - manual_minutes), billable_amount
    from reporting.timesheet_days
    where company_id = :companyId and segment.unit = 'day' and work_date >= segment.start and work_date < segment.until
      and contract_id = any (array(select id from contract_filter))
    offset 0
  ) sums
  group by contract_id
  having sum(case when sign > 0 then days_count else -days_count end) > 0
)
select
  json_build_object(
    'contract', case when team.id is null then
      json_build_object(
        '_id', c.id,
        'rate', trim_scale(c.rate),
        'title', c.title,
        'contractor', json_build_object('_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
        'employer', json_build_object('_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name)
      )
    else
      json_build_object(
        '_id', c.id,
        'rate', trim_scale(c.rate),
        'title', c.title,
        'contractor', json_build_object('_id', contractor.id, 'firstName', contractor.first_name, 'lastName', contractor.last_name),
        'employer', json_build_object('_id', employer.id, 'firstName', employer.first_name, 'lastName', employer.last_name),
        'team', json_build_object('_id', team.id, 'name', team.name)
      )
    end,
    'statistics', json_build_object(
      'billableMinutes', s.billable_minutes,
      'billedMinutes', s.billed_minutes,
      'manualMinutes', s.manual_minutes,
      'overtimeMinutes', s.overtime_minutes,
      'trackedMinutes', s.tracked_minutes,
      'activity', trim_scale(coalesce(round(s.weighted_activity / nullif((s.tracked_minutes - s.manual_minutes), 0), 2), 0)),
      'billableAmount', trim_scale(s.billable_amount)
    )
  )::text
from sums s
join reporting.contracts c on c.company_id = :companyId and c.id = s.contract_id
join reporting.people contractor on contractor.id = c.contractor_id
join reporting.people employer on employer.id = c.employer_id
left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
order by s.billable_amount asc, s.contract_id asc;
