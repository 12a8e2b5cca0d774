# gretl: gretl
# NDJSON and jq, as for gawk: it knows no line breaks within quotes
printf 'open "%s"\nloop i=1..$nobs\nprintf "row,%%s,%%.2f\\n", scheduledPaymentOn[i], amount[i]\nendloop\n' "$2" >program.inp
gretlcli --batch program.inp >printed || { grep --max-count 1 error printed >&2; exit 1; }
printf 'row,month,amount\n'
grep ^row, printed
