alter table auth.signing_keys
  -- Published before, it signs from then on, until another does.
  add column signs_from timestamptz not null default now(),
  -- The longest life of a token that it has signed. Where nobody says, the longest that there may be.
  add column longest_token_seconds integer not null default 86400;

update auth.signing_keys set signs_from = created_at;

-- The clock of the database alone decides, so that all who sign agree.
create view auth.signing_key_states as
select *,
  case
    when signs_from > now() then 'published'
    when signs_until is null or signs_until > now() then 'signing'
    when verifies_until > now() then 'verifying'
    else 'retired'
  end as state
from (
  select *,
    lead(signs_from) over signers as signs_until,
    -- A minute more, for clocks that differ and a token that was being signed.
    lead(signs_from) over signers + make_interval(secs => longest_token_seconds + 60) as verifies_until
  from auth.signing_keys
  window signers as (order by signs_from, kid)
) timed;
