every_page() {
  page=1 pages=1
  while [ "$page" -le "$pages" ]; do
    curl --no-progress-meter --fail-with-body --retry 5 -o page.json -H "Authorization: Bearer $TOKEN" \
      "http://localhost:8080/api/v1/external/reports/client/timesheets/list?fromDate=2026-01-01&toDate=2026-12-31&itemsPerPage=100&page=$page" ||
      { cat page.json >&2; return 1; }
    cat page.json
    pages=$(sed -n 's/.*"pagesCount":\([0-9]*\).*/\1/p' page.json)
    page=$((page + 1))
  done
}
every_page
