#!/usr/bin/env bash
# A quotient of two decimals keeps two decimals in Polars and ClickHouse, so a share of the total is in whole percents.
# Guess: 100.00 / 300.00 is 0.333333 or a float, as in Postgres; times 100 it is 33.33.
# Seen on 2026-11-28 with DECIMAL(18, 2): Polars 2.1.0 0.33, and 33.00 percent; its product with Decimal("0.19") has two
# decimals too, so that 19 % of 0.02 is 0.00. chdb 4.4.0 cuts: 200.00 / 300.00 is 0.66. DataFusion 55.0.0 cuts after six
# decimals; PyArrow 26.0.1 has 19 decimals; DuckDB 2.0.1 a float.
# So: multiply by 100 before dividing, or cast to a float or to more decimals first.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check uv==0.13.9
python/bin/uv pip install --quiet --system-certs --python python/bin/python polars==2.1.0 chdb==4.4.0 datafusion==55.0.0 pyarrow==26.0.1 duckdb==2.0.1
cat >program.py <<'END'
from decimal import Decimal
import chdb, datafusion, duckdb, polars, pyarrow, pyarrow.compute, pyarrow.parquet

decimal = pyarrow.decimal128(18, 2)
table = pyarrow.table({
    "paid": pyarrow.array([Decimal("200.00"), Decimal("0.02")], decimal),
    "total": pyarrow.array([Decimal("300.00"), Decimal("300.00")], decimal),
})
pyarrow.parquet.write_table(table, "sums.parquet")
paid, total = polars.col("paid"), polars.col("total")
frame = polars.from_arrow(table)
print("Polars     share", *frame.select(paid / total).to_series(), "percent", *frame.select(paid / total * 100).to_series())
print("Polars     19 % ", *frame.select(paid * Decimal("0.19")).to_series())
query = "select paid / total as share, paid / total * 100 as percent from"
print("ClickHouse", str(chdb.query(f"{query} file('sums.parquet')", "TSV")).split())
context = datafusion.SessionContext()
context.register_parquet("sums", "sums.parquet")
print("DataFusion", [[str(value) for value in row.values()] for row in context.sql(f"{query} sums").to_pylist()])
print("PyArrow   ", *pyarrow.compute.divide(table["paid"], table["total"]).to_pylist())
print("DuckDB    ", duckdb.execute(f"{query} 'sums.parquet'").fetchall())
END
python/bin/python program.py | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
Polars     share 0.67 0.00 percent 67.00 0.00
Polars     19 %  38.00 0.00
ClickHouse ['0.66', '66', '0', '0']
DataFusion [['0.666666', '66.666600'], ['0.000066', '0.006600']]
PyArrow    0.6666666666666666666 0.0000666666666666666
DuckDB     [(0.6666666666666666, 66.66666666666666), (6.666666666666667e-05, 0.006666666666666667)]
END
