# Polars: polars==2.1.0
import sys, polars

kind, file = sys.argv[1:]
frame = polars.read_csv(file, try_parse_dates=True) if kind == "csv" else getattr(polars, f"read_{kind}")(file)
day = polars.col("scheduledPaymentOn").cast(polars.String).str.slice(0, 7)
print("month,amount", *(f"{month},{amount}" for month, amount in frame.group_by(month=day).agg(polars.col("amount").sum()).rows()), sep="\n")
