curl -sS --fail-with-body -H "Authorization: Bearer $TOKEN" \
  'http://localhost:8080/api/v1/external/reports/client/scheduled-payments/summary?groupBy=month&fromDate=2026-01-01&toDate=2026-12-31&itemsPerPage=100'
