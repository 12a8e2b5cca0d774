-- scheduled-payments-scheduledPaymentOn-asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
totals as materialized (
  select
    coalesce(sum(payments_count), 0)::bigint as payments_count,
    coalesce(sum(paid_payments_count), 0)::bigint as paid_payments_count,
    coalesce(sum(paid_amount), 0) as paid_amount
  from (
    select day, payments_count, case when status = 'paid' then payments_count end as paid_payments_count, paid_amount
    from reporting.payment_days
    where company_id = :companyId and status = any (:statuses) and day >= :fromDate::date and day <= :toDate::date
  ) totals
),
page as materialized (
  select id, row_number() over () as position
  from (
    with sought as materialized (
      select (
        select array[extract(epoch from day)::bigint, passed]
        from (
          select day, payments_count, sum(payments_count) over (order by day asc) - payments_count as passed
          from (
            select day, sum(payments_count)::bigint as payments_count
            from (
              select day, payments_count, case when status = 'paid' then payments_count end as paid_payments_count, paid_amount
              from reporting.payment_days
              where company_id = :companyId and status = any (:statuses) and day >= :fromDate::date and day <= :toDate::date
            ) days
            group by day
          ) days
        ) days
        where :page::bigint > 1 and passed + payments_count > ((:page::bigint - 1) * :itemsPerPage)
        order by day asc
        limit 1
      ) as sought
    )
    select p.id
    from unnest(:statuses::text[]) status_filter (status)
    cross join lateral (
      select p.id, p.scheduled_payment_on
      from reporting.scheduled_payments p
      where p.company_id = :companyId and p.status = status_filter.status
        and p.scheduled_payment_on >= coalesce(to_timestamp((select sought[1] from sought)), (:fromDate::date::timestamp at time zone 'UTC'))
        and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
      order by p.scheduled_payment_on asc, p.id asc
      limit (((:page::bigint - 1) * :itemsPerPage) - coalesce((select sought[2] from sought), 0)) + :itemsPerPage
    ) p
    order by p.scheduled_payment_on asc, p.id asc
    limit :itemsPerPage offset (((:page::bigint - 1) * :itemsPerPage) - coalesce((select sought[2] from sought), 0))
  ) page
)
select
  (select version from current) as version,
  (case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select payments_count from totals)
  end)::float8 as "totalCount",
  case when (select version from current) = :cachedVersion::text then null else
    (
      select json_build_object(
        'contractsCount', (
          with seen as materialized (
            select contract_id
            from json_populate_recordset(null::reporting.date_segment, :dateSegments::json) as segment
            cross join lateral (
              select contract_id, payments_count
              from reporting.payment_periods
              where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
                and status = any (case when cardinality(:statuses::text[]) = 5 then '{any}' else :statuses end)
              offset 0
            ) p
            group by contract_id
            having sum(payments_count) > 0
          )
          select (select count(*) from seen) + (
            select count(*)
            from reporting.contracts c
            cross join lateral (
              select from reporting.scheduled_payments p
              where p.company_id = :companyId and p.contract_id = c.id and p.status = any (:statuses) and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
              limit 1
            ) payment
            where c.company_id = :companyId and c.type = 'fixed' and (c.id in (select contract_id from seen)) is not true
          )
        ),
        'scheduledPaymentsCount', payments_count,
        'paidScheduledPaymentsCount', paid_payments_count,
        'totalScheduledPaymentsPaidAmount', trim_scale(paid_amount)
      )::text
      from totals
    )
  end as statistics,
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

