#!/usr/bin/env bash
# Prints what each team was paid, exact to the cent. Needs curl and jq.
set -euo pipefail
base=${BASE_URL:-http://localhost:8080}

token=$(curl -sS --fail-with-body "$base/auth/oauth/token" -d grant_type=client_credentials \
  --data-urlencode "client_id=$CLIENT_ID" --data-urlencode "client_secret=$CLIENT_SECRET" | jq -r .access_token)

# Every line is a payment. curl fails where the export is refused or incomplete.
curl -sS --compressed --fail-with-body -o payments.ndjson \
  -H "Authorization: Bearer $token" -H 'Accept: application/x-ndjson' \
  "$base/api/v1/external/reports/client/scheduled-payments/list?fromDate=2026-01-01&toDate=2026-12-31"

jq -rs 'group_by(.contract.team.name)[]
  | "\(.[0].contract.team.name // "no team") \((map(.paidAmount * 100 | round) | add) / 100)"' payments.ndjson
