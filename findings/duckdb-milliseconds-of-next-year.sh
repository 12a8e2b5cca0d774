#!/usr/bin/env bash
# DuckDB rounds to milliseconds and seconds, so the last microsecond of a year goes into the next one; pandas and Polars
# cut.
# Guess: a time is cut when it loses digits, as date_trunc does and as Parquet writers do: a payment stays in its year.
# Seen on 2026-11-28 with DuckDB 2.0.1: 2026-12-31 23:59:59.999999 as TIMESTAMP_MS and as TIMESTAMP_S is 2027-01-01
# 00:00:00; as TIMESTAMP the text with seven decimals is cut. pandas 3.1.1 and Polars 2.1.0: 2026.
# So: date_trunc('milliseconds', time) before the cast.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check uv==0.13.9
python/bin/uv pip install --quiet --system-certs --python python/bin/python duckdb==2.0.1 pandas==3.1.1 polars==2.1.0
cat >program.py <<'END'
import duckdb, pandas, polars

text = "2026-12-31 23:59:59.999999"
for cast in ("timestamp_ms", "timestamp_s"):
    print("DuckDB", cast, duckdb.execute(f"select timestamp '{text}'::{cast}::varchar").fetchall()[0][0])
print("DuckDB text of seven decimals as timestamp", duckdb.execute(f"select '{text}9'::timestamp::varchar").fetchall()[0][0])
print("pandas ms", pandas.Timestamp(text).as_unit("ms"), "s", pandas.Timestamp(text).as_unit("s"))
print("Polars ms", polars.Series([text]).str.to_datetime(time_unit="us").cast(polars.Datetime("ms"))[0])
END
python/bin/python program.py | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
DuckDB timestamp_ms 2027-01-01 00:00:00
DuckDB timestamp_s 2027-01-01 00:00:00
DuckDB text of seven decimals as timestamp 2026-12-31 23:59:59.999999
pandas ms 2026-12-31 23:59:59.999000 s 2026-12-31 23:59:59
Polars ms 2026-12-31 23:59:59.999000
END
