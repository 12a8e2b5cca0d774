# Run before migrate: makes the nodes a cluster. Those that are in it already stay.
url=$(cat /run/secrets/client-reporting/DATABASE_URL)
until psql "$url" --quiet --set ON_ERROR_STOP=1 <<SQL
select citus_set_coordinator_host('postgres-0.postgres');
select citus_add_node(name || '.postgres', 5432) from unnest(string_to_array('$WORKERS', ' ')) name;
SQL
do sleep 2; done
