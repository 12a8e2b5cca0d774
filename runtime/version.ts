import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Of the API and of its programs: that of package.json. */
export const version = readVersion();

/** package.json lies beside the folders of the source, which the build puts one level deeper. */
function readVersion(): string {
  for (const root of ['..', '../..']) {
    try {
      const file = readFileSync(path.join(import.meta.dirname, root, 'package.json'), 'utf8');
      return (JSON.parse(file) as { version: string }).version;
    } catch {
      continue;
    }
  }
  return 'unknown';
}