-- scheduled-payments-scheduledPaymentOn-desc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
totals as materialized (
  select
    coalesce(sum(payments_count), 0)::bigint as payments_count,
    coalesce(sum(paid_payments_count), 0)::bigint as paid_payments_count,
    coalesce(sum(paid_amount), 0) as paid_amount
  from (
    select day, payments_count, case when status = 'paid' then payments_count end as paid_payments_count, paid_amount
    from reporting.payment_days
    where company_id = :companyId and status = any (:statuses) and day >= :fromDate::date and day <= :toDate::date
  ) totals
),
page as materialized (
  select id, row_number() over () as position
  from (
    with sought as materialized (
      select (
        select array[extract(epoch from day)::bigint, passed]
        from (
          select day, payments_count, sum(payments_count) over (order by day desc) - payments_count as passed
          from (
            select day, sum(payments_count)::bigint as payments_count
            from (
              select day, payments_count, case when status = 'paid' then payments_count end as paid_payments_count, paid_amount
              from reporting.payment_days
              where company_id = :companyId and status = any (:statuses) and day >= :fromDate::date and day <= :toDate::date
            ) days
            group by day
          ) days
        ) days
        where :page::bigint > 1 and passed + payments_count > ((:page::bigint - 1) * :itemsPerPage)
        order by day desc
        limit 1
      ) as sought
    )
    select p.id
    from unnest(:statuses::text[]) status_filter (status)
    cross join lateral (
      select p.id, p.scheduled_payment_on
      from reporting.scheduled_payments p
      where p.company_id = :companyId and p.status = status_filter.status
        and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC')
        and p.scheduled_payment_on < coalesce(to_timestamp((select sought[1] from sought)) + interval '24 hours', ((:toDate::date + 1)::timestamp at time zone 'UTC'))
      order by p.scheduled_payment_on desc, p.id desc
      limit (((:page::bigint - 1) * :itemsPerPage) - coalesce((select sought[2] from sought), 0)) + :itemsPerPage
    ) p
    order by p.scheduled_payment_on desc, p.id desc
    limit :itemsPerPage offset (((:page::bigint - 1) * :itemsPerPage) - coalesce((select sought[2] from sought), 0))
  ) page
)
select
  (select version from current) as version,
  (case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select payments_count from totals)
  end)::float8 as "totalCount",
  case when (select version from current) = :cachedVersion::text then null else
    (
      select json_build_object(
        'contractsCount', (
          with seen as materialized (
            select contract_id
            from json_populate_recordset(null::reporting.date_segment, :dateSegments::json) as segment
            cross join lateral (
              select contract_id, payments_count
              from reporting.payment_periods
              where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
                and status = any (case when cardinality(:statuses::text[]) = 5 then '{any}' else :statuses end)
              offset 0
            ) p
            group by contract_id
            having sum(payments_count) > 0
          )
          select (select count(*) from seen) + (
            select count(*)
            from reporting.contracts c
            cross join lateral (
              select from reporting.scheduled_payments p
              where p.company_id = :companyId and p.contract_id = c.id and p.status = any (:statuses) and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
              limit 1
            ) payment
            where c.company_id = :companyId and c.type = 'fixed' and (c.id in (select contract_id from seen)) is not true
          )
        ),
        'scheduledPaymentsCount', payments_count,
        'paidScheduledPaymentsCount', paid_payments_count,
        'totalScheduledPaymentsPaidAmount', trim_scale(paid_amount)
      )::text
      from totals
    )
  end as statistics,
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
contract_filter as materialized (
  select c.id
  from reporting.contracts c
  where c.company_id = :companyId and c.type = 'fixed'
    and (:teamIds::text[] is null or c.team_id = any (:teamIds))
    and (:contractorIds::text[] is null or c.contractor_id = any (:contractorIds))
),
totals as materialized (
  select
    coalesce(sum(payments_count), 0)::bigint as payments_count,
    coalesce(sum(paid_payments_count), 0)::bigint as paid_payments_count,
    coalesce(sum(paid_amount), 0) as paid_amount
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
  ) totals
),
page as materialized (
  select id, row_number() over () as position
  from (
    (
      select p.id
      from unnest(:statuses::text[]) status_filter (status)
      cross join contract_filter
      cross join lateral (
        select p.id, p.status, p.scheduled_payment_on
        from reporting.scheduled_payments p
        where p.company_id = :companyId and p.status = status_filter.status
          and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
          and p.contract_id = contract_filter.id
        offset 0
      ) p
      where (case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
        (select payments_count from totals)
      end) <= 5000
      order by p.scheduled_payment_on asc, p.id asc
      limit :itemsPerPage offset ((:page::bigint - 1) * :itemsPerPage)
    )
    union all
    (
      select p.id
      from unnest(:statuses::text[]) status_filter (status)
      cross join lateral (
        select p.id, p.status, p.scheduled_payment_on
        from (
          -- A fence: the filters must not lead the planner away from the index that has this order.
          select * from reporting.scheduled_payments p
          where p.company_id = :companyId and p.status = status_filter.status
            and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
          order by p.scheduled_payment_on asc, p.id asc
          offset 0
        ) p
        where p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
          and (p.contract_id in (select id from contract_filter)) is true
        order by p.scheduled_payment_on asc, p.id asc
        limit ((:page::bigint - 1) * :itemsPerPage) + :itemsPerPage
      ) p
      where (case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
        (select payments_count from totals)
      end) > 5000
      order by p.scheduled_payment_on asc, p.id asc
      limit :itemsPerPage offset ((:page::bigint - 1) * :itemsPerPage)
    )
  ) page
)
select
  (select version from current) as version,
  (case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select payments_count from totals)
  end)::float8 as "totalCount",
  case when (select version from current) = :cachedVersion::text then null else
    (
      select json_build_object(
        'contractsCount', (
          select count(*)
          from reporting.contracts c
          cross join lateral (
            select from reporting.scheduled_payments p
            where p.company_id = :companyId and p.contract_id = c.id and p.status = any (:statuses) and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
            limit 1
          ) payment
          where c.company_id = :companyId and c.type = 'fixed' and c.id = any (array(select id from contract_filter))
        ),
        'scheduledPaymentsCount', payments_count,
        'paidScheduledPaymentsCount', paid_payments_count,
        'totalScheduledPaymentsPaidAmount', trim_scale(paid_amount)
      )::text
      from totals
    )
  end as statistics,
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
totals as materialized (
  select
    coalesce(sum(payments_count), 0)::bigint as payments_count,
    coalesce(sum(paid_payments_count), 0)::bigint as paid_payments_count,
    coalesce(sum(paid_amount), 0) as paid_amount
  from (
    select day, payments_count, case when status = 'paid' then payments_count end as paid_payments_count, paid_amount
    from reporting.payment_days
    where company_id = :companyId and status = any (:statuses) and day >= :fromDate::date and day <= :toDate::date
  ) totals
),
page as materialized (
  select id, row_number() over () as position
  from (
    (
      select p.id
      from unnest(:statuses::text[]) status_filter (status)
      cross join lateral (
        select p.id, p.status, p.amount
        from reporting.scheduled_payments p
        where p.company_id = :companyId and p.status = status_filter.status
          and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
        offset 0
      ) p
      where (case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
        (select payments_count from totals)
      end) <= 5000
      order by p.amount asc, p.id asc
      limit :itemsPerPage offset ((:page::bigint - 1) * :itemsPerPage)
    )
    union all
    (
      select p.id
      from unnest(:statuses::text[]) status_filter (status)
      cross join lateral (
        select p.id, p.status, p.amount
        from (
          -- A fence: the filters must not lead the planner away from the index that has this order.
          select * from reporting.scheduled_payments p
          where p.company_id = :companyId and p.status = status_filter.status
          order by p.amount asc, p.id asc
          offset 0
        ) p
        where p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
        order by p.amount asc, p.id asc
        limit ((:page::bigint - 1) * :itemsPerPage) + :itemsPerPage
      ) p
      where (case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
        (select payments_count from totals)
      end) > 5000
      order by p.amount asc, p.id asc
      limit :itemsPerPage offset ((:page::bigint - 1) * :itemsPerPage)
    )
  ) page
)
select
  (select version from current) as version,
  (case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select payments_count from totals)
  end)::float8 as "totalCount",
  case when (select version from current) = :cachedVersion::text then null else
    (
      select json_build_object(
        'contractsCount', (
          with seen as materialized (
            select contract_id
            from json_populate_recordset(null::reporting.date_segment, :dateSegments::json) as segment
            cross join lateral (
              select contract_id, payments_count
              from reporting.payment_periods
              where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
                and status = any (case when cardinality(:statuses::text[]) = 5 then '{any}' else :statuses end)
              offset 0
            ) p
            group by contract_id
            having sum(payments_count) > 0
          )
          select (select count(*) from seen) + (
            select count(*)
            from reporting.contracts c
            cross join lateral (
              select from reporting.scheduled_payments p
              where p.company_id = :companyId and p.contract_id = c.id and p.status = any (:statuses) and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
              limit 1
            ) payment
            where c.company_id = :companyId and c.type = 'fixed' and (c.id in (select contract_id from seen)) is not true
          )
        ),
        'scheduledPaymentsCount', payments_count,
        'paidScheduledPaymentsCount', paid_payments_count,
        'totalScheduledPaymentsPaidAmount', trim_scale(paid_amount)
      )::text
      from totals
    )
  end as statistics,
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

