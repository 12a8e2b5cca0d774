import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../support/programs/command.ts';
import { correctnessDocument } from './correctness.ts';
import { settingsDocument } from './settings.ts';

await writeFile(path.join(root, 'docs/settings.md'), settingsDocument());
await writeFile(path.join(root, 'docs/correctness.md'), correctnessDocument());
