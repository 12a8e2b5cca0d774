# SQLite: sqlite3
# add up in cents: `sum` is a float
sqlite3 -csv :memory: ".import --csv $2 payments" '.headers on' \
  'select substr(scheduledPaymentOn, 1, 7) as month, sum(amount) as amount from payments group by 1'
