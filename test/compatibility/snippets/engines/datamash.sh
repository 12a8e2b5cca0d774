# datamash: datamash
# NDJSON and jq: it knows no quotes
printf 'month,amount\n' >sums
datamash --field-separator , --header-in --sort --group 6 sum 3 <"$2" >>sums
cat sums
