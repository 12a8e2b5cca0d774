create table auth.client_secrets (
  id uuid primary key default gen_random_uuid(),
  client_id text not null references auth.oauth_applications on delete cascade on update cascade,
  secret_hash bytea not null,
  -- Given from outside, as by the import, or made here.
  origin text not null check (origin in ('given', 'generated')),
  created_at timestamptz not null default now(),
  -- Null: until it is replaced.
  expires_at timestamptz,
  -- Written at most once a minute.
  last_used_at timestamptz
);

create index on auth.client_secrets (client_id);
create unique index on auth.client_secrets (client_id) where origin = 'given';

-- What is given from outside is still written here; a trigger takes it to the secrets. Null: nothing was given.
alter table auth.oauth_applications alter column secret_hash drop not null;

create function auth.take_given_secret() returns trigger language plpgsql as $$
begin
  -- A generated secret that its owner then gives from outside is no new one.
  if exists (
    select from auth.client_secrets
    where client_id = new.client_id and secret_hash = new.secret_hash and expires_at is null
  ) then
    return null;
  end if;
  insert into auth.client_secrets (client_id, secret_hash, origin) values (new.client_id, new.secret_hash, 'given')
  on conflict (client_id) where origin = 'given'
  do update set secret_hash = excluded.secret_hash, created_at = now(), expires_at = null, last_used_at = null;
  -- At most two are valid at a time.
  update auth.client_secrets set expires_at = now()
  where client_id = new.client_id and origin = 'generated' and (expires_at is null or expires_at > now())
    and id not in (
      select id from auth.client_secrets
      where client_id = new.client_id and origin = 'generated' and (expires_at is null or expires_at > now())
      order by created_at desc limit 1
    );
  return null;
end $$;

create trigger take_given_secret_of_new after insert on auth.oauth_applications
for each row when (new.secret_hash is not null) execute function auth.take_given_secret();

create trigger take_given_secret after update on auth.oauth_applications
for each row when (new.secret_hash is distinct from old.secret_hash and new.secret_hash is not null)
execute function auth.take_given_secret();

insert into auth.client_secrets (client_id, secret_hash, origin)
select client_id, secret_hash, 'given' from auth.oauth_applications;
