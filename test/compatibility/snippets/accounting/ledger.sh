# Ledger: ledger
# leave out one of `amount` and `paidAmount`
cut -d, -f2,3,6 "$1" | sed '1s/.*/payee,amount,date/; s/T[0-9:.]*Z//' | tr -d '\r' >payments.csv
printf 'month,amount\n'
: >empty.ledger
ledger --file empty.ledger convert payments.csv --input-date-format '%Y-%m-%d' --account Assets:Bank >journal.ledger
ledger --file journal.ledger --monthly --date-format '%Y-%m' --format '%(format_date(date, "%Y-%m")),%(quantity(amount))\n' register Expenses
