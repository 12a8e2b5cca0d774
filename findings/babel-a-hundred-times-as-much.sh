#!/usr/bin/env bash
# Babel reads 1250.00 in German as 125000, without an error.
# Guess: a point before two digits can't group thousands, so parse_decimal refuses it, or takes it for the decimal point.
# Seen on 2026-11-29 with Babel 2.19.0: 1250.00 is 125000 and 0.99 is 99 by the locale de; 1250.00 by fr and de_CH. With
# strict=True it is an error that suggests 1.250 or 125.000.
# So: amounts of files are read by Decimal, and parse_decimal is for what a person typed, with strict=True.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check Babel==2.19.0
cat >program.py <<'END'
from babel.numbers import NumberFormatError, parse_decimal

for locale in ("de", "fr", "de_CH"):
    print(locale, parse_decimal("1250.00", locale=locale), parse_decimal("0.99", locale=locale))
try:
    print(parse_decimal("1250.00", locale="de", strict=True))
except NumberFormatError as error:
    print("strict:", type(error).__name__)
END
python/bin/python program.py | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
de 125000 99
fr 1250.00 0.99
de_CH 1250.00 0.99
strict: NumberFormatError
END
