# gawk: gawk
# NDJSON and jq: it knows no quotes
printf 'month,amount\n'
gawk -F, 'NR > 1 { sums[substr($6, 1, 7)] += $3 } END { for (month in sums) printf "%s,%.2f\n", month, sums[month] }' "$2"
