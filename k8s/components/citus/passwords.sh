# Run once, when a node's database is made: the roles, and the passwords by which it lets itself into the other nodes.
secret() { cat "/run/secrets/postgres/$1"; }
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
  --set owner="$(secret POSTGRES_PASSWORD)" --set auth="$(secret AUTH_PASSWORD)" --set reporting="$(secret REPORTING_PASSWORD)" <<'SQL'
set citus.enable_ddl_propagation = off;
create role auth login password :'auth';
create role reporting login password :'reporting';
insert into pg_dist_authinfo (nodeid, rolename, authinfo) values
  (0, 'client_reporting', 'password=' || :'owner'),
  (0, 'auth', 'password=' || :'auth'),
  (0, 'reporting', 'password=' || :'reporting');
SQL
