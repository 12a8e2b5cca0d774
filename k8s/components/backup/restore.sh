#!/usr/bin/env bash
# restore.sh URL_FILE DUMP NAME: makes the database NAME beside that of the URL, whose owner may make databases, and fills it from the dump.
set -euo pipefail
url=$(cat "$1")
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 "$url" --command="create database \"$3\" template template0 encoding 'UTF8'"
restored=$(sed -E "s#^([^?]*/)[^/?]*#\1$3#" <<<"$url")
pg_restore --no-owner --no-privileges --exit-on-error --single-transaction --dbname="$restored" "$2"
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 "$restored" --command='analyze'
echo "restored to $3"
