#!/usr/bin/env bash
# pandas leaves a column of times as texts, without a warning, where the first has milliseconds and a later one has
# none.
# Guess: parse_dates understands ISO 8601 with and without a fraction, or raises as to_datetime does.
# Seen on 2026-11-28 with pandas 3.1.1: the format of the first row is required of all others; the column stays str, and
# a comparison with a text looks right. Microseconds after milliseconds are fine. So is a mix with format "ISO8601".
# Polars reads it as times.
# So: date_format="ISO8601".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check uv==0.13.9
python/bin/uv pip install --quiet --system-certs --python python/bin/python pandas==3.1.1
cat >program.py <<'END'
import io, pandas

def dtype(times, **more):
    return str(pandas.read_csv(io.StringIO("time,amount\n" + "".join(f"{time},1\n" for time in times)), parse_dates=["time"], **more)["time"].dtype)

mixed = ["2026-11-01T00:00:00.000Z", "2026-12-31T23:59:59Z"]
print("milliseconds, then none:", dtype(mixed))
print("the same, format ISO8601:", dtype(mixed, date_format="ISO8601"))
print("milliseconds, then microseconds:", dtype(["2026-11-01T00:00:00.000Z", "2026-12-31T23:59:59.999999Z"]))
try:
    pandas.to_datetime(mixed)
except ValueError as error:
    print("to_datetime:", str(error).splitlines()[0].split(". ")[0])
END
python/bin/python program.py | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
milliseconds, then none: str
the same, format ISO8601: datetime64[us, UTC]
milliseconds, then microseconds: datetime64[us, UTC]
to_datetime: time data "2026-12-31T23:59:59Z" doesn't match format "%Y-%m-%dT%H:%M:%S.%f%z"
END
