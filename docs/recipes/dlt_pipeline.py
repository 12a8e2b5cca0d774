"""Loads both reports into a DuckDB file with dlt. pip install "dlt[duckdb]" """

import json
import os
import pathlib
import re
from decimal import Decimal
from urllib.parse import urlsplit

import dlt
from dlt.sources.helpers import requests
from dlt.sources.helpers.rest_client.auth import OAuth2ClientCredentials

base = os.environ.get("BASE_URL", "http://localhost:8080").rstrip("/")
auth = OAuth2ClientCredentials(
    access_token_url=f"{base}/auth/oauth/token",
    client_id=os.environ["CLIENT_ID"],
    client_secret=os.environ["CLIENT_SECRET"],
)
# Without an auth of its own, the request for a token would take credentials from .netrc.
auth.session.auth = lambda request: request
# Named by the host: dlt keeps its state by this name.
host = re.sub(r"\W", "_", urlsplit(base).netloc)
# By default dlt loads SQL, for which DuckDB takes minutes and gigabytes.
destination = dlt.destinations.duckdb(preferred_loader_file_format="jsonl")
pipeline = dlt.pipeline(f"client_reporting_{host}", destination=destination, dataset_name="reports")
# Where the database is gone, dlt forgets its state, and the ETags beside it.
pipeline.sync_destination()


def load(name, amounts):
    """Replaces the table by the whole report, of one request and one moment, unless nothing has changed since the last load."""
    etag = pathlib.Path(pipeline.working_dir, f"{name}.etag")
    headers = {"Accept": "application/x-ndjson"}
    if etag.exists():
        headers["If-None-Match"] = etag.read_text()
    url = f"{base}/api/v1/external/reports/client/{name}/list"
    dates = {"fromDate": "2026-01-01", "toDate": "2026-12-31"}
    with requests.get(url, dates, headers=headers, auth=auth, stream=True) as export:
        if export.status_code == 304:
            return

        # Exact, and one column also where the first amount is a whole number.
        columns = {amount: {"data_type": "decimal", "precision": 18, "scale": 2} for amount in amounts}

        @dlt.resource(name=name.replace("-", "_"), write_disposition="replace", columns=columns)
        def rows():
            count = 0
            for line in export.iter_lines():
                yield json.loads(line, parse_float=Decimal)
                count += 1
            if count != int(export.headers["X-Total-Count"]):
                raise RuntimeError(f"The export of {name} is incomplete.")

        # Nothing is loaded unless all rows have arrived.
        pipeline.run(rows)
        etag.write_text(export.headers["ETag"])


load("scheduled-payments", ["amount", "paid_amount"])
load("timesheets", ["contract__rate", "statistics__billable_amount"])

for table, amount in [("scheduled_payments", "paid_amount"), ("timesheets", "statistics__billable_amount")]:
    query = f"""
        select coalesce(contract__team__name, 'no team'), sum({amount})
        from {table} group by 1 order by 1
    """
    print(table)
    with pipeline.sql_client() as client:
        for team, total in client.execute_sql(query):
            print(team, total)
