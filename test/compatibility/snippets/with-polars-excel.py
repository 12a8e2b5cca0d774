import sys, polars
from shown import show

frame = polars.read_excel(sys.argv[1], table_name="ReportRows")
show([frame.columns, *frame.rows()])
