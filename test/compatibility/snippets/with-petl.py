import sys, petl
from shown import show

show(petl.fromxlsx(sys.argv[1], sheet="Rows"))
