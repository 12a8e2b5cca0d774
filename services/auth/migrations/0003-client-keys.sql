-- Public keys of applications, which sign assertions in place of a secret.
create table auth.client_keys (
  client_id text not null references auth.oauth_applications on delete cascade on update cascade,
  -- The thumbprint of RFC 7638.
  key_id text not null,
  -- SPKI, PEM.
  public_key text not null,
  created_at timestamptz not null default now(),
  primary key (client_id, key_id)
);

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

alter table auth.oauth_applications
  add column secrets_refused boolean not null default false,
  -- Where its tokens work; everywhere where there are none.
  add column networks cidr[] not null default '{}';

create or replace trigger notify_change after update on auth.oauth_applications
for each row when (
  (old.client_id, old.user_id, old.grant_types, old.revoked_at, old.token_generation, old.networks)
  is distinct from (new.client_id, new.user_id, new.grant_types, new.revoked_at, new.token_generation, new.networks)
)
execute function auth.notify_change('clientId', 'client_id');
