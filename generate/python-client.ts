import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { oas31 } from 'zod-openapi';
import { root } from '../test/support/programs/command.ts';

type Schema = oas31.SchemaObject & {
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
};

const project = 'client-python';
const folder = `${project}/client_reporting`;
const reports = '/api/v1/external/reports/client';
const lists = ['scheduled-payments', 'timesheets', 'teams', 'contractors'];
const generated = '# Made by `npm run generate`. Do not edit.\n';

/** The files of the Python client that follow from others: its types from the OpenAPI document, its sync code from its async code. */
export function pythonClient(): Map<string, string> {
  const document = JSON.parse(read('docs/openapi.json')) as oas31.OpenAPIObject;
  const { version } = JSON.parse(read('client/package.json')) as { version: string };
  return new Map([
    [
      `${project}/pyproject.toml`,
      read(`${project}/pyproject.toml`).replace(/^version = .*/m, `version = "${version}"`),
    ],
    ...[`${project}/README.md`, 'docs/python.md'].map(
      (file) => [file, read(file).replace(/(?<=client_reporting-)[\d.]+(?=-py3)/g, version)] as const,
    ),
    [`${folder}/types.py`, types(document)],
    [`${folder}/_version.py`, `${generated}USER_AGENT = "platform-client-reporting-python/${version}"\n`],
    ...['client', 'connection', 'report'].map((file) => [`${folder}/_sync/${file}.py`, sync(file)] as const),
  ]);
}

const syncWords: [RegExp, string][] = [
  [/async (def|for|with) /g, '$1 '],
  [/\bawait /g, ''],
  [/\bAsync(Client|Connection|Copy|Download|Iterator|List|Report|Table)\b/g, '$1'],
  [/Awaitable\[([^[\]]*(?:\[[^[\]]*(?:\[[^[\]]*\])?[^[\]]*\])?[^[\]]*)\]/g, '$1'],
  [/ Awaitable,/g, ''],
  [/__a(enter|exit|iter)__/g, '__$1__'],
  [/\ba(close|iter_bytes|read)\b/g, '$1'],
  [/asyncio\.(Semaphore|Lock)/g, 'threading.$1'],
  [/asyncio\.sleep/g, 'time.sleep'],
];

function sync(file: string): string {
  const source = read(`${folder}/_async/${file}.py`);
  const replaced = syncWords.reduce((text, [word, by]) => text.replace(word, by), source);
  const modules = ['threading', 'time'].filter(
    (name) => replaced.includes(`${name}.`) && !replaced.includes(`import ${name}\n`),
  );
  return generated + replaced.replace('import asyncio\n', modules.map((name) => `import ${name}\n`).join(''));
}

function read(file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}

function types({ components, paths }: oas31.OpenAPIObject): string {
  const schemas = components?.schemas as Record<string, Schema>;
  const operation = (place: string) => paths?.[`${reports}/${place}`]?.get;
  const answers = Object.keys(paths ?? {})
    .filter((place) => place.startsWith(reports))
    .map((place) => answerOf(operation(place.slice(reports.length + 1))));
  const names = reachable(schemas, answers);
  const fields = names.flatMap((name) => Object.entries(schemas[name]?.properties ?? {}));
  const named = (isSo: (schema: Schema) => boolean) =>
    [...new Set(fields.filter(([, schema]) => isSo(schema)).map(([name]) => `"${name}"`))].sort().join(', ');
  const rowOf = (answer: string) => pythonType(schemas[answer]?.properties?.results?.items ?? {});
  const totalsOf = (answer: string) => pythonType(schemas[answer]?.properties?.statistics ?? {});

  const functions = lists.flatMap((list) =>
    ['list', 'summary', 'changes'].flatMap((kind) => {
      const found = operation(`${list}/${kind}`);
      if (!found) return [];
      const name = `${list.replace('-', '_')}_${kind === 'list' ? '' : `${kind}_`}`;
      const answer = answerOf(found);
      const parameters = (found.parameters as oas31.ParameterObject[]).filter((parameter) => parameter.in === 'query');
      if (kind === 'changes') {
        const [row] = schemas[answer]?.properties?.results?.items?.anyOf ?? [];
        return [queryFunction(name, `ChangesQuery[${pythonType(row ?? {})}, ${totalsOf(answer)}]`, parameters)];
      }
      const page = queryFunction(`${name}page`, `PageQuery[${rowOf(answer)}, ${totalsOf(answer)}]`, parameters);
      const ofFile = parameters.filter((parameter) => !['page', 'itemsPerPage'].includes(parameter.name));
      return lists.indexOf(list) > 1 ? [page] : [page, queryFunction(`${name}file`, 'dict[str, Any]', ofFile)];
    }),
  );

  return `${generated}"""What the API takes and returns, by its own names."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Generic, Literal, TypeVar

from typing_extensions import NotRequired, TypedDict

Row = TypeVar("Row")
Totals = TypeVar("Totals")

DECIMALS = {${named((schema) => schema.type === 'number')}}
INSTANTS = {${named((schema) => schema.format === 'date-time')}}


class PageQuery(dict[str, Any], Generic[Row, Totals]):
    """Parameters of a list, which know what its pages hold."""


class ChangesQuery(dict[str, Any], Generic[Row, Totals]):
    """Parameters of changes, which know what the answers hold."""


${names.map((name) => typedDict(name, schemas[name] ?? {})).join('\n\n')}

${functions.join('\n\n')}`;
}

