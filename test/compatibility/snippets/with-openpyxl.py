import sys, openpyxl
from shown import show

show(openpyxl.load_workbook(sys.argv[1])["Rows"].iter_rows(values_only=True))
