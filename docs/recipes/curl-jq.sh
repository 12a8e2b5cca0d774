#!/bin/sh
# Prints what each team was paid, in US dollars as the answer has them: 189964.4 is 189,964.40. Needs curl 7.76 or later and jq.
set -eu
base=${BASE_URL:-http://localhost:8080}

answer=$(curl -sS --fail-with-body "$base/auth/oauth/token" -d grant_type=client_credentials \
  --data-urlencode "client_id=$CLIENT_ID" --data-urlencode "client_secret=$CLIENT_SECRET") ||
  { printf '%s\n' "$answer" >&2; exit 1; }
token=$(printf '%s' "$answer" | jq -r .access_token)

# As NDJSON the answer has all teams, each in a line.
teams=$(curl -sS --compressed --fail-with-body -H "Authorization: Bearer $token" -H 'Accept: application/x-ndjson' \
  "$base/api/v1/external/reports/client/scheduled-payments/summary?groupBy=team&fromDate=2026-01-01&toDate=2026-12-31") ||
  { printf '%s\n' "$teams" >&2; exit 1; }
printf '%s' "$teams" | jq -r '"\(.team.name // "no team") \(.statistics.totalScheduledPaymentsPaidAmount)"'
