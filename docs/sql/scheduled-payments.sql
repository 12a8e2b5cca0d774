-- scheduled-payments-scheduledPaymentOn-asc
-- scheduled-payments-scheduledPaymentOn-desc, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
company as materialized (
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
),
matched as materialized (
  select case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select payments_count from totals)
  end as payments_count
),
batch as materialized (
  select id, row_number() over () as position
  from (
    with page_periods as materialized (
      select *, min(passed) over () as skipped
      from (
        select
          unit, start,
          sum(payments_count) as payments_count,
          sum(sum(payments_count)) over (order by start asc) - sum(payments_count) as passed
        from (
          select
            period.unit, period.status, period.start, payments_count, paid_amount,
            case when status = 'paid' then payments_count end as paid_payments_count
          from reporting.date_segments(:daysAndMonths) as segment
          join reporting.payment_totals period
            on period.company_id = :companyId and period.unit = segment.unit and period.status = any (:statuses)
              and period.start >= segment.start and period.start < segment.until
        ) p
        group by unit, start
      ) p
      where passed < :batchOffset::bigint + :batchSize::bigint and passed + payments_count > :batchOffset::bigint
    ),
    span as materialized (
      select min((start::timestamp at time zone 'UTC')) as first, max(((start + ('1 ' || unit)::interval) at time zone 'UTC')) as last
      from page_periods
    )
    select p.id
    from (
      (
        select p.id, p.contract_id, p.scheduled_payment_on
        from reporting.scheduled_payments p
        where p.company_id = :companyId and p.status = 'upcoming' and 'upcoming' = any (:statuses)
          and p.scheduled_payment_on >= (select first from span) and p.scheduled_payment_on < (select last from span)
        order by p.scheduled_payment_on asc, p.id asc
      )
      union all
      (
        select p.id, p.contract_id, p.scheduled_payment_on
        from reporting.scheduled_payments p
        where p.company_id = :companyId and p.status = 'processing' and 'processing' = any (:statuses)
          and p.scheduled_payment_on >= (select first from span) and p.scheduled_payment_on < (select last from span)
        order by p.scheduled_payment_on asc, p.id asc
      )
      union all
      (
        select p.id, p.contract_id, p.scheduled_payment_on
        from reporting.scheduled_payments p
        where p.company_id = :companyId and p.status = 'failed' and 'failed' = any (:statuses)
          and p.scheduled_payment_on >= (select first from span) and p.scheduled_payment_on < (select last from span)
        order by p.scheduled_payment_on asc, p.id asc
      )
      union all
      (
        select p.id, p.contract_id, p.scheduled_payment_on
        from reporting.scheduled_payments p
        where p.company_id = :companyId and p.status = 'paid' and 'paid' = any (:statuses)
          and p.scheduled_payment_on >= (select first from span) and p.scheduled_payment_on < (select last from span)
        order by p.scheduled_payment_on asc, p.id asc
      )
      union all
      (
        select p.id, p.contract_id, p.scheduled_payment_on
        from reporting.scheduled_payments p
        where p.company_id = :companyId and p.status = 'deleted' and 'deleted' = any (:statuses)
          and p.scheduled_payment_on >= (select first from span) and p.scheduled_payment_on < (select last from span)
        order by p.scheduled_payment_on asc, p.id asc
      )
      order by scheduled_payment_on asc, id asc
      offset 0
    ) p
    order by p.scheduled_payment_on asc, p.id asc
    limit :batchSize::bigint offset (:batchOffset::bigint - (select min(skipped) from page_periods))
  ) batch
  where (:batchOffset::bigint + :pageOffset::bigint) < (select payments_count from matched) and (select version from current) is distinct from :batchVersion::text
),
page as materialized (
  select id, position
  from batch
  where position > :pageOffset::bigint and position <= :pageOffset::bigint + :itemsPerPage::bigint
  union all
  select id, position
  from unnest(:pageIds::text[]) with ordinality cached (id, position)
  where (select version from current) = :batchVersion::text
)
select
  (select version from current) as version,
  ((select payments_count from matched))::float8 as "totalCount",
  case when (select version from current) = :cachedVersion::text then null else
    (
      select json_build_object(
        'contractsCount', case
          when (select payments_count - payments_in_range <= 5000 from company) then (
            select count(*) from (
              select
              from (
                select contract_id, payments_count::float8
                from reporting.payment_periods
                where company_id = :companyId and unit = 'all'
                  and status = any (case when cardinality(:statuses::text[]) = 5 then '{any}' else :statuses end)
                union all
                select p.contract_id, -1::float8
                from unnest(:statuses::text[]) status_filter (status)
                cross join lateral (
                  select contract_id, status, paid_amount
                  from reporting.scheduled_payments p
                  where p.company_id = :companyId and p.status = status_filter.status and p.scheduled_payment_on < (:fromDate::date::timestamp at time zone 'UTC')
                  offset 0
                ) p
                union all
                select p.contract_id, -1::float8
                from unnest(:statuses::text[]) status_filter (status)
                cross join lateral (
                  select contract_id, status, paid_amount
                  from reporting.scheduled_payments p
                  where p.company_id = :companyId and p.status = status_filter.status and p.scheduled_payment_on >= ((:toDate::date + 1)::timestamp at time zone 'UTC')
                  offset 0
                ) p
              ) p
              group by contract_id
              having sum(payments_count) > 0
            ) contracts
          )
          when (
            select count(*) from (
              select from reporting.contracts c where c.company_id = :companyId and c.type = 'fixed'
              limit (select payments_in_range / 12 + 1 from company)
            ) few
          ) <= (select payments_in_range / 12 from company) then (
            -- Most contracts are seen in a part of the payments; the others are looked up one by one.
            with seen as materialized (
              select contract_id
              from (
                select p.contract_id
                from unnest(:statuses::text[]) status_filter (status)
                cross join lateral (
                  select contract_id, status, paid_amount
                  from reporting.scheduled_payments p
                  where p.company_id = :companyId and p.status = status_filter.status and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
                  offset 0
                ) p
                limit (select 2 * count(*) from reporting.contracts c where c.company_id = :companyId and c.type = 'fixed')
              ) p
              group by contract_id
            )
            select (select count(*) from seen) + count(*)
            from reporting.contracts c
            cross join lateral (
              select from reporting.scheduled_payments p
              where p.company_id = :companyId and p.contract_id = c.id and p.status = any (:statuses) and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
              limit 1
            ) payment
            where c.company_id = :companyId and c.type = 'fixed' and (c.id in (select contract_id from seen)) is not true
          )
          when (select reads_inside from company) then (
            select count(*) from (
              select
              from (
                select p.contract_id
                from unnest(:statuses::text[]) status_filter (status)
                cross join lateral (
                  select contract_id, status, paid_amount
                  from reporting.scheduled_payments p
                  where p.company_id = :companyId and p.status = status_filter.status and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
                  offset 0
                ) p
              ) p
              group by contract_id
            ) contracts
          )
          else (
            select count(*) from (
              select
              from (
                select contract_id, payments_count::float8
                from reporting.payment_periods
                where company_id = :companyId and unit = 'all'
                  and status = any (case when cardinality(:statuses::text[]) = 5 then '{any}' else :statuses end)
                union all
                select p.contract_id, -1::float8
                from unnest(:statuses::text[]) status_filter (status)
                cross join lateral (
                  select contract_id, status, paid_amount
                  from reporting.scheduled_payments p
                  where p.company_id = :companyId and p.status = status_filter.status and p.scheduled_payment_on < (:fromDate::date::timestamp at time zone 'UTC')
                  offset 0
                ) p
                union all
                select p.contract_id, -1::float8
                from unnest(:statuses::text[]) status_filter (status)
                cross join lateral (
                  select contract_id, status, paid_amount
                  from reporting.scheduled_payments p
                  where p.company_id = :companyId and p.status = status_filter.status and p.scheduled_payment_on >= ((:toDate::date + 1)::timestamp at time zone 'UTC')
                  offset 0
                ) p
              ) p
              group by contract_id
              having sum(payments_count) > 0
            ) contracts
          )
        end,
        'scheduledPaymentsCount', payments_count,
        'paidScheduledPaymentsCount', paid_payments_count,
        'totalScheduledPaymentsPaidAmount', trim_scale(paid_amount)
      )::text
      from totals
    )
  end as statistics,
  case when (select version from current) = :cachedVersion::text then null else
    (select first_day::text from company)
  end as "firstDay",
  case when (select version from current) = :cachedVersion::text then null else
    (select last_day::text from company)
  end as "lastDay",
  case when :batchSize::bigint > :itemsPerPage then (select json_agg(id order by position)::text from batch) end as "batchIds",
  (
    select json_agg(
      json_build_object(
        '_id', p.id,
        'name', p.name,
        'amount', trim_scale(p.amount),
        'paidAmount', trim_scale(p.paid_amount),
        'status', p.status,
        'scheduledPaymentOn', to_char(p.scheduled_payment_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'contract', json_build_object(
          '_id', c.id,
          'title', c.title,
          'contractor', json_build_object(
            '_id', contractor.id,
            'firstName', contractor.first_name,
            'lastName', contractor.last_name
          ),
          'employer', json_build_object(
            '_id', employer.id,
            'firstName', employer.first_name,
            'lastName', employer.last_name
          ),
          'team', case when team.id is not null then json_build_object(
            '_id', team.id,
            'name', team.name
          ) end
        )
      )
      order by page.position
    )
    from page
    join reporting.scheduled_payments p on p.company_id = :companyId and p.id = page.id
    join reporting.contracts c on c.company_id = :companyId and c.id = p.contract_id
    join reporting.people contractor on contractor.id = c.contractor_id
    join reporting.people employer on employer.id = c.employer_id
    left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
  )::text as results;

-- scheduled-payments-scheduledPaymentOn-asc-filtered
-- scheduled-payments-scheduledPaymentOn-desc-filtered, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
company as materialized (
  -- as in scheduled-payments-scheduledPaymentOn-asc
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
),
matched as materialized (
  select case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select payments_count from totals)
  end as payments_count
),
batch as materialized (
  select id, row_number() over () as position
  from (
    with choice as materialized (
      select case when (select looks_up from lookup) then (select payments_count from matched) else payments_in_range end
        <= 5000 + least(
          payments_count / 2,
          8 * (:batchOffset::bigint + :batchSize::bigint) * payments_count / greatest((select payments_count from matched), 1)
        ) as sorts
      from company
    )
    (
      select p.id
      from (
        select p.id, p.status, p.scheduled_payment_on, p.amount, p.paid_amount, p.contract_id
        from contract_filter
        cross join lateral (
          select p.id, p.status, p.scheduled_payment_on, p.amount, p.paid_amount, p.contract_id
          from reporting.scheduled_payments p
          where p.company_id = :companyId and p.contract_id = contract_filter.id and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
            and p.status = any (:statuses)
          offset 0
        ) p
        where (select looks_up from lookup)
        union all
        select p.id, p.status, p.scheduled_payment_on, p.amount, p.paid_amount, p.contract_id
        from unnest(:statuses::text[]) status_filter (status)
        cross join lateral (
          select p.id, p.status, p.scheduled_payment_on, p.amount, p.paid_amount, p.contract_id
          from reporting.scheduled_payments p
          where p.company_id = :companyId and p.status = status_filter.status and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
          offset 0
        ) p
        where not (select looks_up from lookup) and (p.contract_id in (select id from contract_filter)) is true
      ) p
      where (select sorts from choice)
      order by p.scheduled_payment_on asc, p.id asc
      limit :batchSize::bigint offset :batchOffset::bigint
    )
    union all
    (
      select p.id
      from (
        (
          select p.id, p.contract_id, p.scheduled_payment_on
          from reporting.scheduled_payments p
          where p.company_id = :companyId and p.status = 'upcoming' and 'upcoming' = any (:statuses)
            and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
          order by p.scheduled_payment_on asc, p.id asc
        )
        union all
        (
          select p.id, p.contract_id, p.scheduled_payment_on
          from reporting.scheduled_payments p
          where p.company_id = :companyId and p.status = 'processing' and 'processing' = any (:statuses)
            and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
          order by p.scheduled_payment_on asc, p.id asc
        )
        union all
        (
          select p.id, p.contract_id, p.scheduled_payment_on
          from reporting.scheduled_payments p
          where p.company_id = :companyId and p.status = 'failed' and 'failed' = any (:statuses)
            and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
          order by p.scheduled_payment_on asc, p.id asc
        )
        union all
        (
          select p.id, p.contract_id, p.scheduled_payment_on
          from reporting.scheduled_payments p
          where p.company_id = :companyId and p.status = 'paid' and 'paid' = any (:statuses)
            and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
          order by p.scheduled_payment_on asc, p.id asc
        )
        union all
        (
          select p.id, p.contract_id, p.scheduled_payment_on
          from reporting.scheduled_payments p
          where p.company_id = :companyId and p.status = 'deleted' and 'deleted' = any (:statuses)
            and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
          order by p.scheduled_payment_on asc, p.id asc
        )
        order by scheduled_payment_on asc, id asc
        offset 0
      ) p
      where not (select sorts from choice) and (p.contract_id in (select id from contract_filter)) is true
      order by p.scheduled_payment_on asc, p.id asc
      limit :batchSize::bigint offset :batchOffset::bigint
    )
  ) batch
  where (:batchOffset::bigint + :pageOffset::bigint) < (select payments_count from matched) and (select version from current) is distinct from :batchVersion::text
),
page as materialized (
  select id, position
  from batch
  where position > :pageOffset::bigint and position <= :pageOffset::bigint + :itemsPerPage::bigint
  union all
  select id, position
  from unnest(:pageIds::text[]) with ordinality cached (id, position)
  where (select version from current) = :batchVersion::text
)
select
  (select version from current) as version,
  ((select payments_count from matched))::float8 as "totalCount",
  case when (select version from current) = :cachedVersion::text then null else
    (
      select json_build_object(
        'contractsCount', (select count(*) from (
          select from contract_sums group by contract_id having sum(payments_count) > 0
        ) contracts),
        'scheduledPaymentsCount', payments_count,
        'paidScheduledPaymentsCount', paid_payments_count,
        'totalScheduledPaymentsPaidAmount', trim_scale(paid_amount)
      )::text
      from totals
    )
  end as statistics,
  case when (select version from current) = :cachedVersion::text then null else
    (select first_day::text from company)
  end as "firstDay",
  case when (select version from current) = :cachedVersion::text then null else
    (select last_day::text from company)
  end as "lastDay",
  case when :batchSize::bigint > :itemsPerPage then (select json_agg(id order by position)::text from batch) end as "batchIds",
  (
    select json_agg(
      json_build_object(
        '_id', p.id,
        'name', p.name,
        'amount', trim_scale(p.amount),
        'paidAmount', trim_scale(p.paid_amount),
        'status', p.status,
        'scheduledPaymentOn', to_char(p.scheduled_payment_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'contract', json_build_object(
          '_id', c.id,
          'title', c.title,
          'contractor', json_build_object(
            '_id', contractor.id,
            'firstName', contractor.first_name,
            'lastName', contractor.last_name
          ),
          'employer', json_build_object(
            '_id', employer.id,
            'firstName', employer.first_name,
            'lastName', employer.last_name
          ),
          'team', case when team.id is not null then json_build_object(
            '_id', team.id,
            'name', team.name
          ) end
        )
      )
      order by page.position
    )
    from page
    join reporting.scheduled_payments p on p.company_id = :companyId and p.id = page.id
    join reporting.contracts c on c.company_id = :companyId and c.id = p.contract_id
    join reporting.people contractor on contractor.id = c.contractor_id
    join reporting.people employer on employer.id = c.employer_id
    left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
  )::text as results;

-- scheduled-payments-budget-asc
-- scheduled-payments-budget-desc, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
company as materialized (
  -- as in scheduled-payments-scheduledPaymentOn-asc
),
totals as materialized (
  -- as in scheduled-payments-scheduledPaymentOn-asc
),
matched as materialized (
  select case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select payments_count from totals)
  end as payments_count
),
batch as materialized (
  select id, row_number() over () as position
  from (
    with choice as materialized (
      select payments_in_range
        <= 5000 + least(
          payments_count / 2,
          8 * (:batchOffset::bigint + :batchSize::bigint) * payments_count / greatest((select payments_count from matched), 1)
        ) as sorts
      from company
    )
    (
      select p.id
      from (
        select p.id, p.status, p.scheduled_payment_on, p.amount, p.paid_amount, p.contract_id
        from unnest(:statuses::text[]) status_filter (status)
        cross join lateral (
          select p.id, p.status, p.scheduled_payment_on, p.amount, p.paid_amount, p.contract_id
          from reporting.scheduled_payments p
          where p.company_id = :companyId and p.status = status_filter.status and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
          offset 0
        ) p
      ) p
      where (select sorts from choice)
      order by p.amount asc, p.id asc
      limit :batchSize::bigint offset :batchOffset::bigint
    )
    union all
    (
      select p.id
      from (
        (
          select p.id, p.contract_id, p.amount
          from reporting.scheduled_payments p
          where p.company_id = :companyId and p.status = 'upcoming' and 'upcoming' = any (:statuses)
            and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
          order by p.amount asc, p.id asc
        )
        union all
        (
          select p.id, p.contract_id, p.amount
          from reporting.scheduled_payments p
          where p.company_id = :companyId and p.status = 'processing' and 'processing' = any (:statuses)
            and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
          order by p.amount asc, p.id asc
        )
        union all
        (
          select p.id, p.contract_id, p.amount
          from reporting.scheduled_payments p
          where p.company_id = :companyId and p.status = 'failed' and 'failed' = any (:statuses)
            and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
          order by p.amount asc, p.id asc
        )
        union all
        (
          select p.id, p.contract_id, p.amount
          from reporting.scheduled_payments p
          where p.company_id = :companyId and p.status = 'paid' and 'paid' = any (:statuses)
            and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
          order by p.amount asc, p.id asc
        )
        union all
        (
          select p.id, p.contract_id, p.amount
          from reporting.scheduled_payments p
          where p.company_id = :companyId and p.status = 'deleted' and 'deleted' = any (:statuses)
            and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
          order by p.amount asc, p.id asc
        )
        order by amount asc, id asc
        offset 0
      ) p
      where not (select sorts from choice)
      order by p.amount asc, p.id asc
      limit :batchSize::bigint offset :batchOffset::bigint
    )
  ) batch
  where (:batchOffset::bigint + :pageOffset::bigint) < (select payments_count from matched) and (select version from current) is distinct from :batchVersion::text
),
page as materialized (
  -- as in scheduled-payments-scheduledPaymentOn-asc

-- scheduled-payments-budget-asc-filtered
-- scheduled-payments-budget-desc-filtered, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
company as materialized (
  -- as in scheduled-payments-scheduledPaymentOn-asc
),
contract_filter as materialized (
  -- as in scheduled-payments-scheduledPaymentOn-asc-filtered
),
lookup as materialized (
  select 100 * (select count(*) from contract_filter)
    <= 5000 + case when (select reads_inside from company) then payments_in_range else 1.5 * payments_count - payments_in_range end as looks_up
  from company
),
contract_sums as materialized (
  -- as in scheduled-payments-scheduledPaymentOn-asc-filtered
),
totals as materialized (
  -- as in scheduled-payments-scheduledPaymentOn-asc-filtered
),
matched as materialized (
  select case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select payments_count from totals)
  end as payments_count
),
batch as materialized (
  select id, row_number() over () as position
  from (
    with choice as materialized (
      select case when (select looks_up from lookup) then (select payments_count from matched) else payments_in_range end
        <= 5000 + least(
          payments_count / 2,
          8 * (:batchOffset::bigint + :batchSize::bigint) * payments_count / greatest((select payments_count from matched), 1)
        ) as sorts
      from company
    )
    (
      select p.id
      from (
        select p.id, p.status, p.scheduled_payment_on, p.amount, p.paid_amount, p.contract_id
        from contract_filter
        cross join lateral (
          select p.id, p.status, p.scheduled_payment_on, p.amount, p.paid_amount, p.contract_id
          from reporting.scheduled_payments p
          where p.company_id = :companyId and p.contract_id = contract_filter.id and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
            and p.status = any (:statuses)
          offset 0
        ) p
        where (select looks_up from lookup)
        union all
        select p.id, p.status, p.scheduled_payment_on, p.amount, p.paid_amount, p.contract_id
        from unnest(:statuses::text[]) status_filter (status)
        cross join lateral (
          select p.id, p.status, p.scheduled_payment_on, p.amount, p.paid_amount, p.contract_id
          from reporting.scheduled_payments p
          where p.company_id = :companyId and p.status = status_filter.status and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
          offset 0
        ) p
        where not (select looks_up from lookup) and (p.contract_id in (select id from contract_filter)) is true
      ) p
      where (select sorts from choice)
      order by p.amount asc, p.id asc
      limit :batchSize::bigint offset :batchOffset::bigint
    )
    union all
    (
      select p.id
      from (
        (
          select p.id, p.contract_id, p.amount
          from reporting.scheduled_payments p
          where p.company_id = :companyId and p.status = 'upcoming' and 'upcoming' = any (:statuses)
            and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
          order by p.amount asc, p.id asc
        )
        union all
        (
          select p.id, p.contract_id, p.amount
          from reporting.scheduled_payments p
          where p.company_id = :companyId and p.status = 'processing' and 'processing' = any (:statuses)
            and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
          order by p.amount asc, p.id asc
        )
        union all
        (
          select p.id, p.contract_id, p.amount
          from reporting.scheduled_payments p
          where p.company_id = :companyId and p.status = 'failed' and 'failed' = any (:statuses)
            and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
          order by p.amount asc, p.id asc
        )
        union all
        (
          select p.id, p.contract_id, p.amount
          from reporting.scheduled_payments p
          where p.company_id = :companyId and p.status = 'paid' and 'paid' = any (:statuses)
            and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
          order by p.amount asc, p.id asc
        )
        union all
        (
          select p.id, p.contract_id, p.amount
          from reporting.scheduled_payments p
          where p.company_id = :companyId and p.status = 'deleted' and 'deleted' = any (:statuses)
            and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
          order by p.amount asc, p.id asc
        )
        order by amount asc, id asc
        offset 0
      ) p
      where not (select sorts from choice) and (p.contract_id in (select id from contract_filter)) is true
      order by p.amount asc, p.id asc
      limit :batchSize::bigint offset :batchOffset::bigint
    )
  ) batch
  where (:batchOffset::bigint + :pageOffset::bigint) < (select payments_count from matched) and (select version from current) is distinct from :batchVersion::text
),
page as materialized (
  -- as in scheduled-payments-scheduledPaymentOn-asc-filtered

-- scheduled-payments-paidAmount-asc
-- scheduled-payments-paidAmount-desc, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
company as materialized (
  -- as in scheduled-payments-scheduledPaymentOn-asc
),
totals as materialized (
  -- as in scheduled-payments-scheduledPaymentOn-asc
),
matched as materialized (
  select case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select payments_count from totals)
  end as payments_count
),
batch as materialized (
  select id, row_number() over () as position
  from (
    with choice as materialized (
      select payments_in_range
        <= 5000 + least(
          payments_count / 2,
          8 * (:batchOffset::bigint + :batchSize::bigint) * payments_count / greatest((select payments_count from matched), 1)
        ) as sorts
      from company
    )
    (
      select p.id
      from (
        select p.id, p.status, p.scheduled_payment_on, p.amount, p.paid_amount, p.contract_id
        from unnest(:statuses::text[]) status_filter (status)
        cross join lateral (
          select p.id, p.status, p.scheduled_payment_on, p.amount, p.paid_amount, p.contract_id
          from reporting.scheduled_payments p
          where p.company_id = :companyId and p.status = status_filter.status and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
          offset 0
        ) p
      ) p
      where (select sorts from choice)
      order by p.paid_amount asc, p.id asc
      limit :batchSize::bigint offset :batchOffset::bigint
    )
    union all
    (
      select p.id
      from (
        (
          select p.id, p.contract_id, p.paid_amount
          from reporting.scheduled_payments p
          where p.company_id = :companyId and p.status = 'upcoming' and 'upcoming' = any (:statuses)
            and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
          order by p.paid_amount asc, p.id asc
        )
        union all
        (
          select p.id, p.contract_id, p.paid_amount
          from reporting.scheduled_payments p
          where p.company_id = :companyId and p.status = 'processing' and 'processing' = any (:statuses)
            and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
          order by p.paid_amount asc, p.id asc
        )
        union all
        (
          select p.id, p.contract_id, p.paid_amount
          from reporting.scheduled_payments p
          where p.company_id = :companyId and p.status = 'failed' and 'failed' = any (:statuses)
            and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
          order by p.paid_amount asc, p.id asc
        )
        union all
        (
          select p.id, p.contract_id, p.paid_amount
          from reporting.scheduled_payments p
          where p.company_id = :companyId and p.status = 'paid' and 'paid' = any (:statuses)
            and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
          order by p.paid_amount asc, p.id asc
        )
        union all
        (
          select p.id, p.contract_id, p.paid_amount
          from reporting.scheduled_payments p
          where p.company_id = :companyId and p.status = 'deleted' and 'deleted' = any (:statuses)
            and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
          order by p.paid_amount asc, p.id asc
        )
        order by paid_amount asc, id asc
        offset 0
      ) p
      where not (select sorts from choice)
      order by p.paid_amount asc, p.id asc
      limit :batchSize::bigint offset :batchOffset::bigint
    )
  ) batch
  where (:batchOffset::bigint + :pageOffset::bigint) < (select payments_count from matched) and (select version from current) is distinct from :batchVersion::text
),
page as materialized (
  -- as in scheduled-payments-scheduledPaymentOn-asc

-- scheduled-payments-paidAmount-asc-filtered
-- scheduled-payments-paidAmount-desc-filtered, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
company as materialized (
  -- as in scheduled-payments-scheduledPaymentOn-asc
),
contract_filter as materialized (
  -- as in scheduled-payments-scheduledPaymentOn-asc-filtered
),
lookup as materialized (
  select 100 * (select count(*) from contract_filter)
    <= 5000 + case when (select reads_inside from company) then payments_in_range else 1.5 * payments_count - payments_in_range end as looks_up
  from company
),
contract_sums as materialized (
  -- as in scheduled-payments-scheduledPaymentOn-asc-filtered
),
totals as materialized (
  -- as in scheduled-payments-scheduledPaymentOn-asc-filtered
),
matched as materialized (
  select case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select payments_count from totals)
  end as payments_count
),
batch as materialized (
  select id, row_number() over () as position
  from (
    with choice as materialized (
      select case when (select looks_up from lookup) then (select payments_count from matched) else payments_in_range end
        <= 5000 + least(
          payments_count / 2,
          8 * (:batchOffset::bigint + :batchSize::bigint) * payments_count / greatest((select payments_count from matched), 1)
        ) as sorts
      from company
    )
    (
      select p.id
      from (
        select p.id, p.status, p.scheduled_payment_on, p.amount, p.paid_amount, p.contract_id
        from contract_filter
        cross join lateral (
          select p.id, p.status, p.scheduled_payment_on, p.amount, p.paid_amount, p.contract_id
          from reporting.scheduled_payments p
          where p.company_id = :companyId and p.contract_id = contract_filter.id and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
            and p.status = any (:statuses)
          offset 0
        ) p
        where (select looks_up from lookup)
        union all
        select p.id, p.status, p.scheduled_payment_on, p.amount, p.paid_amount, p.contract_id
        from unnest(:statuses::text[]) status_filter (status)
        cross join lateral (
          select p.id, p.status, p.scheduled_payment_on, p.amount, p.paid_amount, p.contract_id
          from reporting.scheduled_payments p
          where p.company_id = :companyId and p.status = status_filter.status and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
          offset 0
        ) p
        where not (select looks_up from lookup) and (p.contract_id in (select id from contract_filter)) is true
      ) p
      where (select sorts from choice)
      order by p.paid_amount asc, p.id asc
      limit :batchSize::bigint offset :batchOffset::bigint
    )
    union all
    (
      select p.id
      from (
        (
          select p.id, p.contract_id, p.paid_amount
          from reporting.scheduled_payments p
          where p.company_id = :companyId and p.status = 'upcoming' and 'upcoming' = any (:statuses)
            and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
          order by p.paid_amount asc, p.id asc
        )
        union all
        (
          select p.id, p.contract_id, p.paid_amount
          from reporting.scheduled_payments p
          where p.company_id = :companyId and p.status = 'processing' and 'processing' = any (:statuses)
            and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
          order by p.paid_amount asc, p.id asc
        )
        union all
        (
          select p.id, p.contract_id, p.paid_amount
          from reporting.scheduled_payments p
          where p.company_id = :companyId and p.status = 'failed' and 'failed' = any (:statuses)
            and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
          order by p.paid_amount asc, p.id asc
        )
        union all
        (
          select p.id, p.contract_id, p.paid_amount
          from reporting.scheduled_payments p
          where p.company_id = :companyId and p.status = 'paid' and 'paid' = any (:statuses)
            and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
          order by p.paid_amount asc, p.id asc
        )
        union all
        (
          select p.id, p.contract_id, p.paid_amount
          from reporting.scheduled_payments p
          where p.company_id = :companyId and p.status = 'deleted' and 'deleted' = any (:statuses)
            and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
          order by p.paid_amount asc, p.id asc
        )
        order by paid_amount asc, id asc
        offset 0
      ) p
      where not (select sorts from choice) and (p.contract_id in (select id from contract_filter)) is true
      order by p.paid_amount asc, p.id asc
      limit :batchSize::bigint offset :batchOffset::bigint
    )
  ) batch
  where (:batchOffset::bigint + :pageOffset::bigint) < (select payments_count from matched) and (select version from current) is distinct from :batchVersion::text
),
page as materialized (
  -- as in scheduled-payments-scheduledPaymentOn-asc-filtered

-- scheduled-payments-scheduledPaymentStatus-asc
-- scheduled-payments-scheduledPaymentStatus-desc, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
company as materialized (
  -- as in scheduled-payments-scheduledPaymentOn-asc
),
totals as materialized (
  -- as in scheduled-payments-scheduledPaymentOn-asc
),
matched as materialized (
  select case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select payments_count from totals)
  end as payments_count
),
batch as materialized (
  select id, row_number() over () as position
  from (
    with page_periods as materialized (
      select *, min(passed) over () as skipped
      from (
        select
          status, unit, start,
          sum(payments_count) as payments_count,
          sum(sum(payments_count)) over (order by array_position('{upcoming,processing,failed,paid,deleted}', p.status) asc, start asc) - sum(payments_count) as passed
        from (
          select
            period.unit, period.status, period.start, payments_count, paid_amount,
            case when status = 'paid' then payments_count end as paid_payments_count
          from reporting.date_segments(:daysAndMonths) as segment
          join reporting.payment_totals period
            on period.company_id = :companyId and period.unit = segment.unit and period.status = any (:statuses)
              and period.start >= segment.start and period.start < segment.until
        ) p
        group by status, unit, start
      ) p
      where passed < :batchOffset::bigint + :batchSize::bigint and passed + payments_count > :batchOffset::bigint
    ),
    spans as materialized (
      select status, min((start::timestamp at time zone 'UTC')) as first, max(((start + ('1 ' || unit)::interval) at time zone 'UTC')) as last
      from page_periods
      group by status
    )
    select p.id
    from spans
    cross join lateral (
      select p.id, p.status, p.scheduled_payment_on
      from reporting.scheduled_payments p
      where p.company_id = :companyId and p.status = spans.status
        and p.scheduled_payment_on >= spans.first and p.scheduled_payment_on < spans.last
      order by p.scheduled_payment_on asc, p.id asc
      limit (:batchOffset::bigint - (select min(skipped) from page_periods)) + :batchSize::bigint
    ) p
    order by array_position('{upcoming,processing,failed,paid,deleted}', p.status) asc, p.scheduled_payment_on asc, p.id asc
    limit :batchSize::bigint offset (:batchOffset::bigint - (select min(skipped) from page_periods))
  ) batch
  where (:batchOffset::bigint + :pageOffset::bigint) < (select payments_count from matched) and (select version from current) is distinct from :batchVersion::text
),
page as materialized (
  -- as in scheduled-payments-scheduledPaymentOn-asc

-- scheduled-payments-scheduledPaymentStatus-asc-filtered
-- scheduled-payments-scheduledPaymentStatus-desc-filtered, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
company as materialized (
  -- as in scheduled-payments-scheduledPaymentOn-asc
),
contract_filter as materialized (
  -- as in scheduled-payments-scheduledPaymentOn-asc-filtered
),
lookup as materialized (
  select 100 * (select count(*) from contract_filter)
    <= 5000 + case when (select reads_inside from company) then payments_in_range else 1.5 * payments_count - payments_in_range end as looks_up
  from company
),
contract_sums as materialized (
  -- as in scheduled-payments-scheduledPaymentOn-asc-filtered
),
totals as materialized (
  -- as in scheduled-payments-scheduledPaymentOn-asc-filtered
),
matched as materialized (
  select case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select payments_count from totals)
  end as payments_count
),
batch as materialized (
  select id, row_number() over () as position
  from (
    with choice as materialized (
      select case when (select looks_up from lookup) then (select payments_count from matched) else payments_in_range end
        <= 5000 + least(
          payments_count / 2,
          8 * (:batchOffset::bigint + :batchSize::bigint) * payments_count / greatest((select payments_count from matched), 1)
        ) as sorts
      from company
    )
    (
      select p.id
      from (
        select p.id, p.status, p.scheduled_payment_on, p.amount, p.paid_amount, p.contract_id
        from contract_filter
        cross join lateral (
          select p.id, p.status, p.scheduled_payment_on, p.amount, p.paid_amount, p.contract_id
          from reporting.scheduled_payments p
          where p.company_id = :companyId and p.contract_id = contract_filter.id and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
            and p.status = any (:statuses)
          offset 0
        ) p
        where (select looks_up from lookup)
        union all
        select p.id, p.status, p.scheduled_payment_on, p.amount, p.paid_amount, p.contract_id
        from unnest(:statuses::text[]) status_filter (status)
        cross join lateral (
          select p.id, p.status, p.scheduled_payment_on, p.amount, p.paid_amount, p.contract_id
          from reporting.scheduled_payments p
          where p.company_id = :companyId and p.status = status_filter.status and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
          offset 0
        ) p
        where not (select looks_up from lookup) and (p.contract_id in (select id from contract_filter)) is true
      ) p
      where (select sorts from choice)
      order by array_position('{upcoming,processing,failed,paid,deleted}', p.status) asc, p.scheduled_payment_on asc, p.id asc
      limit :batchSize::bigint offset :batchOffset::bigint
    )
    union all
    (
      select p.id
      from unnest(:statuses::text[]) status_filter (status)
      cross join lateral (
        select p.id, p.status, p.scheduled_payment_on
        from reporting.scheduled_payments p
        where p.company_id = :companyId and p.status = status_filter.status and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
          and (p.contract_id in (select id from contract_filter)) is true
        order by p.scheduled_payment_on asc, p.id asc
        limit :batchOffset::bigint + :batchSize::bigint
      ) p
      where not (select sorts from choice)
      order by array_position('{upcoming,processing,failed,paid,deleted}', p.status) asc, p.scheduled_payment_on asc, p.id asc
      limit :batchSize::bigint offset :batchOffset::bigint
    )
  ) batch
  where (:batchOffset::bigint + :pageOffset::bigint) < (select payments_count from matched) and (select version from current) is distinct from :batchVersion::text
),
page as materialized (
  -- as in scheduled-payments-scheduledPaymentOn-asc-filtered

-- scheduled-payments-contract-asc
-- scheduled-payments-contract-desc, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
company as materialized (
  -- as in scheduled-payments-scheduledPaymentOn-asc
),
totals as materialized (
  -- as in scheduled-payments-scheduledPaymentOn-asc
),
matched as materialized (
  select case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select payments_count from totals)
  end as payments_count
),
batch as materialized (
  select id, row_number() over () as position
  from (
    (
      select p.id
      from (
        select p.id, p.scheduled_payment_on, c.id as contract_id, c.title
        from (
          select p.id, p.status, p.scheduled_payment_on, p.amount, p.paid_amount, p.contract_id
          from unnest(:statuses::text[]) status_filter (status)
          cross join lateral (
            select p.id, p.status, p.scheduled_payment_on, p.amount, p.paid_amount, p.contract_id
            from reporting.scheduled_payments p
            where p.company_id = :companyId and p.status = status_filter.status and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
            offset 0
          ) p
        ) p
        join reporting.contracts c on c.company_id = :companyId and c.id = p.contract_id
        where (select payments_count from matched) <= 5000
        offset 0
      ) p
      order by p.title collate reporting.text_order asc, p.contract_id asc, p.scheduled_payment_on asc, p.id asc
      limit :batchSize::bigint offset :batchOffset::bigint
    )
    union all
    (
      select p.id
      from (
        select c.id as contract_id, c.title
        from reporting.contracts c
        where c.company_id = :companyId and c.type = 'fixed'
        order by c.title collate reporting.text_order asc, c.id asc
        offset 0
      ) c
      cross join lateral (
        select p.id, p.scheduled_payment_on
        from reporting.scheduled_payments p
        where p.company_id = :companyId and p.contract_id = c.contract_id and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
          and p.status = any (:statuses)
        order by p.scheduled_payment_on asc, p.id asc
        limit :batchOffset::bigint + :batchSize::bigint
      ) p
      where (select payments_count from matched) > 5000
      order by c.title collate reporting.text_order asc, c.contract_id asc, p.scheduled_payment_on asc, p.id asc
      limit :batchSize::bigint offset :batchOffset::bigint
    )
  ) batch
  where (:batchOffset::bigint + :pageOffset::bigint) < (select payments_count from matched) and (select version from current) is distinct from :batchVersion::text
),
page as materialized (
  -- as in scheduled-payments-scheduledPaymentOn-asc

-- scheduled-payments-contract-asc-filtered
-- scheduled-payments-contract-desc-filtered, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
company as materialized (
  -- as in scheduled-payments-scheduledPaymentOn-asc
),
contract_filter as materialized (
  -- as in scheduled-payments-scheduledPaymentOn-asc-filtered
),
lookup as materialized (
  select 100 * (select count(*) from contract_filter)
    <= 5000 + case when (select reads_inside from company) then payments_in_range else 1.5 * payments_count - payments_in_range end as looks_up
  from company
),
contract_sums as materialized (
  -- as in scheduled-payments-scheduledPaymentOn-asc-filtered
),
totals as materialized (
  -- as in scheduled-payments-scheduledPaymentOn-asc-filtered
),
matched as materialized (
  select case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select payments_count from totals)
  end as payments_count
),
batch as materialized (
  select id, row_number() over () as position
  from (
    (
      select p.id
      from (
        select p.id, p.scheduled_payment_on, c.id as contract_id, c.title
        from (
          select p.id, p.status, p.scheduled_payment_on, p.amount, p.paid_amount, p.contract_id
          from contract_filter
          cross join lateral (
            select p.id, p.status, p.scheduled_payment_on, p.amount, p.paid_amount, p.contract_id
            from reporting.scheduled_payments p
            where p.company_id = :companyId and p.contract_id = contract_filter.id and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
              and p.status = any (:statuses)
            offset 0
          ) p
          where (select looks_up from lookup)
          union all
          select p.id, p.status, p.scheduled_payment_on, p.amount, p.paid_amount, p.contract_id
          from unnest(:statuses::text[]) status_filter (status)
          cross join lateral (
            select p.id, p.status, p.scheduled_payment_on, p.amount, p.paid_amount, p.contract_id
            from reporting.scheduled_payments p
            where p.company_id = :companyId and p.status = status_filter.status and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
            offset 0
          ) p
          where not (select looks_up from lookup) and (p.contract_id in (select id from contract_filter)) is true
        ) p
        join reporting.contracts c on c.company_id = :companyId and c.id = p.contract_id
        where (select payments_count from matched) <= 5000
        offset 0
      ) p
      order by p.title collate reporting.text_order asc, p.contract_id asc, p.scheduled_payment_on asc, p.id asc
      limit :batchSize::bigint offset :batchOffset::bigint
    )
    union all
    (
      select p.id
      from (
        select c.id as contract_id, c.title
        from reporting.contracts c
        where c.company_id = :companyId and c.type = 'fixed' and (c.id in (select id from contract_filter)) is true
        order by c.title collate reporting.text_order asc, c.id asc
        offset 0
      ) c
      cross join lateral (
        select p.id, p.scheduled_payment_on
        from reporting.scheduled_payments p
        where p.company_id = :companyId and p.contract_id = c.contract_id and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
          and p.status = any (:statuses)
        order by p.scheduled_payment_on asc, p.id asc
        limit :batchOffset::bigint + :batchSize::bigint
      ) p
      where (select payments_count from matched) > 5000
      order by c.title collate reporting.text_order asc, c.contract_id asc, p.scheduled_payment_on asc, p.id asc
      limit :batchSize::bigint offset :batchOffset::bigint
    )
  ) batch
  where (:batchOffset::bigint + :pageOffset::bigint) < (select payments_count from matched) and (select version from current) is distinct from :batchVersion::text
),
page as materialized (
  -- as in scheduled-payments-scheduledPaymentOn-asc-filtered

-- scheduled-payments-contractor-asc
-- scheduled-payments-contractor-desc, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
company as materialized (
  -- as in scheduled-payments-scheduledPaymentOn-asc
),
totals as materialized (
  -- as in scheduled-payments-scheduledPaymentOn-asc
),
matched as materialized (
  select case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select payments_count from totals)
  end as payments_count
),
batch as materialized (
  select id, row_number() over () as position
  from (
    (
      select p.id
      from (
        select p.id, p.scheduled_payment_on, c.id as contract_id, c.contractor_last_name, c.contractor_first_name, c.contractor_id
        from (
          select p.id, p.status, p.scheduled_payment_on, p.amount, p.paid_amount, p.contract_id
          from unnest(:statuses::text[]) status_filter (status)
          cross join lateral (
            select p.id, p.status, p.scheduled_payment_on, p.amount, p.paid_amount, p.contract_id
            from reporting.scheduled_payments p
            where p.company_id = :companyId and p.status = status_filter.status and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
            offset 0
          ) p
        ) p
        join reporting.contracts c on c.company_id = :companyId and c.id = p.contract_id
        where (select payments_count from matched) <= 5000
        offset 0
      ) p
      order by p.contractor_last_name collate reporting.text_order asc, p.contractor_first_name collate reporting.text_order asc, p.contractor_id asc, p.contract_id asc, p.scheduled_payment_on asc, p.id asc
      limit :batchSize::bigint offset :batchOffset::bigint
    )
    union all
    (
      select p.id
      from (
        select c.id as contract_id, c.contractor_last_name, c.contractor_first_name, c.contractor_id
        from reporting.contracts c
        where c.company_id = :companyId and c.type = 'fixed'
        order by c.contractor_last_name collate reporting.text_order asc, c.contractor_first_name collate reporting.text_order asc, c.contractor_id asc, c.id asc
        offset 0
      ) c
      cross join lateral (
        select p.id, p.scheduled_payment_on
        from reporting.scheduled_payments p
        where p.company_id = :companyId and p.contract_id = c.contract_id and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
          and p.status = any (:statuses)
        order by p.scheduled_payment_on asc, p.id asc
        limit :batchOffset::bigint + :batchSize::bigint
      ) p
      where (select payments_count from matched) > 5000
      order by c.contractor_last_name collate reporting.text_order asc, c.contractor_first_name collate reporting.text_order asc, c.contractor_id asc, c.contract_id asc, p.scheduled_payment_on asc, p.id asc
      limit :batchSize::bigint offset :batchOffset::bigint
    )
  ) batch
  where (:batchOffset::bigint + :pageOffset::bigint) < (select payments_count from matched) and (select version from current) is distinct from :batchVersion::text
),
page as materialized (
  -- as in scheduled-payments-scheduledPaymentOn-asc

-- scheduled-payments-contractor-asc-filtered
-- scheduled-payments-contractor-desc-filtered, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
company as materialized (
  -- as in scheduled-payments-scheduledPaymentOn-asc
),
contract_filter as materialized (
  -- as in scheduled-payments-scheduledPaymentOn-asc-filtered
),
lookup as materialized (
  select 100 * (select count(*) from contract_filter)
    <= 5000 + case when (select reads_inside from company) then payments_in_range else 1.5 * payments_count - payments_in_range end as looks_up
  from company
),
contract_sums as materialized (
  -- as in scheduled-payments-scheduledPaymentOn-asc-filtered
),
totals as materialized (
  -- as in scheduled-payments-scheduledPaymentOn-asc-filtered
),
matched as materialized (
  select case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select payments_count from totals)
  end as payments_count
),
batch as materialized (
  select id, row_number() over () as position
  from (
    (
      select p.id
      from (
        select p.id, p.scheduled_payment_on, c.id as contract_id, c.contractor_last_name, c.contractor_first_name, c.contractor_id
        from (
          select p.id, p.status, p.scheduled_payment_on, p.amount, p.paid_amount, p.contract_id
          from contract_filter
          cross join lateral (
            select p.id, p.status, p.scheduled_payment_on, p.amount, p.paid_amount, p.contract_id
            from reporting.scheduled_payments p
            where p.company_id = :companyId and p.contract_id = contract_filter.id and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
              and p.status = any (:statuses)
            offset 0
          ) p
          where (select looks_up from lookup)
          union all
          select p.id, p.status, p.scheduled_payment_on, p.amount, p.paid_amount, p.contract_id
          from unnest(:statuses::text[]) status_filter (status)
          cross join lateral (
            select p.id, p.status, p.scheduled_payment_on, p.amount, p.paid_amount, p.contract_id
            from reporting.scheduled_payments p
            where p.company_id = :companyId and p.status = status_filter.status and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
            offset 0
          ) p
          where not (select looks_up from lookup) and (p.contract_id in (select id from contract_filter)) is true
        ) p
        join reporting.contracts c on c.company_id = :companyId and c.id = p.contract_id
        where (select payments_count from matched) <= 5000
        offset 0
      ) p
      order by p.contractor_last_name collate reporting.text_order asc, p.contractor_first_name collate reporting.text_order asc, p.contractor_id asc, p.contract_id asc, p.scheduled_payment_on asc, p.id asc
      limit :batchSize::bigint offset :batchOffset::bigint
    )
    union all
    (
      select p.id
      from (
        select c.id as contract_id, c.contractor_last_name, c.contractor_first_name, c.contractor_id
        from reporting.contracts c
        where c.company_id = :companyId and c.type = 'fixed' and (c.id in (select id from contract_filter)) is true
        order by c.contractor_last_name collate reporting.text_order asc, c.contractor_first_name collate reporting.text_order asc, c.contractor_id asc, c.id asc
        offset 0
      ) c
      cross join lateral (
        select p.id, p.scheduled_payment_on
        from reporting.scheduled_payments p
        where p.company_id = :companyId and p.contract_id = c.contract_id and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
          and p.status = any (:statuses)
        order by p.scheduled_payment_on asc, p.id asc
        limit :batchOffset::bigint + :batchSize::bigint
      ) p
      where (select payments_count from matched) > 5000
      order by c.contractor_last_name collate reporting.text_order asc, c.contractor_first_name collate reporting.text_order asc, c.contractor_id asc, c.contract_id asc, p.scheduled_payment_on asc, p.id asc
      limit :batchSize::bigint offset :batchOffset::bigint
    )
  ) batch
  where (:batchOffset::bigint + :pageOffset::bigint) < (select payments_count from matched) and (select version from current) is distinct from :batchVersion::text
),
page as materialized (
  -- as in scheduled-payments-scheduledPaymentOn-asc-filtered
