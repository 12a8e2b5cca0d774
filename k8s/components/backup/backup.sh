#!/usr/bin/env bash
# backup.sh URL_FILE DIRECTORY: dumps the database whose URL the file has, as of one moment, and keeps the newest 14 dumps.
set -euo pipefail
umask 077
cd "$2"
url=$(cat "$1")
# The network may refuse a new pod for some seconds, until it knows its policies.
for _ in {1..10}; do
  pg_isready --quiet --dbname="$url" && break
  sleep 1
done
file=$(date -u +%Y%m%dT%H%M%SZ).dump
trap 'rm -f "$file.part"' EXIT
pg_dump --format=custom --no-owner --no-privileges --lock-wait-timeout=60s --file="$file.part" "$url"
# Its table of contents can be read, so it was written to its end.
pg_restore --list "$file.part" >/dev/null
mv "$file.part" "$file"
ls -1 ./*.dump | sort -r | tail -n +15 | xargs -r rm --
echo "{\"level\":\"info\",\"name\":\"backup\",\"msg\":\"dumped\",\"file\":\"$file\",\"bytes\":$(stat -c %s "$file")}"
