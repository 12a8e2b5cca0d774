create schema auth;

create table auth.users (
  id text primary key check (id <> ''),
  -- A company of the reporting service, which may live in another database: no foreign key.
  company_id text,
  first_name text not null,
  last_name text not null,
  status text not null check (status in ('active', 'inactive'))
);

create table auth.oauth_applications (
  client_id text primary key check (length(client_id) between 2 and 100),
  secret_hash bytea not null,
  user_id text references auth.users on delete set null,
  grant_types text[] not null,
  revoked_at timestamptz
);

create index on auth.oauth_applications (user_id);

create table auth.signing_keys (
  kid text primary key,
  -- PKCS #8, PEM.
  private_key text not null,
  created_at timestamptz not null default now()
);
