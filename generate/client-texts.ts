import { readFileSync } from 'node:fs';
import path from 'node:path';
import { clientFile, clientName } from '../test/support/programs/client-package.ts';
import { root } from '../test/support/programs/command.ts';

/** The texts that name the client or its file, with the values of client/package.json. */
export function clientTexts(): Map<string, string> {
  return new Map(
    ['client/README.md', 'client/user-agent.ts', 'services/portal/web/public/llms.txt', 'docs/guide.md'].map((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      const named = text.replace(/(?<=from ')@[^']+(?=')/g, clientName);
      const withAgent = named.replace(/(?<=userAgent = ')[^']+/g, clientFile.replace(/-([\d.]+)\.tgz$/, '/$1'));
      const withFile = withAgent.replace(/(?<=\/portal\/)[\w.-]+\.tgz/g, clientFile);
      const version = /[\d.]+(?=\.tgz)/.exec(clientFile)?.[0] ?? '';
      return [file, withFile.replace(/(?<=client_reporting-)[\d.]+(?=-py3)/g, version)];
    }),
  );
}
