#!/usr/bin/env bash
# The apostrophe that guards a spreadsheet against formulas becomes csvkit's quote character, and rows vanish in a cell.
# Guess: a CSV file by RFC 4180 with a cell '=Bonus is read row by row; the apostrophe is a part of the text.
# Seen on 2026-11-28 with csvkit 2.2.0 on Python 3.11: where another cell ends in an apostrophe (Workers'), csv.Sniffer
# takes apostrophes for quotes: four rows become three, one payment is within the name of another, and no tool fails.
# With --snifflimit 0: four rows. So it is with sqlite-utils 4.2.1 and --sniff. DuckDB 2.0.1 has all rows.
# So: --snifflimit 0, or csv.reader without a Sniffer.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check csvkit==2.2.0 sqlite-utils==4.2.1 duckdb==2.0.1
cat >payments.csv <<'END'
id,name,teamName,amount
p1,'- 10% for customers,Design,100.00
p2,First milestone,Workers',200.00
p3,Second milestone,Design,300.55
p4,'=Bonus,Design,10.00
END
cat >program.sh <<'END'
echo 'csvjson:'; python/bin/csvjson --indent 1 payments.csv | grep -E '"(id|name|amount)"'
echo 'csvstat, sum of amount:'; python/bin/csvstat -c amount --sum payments.csv
echo 'csvstat --snifflimit 0:'; python/bin/csvstat --snifflimit 0 -c amount --sum payments.csv
python/bin/sqlite-utils insert payments.db payments payments.csv --csv --sniff >/dev/null
echo 'sqlite-utils --sniff, rows:'; python/bin/sqlite-utils payments.db 'select count(*) from payments' --no-headers --csv | tr -d '\r'
echo 'DuckDB:'; python/bin/python -c "import duckdb; print(*duckdb.execute(\"select count(*), sum(amount) from 'payments.csv'\").fetchall()[0])"
END
bash program.sh 2>&1 | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
csvjson:
  "id": "p1",
  "name": "- 10% for customers,Design,100.00\np2,First milestone,Workers",
  "amount": null
  "id": "p3",
  "name": "Second milestone",
  "amount": 300.55
  "id": "p4",
  "name": "=Bonus,Design,10.00\n",
  "amount": null
csvstat, sum of amount:
300.55
csvstat --snifflimit 0:
610.55
sqlite-utils --sniff, rows:
3
DuckDB:
4 610.55
END
