# pandas: pandas==3.1.1 pyarrow==26.0.1
import sys, pandas

kind, file = sys.argv[1:]
if kind == "csv":
    frame = pandas.read_csv(file, parse_dates=["scheduledPaymentOn"])
elif kind == "ndjson":
    frame = pandas.read_json(file, lines=True, convert_dates=["scheduledPaymentOn"])
else:
    frame = pandas.read_parquet(file)
sums = frame.groupby(frame["scheduledPaymentOn"].dt.strftime("%Y-%m"))["amount"].sum()
print("month,amount", *(f"{month},{amount}" for month, amount in sums.items()), sep="\n")
