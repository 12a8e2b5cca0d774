# ClickHouse (chdb): chdb==4.4.0
# `toStartOfMonth(time, 'UTC')` or `session_timezone`
import sys, chdb

kind, file = sys.argv[1:]
form = {"csv": "CSVWithNames", "ndjson": "JSONEachRow", "parquet": "Parquet"}[kind]
rows = f"file('{file}', '{form}')"
types = chdb.query(f"select any(toTypeName(scheduledPaymentOn)) || ', ' || any(toTypeName(amount)) from {rows}", "TSVRaw")
print('["types","%s"]' % str(types).strip())
print(chdb.query(f"select toStartOfMonth(scheduledPaymentOn) as month, sum(amount) as amount from {rows} group by month", "CSVWithNames"))
