with stripes as materialized (
  select
    stripe,
    version,
    -- The newest version that the caller was told of.
    (:seen::json ->> stripe::text)::bigint as seen,
    -- This answer has the changes after "since", up to "until".
    coalesce((:since::json ->> stripe::text)::bigint, 0) as since,
    case when :until::json is null then version else coalesce((:until::json ->> stripe::text)::bigint, 0) end as until,
    -- This answer and later ones have the changes after it.
    case when :restFrom::json is null then version else coalesce((:restFrom::json ->> stripe::text)::bigint, 0) end as rest_from
  from reporting.data_versions
  where company_id = :companyId
),
following as materialized (
  -- Where the log goes on after "seen". It begins elsewhere if it was trimmed, or if the history is another one.
  select
    seen,
    coalesce((
      select change.version_before
      from reporting.changes change
      where change.company_id = :companyId and change.stripe = stripes.stripe and change.version > seen
      order by change.version
      limit 1
    ), version) as version
  from stripes
),
log as materialized (
  select stripes.stripe, change.*, row_number() over in_order as position,
    coalesce(sum(cardinality(change.keys)) over before, 0) as keys_before
  from stripes
  cross join lateral (
    select change.version_before, change.version, change.kind, change.keys
    from reporting.changes change
    where change.company_id = :companyId and change.stripe = stripes.stripe
      and change.version > stripes.since and change.version <= stripes.until
    order by change.version
    limit 1000
    offset 0
  ) change
  window
    in_order as (order by stripes.stripe, change.version),
    before as (order by stripes.stripe, change.version rows between unbounded preceding and 1 preceding)
)
select
  (
    -- The version of the data: each stripe with the number of its last change.
    select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as stripes
    from reporting.data_versions where company_id = :companyId
  ) as stripes,
  (
    select case when bool_or(version < seen) then 'unknown' when bool_or(version > seen) then 'old' end from following
  ) as gone,
  -- A change without keys may be of any row: the copy is to be read again.
  (
    select case when bool_or(change.kind = 'all') then 'truncated' when count(*) > 0 then 'large' end
    from stripes
    cross join lateral (
      select change.kind
      from reporting.changes change
      where change.company_id = :companyId and change.stripe = stripes.stripe
        and change.version > stripes.rest_from and change.keys is null
      offset 0
    ) change
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
