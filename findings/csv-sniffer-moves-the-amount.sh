#!/usr/bin/env bash
# Python's csv.Sniffer takes doubled quotes for two cells where its sample has none, so that a later amount moves into
# the next column.
# Guess: a sniffed dialect differs from the usual one in what the sample shows; without quotes in it, "" stays one quote.
# Seen on 2026-11-29 with Python 3.11.7: of a sample without quotes the dialect has doublequote False. A later
# "The ""big"", red one" is cut at its comma: amount is the rest of the name, paidAmount is the amount, without an error.
# So: read RFC 4180 with the default dialect, or set doublequote = True on the sniffed one.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >program.py <<'END'
import csv, io

lines = ["id,name,amount,paidAmount,status", *(f"p{index},Milestone {index},100.00,100.00,paid" for index in range(40))]
text = "\r\n".join([*lines, 'p99,"The ""big"", red one",1250.00,0.00,upcoming\r\n'])
sniffed = csv.Sniffer().sniff(text[:1024])
print("doublequote", sniffed.doublequote)
for dialect in (sniffed, "excel"):
    *_, last = csv.DictReader(io.StringIO(text, newline=""), dialect=dialect)
    print({name: last[name] for name in ("name", "amount", "paidAmount")})
END
python3 program.py | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
doublequote False
{'name': 'The "big""', 'amount': ' red one"', 'paidAmount': '1250.00'}
{'name': 'The "big", red one', 'amount': '1250.00', 'paidAmount': '0.00'}
END
