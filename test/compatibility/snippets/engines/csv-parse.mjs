// csv-parse: csv-parse@7.0.3
// no `cast_date`: it takes "Milestone 3" for a day
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { show } from '../shown.mjs';

show(parse(readFileSync(process.argv[3]), { cast: true }));
