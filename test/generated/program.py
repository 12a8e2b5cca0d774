import csv
import os
import shutil
from datetime import date
from decimal import Decimal
from pathlib import Path

from client_reporting import AccessApi, ApiClient, Configuration, CreateTokenRequest, ReportsApi
from urllib3 import Retry

settings = Configuration(
    host=os.environ.get("BASE_URL", "http://localhost:8080"),
    # Waits as long as Retry-After says.
    retries=Retry(5, status_forcelist=[429, 500, 502, 503, 504], backoff_factor=1, allowed_methods=None),
)
credentials = CreateTokenRequest(client_id=os.environ["CLIENT_ID"], client_secret=os.environ["CLIENT_SECRET"])
settings.access_token = AccessApi(ApiClient(settings)).create_token(credentials).access_token
reports = ReportsApi(ApiClient(settings))

year = {"from_date": date(2026, 1, 1), "to_date": date(2026, 12, 31)}

first = reports.list_scheduled_payments_with_http_info(**year, items_per_page=100)
same_data = {"_headers": {"If-Match": first.headers["Report-Version"]}}
payments = list(first.data.results)
for page in range(2, first.data.pagination.pages_count + 1):
    payments += reports.list_scheduled_payments(**year, **same_data, items_per_page=100, page=page).results

paid = sum(Decimal(str(payment.paid_amount)) for payment in payments)
print(len(payments), "payments, paid", paid)

total = Decimal(str(first.data.statistics.total_scheduled_payments_paid_amount))
assert paid == total

answer = reports.list_scheduled_payments_without_preload_content(**year, _headers={"Accept": "text/csv"})
if answer.status != 200:
    raise RuntimeError(answer.data.decode())
part = Path(f"payments.{os.getpid()}.part")
with part.open("wb") as file:
    shutil.copyfileobj(answer, file)  # An incomplete file raises an error.
part.rename("payments.csv")

with open("payments.csv", newline="", encoding="utf-8") as file:
    print("paid by the file", sum(Decimal(row["paidAmount"]) for row in csv.DictReader(file)))

copy, since = {}, None
while True:
    answer = reports.list_changes_of_scheduled_payments(**year, since=since)
    for change in answer.results:
        row = change.actual_instance
        if row.removed:
            copy.pop(row.id, None)
        else:
            copy[row.id] = row
    since = answer.version
    if not answer.more:
        break
print("paid by the copy", sum(Decimal(str(row.paid_amount)) for row in copy.values()))
