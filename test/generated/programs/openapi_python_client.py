import json
import os
from datetime import date

from client_reporting_api_client import AuthenticatedClient, Client
from client_reporting_api_client.api.access import create_token
from client_reporting_api_client.api.reports import (
    list_changes_of_scheduled_payments,
    list_contractors,
    list_scheduled_payments,
)
from client_reporting_api_client.models import CreateTokenBody
from client_reporting_api_client.models import ListScheduledPaymentsScheduledPaymentStatusesType0Item as Status
from client_reporting_api_client.types import UNSET

url = os.environ["URL"]
body = CreateTokenBody(client_id=os.environ["ID"], client_secret=os.environ["SECRET"])
token = create_token.sync(client=Client(url), body=body).access_token
client = AuthenticatedClient(url, token)
year = {"client": client, "from_date": date(2026, 1, 1), "to_date": date(2026, 12, 31)}
filters = {"team_ids": ["design", "sales"], "scheduled_payment_statuses": [Status.PAID]}
answer = list_scheduled_payments.sync_detailed(**year, **filters)
odd = list_scheduled_payments.sync(**year, min_amount=10.5, max_amount=10.5)
changes = list_changes_of_scheduled_payments.sync(**year, since=os.environ["SINCE"])
unchanged = list_scheduled_payments.sync_detailed(**year, **filters, if_none_match=answer.headers["ETag"])
limited = list_contractors.sync_detailed(client=client)
print(json.dumps({
    "sum": f"{answer.parsed.statistics.total_scheduled_payments_paid_amount:.2f}",
    "rows": len(answer.parsed.results),
    "team": odd.results[0].contract.team,
    "changed": [[row.field_id, row.removed, None if row.amount is UNSET else row.amount] for row in changes.results],
    "unchanged": unchanged.status_code,
    "limited": [limited.parsed.error, int(limited.headers["Retry-After"])],
}))
