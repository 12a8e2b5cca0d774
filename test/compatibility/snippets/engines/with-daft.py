# Daft: daft==0.7.26
# `schema` for CSV and NDJSON: teams that come late are lost, and ids become numbers
import sys, daft

kind, file = sys.argv[1:]
frame = {"csv": daft.read_csv, "ndjson": daft.read_json, "parquet": daft.read_parquet}[kind](file)
rows = frame.select("scheduledPaymentOn", "amount").to_pydict()
sums = {}
for on, amount in zip(*rows.values()):
    sums[str(on)[:7]] = sums.get(str(on)[:7], 0) + amount
print("month,amount", *(f"{month},{amount}" for month, amount in sums.items()), sep="\n")
