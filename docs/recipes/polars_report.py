"""Prints what each team was paid, exact to the cent. pip install polars requests"""

import io
import os

import polars
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
    headers={"Authorization": f"Bearer {token.json()['access_token']}", "Accept": "application/vnd.apache.parquet"},
)
export.raise_for_status()

# Amounts are decimals, times are timestamps in UTC.
payments = polars.read_parquet(io.BytesIO(export.content))
teams = payments.group_by(polars.col("teamName").fill_null("no team")).agg(polars.col("paidAmount").sum())
for team, paid in teams.sort("teamName").iter_rows():
    print(team, paid)
