import type { oas31 } from 'zod-openapi';

type Schema = oas31.SchemaObject & {
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
};

const base = '/api/v1/external/reports/client';

/** The types of the Python client, from the OpenAPI document, and a function for the parameters of each request. */
export function pythonTypes({ components, paths }: oas31.OpenAPIObject): string {
  const schemas = components?.schemas as Record<string, Schema>;
  const found = Object.entries(paths ?? {}).filter(([path]) => path.startsWith(base));
  const answers = found.map(([, { get }]) => answerOf(get));
  const names = reachable(schemas, answers);
  const fields = names.flatMap((name) => Object.entries(schemas[name]?.properties ?? {}));
  const named = (isSo: (schema: Schema) => boolean) =>
    [...new Set(fields.filter(([, schema]) => isSo(schema)).map(([name]) => `"${name}"`))].sort().join(', ');

  const functions = found.flatMap(([path, { get }]) => {
    if (!get?.parameters) return [];
    const { statistics, results } = schemas[answerOf(get)]?.properties ?? {};
    const isChanges = path.endsWith('/changes');
    const result = `Query[${pythonType(results?.items ?? {})}, ${pythonType(statistics ?? {})}]`;
    const parameters = (get.parameters as oas31.ParameterObject[]).filter((parameter) => parameter.in === 'query');
    const page = queryFunction(nameOf(path) + (isChanges ? '' : '_page'), path, result, parameters);
    const ofFile = parameters.filter(({ name }) => !['page', 'itemsPerPage'].includes(name));
    return isFile(get) ? [page, queryFunction(`${nameOf(path)}_file`, path, result, ofFile)] : [page];
  });

  return `# Made by \`npm run generate\`. Do not edit.
"""What the API takes and returns, by its own names."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Literal

from typing_extensions import NotRequired, TypedDict

from ._query import Query

DECIMALS = {${named((schema) => schema.type === 'number')}}
INSTANTS = {${named((schema) => schema.format === 'date-time')}}


${names.map((name) => typedDict(name, schemas[name] ?? {})).join('\n\n')}

${functions.join('\n\n')}`;
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
    // The client hands out the keys of removed rows apart, so its changed rows have every member.
    const isRequired = required.includes(member) || name.startsWith('Changed');
    const line = `    ${member}: ${isRequired ? type : `NotRequired[${type}]`}`;
    return schema.description ? `${line}\n    """${schema.description}"""` : line;
  });
  return `class ${name}(TypedDict):\n${description ? `    """${description}"""\n\n` : ''}${lines.join('\n')}\n`;
}

function queryFunction(name: string, path: string, result: string, parameters: oas31.ParameterObject[]): string {
  const lines = parameters.map(({ name: parameter, required, schema }) => {
    const type = parameterType(schema as Schema);
    return `    ${snakeCase(parameter)}: ${required ? type : `${type} | None = None`},`;
  });
  const members = parameters.map((parameter) => `        "${parameter.name}": ${snakeCase(parameter.name)},`);
  return `def ${name}(
    *,
${lines.join('\n')}
) -> ${result}:
    return Query("${path}", {
${members.join('\n')}
    })
`;
}

function parameterType(schema: Schema): string {
  // A filter that is null is as if left out, which every parameter may be.
  if (schema.items) return `Sequence[${pythonType(schema.items)}]`;
  if (Array.isArray(schema.type) && schema.type.includes('number')) return 'Decimal | float | int';
  return schema.format === 'date' ? 'date | str' : pythonType(schema);
}

const plain = { string: 'str', number: 'Decimal', integer: 'int', boolean: 'bool', object: 'dict[str, Any]' };

function pythonType({ $ref, type, format, enum: values, items, anyOf }: Schema): string {
  if ($ref) return $ref.split('/').at(-1) ?? '';
  if (anyOf) return anyOf.map(pythonType).join(' | ');
  if (Array.isArray(type)) return type.map((one) => pythonType({ type: one })).join(' | ');
  if (values) return `Literal[${values.map((value) => JSON.stringify(value)).join(', ')}]`;
  if (type === 'array') return `list[${pythonType(items ?? {})}]`;
  if (format === 'date-time') return 'datetime';
  return type === undefined || type === 'null' ? 'None' : plain[type];
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
