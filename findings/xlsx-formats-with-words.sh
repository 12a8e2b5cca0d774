#!/usr/bin/env bash
# Some readers of workbooks lose the number where its format has a word: xlsx2csv writes the format, pylightxl and
# exceljs make it a day.
# Guess: the value of a cell of the format #,##0.00" USD" or 0.00\ \h is the number 1250.5 for every reader.
# Seen on 2026-11-28: xlsx2csv 0.8.6 gives #,##0.00" us03" and 0.00 12, pylightxl 1.61 gives 1903/06/03 12:00:00 for 0"
# days", exceljs 4.4.0 a Date of 1903 for 0.00\ \h. openpyxl 3.1.5 and calamine 0.9.1 are right in all.
# So: no words in the formats of files that programs read; the unit belongs into the head.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check xlsxwriter==3.3.1 xlsx2csv==0.8.6 pylightxl==1.61 openpyxl==3.1.5 python-calamine==0.9.1
npm init -y >npm.txt
npm install --silent exceljs@4.4.0
cat >program.py <<'END'
import subprocess, xlsxwriter
import openpyxl, pylightxl, python_calamine

formats = ['#,##0.00" USD"', r"0.00\ \h", '0" days"', "#,##0.00 [$USD]"]
with xlsxwriter.Workbook("amounts.xlsx") as workbook:
    sheet = workbook.add_worksheet("Rows")
    for row, number_format in enumerate(formats):
        sheet.write_number(row, 0, 1250.5, workbook.add_format({"num_format": number_format}))
print("formats   ", formats)
print("openpyxl  ", [row[0] for row in openpyxl.load_workbook("amounts.xlsx")["Rows"].iter_rows(values_only=True)])
print("calamine  ", [row[0] for row in python_calamine.load_workbook("amounts.xlsx").get_sheet_by_name("Rows").to_python()])
print("pylightxl ", [row[0] for row in pylightxl.readxl("amounts.xlsx").ws("Rows").rows])
print("xlsx2csv  ", subprocess.run(["python/bin/xlsx2csv", "amounts.xlsx"], capture_output=True, text=True).stdout.splitlines())
program = """
const workbook = new (require('exceljs').Workbook)();
workbook.xlsx.readFile('amounts.xlsx').then(() => console.log(JSON.stringify(workbook.getWorksheet('Rows').getColumn(1).values.slice(1))));
"""
print("exceljs   ", subprocess.run(["node", "-e", program], capture_output=True, text=True).stdout.strip())
END
python/bin/python program.py | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
formats    ['#,##0.00" USD"', '0.00\\ \\h', '0" days"', '#,##0.00 [$USD]']
openpyxl   [1250.5, 1250.5, 1250.5, 1250.5]
calamine   [1250.5, 1250.5, 1250.5, 1250.5]
pylightxl  [1250.5, 1250.5, '1903/06/03 12:00:00', 1250.5]
xlsx2csv   ['"#,##0.00"" us03"""', '0.00 12', '"0"" 03ays"""', '1250.5']
exceljs    [1250.5,"1903-06-03T12:00:00.000Z",1250.5,1250.5]
END
