import sys, pyexcel_xlsx
from shown import show

show(pyexcel_xlsx.get_data(sys.argv[1])["Rows"])
