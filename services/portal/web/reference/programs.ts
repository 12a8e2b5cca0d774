import type { Language } from '../parts/languages.tsx';
import type { Entry, Parameter } from './document.ts';

/** What was given for each parameter; nothing for those that are left out. */
export type Values = Record<string, string[]>;

type Request = { entry: Entry; parameters: Parameter[]; values: Values; origin: string };

/** The request as a program: by curl, and by the clients where they have the operation. */
export function programsOf(request: Request): Partial<Record<Language, string>> {
  const { entry, origin } = request;
  const call = /\/client\/(?:([\w-]+)\/(list|summary|changes)|company)$/.exec(entry.path);
  const body = Object.values(entry.operation.requestBody?.content ?? {})[0]?.example as Body | undefined;
  if (!('200' in entry.operation.responses)) return {};
  if (!call) return { curl: `curl -sS --fail-with-body ${origin}${entry.path}${body ? optionsOf(body) : ''}` };
  return {
    curl: `curl -sS --fail-with-body -H "Authorization: Bearer $TOKEN" \\\n  '${addressOf(request)}'`,
    ...clientPrograms(request, call[1], call[2]),
  };
}

/** Of the request, with its values. */
export function addressOf({ entry, values, origin }: Pick<Request, 'entry' | 'values' | 'origin'>): string {
  const query = new URLSearchParams(
    Object.entries(values).flatMap(([name, given]) => given.map((value) => [name, value])),
  );
  return `${origin}${entry.path}${query.size > 0 ? `?${query}` : ''}`;
}

function clientPrograms({ parameters, values, origin }: Request, report = '', kind = '') {
  const words = `${report}${kind === 'summary' ? '-summary' : ''}`.split('-');
  const camel = words.map((word, index) => (index ? `${word[0]?.toUpperCase()}${word.slice(1)}` : word)).join('');
  const given = parameters.flatMap(({ name, schema = {} }) => {
    const texts = values[name];
    if (!texts) return [];
    const isNumber = [schema.type].flat().some((type) => type === 'integer' || type === 'number');
    const all = texts.map((text) =>
      isNumber && text.trim() !== '' && isFinite(Number(text)) ? text : JSON.stringify(text),
    );
    return [{ name, value: schema.items ? `[${all.join(', ')}]` : all.join('') }];
  });
  // The client for JavaScript takes the version as an option.
  const since = given.find(({ name }) => name === 'since');
  const params = given.filter((one) => one !== since).map(({ name, value }) => `${name}: ${value}`);
  const jsArguments = [listed('{ ', params, ' }'), ...(since ? [`{ since: ${since.value} }`] : [])].join(', ');
  const pythonArguments = listed(
    '',
    given.map(({ name, value }) => `${snake(name)}=${value}`),
    '',
  );
  const js = `client.${camel}.${kind === 'changes' ? kind : 'list'}(${jsArguments})`;
  const python = `client.${words.join('_')}.${kind === 'changes' ? kind : 'list'}(${pythonArguments})`;
  const [jsUse, pythonUse] = {
    '': ['console.log(await client.company());', 'print(client.company())'],
    changes: [
      `for await (const { version, results } of ${js}) {\n  console.log(version, results);\n}`,
      `for answer in ${python}:\n    print(answer.version, answer.rows, answer.removed_ids)`,
    ],
  }[kind] ?? [
    `const page = await ${js};\nconsole.log(page.pagination, page.results);`,
    `page = ${python}\nprint(page.pagination, page.results)`,
  ];
  return {
    JavaScript: `import { createClient } from '@platform/client-reporting';

const { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret } = process.env;
const baseUrl = '${origin}';
const client = createClient({ baseUrl, clientId, clientSecret });

${jsUse}`,
    Python: `import os
from client_reporting import Client

client = Client(
    "${origin}",
    os.environ["CLIENT_ID"],
    os.environ["CLIENT_SECRET"],
)

${pythonUse}`,
  };
}

type Body = Record<string, string>;

/** The environment variables that the examples of bodies stand for. */
const variables: Record<string, string | undefined> = {
  CLIENT_ID: '$CLIENT_ID',
  CLIENT_SECRET: '$CLIENT_SECRET',
  ACCESS_TOKEN: '$TOKEN',
};

/** For curl. The clients do by themselves what these operations are for. */
function optionsOf(body: Body): string {
  const members = Object.entries(body).map(([name, value]) => `\\"${name}\\":\\"${variables[value] ?? value}\\"`);
  return ` -H 'Content-Type: application/json' \\\n  -d "{${members.join(',')}}"`;
}

const widest = 50;

/** In one line, or each in its own. */
function listed(begin: string, parts: string[], end: string): string {
  if (parts.length === 0) return `${begin.trim()}${end.trim()}`;
  const line = parts.join(', ');
  return line.length <= widest
    ? `${begin}${line}${end}`
    : `${begin.trim()}\n    ${parts.join(',\n    ')},\n${end.trim()}`;
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
