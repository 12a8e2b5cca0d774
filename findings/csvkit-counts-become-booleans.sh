#!/usr/bin/env bash
# csvkit turns a column of counts that are all 0 or 1 into true and false.
# Guess: digits are numbers; only true and false, perhaps t and f, are booleans.
# Seen on 2026-11-28 with csvkit 2.2.0: csvjson gives contracts: true, csvsql a BOOLEAN column, and a sum over it fails
# on Postgres; with a single 2 in the column it is a number.
# So: --no-inference (-I), and types in SQL.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check csvkit==2.2.0
cat >program.sh <<'END'
printf 'team,contracts\nDesign,1\nSales,0\n' >small.csv
printf 'team,contracts\nDesign,1\nSales,2\n' >larger.csv
for file in small larger; do
  python/bin/csvjson $file.csv; echo
  python/bin/csvsql --dialect postgresql $file.csv | grep contracts
done
END
bash program.sh | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
[{"team": "Design", "contracts": true}, {"team": "Sales", "contracts": false}]
	contracts BOOLEAN NOT NULL
[{"team": "Design", "contracts": 1.0}, {"team": "Sales", "contracts": 2.0}]
	contracts DECIMAL NOT NULL
END
