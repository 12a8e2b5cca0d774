/** What the reference reads of an OpenAPI 3.1 document. */
export type Document = {
  info: { title: string; version: string; description?: string };
  tags?: { name: string; description?: string }[];
  security?: Record<string, unknown>[];
  paths: Record<string, Record<string, Operation>>;
  components?: Record<string, Record<string, unknown>>;
};

type Operation = {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security?: Record<string, unknown>[];
  parameters?: (Parameter | Reference)[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Response | Reference>;
};
export type Parameter = { name: string; in: string; required?: boolean; description?: string; schema?: Schema };
export type Response = { description?: string; headers?: Record<string, unknown>; content?: Record<string, Media> };
export type Media = { schema?: Schema; example?: unknown; examples?: Record<string, { value?: unknown }> };
type Bound = 'minimum' | 'maximum' | 'minLength' | 'maxLength' | 'minItems' | 'maxItems';
export type Schema = Partial<Record<Bound, number>> & {
  $ref?: string;
  type?: string | string[];
  description?: string;
  format?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  default?: string | number | never[] | null;
};
type Reference = { $ref: string };

/** What a reference within the document points at; anything else as it is. */
export function follow<Target extends object>(document: Document, found: Target | Reference): Target {
  if (!('$ref' in found) || typeof found.$ref !== 'string') return found as Target;
  const [, , section = '', name = ''] = found.$ref.split('/');
  const target = document.components?.[section]?.[name];
  return follow(document, (target ?? {}) as Target);
}

/** What a parameter is where it is left out, if that is something. */
export function defaultOf({ default: given }: Schema): string {
  return [given ?? ''].flat().join();
}

export type Entry = { method: string; path: string; operation: Operation };

/** The operations of each tag, in the order of the document. */
export function tagsOf({ tags = [], paths }: Document) {
  const entries: Entry[] = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  );
  return tags.map((tag) => ({
    ...tag,
    entries: entries.filter(({ operation }) => operation.tags?.includes(tag.name)),
  }));
}
