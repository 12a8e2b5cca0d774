#!/usr/bin/env bash
# dbt seed makes an INTEGER column of amounts that all end in .00, and rounds the cents of later files into it.
# Guess: 1250.00 is a number with decimals, so the column is numeric or float; a later file that does not fit fails.
# Seen on 2026-11-28 with dbt-core 1.11.16, dbt-duckdb 1.11.1 and agate 1.9.1: 1250.00 and 35.00 are counted without
# their zeros: INTEGER. The next dbt seed empties the table and keeps it: 1250.55 becomes 1251, "Completed successfully".
# So: column_types for amounts in dbt_project.yml.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check uv==0.13.9
python/bin/uv pip install --quiet --system-certs --python python/bin/python dbt-core==1.11.16 dbt-duckdb==1.11.1 duckdb==2.0.1 agate==1.9.1
mkdir seeds
cat >dbt_project.yml <<'END'
name: seen
version: '1.0'
profile: seen
END
cat >profiles.yml <<'END'
seen:
  target: duckdb
  outputs:
    duckdb: { type: duckdb, path: seen.duckdb }
END
cat >program.sh <<'END'
for amounts in '1250.00 35.00' '1250.55 35.45'; do
  printf '%s\n' amount $amounts >seeds/payments.csv
  DBT_SEND_ANONYMOUS_USAGE_STATS=false HOME=$PWD python/bin/dbt --no-use-colors seed --profiles-dir . | grep -o 'Completed successfully'
  python/bin/python -c "import duckdb; print(duckdb.connect('seen.duckdb').execute('select typeof(amount), amount from payments').fetchall())"
done
END
bash program.sh | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
Completed successfully
[('INTEGER', 1250), ('INTEGER', 35)]
Completed successfully
[('INTEGER', 1251), ('INTEGER', 35)]
END