-- scheduled-payments-budget-asc-filtered
-- scheduled-payments-budget-desc-filtered, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
contract_filter as materialized (
  select c.id
  from reporting.contracts c
  where c.company_id = :companyId and c.type = 'fixed'
    and (:teamIds::text[] is null or c.team_id = any (:teamIds))
    and (:contractorIds::text[] is null or c.contractor_id = any (:contractorIds))
),
totals as materialized (
  select
    coalesce(sum(payments_count), 0)::bigint as payments_count,
    coalesce(sum(paid_payments_count), 0)::bigint as paid_payments_count,
    coalesce(sum(paid_amount), 0) as paid_amount
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
  ) totals
),
page as materialized (
  select id, row_number() over () as position
  from (
    (
      select p.id
      from unnest(:statuses::text[]) status_filter (status)
      cross join contract_filter
      cross join lateral (
        select p.id, p.status, p.amount
        from reporting.scheduled_payments p
        where p.company_id = :companyId and p.status = status_filter.status
          and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
          and p.contract_id = contract_filter.id
        offset 0
      ) p
      where (case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
        (select payments_count from totals)
      end) <= 5000
      order by p.amount asc, p.id asc
      limit :itemsPerPage offset ((:page::bigint - 1) * :itemsPerPage)
    )
    union all
    (
      select p.id
      from unnest(:statuses::text[]) status_filter (status)
      cross join lateral (
        select p.id, p.status, p.amount
        from (
          -- A fence: the filters must not lead the planner away from the index that has this order.
          select * from reporting.scheduled_payments p
          where p.company_id = :companyId and p.status = status_filter.status
          order by p.amount asc, p.id asc
          offset 0
        ) p
        where p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
          and (p.contract_id in (select id from contract_filter)) is true
        order by p.amount asc, p.id asc
        limit ((:page::bigint - 1) * :itemsPerPage) + :itemsPerPage
      ) p
      where (case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
        (select payments_count from totals)
      end) > 5000
      order by p.amount asc, p.id asc
      limit :itemsPerPage offset ((:page::bigint - 1) * :itemsPerPage)
    )
  ) page
)
select
  (select version from current) as version,
  (case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select payments_count from totals)
  end)::float8 as "totalCount",
  case when (select version from current) = :cachedVersion::text then null else
    (
      select json_build_object(
        'contractsCount', (
          select count(*)
          from reporting.contracts c
          cross join lateral (
            select from reporting.scheduled_payments p
            where p.company_id = :companyId and p.contract_id = c.id and p.status = any (:statuses) and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
            limit 1
          ) payment
          where c.company_id = :companyId and c.type = 'fixed' and c.id = any (array(select id from contract_filter))
        ),
        'scheduledPaymentsCount', payments_count,
        'paidScheduledPaymentsCount', paid_payments_count,
        'totalScheduledPaymentsPaidAmount', trim_scale(paid_amount)
      )::text
      from totals
    )
  end as statistics,
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

