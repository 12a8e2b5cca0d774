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

const folder = 'client-python/client_reporting';
const base = '/api/v1/external/reports/client';
const generated = '# Made by `npm run generate`. Do not edit.\n';

/** The files of the Python client that follow from the OpenAPI document: its types, and an attribute for each report. */
export function pythonClient(): Record<string, string> {
  const document = JSON.parse(readFileSync(path.join(root, 'docs/openapi.json'), 'utf8')) as oas31.OpenAPIObject;
  return {
    [`${folder}/types.py`]: types(document),
    [`${folder}/_async/reports.py`]: reports(document, 'Async'),
    [`${folder}/_sync/reports.py`]: reports(document, ''),
  };
}

function types({ components, paths }: oas31.OpenAPIObject): string {
  const schemas = components?.schemas as Record<string, Schema>;
  const found = Object.entries(paths ?? {}).filter(([path]) => path.startsWith(base));
  const answers = found.map(([, { get }]) => answerOf(get));
  const names = reachable(schemas, answers);
  const fields = names.flatMap((name) => Object.entries(schemas[name]?.properties ?? {}));
  const named = (isSo: (schema: Schema) => boolean) =>
    [...new Set(fields.filter(([, schema]) => isSo(schema)).map(([name]) => `"${name}"`))].sort().join(', ');
  const rowOf = (answer: string) => pythonType(schemas[answer]?.properties?.results?.items ?? {});
  const totalsOf = (answer: string) => pythonType(schemas[answer]?.properties?.statistics ?? {});

  const functions = found.flatMap(([path, { get }]) => {
    if (!get?.parameters) return [];
    const name = nameOf(path);
    const answer = answerOf(get);
    const parameters = (get.parameters as oas31.ParameterObject[]).filter((parameter) => parameter.in === 'query');
    if (path.endsWith('/changes')) {
      const [row] = schemas[answer]?.properties?.results?.items?.anyOf ?? [];
      return [queryFunction(name, `ChangesQuery[${pythonType(row ?? {})}, ${totalsOf(answer)}]`, parameters)];
    }
    const page = queryFunction(`${name}_page`, `PageQuery[${rowOf(answer)}, ${totalsOf(answer)}]`, parameters);
    const ofFile = parameters.filter((parameter) => !['page', 'itemsPerPage'].includes(parameter.name));
    return isFile(get) ? [page, queryFunction(`${name}_file`, 'dict[str, Any]', ofFile)] : [page];
  });

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

/** A class that has an attribute for each list, report and summary. */
function reports({ paths = {} }: oas31.OpenAPIObject, prefix: 'Async' | ''): string {
  const attributes = Object.entries(paths).flatMap(([path, { get }]) => {
    if (!/\/(list|summary)$/.test(path)) return [];
    const changes = path.replace(/list$/, 'changes');
    const hasChanges = changes !== path && changes in paths;
    const kind = hasChanges ? 'Report' : isFile(get) ? 'Table' : 'List';
    const name = nameOf(path);
    const queries = [
      `${name}_page`,
      ...(isFile(get) ? [`${name}_file`] : []),
      ...(hasChanges ? [nameOf(changes)] : []),
    ];
    const args = ['connections', 'options', `"${path}"`, ...queries.map((query) => `types.${query}`)];
    return [`        self.${name} = ${prefix}${kind}(\n            ${args.join(',\n            ')},\n        )\n`];
  });
  const classes = ['List', 'Report', 'Table'].map((kind) => prefix + kind);
  return `${generated}from __future__ import annotations

from .. import types
from .._options import Options
from .connection import ${prefix}Connections
from .report import ${classes.join(', ')}


class ${prefix}Reports:
    """The lists, reports and summaries of the API."""

    def __init__(self, connections: ${prefix}Connections, options: Options):
        self._connections = connections
        self._options = options
${attributes.join('')}`;
}

/** `scheduled-payments/list` is scheduled_payments; other names have their last part: scheduled_payments_summary. */
function nameOf(path: string): string {
  return path
    .slice(base.length + 1)
    .replace(/\/list$/, '')
    .replace(/[-/]/g, '_');
}

function isFile(operation: oas31.OperationObject | undefined): boolean {
  return 'text/csv' in ((operation?.responses?.['200'] as oas31.ResponseObject | undefined)?.content ?? {});
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
  return `def ${name}(
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
