# LibreOffice: libreoffice-calc-nogui
soffice --headless "-env:UserInstallation=file://$PWD/profile" --convert-to 'csv:Text - txt - csv (StarCalc):9,34,76,1,,0,false,true,false,false,false,-1' "$1" >/dev/null
cat ./*-Rows.csv