-- scheduled-payments-paidAmount-asc
-- scheduled-payments-paidAmount-desc, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
totals as materialized (
  select
    coalesce(sum(payments_count), 0)::bigint as payments_count,
    coalesce(sum(paid_payments_count), 0)::bigint as paid_payments_count,
    coalesce(sum(paid_amount), 0) as paid_amount
  from (
    select day, payments_count, case when status = 'paid' then payments_count end as paid_payments_count, paid_amount
    from reporting.payment_days
    where company_id = :companyId and status = any (:statuses) and day >= :fromDate::date and day <= :toDate::date
  ) totals
),
page as materialized (
  select id, row_number() over () as position
  from (
    (
      select p.id
      from unnest(:statuses::text[]) status_filter (status)
      cross join lateral (
        select p.id, p.status, p.paid_amount
        from reporting.scheduled_payments p
        where p.company_id = :companyId and p.status = status_filter.status
          and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
        offset 0
      ) p
      where (case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
        (select payments_count from totals)
      end) <= 5000
      order by p.paid_amount asc, p.id asc
      limit :itemsPerPage offset ((:page::bigint - 1) * :itemsPerPage)
    )
    union all
    (
      select p.id
      from unnest(:statuses::text[]) status_filter (status)
      cross join lateral (
        select p.id, p.status, p.paid_amount
        from (
          -- A fence: the filters must not lead the planner away from the index that has this order.
          select * from reporting.scheduled_payments p
          where p.company_id = :companyId and p.status = status_filter.status
          order by p.paid_amount asc, p.id asc
          offset 0
        ) p
        where p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
        order by p.paid_amount asc, p.id asc
        limit ((:page::bigint - 1) * :itemsPerPage) + :itemsPerPage
      ) p
      where (case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
        (select payments_count from totals)
      end) > 5000
      order by p.paid_amount asc, p.id asc
      limit :itemsPerPage offset ((:page::bigint - 1) * :itemsPerPage)
    )
  ) page
)
select
  (select version from current) as version,
  (case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select payments_count from totals)
  end)::float8 as "totalCount",
  case when (select version from current) = :cachedVersion::text then null else
    (
      select json_build_object(
        'contractsCount', (
          with seen as materialized (
            select contract_id
            from json_populate_recordset(null::reporting.date_segment, :dateSegments::json) as segment
            cross join lateral (
              select contract_id, payments_count
              from reporting.payment_periods
              where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
                and status = any (case when cardinality(:statuses::text[]) = 5 then '{any}' else :statuses end)
              offset 0
            ) p
            group by contract_id
            having sum(payments_count) > 0
          )
          select (select count(*) from seen) + (
            select count(*)
            from reporting.contracts c
            cross join lateral (
              select from reporting.scheduled_payments p
              where p.company_id = :companyId and p.contract_id = c.id and p.status = any (:statuses) and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
              limit 1
            ) payment
            where c.company_id = :companyId and c.type = 'fixed' and (c.id in (select contract_id from seen)) is not true
          )
        ),
        'scheduledPaymentsCount', payments_count,
        'paidScheduledPaymentsCount', paid_payments_count,
        'totalScheduledPaymentsPaidAmount', trim_scale(paid_amount)
      )::text
      from totals
    )
  end as statistics,
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

