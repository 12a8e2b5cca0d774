TOKEN=$(curl -s http://localhost:8080/auth/token \
  -H 'Content-Type: application/json' \
  -d "{\"clientId\":\"$CLIENT_ID\",\"clientSecret\":\"$CLIENT_SECRET\"}" |
  sed 's/.*"accessToken":"\([^"]*\)".*/\1/')

curl -s -H "Authorization: Bearer $TOKEN" \
  'http://localhost:8080/api/v1/external/reports/client/scheduled-payments/list?fromDate=2026-01-01&toDate=2026-12-31'
