import { readFileSync } from 'node:fs';
import path from 'node:path';

/** package.json lies beside the folders of the source, or beside `dist/`, where the build puts them. */
const root = import.meta.dirname.replace(/([\\/]dist)?[\\/]runtime$/, '');

/** Of the API and of its programs. */
export const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