-- scheduled-payments-paidAmount-asc-filtered
-- scheduled-payments-paidAmount-desc-filtered, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
contract_filter as materialized (
  select c.id
  from reporting.contracts c
  where c.company_id = :companyId and c.type = 'fixed'
    and (:teamIds::text[] is null or c.team_id = any (:teamIds))
    and (:contractorIds::text[] is null or c.contractor_id = any (:contractorIds))
),
totals as materialized (
  select
    coalesce(sum(payments_count), 0)::bigint as payments_count,
    coalesce(sum(paid_payments_count), 0)::bigint as paid_payments_count,
    coalesce(sum(paid_amount), 0) as paid_amount
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
  ) totals
),
page as materialized (
  select id, row_number() over () as position
  from (
    (
      select p.id
      from unnest(:statuses::text[]) status_filter (status)
      cross join contract_filter
      cross join lateral (
        select p.id, p.status, p.paid_amount
        from reporting.scheduled_payments p
        where p.company_id = :companyId and p.status = status_filter.status
          and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
          and p.contract_id = contract_filter.id
        offset 0
      ) p
      where (case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
        (select payments_count from totals)
      end) <= 5000
      order by p.paid_amount asc, p.id asc
      limit :itemsPerPage offset ((:page::bigint - 1) * :itemsPerPage)
    )
    union all
    (
      select p.id
      from unnest(:statuses::text[]) status_filter (status)
      cross join lateral (
        select p.id, p.status, p.paid_amount
        from (
          -- A fence: the filters must not lead the planner away from the index that has this order.
          select * from reporting.scheduled_payments p
          where p.company_id = :companyId and p.status = status_filter.status
          order by p.paid_amount asc, p.id asc
          offset 0
        ) p
        where p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
          and (p.contract_id in (select id from contract_filter)) is true
        order by p.paid_amount asc, p.id asc
        limit ((:page::bigint - 1) * :itemsPerPage) + :itemsPerPage
      ) p
      where (case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
        (select payments_count from totals)
      end) > 5000
      order by p.paid_amount asc, p.id asc
      limit :itemsPerPage offset ((:page::bigint - 1) * :itemsPerPage)
    )
  ) page
)
select
  (select version from current) as version,
  (case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select payments_count from totals)
  end)::float8 as "totalCount",
  case when (select version from current) = :cachedVersion::text then null else
    (
      select json_build_object(
        'contractsCount', (
          select count(*)
          from reporting.contracts c
          cross join lateral (
            select from reporting.scheduled_payments p
            where p.company_id = :companyId and p.contract_id = c.id and p.status = any (:statuses) and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
            limit 1
          ) payment
          where c.company_id = :companyId and c.type = 'fixed' and c.id = any (array(select id from contract_filter))
        ),
        'scheduledPaymentsCount', payments_count,
        'paidScheduledPaymentsCount', paid_payments_count,
        'totalScheduledPaymentsPaidAmount', trim_scale(paid_amount)
      )::text
      from totals
    )
  end as statistics,
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

-- scheduled-payments-scheduledPaymentStatus-asc
-- scheduled-payments-scheduledPaymentStatus-desc, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
totals as materialized (
  select
    coalesce(sum(payments_count), 0)::bigint as payments_count,
    coalesce(sum(paid_payments_count), 0)::bigint as paid_payments_count,
    coalesce(sum(paid_amount), 0) as paid_amount
  from (
    select day, payments_count, case when status = 'paid' then payments_count end as paid_payments_count, paid_amount
    from reporting.payment_days
    where company_id = :companyId and status = any (:statuses) and day >= :fromDate::date and day <= :toDate::date
  ) totals
),
page as materialized (
  select id, row_number() over () as position
  from (
    (
      select p.id
      from unnest(:statuses::text[]) status_filter (status)
      cross join lateral (
        select p.id, p.status, p.scheduled_payment_on
        from reporting.scheduled_payments p
        where p.company_id = :companyId and p.status = status_filter.status
          and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
        offset 0
      ) p
      where (case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
        (select payments_count from totals)
      end) <= 5000
      order by array_position('{upcoming,processing,failed,paid,deleted}', p.status) asc, p.scheduled_payment_on asc, p.id asc
      limit :itemsPerPage offset ((:page::bigint - 1) * :itemsPerPage)
    )
    union all
    (
      select p.id
      from unnest(:statuses::text[]) status_filter (status)
      cross join lateral (
        select p.id, p.status, p.scheduled_payment_on
        from (
          -- A fence: the filters must not lead the planner away from the index that has this order.
          select * from reporting.scheduled_payments p
          where p.company_id = :companyId and p.status = status_filter.status
            and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
          order by p.scheduled_payment_on asc, p.id asc
          offset 0
        ) p
        where p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
        order by p.scheduled_payment_on asc, p.id asc
        limit ((:page::bigint - 1) * :itemsPerPage) + :itemsPerPage
      ) p
      where (case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
        (select payments_count from totals)
      end) > 5000
      order by array_position('{upcoming,processing,failed,paid,deleted}', p.status) asc, p.scheduled_payment_on asc, p.id asc
      limit :itemsPerPage offset ((:page::bigint - 1) * :itemsPerPage)
    )
  ) page
)
select
  (select version from current) as version,
  (case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select payments_count from totals)
  end)::float8 as "totalCount",
  case when (select version from current) = :cachedVersion::text then null else
    (
      select json_build_object(
        'contractsCount', (
          with seen as materialized (
            select contract_id
            from json_populate_recordset(null::reporting.date_segment, :dateSegments::json) as segment
            cross join lateral (
              select contract_id, payments_count
              from reporting.payment_periods
              where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
                and status = any (case when cardinality(:statuses::text[]) = 5 then '{any}' else :statuses end)
              offset 0
            ) p
            group by contract_id
            having sum(payments_count) > 0
          )
          select (select count(*) from seen) + (
            select count(*)
            from reporting.contracts c
            cross join lateral (
              select from reporting.scheduled_payments p
              where p.company_id = :companyId and p.contract_id = c.id and p.status = any (:statuses) and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
              limit 1
            ) payment
            where c.company_id = :companyId and c.type = 'fixed' and (c.id in (select contract_id from seen)) is not true
          )
        ),
        'scheduledPaymentsCount', payments_count,
        'paidScheduledPaymentsCount', paid_payments_count,
        'totalScheduledPaymentsPaidAmount', trim_scale(paid_amount)
      )::text
      from totals
    )
  end as statistics,
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

