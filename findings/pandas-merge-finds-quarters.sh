#!/usr/bin/env bash
# merge of pandas finds the amounts that end in .00, .25, .50 or .75 only, where one side is decimal and the other is
# float, even for columns whose == finds all.
# Guess: a merge of a Parquet report with a bank's CSV by amount finds all, or fails as merges of texts with numbers do.
# Seen on 2026-11-28 with pandas 3.1.1: with read_parquet, merge, isin and == find two of four; with Arrow types, isin
# and == find four and merge two. DuckDB 2.0.1's df() gives floats, and four. Polars 2.1.0 refuses the join.
# So: cents as integers, or both sides as Decimal, before a merge.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check uv==0.13.9
python/bin/uv pip install --quiet --system-certs --python python/bin/python pandas==3.1.1 pyarrow==26.0.1 duckdb==2.0.1 polars==2.1.0
cat >program.py <<'END'
from decimal import Decimal
import duckdb, pandas, polars, pyarrow, pyarrow.parquet

amounts = [1250.5, 35.0, 2134.71, 0.29]
decimals = pyarrow.array([Decimal(str(amount)) for amount in amounts], pyarrow.decimal128(18, 2))
pyarrow.parquet.write_table(pyarrow.table({"amount": decimals}), "report.parquet")
bank = pandas.DataFrame({"amount": amounts})
reports = {
    "pandas": pandas.read_parquet("report.parquet"),
    "pandas with Arrow types": pandas.read_parquet("report.parquet", dtype_backend="pyarrow"),
    "DuckDB df()": duckdb.execute("from 'report.parquet'").df(),
}
for name, report in reports.items():
    found = report.merge(bank, on="amount")["amount"].astype(float).tolist()
    print(f"{name}: {report['amount'].dtype}, merge {found}, isin {report['amount'].isin(amounts).sum()}, == {(report['amount'] == bank['amount']).sum()}")
try:
    polars.read_parquet("report.parquet").join(polars.DataFrame({"amount": amounts}), on="amount")
except polars.exceptions.SchemaError as error:
    print("Polars:", type(error).__name__)
END
python/bin/python program.py | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
pandas: object, merge [1250.5, 35.0], isin 2, == 2
pandas with Arrow types: decimal128(18, 2)[pyarrow], merge [1250.5, 35.0], isin 4, == 4
DuckDB df(): float64, merge [1250.5, 35.0, 2134.71, 0.29], isin 4, == 4
Polars: SchemaError
END
