import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../support/programs/command.ts';
import { clientTexts } from './client-texts.ts';
import { ownerTexts } from './owner-texts.ts';
import { pythonClient } from './python-client.ts';
import { settingsDocument } from './settings.ts';

await writeFile(path.join(root, 'docs/settings.md'), settingsDocument());
for (const [file, text] of [...clientTexts(), ...ownerTexts(), ...pythonClient()])
  await writeFile(path.join(root, file), text);
