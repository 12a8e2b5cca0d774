import sys, fastexcel
from shown import show

frame = fastexcel.read_excel(sys.argv[1]).load_table("ReportRows").to_polars()
show([frame.columns, *frame.rows()])
