# python-calamine: python-calamine==0.9.1
import sys, python_calamine
from shown import show

show(python_calamine.load_workbook(sys.argv[1]).get_sheet_by_name("Rows").to_python())
