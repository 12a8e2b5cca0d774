#!/usr/bin/env bash
# Amounts whose first 20,480 rows are whole: DuckDB rounds the cents that come later, DataFusion cuts them, without an
# error.
# Guess: a reader that guessed integers fails at the first amount with cents, or reads them all again as decimals.
# Seen on 2026-11-28, 25,000 rows of 100 and then 2000.75: DuckDB 2.0.1 has a BIGINT 2001, from CSV and JSON lines;
# DataFusion 55.0.0 has 2000 from JSON lines, and fails with CSV. Polars 2.1.0 and chdb 4.4.0 fail.
# So: give the types, or write every amount with two decimals.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check uv==0.13.9
python/bin/uv pip install --quiet --system-certs --python python/bin/python duckdb==2.0.1 datafusion==55.0.0 polars==2.1.0 chdb==4.4.0
cat >program.py <<'END'
import chdb, datafusion, duckdb, polars

amounts = ["100"] * 25_000 + ["2000.75"]
with open("a.csv", "w") as csv, open("a.ndjson", "w") as lines:
    csv.write("amount\n" + "\n".join(amounts) + "\n")
    lines.writelines(f'{{"amount":{amount}}}\n' for amount in amounts)
context = datafusion.SessionContext()
context.register_csv("csv", "a.csv")
context.register_json("ndjson", "a.ndjson", file_extension=".ndjson")

def shown(read):
    try:
        return read()
    except Exception:
        return "an error"

for kind in ("csv", "ndjson"):
    file = f"a.{kind}"
    print("DuckDB    ", kind, *duckdb.connect().execute(f"select typeof(max(amount)), max(amount) from '{file}'").fetchall()[0])
    print("DataFusion", kind, shown(lambda: context.sql(f"select max(amount) as amount from {kind}").to_pydict()["amount"][0]))
    print("Polars    ", kind, shown(lambda: getattr(polars, f"read_{kind}")(file)["amount"].max()))
    form = {"csv": "CSVWithNames", "ndjson": "JSONEachRow"}[kind]
    print("ClickHouse", kind, shown(lambda: str(chdb.query(f"select max(amount) from file('{file}', '{form}')", "TSV")).strip()))
END
python/bin/python program.py | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
DuckDB     csv BIGINT 2001
DataFusion csv an error
Polars     csv an error
ClickHouse csv an error
DuckDB     ndjson BIGINT 2001
DataFusion ndjson 2000
Polars     ndjson an error
ClickHouse ndjson an error
END
