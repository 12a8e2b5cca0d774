"""Loads both reports into a DuckDB file, with exact decimals. pip install duckdb and the Python client"""

import os
import pathlib

import duckdb
from client_reporting import Client

client = Client(os.environ.get("BASE_URL", "http://localhost:8080"), os.environ["CLIENT_ID"], os.environ["CLIENT_SECRET"])
year = {"from_date": "2026-01-01", "to_date": "2026-12-31"}
database = duckdb.connect("reports.duckdb")

for name, report, amount in [
    ("scheduled_payments", client.scheduled_payments, "paidAmount"),
    ("timesheets", client.timesheets, "billableAmount"),
]:
    parquet, etag = pathlib.Path(f"{name}.parquet"), pathlib.Path(f"{name}.etag")
    known = etag.read_text() if parquet.exists() and etag.exists() else None
    file = report.download_if_changed(known, "parquet", **year)
    if file:
        file.save(parquet)
        etag.write_text(file.response.etag or "")
    database.execute(f"create or replace table {name} as from '{parquet}'")
    query = f"""select coalesce("teamName", 'no team'), sum("{amount}") from {name} group by 1 order by 1"""
    print(name)
    for team, total in database.execute(query).fetchall():
        print(team, total)
