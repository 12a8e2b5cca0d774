#!/usr/bin/env bash
# Copies what decides on access from the database $old to $new, all or nothing: users, applications, secrets, keys and revocations. So
# tokens stay valid. As the owner of the schemas, while auth does not run.
set -euo pipefail
: "${new:=$(cat /run/secrets/client-reporting/DATABASE_URL)}"
tables='users oauth_applications client_secrets client_keys revoked_tokens signing_keys used_assertions'
access=$(pg_dump --data-only $(printf ' --table=auth.%s' $tables) "$old")
psql --quiet --single-transaction --set=ON_ERROR_STOP=1 --set=operator="${operator:-$(id -un)}" --dbname="$new" <<SQL
alter table auth.oauth_applications disable trigger user;
$(printf 'delete from auth.%s; ' $tables)
$access
alter table auth.oauth_applications enable trigger user;
insert into auth.audit_events (id, occurred_at, event, actor) values (gen_random_uuid(), now(), 'access.restored', 'operator:' || :'operator');
SQL
