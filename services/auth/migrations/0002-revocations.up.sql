-- A token carries the generation that its application had when it was issued, and is refused once that has passed. A
-- count, since times of several machines, in whole seconds, can't tell what was issued before and what after.
alter table auth.oauth_applications add column token_generation integer not null default 0;

create table auth.revoked_tokens (
  -- Its jti.
  token_id text primary key,
  expires_at timestamptz not null,
  revoked_at timestamptz not null default now()
);

create index on auth.revoked_tokens (expires_at);

-- Whoever changes what a token allows: once it is committed, auth is told whose it was, and tells all who remember. An
-- empty object stands for everything, since an id may be longer than a notification.
create function auth.tell_change() returns trigger language plpgsql as $$
declare
  changed jsonb := case tg_op when 'INSERT' then to_jsonb(new) else to_jsonb(old) end;
  told text := jsonb_build_object(tg_argv[0], changed -> tg_argv[1]);
begin
  perform pg_notify('auth_changes', case when octet_length(told) < 8000 then told else '{}' end);
  return null;
end
$$;

create trigger tell_revocation after insert on auth.revoked_tokens
  for each row execute function auth.tell_change('tokenId', 'token_id');

create trigger tell_change after update on auth.oauth_applications
  for each row
  when (
    (old.client_id, old.user_id, old.grant_types, old.revoked_at, old.token_generation)
    is distinct from (new.client_id, new.user_id, new.grant_types, new.revoked_at, new.token_generation)
  )
  execute function auth.tell_change('clientId', 'client_id');

create trigger tell_deletion after delete on auth.oauth_applications
  for each row execute function auth.tell_change('clientId', 'client_id');

create trigger tell_change after update on auth.users
  for each row
  when ((old.id, old.company_id, old.status) is distinct from (new.id, new.company_id, new.status))
  execute function auth.tell_change('userId', 'id');

create trigger tell_deletion after delete on auth.users
  for each row execute function auth.tell_change('userId', 'id');
