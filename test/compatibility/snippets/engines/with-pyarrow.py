# PyArrow: pyarrow==26.0.1
import sys, pyarrow.csv, pyarrow.json, pyarrow.parquet
import pyarrow.compute as compute

kind, file = sys.argv[1:]
read = {"csv": pyarrow.csv.read_csv, "ndjson": pyarrow.json.read_json, "parquet": pyarrow.parquet.read_table}[kind]
table = read(file)
on = table["scheduledPaymentOn"]
month = compute.utf8_slice_codeunits(on, 0, 7) if kind == "ndjson" else compute.strftime(on, "%Y-%m")
sums = table.append_column("month", month).group_by("month").aggregate([("amount", "sum")]).to_pylist()
print("month,amount", *(f"{row['month']},{row['amount_sum']}" for row in sums), sep="\n")
