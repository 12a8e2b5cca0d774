# openpyxl: openpyxl==3.1.5
import sys, openpyxl
from shown import show

show(openpyxl.load_workbook(sys.argv[1])["Rows"].iter_rows(values_only=True))
