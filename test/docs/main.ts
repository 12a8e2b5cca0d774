import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { house } from '../support/command.ts';
import { correctnessDocument } from './correctness.ts';
import { settingsDocument } from './settings.ts';

await writeFile(path.join(house, 'docs/settings.md'), settingsDocument());
await writeFile(path.join(house, 'docs/correctness.md'), correctnessDocument());
