import { readFileSync } from 'node:fs';
import path from 'node:path';
import { unknownLicenses } from './licenses.ts';

// For `npm run check`.
const lock = readFileSync(path.join(import.meta.dirname, '../../package-lock.json'), 'utf8');
for (const problem of unknownLicenses(JSON.parse(lock) as Parameters<typeof unknownLicenses>[0])) {
  console.error(problem);
  process.exitCode = 1;
}