-- scheduled-payments-scheduledPaymentStatus-asc-filtered
-- scheduled-payments-scheduledPaymentStatus-desc-filtered, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
contract_filter as materialized (
  select c.id
  from reporting.contracts c
  where c.company_id = :companyId and c.type = 'fixed'
    and (:teamIds::text[] is null or c.team_id = any (:teamIds))
    and (:contractorIds::text[] is null or c.contractor_id = any (:contractorIds))
),
totals as materialized (
  select
    coalesce(sum(payments_count), 0)::bigint as payments_count,
    coalesce(sum(paid_payments_count), 0)::bigint as paid_payments_count,
    coalesce(sum(paid_amount), 0) as paid_amount
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
  ) totals
),
page as materialized (
  select id, row_number() over () as position
  from (
    (
      select p.id
      from unnest(:statuses::text[]) status_filter (status)
      cross join contract_filter
      cross join lateral (
        select p.id, p.status, p.scheduled_payment_on
        from reporting.scheduled_payments p
        where p.company_id = :companyId and p.status = status_filter.status
          and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
          and p.contract_id = contract_filter.id
        offset 0
      ) p
      where (case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
        (select payments_count from totals)
      end) <= 5000
      order by array_position('{upcoming,processing,failed,paid,deleted}', p.status) asc, p.scheduled_payment_on asc, p.id asc
      limit :itemsPerPage offset ((:page::bigint - 1) * :itemsPerPage)
    )
    union all
    (
      select p.id
      from unnest(:statuses::text[]) status_filter (status)
      cross join lateral (
        select p.id, p.status, p.scheduled_payment_on
        from (
          -- A fence: the filters must not lead the planner away from the index that has this order.
          select * from reporting.scheduled_payments p
          where p.company_id = :companyId and p.status = status_filter.status
            and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
          order by p.scheduled_payment_on asc, p.id asc
          offset 0
        ) p
        where p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
          and (p.contract_id in (select id from contract_filter)) is true
        order by p.scheduled_payment_on asc, p.id asc
        limit ((:page::bigint - 1) * :itemsPerPage) + :itemsPerPage
      ) p
      where (case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
        (select payments_count from totals)
      end) > 5000
      order by array_position('{upcoming,processing,failed,paid,deleted}', p.status) asc, p.scheduled_payment_on asc, p.id asc
      limit :itemsPerPage offset ((:page::bigint - 1) * :itemsPerPage)
    )
  ) page
)
select
  (select version from current) as version,
  (case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select payments_count from totals)
  end)::float8 as "totalCount",
  case when (select version from current) = :cachedVersion::text then null else
    (
      select json_build_object(
        'contractsCount', (
          select count(*)
          from reporting.contracts c
          cross join lateral (
            select from reporting.scheduled_payments p
            where p.company_id = :companyId and p.contract_id = c.id and p.status = any (:statuses) and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
            limit 1
          ) payment
          where c.company_id = :companyId and c.type = 'fixed' and c.id = any (array(select id from contract_filter))
        ),
        'scheduledPaymentsCount', payments_count,
        'paidScheduledPaymentsCount', paid_payments_count,
        'totalScheduledPaymentsPaidAmount', trim_scale(paid_amount)
      )::text
      from totals
    )
  end as statistics,
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

-- scheduled-payments-contract-asc
-- scheduled-payments-contract-desc, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
totals as materialized (
  select
    coalesce(sum(payments_count), 0)::bigint as payments_count,
    coalesce(sum(paid_payments_count), 0)::bigint as paid_payments_count,
    coalesce(sum(paid_amount), 0) as paid_amount
  from (
    select day, payments_count, case when status = 'paid' then payments_count end as paid_payments_count, paid_amount
    from reporting.payment_days
    where company_id = :companyId and status = any (:statuses) and day >= :fromDate::date and day <= :toDate::date
  ) totals
),
page as materialized (
  select id, row_number() over () as position
  from (
    select p.id
    from (
      select c.id, row_number() over (order by c.title collate reporting.text_order asc, c.id asc) as position
      from reporting.contracts c
      join reporting.people contractor on contractor.id = c.contractor_id
      where c.company_id = :companyId and c.type = 'fixed'
      order by position
      offset 0
    ) c
    cross join lateral (
      select p.id, p.scheduled_payment_on
      from unnest(:statuses::text[]) status_filter (status)
      cross join lateral (
        select p.id, p.scheduled_payment_on
        from reporting.scheduled_payments p
        where p.company_id = :companyId and p.contract_id = c.id and p.status = status_filter.status
          and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
        order by p.scheduled_payment_on asc, p.id asc
        limit ((:page::bigint - 1) * :itemsPerPage) + :itemsPerPage
      ) p
      order by p.scheduled_payment_on asc, p.id asc
      limit ((:page::bigint - 1) * :itemsPerPage) + :itemsPerPage
    ) p
    order by c.position, p.scheduled_payment_on asc, p.id asc
    limit :itemsPerPage offset ((:page::bigint - 1) * :itemsPerPage)
  ) page
)
select
  (select version from current) as version,
  (case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select payments_count from totals)
  end)::float8 as "totalCount",
  case when (select version from current) = :cachedVersion::text then null else
    (
      select json_build_object(
        'contractsCount', (
          with seen as materialized (
            select contract_id
            from json_populate_recordset(null::reporting.date_segment, :dateSegments::json) as segment
            cross join lateral (
              select contract_id, payments_count
              from reporting.payment_periods
              where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
                and status = any (case when cardinality(:statuses::text[]) = 5 then '{any}' else :statuses end)
              offset 0
            ) p
            group by contract_id
            having sum(payments_count) > 0
          )
          select (select count(*) from seen) + (
            select count(*)
            from reporting.contracts c
            cross join lateral (
              select from reporting.scheduled_payments p
              where p.company_id = :companyId and p.contract_id = c.id and p.status = any (:statuses) and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
              limit 1
            ) payment
            where c.company_id = :companyId and c.type = 'fixed' and (c.id in (select contract_id from seen)) is not true
          )
        ),
        'scheduledPaymentsCount', payments_count,
        'paidScheduledPaymentsCount', paid_payments_count,
        'totalScheduledPaymentsPaidAmount', trim_scale(paid_amount)
      )::text
      from totals
    )
  end as statistics,
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

