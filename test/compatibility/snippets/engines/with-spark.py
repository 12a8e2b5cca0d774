# Spark: pyspark==4.3.0
# the options in [recipes](recipes/README.md#which-file-and-what-to-set); `spark.sql.session.timeZone` UTC
import sys
from pyspark.sql import SparkSession

kind, file = sys.argv[1:]
spark = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
csv = {"header": True, "multiLine": True, "escape": '"', "inferSchema": True}
frame = {
    "csv": lambda: spark.read.options(**csv).csv(file),
    "ndjson": lambda: spark.read.json(file),
    "parquet": lambda: spark.read.parquet(file),
}[kind]()
sums = frame.groupBy(frame["scheduledPaymentOn"].cast("string").substr(1, 7).alias("month")).agg({"amount": "sum"}).collect()
print("month,amount", *(f"{month},{amount}" for month, amount in sums), sep="\n")
