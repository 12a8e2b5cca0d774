#!/usr/bin/env bash
# DataFusion rounds a text to cents in a cast and cuts it in a CSV file, and ClickHouse turns the float 0.29 into 0.28.
# Guess: each engine has one way to make a DECIMAL(18, 2): it rounds half away from zero, or refuses.
# Seen on 2026-11-28: 2134.719 becomes 2134.72 by DataFusion 55.0.0's cast and 2134.71 by its CSV reader with a schema;
# chdb 4.4.0 cuts everywhere, a float too, so toDecimal64(0.29, 2) is 0.28; DuckDB 2.0.1 rounds; Polars 2.1.0 rounds
# half to even (0.005 is 0.00); PyArrow 26.0.1 refuses.
# So: where amounts can have more than two decimals, or are floats, round before the type does: round(x, 2) first.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check uv==0.13.9
python/bin/uv pip install --quiet --system-certs --python python/bin/python datafusion==55.0.0 chdb==4.4.0 duckdb==2.0.1 polars==2.1.0 pyarrow==26.0.1
cat >program.py <<'END'
import chdb, datafusion, duckdb, polars, pyarrow, pyarrow.csv

with open("amounts.csv", "w") as file:
    file.write("amount\n2134.719\n0.005\n")
decimal = pyarrow.decimal128(18, 2)
context = datafusion.SessionContext()
context.register_csv("amounts", "amounts.csv", schema=pyarrow.schema([("amount", decimal)]))
cast = "select cast('2134.719' as decimal(18, 2)) as a, cast('0.005' as decimal(18, 2)) as b"
print("DataFusion CSV ", *(str(value) for value in context.sql("select amount from amounts").to_pydict()["amount"]))
print("DataFusion cast", *(str(value[0]) for value in context.sql(cast).to_pydict().values()))
print("ClickHouse CSV ", *str(chdb.query("select amount from file('amounts.csv', 'CSVWithNames', 'amount Decimal(18, 2)')", "TSV")).split())
print("ClickHouse floats 0.29, 1.15, 2134.71:", *str(chdb.query("select toDecimal64(0.29, 2), toDecimal64(1.15, 2), toDecimal64(2134.71, 2)", "TSV")).split())
print("DuckDB CSV     ", *(str(row[0]) for row in duckdb.execute("from read_csv('amounts.csv', columns = {'amount': 'decimal(18, 2)'})").fetchall()))
print("Polars CSV     ", *polars.read_csv("amounts.csv", schema={"amount": polars.Decimal(18, 2)})["amount"])
try:
    pyarrow.csv.read_csv("amounts.csv", convert_options=pyarrow.csv.ConvertOptions(column_types={"amount": decimal}))
except pyarrow.ArrowInvalid as error:
    print("PyArrow CSV    ", error)
END
python/bin/python program.py | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
DataFusion CSV  2134.71 0.00
DataFusion cast 2134.72 0.01
ClickHouse CSV  2134.71 0
ClickHouse floats 0.29, 1.15, 2134.71: 0.28 1.14 2134.71
DuckDB CSV      2134.72 0.01
Polars CSV      2134.72 0.00
PyArrow CSV     In CSV column #0: Rescaling Decimal value would cause data loss
END
