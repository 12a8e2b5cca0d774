import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { show } from './shown.mjs';

show(parse(readFileSync(process.argv[3]), { cast: true }));
