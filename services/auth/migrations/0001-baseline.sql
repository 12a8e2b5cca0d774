create schema auth;

-- Users, and the applications that request tokens for them.

create table auth.users (
  id text primary key check (id <> ''),
  -- A company of the reporting service, which may live in another database: no foreign key.
  company_id text,
  first_name text not null check (length(first_name) <= 1000),
  last_name text not null check (length(last_name) <= 1000),
  status text not null check (status in ('active', 'inactive')),
  -- The user at a trusted issuer: the prefix of the issuer, and the claim that names the user there.
  external_id text check (external_id <> '' and octet_length(external_id) <= 800),
  -- Deferred, so that an import may exchange the values of two users.
  constraint users_external_id_key unique (external_id) deferrable initially deferred
);

create table auth.oauth_applications (
  client_id text primary key check (length(client_id) between 2 and 100 and client_id !~ '[[:cntrl:]]'),
  user_id text references auth.users on delete set null,
  grant_types text[] not null,
  revoked_at timestamptz,
  -- A token carries the generation that its application had when it was issued, and is refused after the application's
  -- generation has grown. A count, since times in whole seconds of several machines cannot order the two.
  token_generation integer not null default 0,
  -- Takes assertions of its keys only.
  secrets_refused boolean not null default false,
  -- Where its tokens work; without any, everywhere.
  networks cidr[] not null default '{}'
);

create index on auth.oauth_applications (user_id);

-- Client secrets. Two are valid at most: the one in use and its replacement.

create table auth.client_secrets (
  id uuid primary key default gen_random_uuid(),
  client_id text not null references auth.oauth_applications on delete cascade on update cascade,
  secret_hash bytea not null,
  -- Given from outside, as by the import, or generated here.
  origin text not null check (origin in ('given', 'generated')),
  created_at timestamptz not null default now(),
  -- Null: until it is replaced.
  expires_at timestamptz,
  -- Written at most once a minute.
  last_used_at timestamptz
);

create index on auth.client_secrets (client_id);
create unique index on auth.client_secrets (client_id) where origin = 'given';

-- Public keys of applications, which sign assertions in place of a secret.

create table auth.client_keys (
  client_id text not null references auth.oauth_applications on delete cascade on update cascade,
  -- Any name.
  key_id text not null,
  -- SPKI, PEM.
  public_key text not null check (public_key like '-----BEGIN PUBLIC KEY-----%'),
  created_at timestamptz not null default now(),
  primary key (client_id, key_id)
);

create function auth.keep_two_keys() returns trigger language plpgsql as $$ begin
  perform from auth.oauth_applications where client_id = new.client_id for update;
  if (select count(*) from auth.client_keys where client_id = new.client_id) < 2 then return new; end if;
  raise exception 'an application has two keys at most: delete one first' using errcode = 'check_violation';
end $$;
create trigger keep_two_keys before insert on auth.client_keys for each row execute function auth.keep_two_keys();

-- Each assertion is taken once, whichever process it comes to.
create table auth.used_assertions (
  client_id text not null,
  -- Its jti.
  assertion_id text not null,
  expires_at timestamptz not null,
  -- The call that took it.
  call_id text not null,
  primary key (client_id, assertion_id)
);

create index on auth.used_assertions (expires_at);

-- Revoked tokens, kept until they would have expired.

create table auth.revoked_tokens (
  -- The jti of the token.
  token_id text primary key,
  expires_at timestamptz not null,
  revoked_at timestamptz not null default now()
);

create index on auth.revoked_tokens (expires_at);

-- The keys that sign tokens.

create table auth.signing_keys (
  kid text primary key,
  -- PKCS #8, PEM; sealed where auth has a key for that.
  private_key text not null,
  created_at timestamptz not null default now(),
  -- Published before, it signs from then on, until the next one does.
  signs_from timestamptz not null default now()
);

-- Only the clock of the database decides, so that all processes that sign agree.
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
    -- The longest life of a token, and a minute for clocks that differ and a token that was being signed.
    lead(signs_from) over signers + interval '24 hours 1 minute' as verifies_until
  from auth.signing_keys
  window signers as (order by signs_from, kid)
) timed;

-- The audit: who did what, when and from where. Never a secret or a token.

create table auth.audit_events (
  id uuid primary key default gen_random_uuid(),
  occurred_at timestamptz not null default now(),
  event text not null,
  -- `application` for one that requested something itself, else `operator:` and the name of the person.
  actor text not null,
  -- The application concerned; of a refusal the id that was claimed, even an unknown one.
  client_id text,
  address text,
  request_id text,
  -- Why it was refused.
  reason text,
  details jsonb not null default '{}'
);

create index on auth.audit_events (occurred_at);
create index on auth.audit_events (client_id, occurred_at);

-- Rows may be deleted once they are 90 days old, and never change.
create function auth.keep_audit_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.occurred_at < now() - interval '90 days' then
    return old;
  end if;
  raise exception 'auth.audit_events is append-only: rows may be deleted after 90 days, and not changed'
    using errcode = 'insufficient_privilege';
end $$;

create trigger keep_audit_event before update or delete on auth.audit_events
for each row execute function auth.keep_audit_event();

create trigger keep_audit_events before truncate on auth.audit_events
for each statement execute function auth.keep_audit_event();
