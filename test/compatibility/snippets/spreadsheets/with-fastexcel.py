# fastexcel: fastexcel==0.21.0 polars==2.1.0 pyarrow==26.0.1
# the table `ReportRows` has no row of totals
import sys, fastexcel
from shown import show

frame = fastexcel.read_excel(sys.argv[1]).load_table("ReportRows").to_polars()
show([frame.columns, *frame.rows()])
