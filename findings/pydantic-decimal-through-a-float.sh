#!/usr/bin/env bash
# pydantic reads a JSON number into a Decimal by way of a binary float.
# Guess: model_validate_json parses the text itself, so a field of type Decimal has the digits of the JSON: 1250.00, and
# 18 digits before the point.
# Seen on 2026-11-28 with pydantic 2.14.4 and msgspec 0.22.0: pydantic gives 1250 and 123456789012345680 for
# 123456789012345678.91, without an error; msgspec gives both as they were sent.
# So: from 16 digits on, send the amount as a string, or read with msgspec or json.loads(parse_float=Decimal).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check pydantic==2.14.4 msgspec==0.22.0
cat >program.py <<'END'
from decimal import Decimal
import msgspec, pydantic

class Model(pydantic.BaseModel):
    amount: Decimal

class Struct(msgspec.Struct):
    amount: Decimal

for number in ("1250.00", "90071992547409.93", "123456789012345678.91"):
    text = f'{{"amount": {number}}}'
    print(number, "| pydantic", Model.model_validate_json(text).amount, "| msgspec", msgspec.json.decode(text, type=Struct).amount)
END
python/bin/python program.py | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
1250.00 | pydantic 1250 | msgspec 1250.00
90071992547409.93 | pydantic 90071992547409.94 | msgspec 90071992547409.93
123456789012345678.91 | pydantic 123456789012345680 | msgspec 123456789012345678.91
END
