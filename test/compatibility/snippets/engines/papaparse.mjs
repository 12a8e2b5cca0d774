// PapaParse: papaparse@5.7.1
// no `dynamicTyping` for ids: 71e3 is a number
import { readFileSync } from 'node:fs';
import papa from 'papaparse';
import { show } from '../shown.mjs';

show(papa.parse(readFileSync(process.argv[3], 'utf8'), { dynamicTyping: true, skipEmptyLines: true }).data);
