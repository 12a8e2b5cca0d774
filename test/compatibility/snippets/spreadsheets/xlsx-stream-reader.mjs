// xlsx-stream-reader: xlsx-stream-reader@1.1.1
import { createReadStream } from 'node:fs';
import Reader from 'xlsx-stream-reader';
import { show } from '../shown.mjs';

const rows = [];
const reader = new Reader();
reader.on('worksheet', (sheet) => {
  sheet.on('row', (row) => sheet.name === 'Rows' && rows.push(row.values.slice(1)));
  sheet.process();
});
reader.on('end', () => show(rows));
createReadStream(process.argv[2]).pipe(reader);
