import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../programs/command.ts';

type Header = { required: boolean; schema: object };

export type Described = {
  headers?: Record<string, Header | { $ref: string }>;
  content?: Record<string, { schema: object; examples?: Record<string, { value?: { error?: string } }> }>;
};

export type Responses = Record<string, Described | { $ref: string }>;

type Operation = {
  parameters?: { in: string; name: string; required?: boolean; example?: unknown; schema: { default?: string } }[];
  responses: Responses;
};

type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { headers: Record<string, Header>; responses: Record<string, Described> };
};

const text = readFileSync(path.join(root, 'docs/openapi.json'), 'utf8');

/** The OpenAPI document, under the name that its references have here. It leaves room for further members; a test doesn't. */
export const document = JSON.parse(text.replaceAll('"#/', '"document#/'), closed) as Document;

/** The one method of a path, and what it answers. */
export function operationOf(ofPath: string): { method: string; responses: Responses } | undefined {
  const { servers: _, ...methods } = document.paths[ofPath] ?? {};
  const [operation, ...more] = Object.entries(methods);
  if (more.length > 0) throw new Error(`${ofPath} has several methods, and operationOf knows of one`);
  return operation && { method: operation[0].toUpperCase(), responses: operation[1].responses };
}

export function resolved(response: Described | { $ref: string }): Described {
  return '$ref' in response ? (document.components.responses[nameIn(response.$ref)] ?? {}) : response;
}

export function resolvedHeader(header: Header | { $ref: string }): Header {
  if (!('$ref' in header)) return header;
  const found = document.components.headers[nameIn(header.$ref)];
  if (!found) throw new Error(`no ${header.$ref}`);
  return found;
}

function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

function closed(_: unknown, value: unknown): unknown {
  const isShape = typeof value === 'object' && value !== null && 'type' in value && 'properties' in value;
  return isShape ? { additionalProperties: false, ...value } : value;
}
