import csv, subprocess, sys
from shown import show

text = subprocess.run(["in2csv", "--sheet", "Rows", sys.argv[1]], capture_output=True, text=True, check=True).stdout
show(csv.reader(text.splitlines()))