-- scheduled-payments-contract-asc-filtered
-- scheduled-payments-contract-desc-filtered, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
contract_filter as materialized (
  select c.id
  from reporting.contracts c
  where c.company_id = :companyId and c.type = 'fixed'
    and (:teamIds::text[] is null or c.team_id = any (:teamIds))
    and (:contractorIds::text[] is null or c.contractor_id = any (:contractorIds))
),
totals as materialized (
  select
    coalesce(sum(payments_count), 0)::bigint as payments_count,
    coalesce(sum(paid_payments_count), 0)::bigint as paid_payments_count,
    coalesce(sum(paid_amount), 0) as paid_amount
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
  ) totals
),
page as materialized (
  select id, row_number() over () as position
  from (
    select p.id
    from (
      select c.id, row_number() over (order by c.title collate reporting.text_order asc, c.id asc) as position
      from reporting.contracts c
      join reporting.people contractor on contractor.id = c.contractor_id
      where c.company_id = :companyId and c.type = 'fixed'
        and c.id = any (array(select id from contract_filter))
      order by position
      offset 0
    ) c
    cross join lateral (
      select p.id, p.scheduled_payment_on
      from unnest(:statuses::text[]) status_filter (status)
      cross join lateral (
        select p.id, p.scheduled_payment_on
        from reporting.scheduled_payments p
        where p.company_id = :companyId and p.contract_id = c.id and p.status = status_filter.status
          and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
        order by p.scheduled_payment_on asc, p.id asc
        limit ((:page::bigint - 1) * :itemsPerPage) + :itemsPerPage
      ) p
      order by p.scheduled_payment_on asc, p.id asc
      limit ((:page::bigint - 1) * :itemsPerPage) + :itemsPerPage
    ) p
    order by c.position, p.scheduled_payment_on asc, p.id asc
    limit :itemsPerPage offset ((:page::bigint - 1) * :itemsPerPage)
  ) page
)
select
  (select version from current) as version,
  (case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select payments_count from totals)
  end)::float8 as "totalCount",
  case when (select version from current) = :cachedVersion::text then null else
    (
      select json_build_object(
        'contractsCount', (
          select count(*)
          from reporting.contracts c
          cross join lateral (
            select from reporting.scheduled_payments p
            where p.company_id = :companyId and p.contract_id = c.id and p.status = any (:statuses) and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
            limit 1
          ) payment
          where c.company_id = :companyId and c.type = 'fixed' and c.id = any (array(select id from contract_filter))
        ),
        'scheduledPaymentsCount', payments_count,
        'paidScheduledPaymentsCount', paid_payments_count,
        'totalScheduledPaymentsPaidAmount', trim_scale(paid_amount)
      )::text
      from totals
    )
  end as statistics,
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

