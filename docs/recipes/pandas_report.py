"""Prints what each team was paid, exact to the cent. pip install the Python client with [pandas]"""

import os

from client_reporting import Client

client = Client(os.environ.get("BASE_URL", "http://localhost:8080"), os.environ["CLIENT_ID"], os.environ["CLIENT_SECRET"])
# Amounts are decimals, times are timestamps in UTC.
payments = client.scheduled_payments.to_pandas(from_date="2026-01-01", to_date="2026-12-31")
teams = payments.groupby(payments["teamName"].fillna("no team"))["paidAmount"].sum()
for team, paid in teams.items():
    print(team, paid)
