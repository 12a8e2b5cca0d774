# xlsx2csv: xlsx2csv==0.8.6
import csv, io, sys
from xlsx2csv import Xlsx2csv
from shown import show

text = io.StringIO()
Xlsx2csv(sys.argv[1]).convert(text, sheetname="Rows")
show(csv.reader(io.StringIO(text.getvalue())))
