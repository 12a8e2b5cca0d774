# PSPP: pspp
# NDJSON and jq, as for gawk: it knows no line breaks within quotes
texts=$(head -1 "$2" | tr -d '\r' | sed 's/.*scheduledPaymentOn,//; s/,/ A40 /g')
cat >program.sps <<SPS
GET DATA /TYPE=TXT /FILE="$2" /ARRANGEMENT=DELIMITED /DELIMITERS="," /QUALIFIER='"' /FIRSTCASE=2
  /VARIABLES=id A40 name A80 amount F12.2 paidAmount F12.2 status A20 scheduledPaymentOn A30 $texts A40.
SAVE TRANSLATE /OUTFILE="rows.csv" /TYPE=CSV /FIELDNAMES /CELLS=VALUES /KEEP=scheduledPaymentOn amount.
SPS
pspp program.sps >/dev/null
cat rows.csv
