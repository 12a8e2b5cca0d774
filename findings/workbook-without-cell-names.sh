#!/usr/bin/env bash
# Readers that can't open, or read as empty, a workbook whose rows and cells have no r, which ECMA-376 makes optional.
# Guess: a cell without a reference follows the one before it, for every reader that says it reads XLSX.
# Seen on 2026-11-28: openpyxl 3.1.5, calamine 0.9.1 and SheetJS 0.18.5 have both rows. exceljs 4.4.0 throws "Invalid
# row number in model" (with r in rows alone: a TypeError), xlsx2csv 0.8.6 writes an empty file and ends in 0, pylightxl
# 1.61 raises. With r in rows and cells all read the numbers; pylightxl loses the texts that are in the cells
# themselves.
# So: write r everywhere.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check openpyxl==3.1.5 python-calamine==0.9.1 xlsx2csv==0.8.6 pylightxl==1.61
npm init -y >npm.txt
npm install --silent exceljs@4.4.0 xlsx@0.18.5
cat >program.py <<'END'
import re, subprocess, zipfile
import openpyxl, pylightxl, python_calamine

book = openpyxl.Workbook()
book.active.title = "Rows"
for row in (["Amount", "Paid"], [1250.5, 35]):
    book.active.append(row)
book.save("named.xlsx")

def without(source, target, pattern):
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            text = old.read(name)
            new.writestr(name, re.sub(pattern, rb"<\1", text) if name.startswith("xl/worksheets/") else text)

without("named.xlsx", "rows.xlsx", rb'<(c) r="[A-Z0-9]+"')
without("rows.xlsx", "none.xlsx", rb'<(row) r="[0-9]+"')

def node(program):
    return lambda file: subprocess.run(["node", "-e", program, file], capture_output=True, text=True).stdout.strip()

def xlsx2csv(file):
    done = subprocess.run(["python/bin/xlsx2csv", file], capture_output=True, text=True)
    return f"{done.stdout.split()} exit {done.returncode}"

readers = {
    "openpyxl": lambda file: list(openpyxl.load_workbook(file)["Rows"].iter_rows(values_only=True)),
    "calamine": lambda file: python_calamine.load_workbook(file).get_sheet_by_name("Rows").to_python(),
    "pylightxl": lambda file: list(pylightxl.readxl(file).ws("Rows").rows),
    "xlsx2csv": xlsx2csv,
    "SheetJS": node("const x = require('xlsx'); console.log(JSON.stringify(x.utils.sheet_to_json(x.readFile(process.argv[1]).Sheets.Rows)))"),
    "exceljs": node("""const book = new (require('exceljs').Workbook)();
        book.xlsx.readFile(process.argv[1]).then(() => console.log(JSON.stringify(book.getWorksheet('Rows').getSheetValues())), (error) => console.log(error.name, error.message.slice(0, 40)))"""),
}
for file in ("none.xlsx", "rows.xlsx", "named.xlsx"):
    for name, read in readers.items():
        try:
            print(file, name, read(file))
        except Exception as error:
            print(file, name, "raises", type(error).__name__)
END
python/bin/python program.py | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
none.xlsx openpyxl [('Amount', 'Paid'), (1250.5, 35)]
none.xlsx calamine [['Amount', 'Paid'], [1250.5, 35.0]]
none.xlsx pylightxl raises TypeError
none.xlsx xlsx2csv [] exit 0
none.xlsx SheetJS [{"Amount":1250.5,"Paid":35}]
none.xlsx exceljs Error Invalid row number in model
rows.xlsx openpyxl [('Amount', 'Paid'), (1250.5, 35)]
rows.xlsx calamine [['Amount', 'Paid'], [1250.5, 35.0]]
rows.xlsx pylightxl raises TypeError
rows.xlsx xlsx2csv ['Amount,Paid', '1250.5,35'] exit 0
rows.xlsx SheetJS [{"Amount":1250.5,"Paid":35}]
rows.xlsx exceljs TypeError Cannot read properties of undefined (rea
named.xlsx openpyxl [('Amount', 'Paid'), (1250.5, 35)]
named.xlsx calamine [['Amount', 'Paid'], [1250.5, 35.0]]
named.xlsx pylightxl [['', ''], [1250.5, 35]]
named.xlsx xlsx2csv ['Amount,Paid', '1250.5,35'] exit 0
named.xlsx SheetJS [{"Amount":1250.5,"Paid":35}]
named.xlsx exceljs [null,[null,"Amount","Paid"],[null,1250.5,35]]
END
