"""Keeps a DuckDB table equal to the payments, row for row, by what changed since the last run. pip install duckdb requests"""

import json
import os

import duckdb
import requests

base = os.environ.get("BASE_URL", "http://localhost:8080")
client = (os.environ["CLIENT_ID"], os.environ["CLIENT_SECRET"])
token = requests.post(f"{base}/auth/oauth/token", data={"grant_type": "client_credentials"}, auth=client)
token.raise_for_status()
headers = {"Authorization": f"Bearer {token.json()['access_token']}"}
url = f"{base}/api/v1/external/reports/client/scheduled-payments/changes"
# Wide and fixed: rows enter a range that moves without a change.
dates = {"fromDate": "2020-01-01", "toDate": "2035-12-31"}

database = duckdb.connect("copy.duckdb")
database.execute("create table if not exists payments (id text, row json); create table if not exists copied (version text)")
known = database.execute("select version from copied").fetchone()
since = {"since": known[0]} if known else {}
more = True
# One transaction: others see the copy as it was or as it will be.
database.begin()
while more:
    response = requests.get(url, dates | since, headers=headers)
    if response.status_code == 410:
        database.execute("delete from payments")
        since = {}
        continue
    response.raise_for_status()
    answer = response.json()
    database.execute("delete from payments where id in (select unnest(?))", [[row["_id"] for row in answer["results"]]])
    kept = [row for row in answer["results"] if not row["removed"]]
    columns = [[row["_id"] for row in kept], [json.dumps(row) for row in kept]]
    database.execute("insert into payments select unnest(?::text[]), unnest(?::json[])", columns)
    since, more = {"since": answer["version"]}, answer["more"]
database.execute("delete from copied")
database.execute("insert into copied values (?)", [answer["version"]])
assert database.execute("select count(*) from payments").fetchone() == (answer["totalCount"],)
database.commit()
