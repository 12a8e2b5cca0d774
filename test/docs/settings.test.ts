import { expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../support/programs/command.ts';
import { settingsDocument } from './settings.ts';

it('docs/settings.md has the settings of the programs; npm run generate writes it', async () => {
  expect(await readFile(path.join(root, 'docs/settings.md'), 'utf8')).toBe(settingsDocument());
});
