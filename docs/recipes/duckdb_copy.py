"""Keeps a DuckDB table equal to the payments, row for row, by what changed since the last run. pip install duckdb and the Python client"""

import itertools
import json
import os

import duckdb
from client_reporting import Client, Copy

client = Client(os.environ.get("BASE_URL", "http://localhost:8080"), os.environ["CLIENT_ID"], os.environ["CLIENT_SECRET"])
database = duckdb.connect("copy.duckdb")
database.execute("create table if not exists payments (id text, row json); create table if not exists copied (version text)")


def keep(rows, version):
    columns = [[row["_id"] for row in rows], [json.dumps(row, default=str) for row in rows]]
    database.execute("insert into payments select unnest(?::text[]), unnest(?::json[])", columns)
    database.execute("delete from copied")
    database.execute("insert into copied values (?)", [version])


def load(rows, version):
    database.begin()
    database.execute("delete from payments")
    while batch := list(itertools.islice(rows, 10_000)):
        keep(batch, version)
    keep([], version)
    database.commit()


def apply(rows, removed_ids, version):
    # One transaction: rows and version change together, or not at all.
    database.begin()
    database.execute("delete from payments where id in (select unnest(?))", [[row["_id"] for row in rows] + removed_ids])
    keep(rows, version)
    database.commit()


def count():
    return database.execute("select count(*) from payments").fetchone()[0], {}


copied = database.execute("select version from copied").fetchone()
# Wide and fixed: rows enter a range that moves, as "the last 30 days" does, without a change.
client.scheduled_payments.sync(
    Copy(load, apply, count), since=copied and copied[0], from_date="2020-01-01", to_date="2035-12-31"
)
