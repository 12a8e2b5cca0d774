"""Loads both reports into a DuckDB file, with exact decimals. pip install duckdb requests"""

import os
import pathlib

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
    file, etag, part = (pathlib.Path(f"{report}.{ending}") for ending in ["parquet", "etag", "part"])
    known = {"If-None-Match": etag.read_text()} if file.exists() and etag.exists() else {}
    with requests.get(url, dates, headers=headers | known, stream=True) as export:
        export.raise_for_status()
        if export.status_code == 304:
            continue
        # An incomplete export raises an error; only a whole one replaces the file.
        with part.open("wb") as output:
            for chunk in export.iter_content(1_048_576):
                output.write(chunk)
        part.replace(file)
        etag.write_text(export.headers["ETag"])

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
