rm -f payments.part
curl -sS --fail-with-body -H "Authorization: Bearer $TOKEN" -H 'Accept: text/csv' -o payments.part \
  'http://localhost:8080/api/v1/external/reports/client/scheduled-payments/list?fromDate=2026-01-01&toDate=2026-12-31' &&
  mv payments.part payments.csv || { head -n 1 payments.part >&2; false; }
