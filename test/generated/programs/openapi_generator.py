import json
import os
from datetime import date

import client_reporting as api

settings = api.Configuration(host=os.environ["URL"], retries=False)
client = api.ApiClient(settings)
request = api.CreateTokenRequest(client_id=os.environ["ID"], client_secret=os.environ["SECRET"])
settings.access_token = api.AccessApi(client).create_token(request).access_token
reports = api.ReportsApi(client)
year = {"from_date": date(2026, 1, 1), "to_date": date(2026, 12, 31)}
filters = {"team_ids": ["design", "sales"], "scheduled_payment_statuses": ["paid"]}
answer = reports.list_scheduled_payments_with_http_info(**year, **filters)
odd = reports.list_scheduled_payments(**year, min_amount=10.5, max_amount=10.5)
changes = reports.list_changes_of_scheduled_payments(**year, since=os.environ["SINCE"])
try:
    reports.list_scheduled_payments(**year, **filters, if_none_match=answer.headers["ETag"])
except api.ApiException as error:
    unchanged = error.status
try:
    reports.list_contractors()
except api.ApiException as error:
    limited = [error.data.error, int(error.headers["Retry-After"])]
print(json.dumps({
    "sum": f"{answer.data.statistics.total_scheduled_payments_paid_amount:.2f}",
    "rows": len(answer.data.results),
    "team": odd.results[0].contract.team,
    "changed": [[row.id, row.removed, row.amount] for row in changes.results],
    "unchanged": unchanged,
    "limited": limited,
}))
