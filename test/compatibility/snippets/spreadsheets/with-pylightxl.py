# pylightxl: pylightxl==1.61
import sys, pylightxl
from shown import show

show(pylightxl.readxl(sys.argv[1]).ws("Rows").rows)
