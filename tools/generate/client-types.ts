import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const [document, file] = ['docs/openapi.json', 'clients/node/generated/schema.ts'];
const flags = ['--redocly', 'tools/generate/redocly.yaml', '--output', file, '--export-type'];

type Described = { components: { schemas: { Error: { properties: { error: { 'x-extensible-enum': string[] } } } } } };

/**
 * Writes clients/node/generated/schema.ts where it isn't of docs/openapi.json as it is, and checks the document by the rules of Redocly. npx gets what does
 * so: 45 MB, which `npm ci` leaves out.
 */
export function writeClientTypes(): void {
  if (isOfDocument(readFileSync(file, 'utf8'))) return;
  execFileSync('npx', ['--yes', 'openapi-typescript@7.13.0', document, ...flags], { stdio: 'inherit' });
  const { error } = (JSON.parse(readFileSync(document, 'utf8')) as Described).components.schemas.Error.properties;
  const codes = error['x-extensible-enum'].map((code) => `'${code}'`).join(' | ');
  const types = `${readFileSync(file, 'utf8')}\n/** Those of this version; the document has a plain text, since there may be more. */\nexport type ApiErrorCode = ${codes};\n`;
  writeFileSync(file, `${headOf(types)}${types}`);
}

function isOfDocument(text: string): boolean {
  const types = text.slice(text.indexOf('\n') + 1);
  return text === `${headOf(types)}${types}`;
}

function headOf(types: string): string {
  const hash = createHash('sha256').update(readFileSync(document)).update(types).digest('hex');
  return `// Of docs/openapi.json; the SHA-256 of both is ${hash}.\n`;
}