-- scheduled-payments-contractor-asc
-- scheduled-payments-contractor-desc, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
totals as materialized (
  select
    coalesce(sum(payments_count), 0)::bigint as payments_count,
    coalesce(sum(paid_payments_count), 0)::bigint as paid_payments_count,
    coalesce(sum(paid_amount), 0) as paid_amount
  from (
    select day, payments_count, case when status = 'paid' then payments_count end as paid_payments_count, paid_amount
    from reporting.payment_days
    where company_id = :companyId and status = any (:statuses) and day >= :fromDate::date and day <= :toDate::date
  ) totals
),
page as materialized (
  select id, row_number() over () as position
  from (
    select p.id
    from (
      select c.id, row_number() over (order by contractor.last_name collate reporting.text_order asc, contractor.first_name collate reporting.text_order asc, contractor.id asc, c.id asc) as position
      from reporting.contracts c
      join reporting.people contractor on contractor.id = c.contractor_id
      where c.company_id = :companyId and c.type = 'fixed'
      order by position
      offset 0
    ) c
    cross join lateral (
      select p.id, p.scheduled_payment_on
      from unnest(:statuses::text[]) status_filter (status)
      cross join lateral (
        select p.id, p.scheduled_payment_on
        from reporting.scheduled_payments p
        where p.company_id = :companyId and p.contract_id = c.id and p.status = status_filter.status
          and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
        order by p.scheduled_payment_on asc, p.id asc
        limit ((:page::bigint - 1) * :itemsPerPage) + :itemsPerPage
      ) p
      order by p.scheduled_payment_on asc, p.id asc
      limit ((:page::bigint - 1) * :itemsPerPage) + :itemsPerPage
    ) p
    order by c.position, p.scheduled_payment_on asc, p.id asc
    limit :itemsPerPage offset ((:page::bigint - 1) * :itemsPerPage)
  ) page
)
select
  (select version from current) as version,
  (case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select payments_count from totals)
  end)::float8 as "totalCount",
  case when (select version from current) = :cachedVersion::text then null else
    (
      select json_build_object(
        'contractsCount', (
          with seen as materialized (
            select contract_id
            from json_populate_recordset(null::reporting.date_segment, :dateSegments::json) as segment
            cross join lateral (
              select contract_id, payments_count
              from reporting.payment_periods
              where company_id = :companyId and unit = segment.unit and start >= segment.start and start < segment.until
                and status = any (case when cardinality(:statuses::text[]) = 5 then '{any}' else :statuses end)
              offset 0
            ) p
            group by contract_id
            having sum(payments_count) > 0
          )
          select (select count(*) from seen) + (
            select count(*)
            from reporting.contracts c
            cross join lateral (
              select from reporting.scheduled_payments p
              where p.company_id = :companyId and p.contract_id = c.id and p.status = any (:statuses) and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
              limit 1
            ) payment
            where c.company_id = :companyId and c.type = 'fixed' and (c.id in (select contract_id from seen)) is not true
          )
        ),
        'scheduledPaymentsCount', payments_count,
        'paidScheduledPaymentsCount', paid_payments_count,
        'totalScheduledPaymentsPaidAmount', trim_scale(paid_amount)
      )::text
      from totals
    )
  end as statistics,
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

-- scheduled-payments-contractor-asc-filtered
-- scheduled-payments-contractor-desc-filtered, with desc for asc
with current as materialized (
  select coalesce(sum(version), 0)::text as version
  from reporting.data_versions
  where company_id = :companyId
),
contract_filter as materialized (
  select c.id
  from reporting.contracts c
  where c.company_id = :companyId and c.type = 'fixed'
    and (:teamIds::text[] is null or c.team_id = any (:teamIds))
    and (:contractorIds::text[] is null or c.contractor_id = any (:contractorIds))
),
totals as materialized (
  select
    coalesce(sum(payments_count), 0)::bigint as payments_count,
    coalesce(sum(paid_payments_count), 0)::bigint as paid_payments_count,
    coalesce(sum(paid_amount), 0) as paid_amount
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
  ) totals
),
page as materialized (
  select id, row_number() over () as position
  from (
    select p.id
    from (
      select c.id, row_number() over (order by contractor.last_name collate reporting.text_order asc, contractor.first_name collate reporting.text_order asc, contractor.id asc, c.id asc) as position
      from reporting.contracts c
      join reporting.people contractor on contractor.id = c.contractor_id
      where c.company_id = :companyId and c.type = 'fixed'
        and c.id = any (array(select id from contract_filter))
      order by position
      offset 0
    ) c
    cross join lateral (
      select p.id, p.scheduled_payment_on
      from unnest(:statuses::text[]) status_filter (status)
      cross join lateral (
        select p.id, p.scheduled_payment_on
        from reporting.scheduled_payments p
        where p.company_id = :companyId and p.contract_id = c.id and p.status = status_filter.status
          and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
        order by p.scheduled_payment_on asc, p.id asc
        limit ((:page::bigint - 1) * :itemsPerPage) + :itemsPerPage
      ) p
      order by p.scheduled_payment_on asc, p.id asc
      limit ((:page::bigint - 1) * :itemsPerPage) + :itemsPerPage
    ) p
    order by c.position, p.scheduled_payment_on asc, p.id asc
    limit :itemsPerPage offset ((:page::bigint - 1) * :itemsPerPage)
  ) page
)
select
  (select version from current) as version,
  (case when (select version from current) = :cachedVersion::text then :cachedCount::bigint else
    (select payments_count from totals)
  end)::float8 as "totalCount",
  case when (select version from current) = :cachedVersion::text then null else
    (
      select json_build_object(
        'contractsCount', (
          select count(*)
          from reporting.contracts c
          cross join lateral (
            select from reporting.scheduled_payments p
            where p.company_id = :companyId and p.contract_id = c.id and p.status = any (:statuses) and p.scheduled_payment_on >= (:fromDate::date::timestamp at time zone 'UTC') and p.scheduled_payment_on < ((:toDate::date + 1)::timestamp at time zone 'UTC')
            limit 1
          ) payment
          where c.company_id = :companyId and c.type = 'fixed' and c.id = any (array(select id from contract_filter))
        ),
        'scheduledPaymentsCount', payments_count,
        'paidScheduledPaymentsCount', paid_payments_count,
        'totalScheduledPaymentsPaidAmount', trim_scale(paid_amount)
      )::text
      from totals
    )
  end as statistics,
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
