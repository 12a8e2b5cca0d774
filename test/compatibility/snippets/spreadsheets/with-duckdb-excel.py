# DuckDB excel: duckdb==1.5.5 duckdb-extension-excel==1.5.5
import sys, duckdb
from importlib.resources import files
from shown import show

connection = duckdb.connect()
connection.load_extension(str(next(files("duckdb_extension_excel").rglob("*.duckdb_extension"))))
rows = connection.execute(f"select * from read_xlsx('{sys.argv[1]}', sheet = 'Rows')")
show([[column[0] for column in rows.description], *rows.fetchall()])
