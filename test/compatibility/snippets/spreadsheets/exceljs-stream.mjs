// exceljs, stream: exceljs@4.4.0
import ExcelJS from 'exceljs';
import { show } from '../shown.mjs';

const rows = [];
for await (const sheet of new ExcelJS.stream.xlsx.WorkbookReader(process.argv[2])) {
  for await (const row of sheet) if (sheet.name === 'Rows') rows.push(row.values.slice(1));
}
show(rows);
