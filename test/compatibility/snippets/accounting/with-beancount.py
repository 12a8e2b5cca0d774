# Beancount: beancount==3.2.3
import csv, json, sys
from beancount import loader
from beancount.core.data import Transaction

entries = ["2020-01-01 open Assets:Bank", "2020-01-01 open Expenses:Work"]
with open(sys.argv[1], newline="") as file:
    for row in csv.DictReader(file):
        entries.append(f"""{row['scheduledPaymentOn'][:10]} * {json.dumps(row['name'])}\n  Expenses:Work  {row['amount']} USD\n  Assets:Bank\n""")
entries, errors, _ = loader.load_string("\n".join(entries))
assert not errors, errors[0].message
print("month,amount")
for entry in entries:
    if isinstance(entry, Transaction):
        print(f"{entry.date},{entry.postings[0].units.number}")
