// read-excel-file: read-excel-file@9.3.17
import { readSheet } from 'read-excel-file/node';
import { show } from '../shown.mjs';

show(await readSheet(process.argv[2], 'Rows'));
