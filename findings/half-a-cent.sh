#!/usr/bin/env bash
# The mean of two decimals, 0.01 and 0.02, is a decimal of two places in some tools, and a float in others, and differs
# within one.
# Guess: a DECIMAL(18, 2) stays one and is rounded up, 0.02, or gets more places; median and mean alike.
# Seen on 2026-11-28: Polars 2.1.0 float 0.015. PyArrow 26.0.1 0.02 as decimal(18, 2), and so pandas 3.1.1 with Arrow
# types, where the same column as objects gives 0.015. DuckDB 2.0.1: avg the float 0.015, median the decimal 0.01.
# So: divide sums yourself where the mean is money.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check uv==0.13.9
python/bin/uv pip install --quiet --system-certs --python python/bin/python polars==2.1.0 pyarrow==26.0.1 pandas==3.1.1 duckdb==2.0.1
cat >program.py <<'END'
from decimal import Decimal
import duckdb, pandas, polars, pyarrow, pyarrow.compute

table = pyarrow.table({"k": [1, 1], "a": pyarrow.array([Decimal("0.01"), Decimal("0.02")], pyarrow.decimal128(18, 2))})
print("Polars mean", repr(polars.from_arrow(table)["a"].mean()))
print("PyArrow mean", pyarrow.compute.mean(table["a"]).type, pyarrow.compute.mean(table["a"]))
print("pandas with objects, mean by group", table.to_pandas().groupby("k")["a"].mean()[1])
print("pandas with Arrow types, mean by group", table.to_pandas(types_mapper=pandas.ArrowDtype).groupby("k")["a"].mean()[1])
print("DuckDB", *duckdb.connect().execute("select typeof(avg(a)), avg(a), typeof(median(a)), median(a) from (values (0.01::decimal(18, 2)), (0.02)) t (a)").fetchall()[0])
END
python/bin/python program.py | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
Polars mean 0.015
PyArrow mean decimal128(18, 2) 0.02
pandas with objects, mean by group 0.015
pandas with Arrow types, mean by group 0.02
DuckDB DOUBLE 0.015 DECIMAL(18,2) 0.01
END