function answerOf(operation: oas31.OperationObject | undefined): string {
  const response = operation?.responses?.['200'] as oas31.ResponseObject | undefined;
  const schema = response?.content?.['application/json']?.schema as Schema | undefined;
  return schema?.$ref?.split('/').at(-1) ?? '';
}

/** The names of these schemas and of all that they refer to, each after those that it refers to. */
function reachable(schemas: Record<string, Schema>, names: string[]): string[] {
  const found = new Set<string>();
  const visit = (name: string) => {
    if (found.has(name)) return;
    for (const [, below] of JSON.stringify(schemas[name]).matchAll(/"#\/components\/schemas\/(\w+)"/g))
      visit(below ?? '');
    found.add(name);
  };
  names.forEach(visit);
  // Lists of rows are classes of the client.
  return [...found].filter((name) => !schemas[name]?.properties?.results);
}

function typedDict(name: string, { description, properties = {}, required = [] }: Schema): string {
  const lines = Object.entries(properties).map(([member, schema]) => {
    const type = pythonType(schema);
    const line = `    ${member}: ${required.includes(member) ? type : `NotRequired[${type}]`}`;
    return schema.description ? `${line}\n    """${schema.description}"""` : line;
  });
  return `class ${name}(TypedDict):\n${description ? `    """${description}"""\n\n` : ''}${lines.join('\n')}\n`;
}

function queryFunction(name: string, result: string, parameters: oas31.ParameterObject[]): string {
  const ordered = [...parameters].sort((a, b) => Number(b.required ?? false) - Number(a.required ?? false));
  const lines = ordered.map(({ name: parameter, required, schema }) => {
    const type = parameterType(schema as Schema);
    return `    ${snakeCase(parameter)}: ${required ? type : `${type} | None = None`},`;
  });
  const members = parameters.map((parameter) => `        "${parameter.name}": ${snakeCase(parameter.name)},`);
  const made = result.startsWith('dict') ? ['{', '}'] : [`${result.replace(/\[.*/, '')}({`, '})'];
  return `def ${name.replace(/_$/, '')}(
    *,
${lines.join('\n')}
) -> ${result}:
    return ${made[0]}
${members.join('\n')}
    ${made[1]}
`;
}

function parameterType(schema: Schema): string {
  if (schema.type === 'array') return `Sequence[${pythonType(schema.items ?? {})}]`;
  // An amount that is null is as if left out, which every parameter may be.
  if (Array.isArray(schema.type) && schema.type.includes('number')) return 'Decimal | float | int';
  return schema.format === 'date' ? 'date | str' : pythonType(schema);
}

function pythonType({ $ref, type, format, enum: values, items, anyOf }: Schema): string {
  if ($ref) return $ref.split('/').at(-1) ?? '';
  if (anyOf) return anyOf.map(pythonType).join(' | ');
  if (Array.isArray(type)) return type.map((one) => pythonType({ type: one })).join(' | ');
  if (values) return `Literal[${values.map((value) => JSON.stringify(value)).join(', ')}]`;
  if (type === 'array') return `list[${pythonType(items ?? {})}]`;
  if (format === 'date-time') return 'datetime';
  const plain = {
    string: 'str',
    number: 'Decimal',
    integer: 'int',
    boolean: 'bool',
    null: 'None',
    object: 'dict[str, Any]',
  };
  return type ? plain[type] : 'None';
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
