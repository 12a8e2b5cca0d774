"""Prints what each team was paid, exact to the cent. pip install pandas requests"""

import json
import os
from decimal import Decimal

import pandas
import requests

base = os.environ.get("BASE_URL", "http://localhost:8080")
token = requests.post(
    f"{base}/auth/oauth/token",
    data={"grant_type": "client_credentials"},
    auth=(os.environ["CLIENT_ID"], os.environ["CLIENT_SECRET"]),
)
token.raise_for_status()

# An incomplete export raises an error.
export = requests.get(
    f"{base}/api/v1/external/reports/client/scheduled-payments/list",
    params={"fromDate": "2026-01-01", "toDate": "2026-12-31"},
    headers={"Authorization": f"Bearer {token.json()['access_token']}", "Accept": "application/x-ndjson"},
)
export.raise_for_status()
rows = [json.loads(line, parse_float=Decimal) for line in export.content.splitlines()]

payments = pandas.json_normalize(rows)
payments["scheduledPaymentOn"] = pandas.to_datetime(payments["scheduledPaymentOn"])
teams = payments.groupby(payments["contract.team.name"].fillna("no team"))["paidAmount"].sum()
for team, paid in teams.items():
    print(team, paid)
