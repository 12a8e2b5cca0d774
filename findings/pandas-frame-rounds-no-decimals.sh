#!/usr/bin/env bash
# pandas rounds a column of decimals by Series.round, and leaves it as it is by DataFrame.round.
# Guess: DataFrame.round(2) rounds each column that Series.round(2) can round, or says that it can't.
# Seen on 2026-11-29 with pandas 3.1.1: of 1250.255 and 0.106 in a column of Decimal, frame["amount"].round(2) is 1250.26
# (halves to the even digit) and 0.11; frame.round(2) returns both unrounded, without a warning, as it does for columns of
# text. A column of floats beside it is rounded.
# So: round columns of decimals one by one, by Decimal.quantize.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check uv==0.13.9
python/bin/uv pip install --quiet --system-certs --python python/bin/python pandas==3.1.1
cat >program.py <<'END'
from decimal import Decimal
import pandas

frame = pandas.DataFrame({"amount": [Decimal("1250.255"), Decimal("0.106")], "hours": [1.255, 0.106]})
print("column", *frame["amount"].round(2))
print("frame", *frame.round(2)["amount"])
print("floats", *frame.round(2)["hours"])
END
python/bin/python -W error program.py | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
column 1250.26 0.11
frame 1250.255 0.106
floats 1.25 0.11
END
