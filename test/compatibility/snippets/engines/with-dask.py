# Dask: dask[dataframe]==2026.8.0
# `dtype=False` for `read_json`, `dtype` for CSV: ids become numbers
import sys, dask.dataframe

kind, file = sys.argv[1:]
read = {
    "csv": lambda: dask.dataframe.read_csv(file, parse_dates=["scheduledPaymentOn"]),
    "ndjson": lambda: dask.dataframe.read_json(file, lines=True, convert_dates=["scheduledPaymentOn"]),
    "parquet": lambda: dask.dataframe.read_parquet(file),
}
frame = read[kind]()
sums = frame.groupby(frame["scheduledPaymentOn"].dt.strftime("%Y-%m"))["amount"].sum().compute()
print("month,amount", *(f"{month},{amount}" for month, amount in sums.items()), sep="\n")
