#!/usr/bin/env bash
# quicktype's classes for Python and C# read ids as integers where the ids of its sample are all digits: "0012" becomes "12".
# Guess: what is a string in JSON stays one, as in quicktype's classes for Go, Java, Rust and TypeScript of the same sample.
# Seen on 2026-11-29 with quicktype 26.0.0: the field is an int; "0012", read and written again, is "12", and "p_7" fails.
# So: a sample with an id that has a letter, or the option --no-integer-strings.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.txt
npm install --silent quicktype@26.0.0
echo '[{"_id":"71000","amount":1250.00},{"_id":"1024","amount":35.55}]' >sample.json
cat >program.py <<'END'
import importlib
import sys

for module in sys.argv[1:]:
    payments = importlib.import_module(module)
    read = payments.payments_from_dict([{"_id": "0012", "amount": 2.00}])
    print(module, payments.payments_to_dict(read))
END
make() { npx quicktype --src sample.json --top-level Payments --lang "$@"; }
make python --out default.py
make python --no-integer-strings --out texts.py
{
  python3 program.py default texts
  for language in csharp go java rust typescript; do
    echo "$language $(make $language | grep -Eio '(public|private)? ?(string|long) id;|public long id|id: +string|id +string|_id: +string' | head -1 | tr -s ' ')"
  done
} | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
default [{'_id': '12', 'amount': 2.0}]
texts [{'_id': '0012', 'amount': 2.0}]
csharp public long Id
go ID string
java private String id;
rust id: String
typescript _id: string
END
