TOKEN=$(curl -sS http://localhost:8080/auth/token \
  -H 'Content-Type: application/json' \
  -d "{\"clientId\":\"$CLIENT_ID\",\"clientSecret\":\"$CLIENT_SECRET\"}" |
  sed -n -e 's/.*"accessToken":"\([^"]*\)".*/\1/p' -e t -e 'w /dev/stderr')

[ -n "$TOKEN" ] && curl -sS --fail-with-body -H "Authorization: Bearer $TOKEN" \
  'http://localhost:8080/api/v1/external/reports/client/scheduled-payments/list?fromDate=2026-01-01&toDate=2026-12-31'
