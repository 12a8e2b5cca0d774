"""Loads both reports into a DuckDB file, with exact decimals. pip install duckdb requests"""

import os

import duckdb
import requests

base = os.environ.get("BASE_URL", "http://localhost:8080")
token = requests.post(
    f"{base}/auth/oauth/token",
    data={"grant_type": "client_credentials"},
    auth=(os.environ["CLIENT_ID"], os.environ["CLIENT_SECRET"]),
)
token.raise_for_status()
headers = {"Authorization": f"Bearer {token.json()['access_token']}", "Accept": "application/vnd.apache.parquet"}
dates = {"fromDate": "2026-01-01", "toDate": "2026-12-31"}

for report in ["scheduled-payments", "timesheets"]:
    url = f"{base}/api/v1/external/reports/client/{report}/list"
    # An incomplete export raises an error.
    with requests.get(url, dates, headers=headers, stream=True) as export, open(f"{report}.parquet", "wb") as file:
        export.raise_for_status()
        for chunk in export.iter_content(1_048_576):
            file.write(chunk)

database = duckdb.connect("reports.duckdb")
database.execute("""
    create or replace table scheduled_payments as from 'scheduled-payments.parquet';
    create or replace table timesheets as from 'timesheets.parquet'
""")
for report, amount in [("scheduled_payments", "paidAmount"), ("timesheets", "billableAmount")]:
    query = f"""select coalesce("teamName", 'no team'), sum("{amount}") from {report} group by 1 order by 1"""
    print(report)
    for team, total in database.execute(query).fetchall():
        print(team, total)
