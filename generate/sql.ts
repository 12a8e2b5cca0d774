import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../test/support/programs/command.ts';
import { sqlFiles } from './statements.ts';

/** Writes docs/sql. */
for (const [file, text] of Object.entries(sqlFiles())) await writeFile(path.join(root, 'docs/sql', file), text);
