# Gnumeric: gnumeric
ssconvert --export-type=Gnumeric_stf:stf_assistant -O 'separator="	" sheet="Rows"' "$1" rows.txt
cat rows.txt
