curl -s --fail -H "Authorization: Bearer $TOKEN" -H 'Accept: text/csv' -o payments.csv \
  'http://localhost:8080/api/v1/external/reports/client/scheduled-payments/list?fromDate=2026-01-01&toDate=2026-12-31'
