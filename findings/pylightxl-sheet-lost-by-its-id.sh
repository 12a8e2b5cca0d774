#!/usr/bin/env bash
# A workbook whose relationship ids have other digits than 1, 2, 3: pylightxl loses sheets, without an error, or has them
# in another order.
# Guess: the id of a relationship is any name, and the sheets of a workbook are in the order of its sheets element.
# Seen on 2026-11-29, pylightxl 1.61, sheets Rows, Totals, Filters: it takes the digits of the id for the place of the
# sheet. Of ids with the same digits, as in names of hexadecimal digits, only the last sheet is left; by R9c, R1d, R4
# the first sheet is the last; without digits it raises. openpyxl 3.1.5 has all three in order each time.
# So: name relationships rId1, rId2, rId3, in the order of the sheets.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check openpyxl==3.1.5 pylightxl==1.61
cat >program.py <<'END'
import zipfile
import openpyxl, pylightxl

book = openpyxl.Workbook()
book.active.title = "Rows"
for name in ("Totals", "Filters"):
    book.create_sheet(name)
for sheet, amount in zip(book, (1250.5, 35, 7)):
    sheet.append([amount])
book.save("numbers.xlsx")

def read(file):
    try:
        book = pylightxl.readxl(file)
        return {name: book.ws(name).address("A1") for name in book.ws_names}
    except Exception as error:
        return f"raises {type(error).__name__}"

for ids in (["rId1", "rId2", "rId3"], ["Ra1", "Rb1", "Rc1"], ["R9c", "R1d", "R4"], ["rows", "totals", "filters"]):
    with zipfile.ZipFile("numbers.xlsx") as old, zipfile.ZipFile("named.xlsx", "w") as new:
        for name in old.namelist():
            text = old.read(name).decode()
            if name in ("xl/workbook.xml", "xl/_rels/workbook.xml.rels"):
                for number, id in enumerate(ids, 1):
                    text = text.replace(f'"rId{number}"', f'"{id}"')
            new.writestr(name, text)
    print(*ids, "openpyxl ", {sheet.title: sheet["A1"].value for sheet in openpyxl.load_workbook("named.xlsx")})
    print(*ids, "pylightxl", read("named.xlsx"))
END
python/bin/python program.py | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
rId1 rId2 rId3 openpyxl  {'Rows': 1250.5, 'Totals': 35, 'Filters': 7}
rId1 rId2 rId3 pylightxl {'Rows': 1250.5, 'Totals': 35, 'Filters': 7}
Ra1 Rb1 Rc1 openpyxl  {'Rows': 1250.5, 'Totals': 35, 'Filters': 7}
Ra1 Rb1 Rc1 pylightxl {'Filters': 7}
R9c R1d R4 openpyxl  {'Rows': 1250.5, 'Totals': 35, 'Filters': 7}
R9c R1d R4 pylightxl {'Totals': 35, 'Filters': 7, 'Rows': 1250.5}
rows totals filters openpyxl  {'Rows': 1250.5, 'Totals': 35, 'Filters': 7}
rows totals filters pylightxl raises ValueError
END
