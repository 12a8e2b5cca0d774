import type { Language } from '../parts/languages.tsx';
import type { parametersIn, Schema } from './document.ts';

/** What programs and the form need of an operation. */
export type Call = {
  title: string;
  method: string;
  path: string;
  query: ReturnType<typeof parametersIn>;
  /** An example of it. */
  body: object | undefined;
  needsToken: boolean;
};

type Request = { call: Call; values: URLSearchParams; origin: string };

/** The request as a program: by curl, and by the clients where they have the operation. */
export function programsOf(request: Request): Partial<Record<Language, string>> {
  const { path, needsToken, body } = request.call;
  const curl = [
    'curl -sS --fail-with-body',
    needsToken ? '-H "Authorization: Bearer $TOKEN"' : [],
    body ? ["-H 'Content-Type: application/json'", `-d "${inShell(body)}"`] : [],
    `'${requestAddress(request)}'`,
  ];
  const [found, report, kind] = /\/client\/(?:([\w-]+)\/(list|summary|changes)|company)$/.exec(path) ?? [];
  return { curl: curl.flat().join(' \\\n  '), ...(found && clientPrograms(request, report, kind)) };
}

/** Of the request, with its values. */
export function requestAddress({ call, values, origin }: Request): string {
  return `${origin}${call.path}${values.size > 0 ? `?${values}` : ''}`;
}

/** Credentials of an example are variables of the shell. */
function inShell(body: object): string {
  const text = JSON.stringify(body).replaceAll('"', '\\"');
  return text.replace(/(?:ACCESS_)?(CLIENT_ID|CLIENT_SECRET|TOKEN)/g, '$$$1');
}

function clientPrograms({ call, values, origin }: Request, report = '', kind = '') {
  const name = kind === 'summary' ? `${report}-summary` : report;
  const method = kind === 'changes' ? kind : 'list';
  const given = Object.entries(call.query.properties)
    .filter(([parameter]) => values.has(parameter))
    .map(([parameter, schema]) => [parameter, literal(values.getAll(parameter), schema)] as const);
  const jsGiven = given.map(([parameter, value]) => `\n    ${parameter}: ${value},`);
  const pythonGiven = given.map(([parameter, value]) => `\n    ${snake(parameter)}=${value},`);
  const js = `client.${camel(name)}.${method}({${lines(jsGiven)}})`;
  const python = `client.${snake(name)}.${method}(${lines(pythonGiven)})`;
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

/** Of JavaScript and of Python. */
function literal(texts: string[], { type, items }: Schema): string {
  if (items) return `[${texts.map((text) => JSON.stringify(text)).join(', ')}]`;
  return texts.map((text) => (type === 'string' || isNaN(Number(text)) ? JSON.stringify(text) : text)).join();
}

function lines(given: string[]): string {
  return given.length > 0 ? `${given.join('')}\n` : '';
}

function camel(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function snake(name: string): string {
  return name.replace(/-|(?=[A-Z])/g, '_').toLowerCase();
}
