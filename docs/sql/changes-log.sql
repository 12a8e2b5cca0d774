-- changes-log
with recursive logged (stripe) as (
  (select stripe from reporting.changes where company_id = :companyId order by stripe limit 1)
  union all
  select (
    select c.stripe from reporting.changes c where c.company_id = :companyId and c.stripe > logged.stripe order by c.stripe limit 1
  )
  from logged
  where logged.stripe is not null
),
stripes as materialized (
  select
    stripe,
    coalesce((:since::json ->> stripe::text)::bigint, 0) as since,
    case when :until::json is null then 9223372036854775807 else coalesce((:until::json ->> stripe::text)::bigint, 0) end as until
  from logged
  where stripe is not null and (
    stripe in (select stripe from reporting.data_versions where company_id = :companyId)
    or (:since::json ->> stripe::text) is not null
    or stripe::text in (
      select unnest(keys)
      from reporting.changes
      where company_id = :companyId and stripe = 2147483647 and version > coalesce((:since::json ->> '2147483647')::bigint, 0)
    )
  )
),
log as materialized (
  select s.stripe, c.*, row_number() over in_order as position, coalesce(sum(cardinality(c.keys)) over before, 0) as keys_before
  from stripes s
  cross join lateral (
    select c.version_before, c.version, c.kind, case when c.version > s.since then c.keys end as keys
    from reporting.changes c
    where c.company_id = :companyId and c.stripe = s.stripe and c.version >= s.since and c.version <= s.until
    order by c.version
    limit 1001
    offset 0
  ) c
  window
    in_order as (order by s.stripe, c.version),
    before as (order by s.stripe, c.version rows between unbounded preceding and 1 preceding)
)
select
  (
    select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as version
    from reporting.data_versions where company_id = :companyId
  ) as version,
  coalesce(bool_and(position <= 1000 and keys_before < 1000), true) as "isWhole",
  coalesce(
    json_agg(
      json_build_object(
        'stripe', stripe, 'before', version_before::text, 'version', version::text, 'kind', kind, 'keys', keys
      )
      order by position
    ) filter (where position <= 1000 and keys_before < 1000),
    '[]'
  ) as rows
from log;
