import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../test/support/programs/command.ts';
import { clientTexts } from './client-texts.ts';
import { writeDemoData } from './demo-data.ts';
import { pythonClient } from './python-client.ts';
import { settingsDocument } from './settings.ts';

writeDemoData();
writeFileSync(path.join(root, 'docs/settings.md'), settingsDocument());
for (const [file, text] of [...clientTexts(), ...ownerTexts(), ...pythonClient()])
  writeFileSync(path.join(root, file), text);

/** The texts that name the owner or its address, with those of `author` in package.json; the clients' licence is the product's. */
function ownerTexts(): Map<string, string> {
  const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');
  const { author } = JSON.parse(textOf('package.json')) as { author: { name: string; email: string } };
  const license = textOf('LICENSE').replace(/(?<=^Copyright \(c\) \d{4} ).*(?=\. All rights)/, author.name);
  return new Map([
    ['LICENSE', license],
    ['client/LICENSE', license],
    ['client-python/LICENSE', license],
    ['SECURITY.md', textOf('SECURITY.md').replace(/(?<=\*\*Report a vulnerability\*\* to )\S+@\S+(?=,)/, author.email)],
  ]);
}
