// make-fetch-happen: make-fetch-happen@16.0.1
import { mkdtempSync } from 'node:fs';
import fetch from 'make-fetch-happen';

const [url, ...tokens] = process.argv.slice(2);
const cachePath = mkdtempSync('cache-');
for (const token of [tokens[0], tokens[0], tokens[1]]) {
  console.log(
    (await (await fetch(url, { cachePath, headers: { Authorization: `Bearer ${token}` } })).json()).results.length,
  );
}
