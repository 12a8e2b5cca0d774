import sys, pandas
from shown import show

frame = pandas.read_excel(sys.argv[1], sheet_name="Rows", engine="calamine")
show([frame.columns, *frame.itertuples(index=False)])
