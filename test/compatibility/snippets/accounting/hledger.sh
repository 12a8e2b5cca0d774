# hledger: hledger
# name `status` otherwise in `fields`
cat >rules <<'END'
skip 1
fields id, description, amount, paid, state, date, contract
date-format %Y-%m-%dT%H:%M:%S%QZ
currency $
account1 expenses:work
account2 assets:bank
END
printf 'month,amount\n'
hledger --rules-file rules -f "$1" balance expenses:work --monthly --transpose --layout=bare --no-total --output-format=csv >months.csv
tail -n +2 months.csv | sed 's/Total.*//'
