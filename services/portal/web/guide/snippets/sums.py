import json, os, sys, urllib.error, urllib.parse, urllib.request

token = os.environ["TOKEN"]
sums_url = "http://localhost:8080/api/v1/external/reports/client/scheduled-payments/summary"

query = urllib.parse.urlencode(
    {"groupBy": "month", "fromDate": "2026-01-01", "toDate": "2026-12-31", "itemsPerPage": 100})
request = urllib.request.Request(f"{sums_url}?{query}", headers={"Authorization": f"Bearer {token}"})
try:
    sums = json.load(urllib.request.urlopen(request))
except urllib.error.HTTPError as error:
    sys.exit(error.read().decode())
for row in sums["results"]:
    print(row["month"], row["statistics"]["totalScheduledPaymentsPaidAmount"])
