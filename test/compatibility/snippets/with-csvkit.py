import csv, subprocess, sys

sql = 'select substr("scheduledPaymentOn", 1, 7) as month, sum(amount) as amount, typeof("scheduledPaymentOn") as day, typeof(amount) as kind from payments group by 1'
text = subprocess.run(["csvsql", "--tables", "payments", "--query", sql, sys.argv[2]], capture_output=True, text=True, check=True).stdout
head, *rows = csv.reader(text.splitlines())
print(f"types\t{rows[0][2]}; {rows[0][3]}")
print("month,amount", *(",".join(row[:2]) for row in rows), sep="\n")
