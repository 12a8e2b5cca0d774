# DuckDB: duckdb==2.0.1 pytz
# `set timezone = 'UTC'`
import sys, duckdb
from shown import show

kind, file = sys.argv[1:]
read = {"csv": "read_csv", "ndjson": "read_json_auto", "parquet": "read_parquet"}[kind]
sql = f"""select strftime("scheduledPaymentOn", '%Y-%m') as month, sum(amount)::varchar as amount from {read}('{file}') group by all"""
print("month,amount", *(f"{month},{amount}" for month, amount in duckdb.execute(sql).fetchall()), sep="\n")
