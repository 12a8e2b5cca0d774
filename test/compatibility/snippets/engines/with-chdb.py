# ClickHouse (chdb): chdb==4.4.0
# `toStartOfMonth(time, 'UTC')` or `session_timezone`
import sys, chdb

kind, file = sys.argv[1:]
form = {"csv": "CSVWithNames", "ndjson": "JSONEachRow", "parquet": "Parquet"}[kind]
rows = f"file('{file}', '{form}')"
print(chdb.query(f"select toStartOfMonth(scheduledPaymentOn) as month, sum(amount) as amount from {rows} group by month", "CSVWithNames"))
