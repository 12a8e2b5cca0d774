# Ledger: ledger
# leave out line breaks, and one of `amount` and `paidAmount`
python3 - "$1" >payments.csv <<'PY'
import csv, sys

rows = csv.writer(sys.stdout, lineterminator="\n")
rows.writerow(["payee", "amount", "date"])
for row in csv.DictReader(open(sys.argv[1], newline="")):
    rows.writerow([row["name"].replace("\n", " "), row["amount"], row["scheduledPaymentOn"][:10]])
PY
printf 'month,amount\n'
: >empty.ledger
ledger --file empty.ledger convert payments.csv --input-date-format '%Y-%m-%d' --account Assets:Bank >journal.ledger
ledger --file journal.ledger --monthly --date-format '%Y-%m' --format '%(format_date(date, "%Y-%m")),%(quantity(amount))\n' register Expenses
