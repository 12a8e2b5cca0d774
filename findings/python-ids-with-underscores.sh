#!/usr/bin/env bash
# Python tools make one number of the ids 10_24 and 102_4, since int(), float() and Decimal() of Python pass over
# underscores.
# Guess: an id with an underscore is a text for every reader of CSV, and a string of JSON stays a string.
# Seen on 2026-11-28: both become 1024 in csvkit 2.2.0 (csvstat counts one id), frictionless 5.21.0, petl 1.7.30
# (convertnumbers), texttable 1.7.2, and in pandas 3.1.1 by read_json, though JSON quotes them. pyexcel 0.7.6 changes only
# the second one. pandas by read_csv, Polars 2.1.0 and DuckDB 2.0.1 leave them.
# So: no inference for ids: csvkit -I, read_json(dtype=False), or types by name.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check uv==0.13.9
python/bin/uv pip install --quiet --system-certs --python python/bin/python csvkit==2.2.0 frictionless==5.21.0 petl==1.7.30 texttable==1.7.2 pyexcel==0.7.6 pandas==3.1.1 polars==2.1.0 duckdb==2.0.1
cat >program.py <<'END'
import io, subprocess
import duckdb, frictionless, pandas, petl, polars, pyexcel, texttable

rows = [["id", "amount"], ["10_24", "100.00"], ["102_4", "200.55"]]
with open("ids.csv", "w") as file:
    file.write("".join(",".join(row) + "\n" for row in rows))
lines = "".join(f'{{"id": "{key}", "amount": {amount}}}\n' for key, amount in rows[1:])

def csvkit(*words):
    return subprocess.run([f"python/bin/{words[0]}", *words[1:], "ids.csv"], capture_output=True, text=True).stdout.strip()

table = texttable.Texttable()
table.add_rows(rows)
print("csvjson       ", csvkit("csvjson"))
print("csvstat ids   ", csvkit("csvstat", "-c", "id", "--unique"))
print("frictionless  ", [row["id"] for row in frictionless.extract("ids.csv")["ids"]])
print("petl          ", list(petl.convertnumbers(petl.fromcsv("ids.csv"))["id"]))
print("texttable     ", [line.split()[1] for line in table.draw().splitlines() if "0" in line])
print("pandas JSON   ", pandas.read_json(io.StringIO(lines), lines=True)["id"].tolist())
print("same, no dtype", pandas.read_json(io.StringIO(lines), lines=True, dtype=False)["id"].tolist())
print("pyexcel       ", [record["id"] for record in pyexcel.get_records(file_name="ids.csv")])
print("pandas CSV    ", pandas.read_csv("ids.csv")["id"].tolist())
print("Polars CSV    ", polars.read_csv("ids.csv")["id"].to_list())
print("DuckDB CSV    ", [row[0] for row in duckdb.execute("select id from 'ids.csv'").fetchall()])
END
python/bin/python program.py | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
csvjson        [{"id": 1024.0, "amount": 100.0}, {"id": 1024.0, "amount": 200.55}]
csvstat ids    1
frictionless   [1024, 1024]
petl           [1024, 1024]
texttable      ['1024', '1024']
pandas JSON    [1024, 1024]
same, no dtype ['10_24', '102_4']
pyexcel        ['10_24', 1024.0]
pandas CSV     ['10_24', '102_4']
Polars CSV     ['10_24', '102_4']
DuckDB CSV     ['10_24', '102_4']
END
