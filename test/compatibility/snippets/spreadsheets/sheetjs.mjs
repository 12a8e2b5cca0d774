// SheetJS: xlsx@0.18.5
// `cellDates: true`; dates are local
import XLSX from 'xlsx';
import { show } from '../shown.mjs';

const rows = XLSX.utils.sheet_to_json(XLSX.readFile(process.argv[2], { cellDates: true }).Sheets.Rows, { header: 1 });
// Its dates are local.
show(rows.map((row) => Array.from(row, (cell) => (cell instanceof Date ? cell.toLocaleString('sv-SE') : cell))));
