#!/usr/bin/env bash
# drill.sh URL_FILE DIRECTORY: restores the newest dump into a database of its own, compares its totals with its rows, and drops it.
set -euo pipefail
here=$(dirname "$0") url=$(cat "$1") name=restore_drill
newest=$(find "$2" -name '*.dump' | sort | tail -n 1)
[ -n "$newest" ] || { echo 'there is no dump' >&2; exit 1; }
ask() { psql --no-psqlrc --quiet --no-align --tuples-only --set=ON_ERROR_STOP=1 "$@"; }
for _ in {1..10}; do
  pg_isready --quiet --dbname="$url" && break
  sleep 1
done
drop() { ask "$url" --command='set client_min_messages = warning' --command="drop database if exists $name"; }
drop
trap drop EXIT
bash "$here/restore.sh" "$1" "$newest" $name >/dev/null
restored=$(sed -E "s#^([^?]*/)[^/?]*#\1$name#" <<<"$url")
differences=$(ask "$restored" --command='select count(*) from reporting.roll_up_differences')
[ "$differences" = 0 ] || { echo "$newest: $differences totals differ from the rows" >&2; exit 1; }
rows=$(ask "$restored" --command='select (select count(*) from reporting.scheduled_payments) + (select count(*) from reporting.timesheet_days)')
echo "{\"level\":\"info\",\"name\":\"restore-drill\",\"msg\":\"restored\",\"file\":\"$(basename "$newest")\",\"rows\":$rows}"
