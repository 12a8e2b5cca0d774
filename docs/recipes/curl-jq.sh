#!/bin/sh
# Prints what each team was paid, exact to the cent. Needs curl 7.76 or later and jq.
set -eu
base=${BASE_URL:-http://localhost:8080}
base=${base%/}
answer=$(mktemp)
trap 'rm -f "$answer"' EXIT

# Sends again what failed, and waits as long as Retry-After says. A file, since a retry begins it again.
request() {
  curl -sS --compressed --fail-with-body --retry 3 --retry-all-errors --connect-timeout 10 --max-time 600 -o "$answer" "$@" ||
    { cat "$answer" >&2; exit 1; }
}

request "$base/auth/oauth/token" -d grant_type=client_credentials \
  --data-urlencode "client_id=$CLIENT_ID" --data-urlencode "client_secret=$CLIENT_SECRET"
token=$(jq -r .access_token "$answer")

# As NDJSON the answer has all teams, each in a line.
request -H "Authorization: Bearer $token" -H 'Accept: application/x-ndjson' \
  "$base/api/v1/external/reports/client/scheduled-payments/summary?groupBy=team&fromDate=2026-01-01&toDate=2026-12-31"
jq -r '"\(.team.name // "no team") \(.statistics.totalScheduledPaymentsPaidAmount)"' "$answer"
