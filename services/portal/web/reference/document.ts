/** What the reference reads of an OpenAPI 3.1 document, once references are replaced by what they point at. */
export type Document = {
  info: { title: string; version: string; description: string };
  tags: { name: string; description: string }[];
  security: object[];
  paths: Record<string, Record<string, Operation>>;
};

type Operation = {
  operationId: string;
  summary: string;
  description?: string;
  tags?: string[];
  security?: object[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Response>;
};
type Parameter = { name: string; in: string; required?: boolean; schema: Schema };
export type Response = { description: string; content?: Record<string, Media> };
type Media = { schema: Schema; example?: object };

const bounds = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'] as const;

export type Schema = Partial<Record<(typeof bounds)[number], number>> & {
  type?: string | string[];
  description?: string;
  format?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  enum?: string[];
  const?: string;
  default?: string | number | never[] | null;
};

/** The document with each reference replaced by what it points at. */
export function withoutReferences(document: { components: Record<string, Record<string, unknown>> }): Document {
  const resolve = (value: unknown): object =>
    JSON.parse(JSON.stringify(value), (_, part: { $ref?: string } | null) => {
      const [, , section = '', name = ''] = part?.$ref?.split('/') ?? [];
      return section === '' ? part : { ...resolve(document.components[section]?.[name]), ...part };
    }) as object;
  return resolve(document) as Document;
}

/** The operations of each tag, in the order of the document. */
export function tagsOf({ tags, paths }: Document) {
  const entries = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  );
  return tags.map((tag) => ({
    ...tag,
    entries: entries.filter(({ operation }) => operation.tags?.includes(tag.name)),
  }));
}

export type Entry = ReturnType<typeof tagsOf>[number]['entries'][number];

/** Parameters of a place, as the members of an object. */
export function parametersIn(place: string, { parameters = [] }: Operation) {
  const found = parameters.filter((parameter) => parameter.in === place);
  return {
    properties: Object.fromEntries(found.map(({ name, schema }) => [name, schema])),
    required: found.filter(({ required }) => required).map(({ name }) => name),
  };
}

/** The type in a few words, with its limits and its default. */
export function typeOf(schema: Schema): string {
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ');
  const { items, format = [], type = 'any', const: only = type, enum: values = [] } = schema;
  const name = items ? `array of ${typeOf(items)}` : values.join(', ') || [only].flat().join(' or ');
  const limits = bounds
    .filter((bound) => schema[bound] !== undefined && schema[bound] < Number.MAX_SAFE_INTEGER)
    .map((bound) => `${bound} ${schema[bound]}`);
  const usual = String(schema.default ?? '');
  return [name, format, limits, usual ? `default ${usual}` : []].flat().join(', ');
}
