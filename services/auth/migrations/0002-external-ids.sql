-- The user at a trusted issuer: the prefix of the issuer, and the claim that names the user there.
alter table auth.users
  add column external_id text check (external_id <> '' and octet_length(external_id) <= 800),
  -- Deferred, so that an import may exchange those of two users.
  add constraint users_external_id_key unique (external_id) deferrable initially deferred;

create or replace trigger notify_change after update on auth.users
for each row when (
  (old.id, old.company_id, old.status, old.external_id)
  is distinct from (new.id, new.company_id, new.status, new.external_id)
)
execute function auth.notify_change('userId', 'id');
