page=1
while
  answer=$(curl -s --retry 5 -H "Authorization: Bearer $TOKEN" \
    "http://localhost:8080/api/v1/external/reports/client/timesheets/list?fromDate=2026-01-01&toDate=2026-12-31&itemsPerPage=100&page=$page")
  echo "$answer"
  pages=$(echo "$answer" | sed 's/.*"pagesCount":\([0-9]*\).*/\1/')
  [ "$page" -lt "$pages" ]
do
  page=$((page + 1))
done
