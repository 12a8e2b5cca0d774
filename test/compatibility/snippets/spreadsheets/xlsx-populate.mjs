// xlsx-populate: xlsx-populate@1.21.0
import populate from 'xlsx-populate';
import { show } from '../shown.mjs';

const sheet = (await populate.fromFileAsync(process.argv[2])).sheet('Rows');
show(sheet.usedRange().value());
