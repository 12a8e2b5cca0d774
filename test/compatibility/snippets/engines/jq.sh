# jq: jq
# `.scheduledPaymentOn[0:7]`, as `fromdate` refuses milliseconds; sums in cents: `map(.amount * 100 | round) | add / 100`
printf 'month,amount\n'
jq --raw-output --null-input 'reduce inputs as $row ({}; .[$row.scheduledPaymentOn[0:7]] += ($row.amount * 100 | round))
  | to_entries[] | "\(.key),\(.value / 100)"' "$2"
