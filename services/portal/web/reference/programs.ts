import type { Language } from '../parts/languages.tsx';
import type { Parameter } from './document.ts';

/** What programs and the form need of an operation. `parameters` are those of the query. */
export type Call = {
  title: string;
  method: string;
  path: string;
  parameters: Parameter[];
  /** Of a body. */
  example?: Record<string, string> | undefined;
  needsToken: boolean;
};

/** What was given for each parameter; nothing for those that are left out. */
export type Values = Record<string, string[]>;

type Request = { call: Call; values: Values; origin: string };

/** The request as a program: by curl, and by the clients where they have the operation. */
export function programsOf(request: Request): Partial<Record<Language, string>> {
  const { path, example } = request.call;
  const ofClient = /\/client\/(?:([\w-]+)\/(list|summary|changes)|company)$/.exec(path);
  const curl = 'curl -sS --fail-with-body';
  if (!ofClient) return { curl: `${curl} ${request.origin}${path}${example ? optionsOf(example) : ''}` };
  return {
    curl: `${curl} -H "Authorization: Bearer $TOKEN" \\\n  '${addressOf(request)}'`,
    ...clientPrograms(request, ofClient[1], ofClient[2]),
  };
}

/** Of the request, with its values. */
export function addressOf({ call, values, origin }: Request): string {
  const query = new URLSearchParams(
    Object.entries(values).flatMap(([name, given]) => given.map((value) => [name, value])),
  );
  return `${origin}${call.path}${query.size > 0 ? `?${query}` : ''}`;
}

function clientPrograms({ call: { parameters }, values, origin }: Request, report = '', kind = '') {
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

/** The environment variables that the examples of bodies stand for. */
const variables: Record<string, string | undefined> = {
  CLIENT_ID: '$CLIENT_ID',
  CLIENT_SECRET: '$CLIENT_SECRET',
  ACCESS_TOKEN: '$TOKEN',
};

/** For curl. The clients do by themselves what these operations are for. */
function optionsOf(body: Record<string, string>): string {
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
