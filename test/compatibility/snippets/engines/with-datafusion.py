# DataFusion: datafusion==55.0.0 pyarrow==26.0.1
import sys, datafusion

kind, file = sys.argv[1:]
context = datafusion.SessionContext()
if kind == "ndjson":
    context.register_json("payments", file, file_extension=".ndjson")
else:
    getattr(context, f"register_{kind}")("payments", file)
sql = 'select to_char(date_trunc(\'month\', "scheduledPaymentOn"::timestamp), \'%Y-%m\') as month, sum(amount) as amount from payments group by 1'
sums = context.sql(sql).to_pydict()
print("month,amount", *(f"{month},{amount}" for month, amount in zip(sums["month"], sums["amount"])), sep="\n")
