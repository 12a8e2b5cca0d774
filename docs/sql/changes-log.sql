with stripes as materialized (
  -- The version that the caller has seen; between which ones changes are read now; after which one any will be read, now or later.
  select
    stripe,
    version,
    (:seen::json ->> stripe::text)::bigint as seen,
    coalesce((:since::json ->> stripe::text)::bigint, 0) as since,
    case when :until::json is null then version else coalesce((:until::json ->> stripe::text)::bigint, 0) end as until,
    case when :restFrom::json is null then version else coalesce((:restFrom::json ->> stripe::text)::bigint, 0) end as rest_from
  from reporting.data_versions
  where company_id = :companyId
),
following as materialized (
  -- Where the log goes on after the version seen. It begins elsewhere if it was trimmed, or if the history is another one.
  select
    s.seen,
    coalesce((
      select c.version_before
      from reporting.changes c
      where c.company_id = :companyId and c.stripe = s.stripe and c.version > s.seen
      order by c.version
      limit 1
    ), s.version) as version
  from stripes s
),
log as materialized (
  select s.stripe, c.*, row_number() over in_order as position, coalesce(sum(cardinality(c.keys)) over before, 0) as keys_before
  from stripes s
  cross join lateral (
    select c.version_before, c.version, c.kind, c.keys
    from reporting.changes c
    where c.company_id = :companyId and c.stripe = s.stripe and c.version > s.since and c.version <= s.until
    order by c.version
    limit 1000
    offset 0
  ) c
  window
    in_order as (order by s.stripe, c.version),
    before as (order by s.stripe, c.version rows between unbounded preceding and 1 preceding)
)
select
  (
    select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as stripes
    from reporting.data_versions where company_id = :companyId
  ) as stripes,
  (
    select case when bool_or(version < seen) then 'unknown' when bool_or(version > seen) then 'old' end from following
  ) as gone,
  (
    select case when bool_or(c.kind = 'all') then 'truncated' when count(*) > 0 then 'large' end
    from stripes s
    cross join lateral (
      select c.kind
      from reporting.changes c
      where c.company_id = :companyId and c.stripe = s.stripe and c.version > s.rest_from
        and c.keys is null
      offset 0
    ) c
  ) as unlisted,
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
