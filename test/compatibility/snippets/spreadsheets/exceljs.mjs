// exceljs: exceljs@4.4.0
import ExcelJS from 'exceljs';
import { show } from '../shown.mjs';

const workbook = new ExcelJS.Workbook();
await workbook.xlsx.readFile(process.argv[2]);
const rows = [];
workbook.getWorksheet('Rows').eachRow((row) => rows.push(row.values.slice(1)));
show(rows);
