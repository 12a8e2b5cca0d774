#!/usr/bin/env bash
# DuckDB, Daft, ClickHouse and Polars lose the teams of payments that come after their sample, without an error.
# Guess: an object that is null, or absent, in the first lines is read later all the same, or the reader stops with an
# error.
# Seen on 2026-11-28 with 30,000 lines, the last ten with a team: DuckDB 2.0.1 gives team the type "NULL" and ten nulls,
# or a struct without it; Daft 0.6.14 likewise; chdb 4.4.0 a text of JSON in place of a struct, or nothing. Polars 2.1.0
# stops where team was null, and leaves it out where it was absent. pandas 3.1.1 has ten.
# So: sample_size=-1 in DuckDB, infer_schema_length=None in Polars, types by name elsewhere; or Parquet, which has them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check uv==0.13.9
python/bin/uv pip install --quiet --system-certs --python python/bin/python duckdb==2.0.1 daft==0.6.14 chdb==4.4.0 pandas==3.1.1 polars==2.1.0
cat >program.py <<'END'
import json
import chdb, daft, duckdb, pandas, polars

for name, none in (("null", {"team": None}), ("absent", {})):
    with open(f"{name}.ndjson", "w") as file:
        for key in range(30_000):
            team = {"team": {"_id": "t1", "name": "North"}} if key >= 29_990 else none
            file.write(json.dumps({"id": f"p{key}", "contract": {"title": "Design"} | team}) + "\n")
    source = f"{name}.ndjson"
    read = f"read_json('{source}'"
    teams = "count(to_json(contract)->>'$.team.name')"
    print(name, "DuckDB:", *duckdb.execute(f"select {teams}, typeof(any_value(contract)) from {read})").fetchall()[0])
    print(name, "DuckDB, sample_size=-1:", *duckdb.execute(f"select count(contract.team.name) from {read}, sample_size=-1)").fetchall()[0])
    contracts = daft.read_json(source).to_pydict()["contract"]
    print(name, "Daft:", sum(1 for contract in contracts if contract.get("team")))
    print(name, "ClickHouse:", str(chdb.query(f"select toTypeName(contract) from file('{source}') limit 1", "TSVRaw")).strip())
    print(name, "pandas:", sum(1 for contract in pandas.read_json(source, lines=True)["contract"] if contract.get("team")))
    try:
        print(name, "Polars:", polars.read_ndjson(source).schema["contract"])
    except polars.exceptions.PolarsError as error:
        print(name, "Polars:", type(error).__name__)
END
python/bin/python program.py | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
null DuckDB: 0 STRUCT(title VARCHAR, team "NULL")
null DuckDB, sample_size=-1: 10
null Daft: 0
null ClickHouse: Nullable(Tuple(team Nullable(String), title Nullable(String)))
null pandas: 10
null Polars: ComputeError
absent DuckDB: 0 STRUCT(title VARCHAR)
absent DuckDB, sample_size=-1: 10
absent Daft: 0
absent ClickHouse: Nullable(Tuple(title Nullable(String)))
absent pandas: 10
absent Polars: Struct({'title': String})
END
