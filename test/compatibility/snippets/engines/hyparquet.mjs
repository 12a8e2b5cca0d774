// hyparquet: hyparquet@1.33.0
// round sums to cents: amounts are floats
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { show } from '../shown.mjs';
import { gunzipSync } from 'node:zlib';

const file = await asyncBufferFromFile(process.argv[3]);
const rows = await parquetReadObjects({ file, compressors: { GZIP: (bytes) => gunzipSync(bytes) } });
show([Object.keys(rows[0]), ...rows.map(Object.values)]);
