#!/usr/bin/env bash
# A workbook with a table that openpyxl wrote: exceljs can't open it, nor any whose table isn't ../tables/tableN.xml.
# Guess: a part is found by the Target of its relationship, absolute or relative, whatever its name; and a table that
# isn't understood costs the table, not the workbook.
# Seen on 2026-11-29: openpyxl 3.1.5 writes Target="/xl/tables/table1.xml", and exceljs 4.4.0 throws a TypeError, from
# openpyxl's own file and where the part has the name payments.xml; its stream reader and openpyxl read all three files.
# So: name tables table1.xml and their Targets ../tables/table1.xml; write no table by openpyxl for readers by exceljs.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check openpyxl==3.1.5
npm init -y >npm.txt
npm install --silent exceljs@4.4.0
cat >program.py <<'END'
import zipfile
import openpyxl
from openpyxl.worksheet.table import Table

book = openpyxl.Workbook()
book.active.title = "Rows"
for row in (["Amount", "Paid"], [1250.5, 35]):
    book.active.append(row)
book.active.add_table(Table(displayName="Payments", ref="A1:B2"))
book.save("absolute.xlsx")

def renamed(target, names):
    with zipfile.ZipFile("absolute.xlsx") as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            text = old.read(name)
            for before, after in names.items():
                name, text = name.replace(before, after), text.replace(before.encode(), after.encode())
            new.writestr(name, text)

renamed("relative.xlsx", {'"/xl/tables': '"../tables'})
renamed("payments.xlsx", {'"/xl/tables': '"../tables', "tables/table1": "tables/payments"})
for file in ("absolute.xlsx", "relative.xlsx", "payments.xlsx"):
    sheet = openpyxl.load_workbook(file)["Rows"]
    print(file, "openpyxl:", list(sheet.tables), list(sheet.iter_rows(values_only=True)))
END
cat >program.js <<'END'
const { Workbook, stream } = require('exceljs');
(async () => {
  for (const file of ['absolute.xlsx', 'relative.xlsx', 'payments.xlsx']) {
    const book = new Workbook();
    const whole = book.xlsx.readFile(file).then(() => JSON.stringify(book.getWorksheet('Rows').getSheetValues().slice(1)));
    console.log(file, 'exceljs:', await whole.catch(({ name, message }) => `${name} ${message}`));
    const rows = [];
    for await (const sheet of new stream.xlsx.WorkbookReader(file, { sharedStrings: 'cache' })) {
      for await (const { values } of sheet) rows.push(values);
    }
    console.log(file, 'exceljs, stream:', JSON.stringify(rows));
  }
})();
END
{ python/bin/python program.py; node program.js; } | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
absolute.xlsx openpyxl: ['Payments'] [('Amount', 'Paid'), (1250.5, 35)]
relative.xlsx openpyxl: ['Payments'] [('Amount', 'Paid'), (1250.5, 35)]
payments.xlsx openpyxl: ['Payments'] [('Amount', 'Paid'), (1250.5, 35)]
absolute.xlsx exceljs: TypeError Cannot read properties of undefined (reading 'name')
absolute.xlsx exceljs, stream: [[null,"Amount","Paid"],[null,1250.5,35]]
relative.xlsx exceljs: [[null,"Amount","Paid"],[null,1250.5,35]]
relative.xlsx exceljs, stream: [[null,"Amount","Paid"],[null,1250.5,35]]
payments.xlsx exceljs: TypeError Cannot read properties of undefined (reading 'name')
payments.xlsx exceljs, stream: [[null,"Amount","Paid"],[null,1250.5,35]]
END
