# pandas by fastparquet: fastparquet==2026.9.0 pandas==3.1.1
# round sums to cents: amounts are floats
import sys, pandas

frame = pandas.read_parquet(sys.argv[2], engine="fastparquet")
sums = frame.groupby(frame["scheduledPaymentOn"].dt.strftime("%Y-%m"))["amount"].sum()
print("month,amount", *(f"{month},{amount}" for month, amount in sums.items()), sep="\n")
