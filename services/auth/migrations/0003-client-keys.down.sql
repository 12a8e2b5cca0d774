create or replace trigger notify_change after update on auth.oauth_applications
for each row when (
  (old.client_id, old.user_id, old.grant_types, old.revoked_at, old.token_generation)
  is distinct from (new.client_id, new.user_id, new.grant_types, new.revoked_at, new.token_generation)
)
execute function auth.notify_change('clientId', 'client_id');

alter table auth.oauth_applications drop column secrets_refused, drop column networks;
drop table auth.used_assertions;
drop table auth.client_keys;
