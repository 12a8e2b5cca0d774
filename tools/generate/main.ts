import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readGatewayConfig } from '../../gateway/config.ts';
import { openApiDocument } from '../../gateway/openapi/document.ts';
import { root } from '../../test/support/programs/command.ts';
import { writeClientTypes } from './client-types.ts';
import { pythonTypes } from './python-types.ts';
import { settingsDocument } from './settings.ts';
import { sqlFiles } from './statements.ts';

const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');
const write = (file: string, text: string) => writeFileSync(path.join(root, file), text);

// With the defaults of all settings.
const document = openApiDocument(readGatewayConfig({ AUTH_ADDRESS: 'localhost:1', REPORTING_ADDRESS: 'localhost:1' }));

write('docs/openapi.json', `${JSON.stringify(document, undefined, 1)}\n`);
writeClientTypes();
write('docs/settings.md', settingsDocument());
for (const [file, text] of Object.entries(sqlFiles())) write(`docs/sql/${file}`, text);
write('clients/python/client_reporting/types.py', pythonTypes(document));

// The owner and its address are `author` in package.json; the clients' licence is the product's.
const { author } = JSON.parse(textOf('package.json')) as { author: { name: string; email: string } };
const license = textOf('LICENSE').replace(/(?<=^Copyright \(c\) \d{4} ).*(?=\. All rights)/, author.name);
for (const folder of ['', 'clients/node/', 'clients/python/']) write(`${folder}LICENSE`, license);
const address = /(?<=\*\*Report a vulnerability\*\* to )\S+@\S+(?=,)/;
write('SECURITY.md', textOf('SECURITY.md').replace(address, author.email));

// Both clients have the version of clients/node/package.json.
const { version } = JSON.parse(textOf('clients/node/package.json')) as { version: string };
const versions = /(?<=platform.client.reporting(-python)?[-/]|^Version: )\d[\w.-]*?(?=\.tgz|-py3|['"\n])/gm;
for (const file of [
  ...['clients/node/README.md', 'clients/node/user-agent.ts', 'services/portal/web/public/llms.txt', 'docs/guide.md'],
  ...['clients/python/README.md', 'clients/python/METADATA'],
  'clients/python/client_reporting/_version.py',
])
  write(file, textOf(file).replace(versions, version));
