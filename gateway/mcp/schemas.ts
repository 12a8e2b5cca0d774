import type { oas31 } from 'zod-openapi';

/** JSON Schemas of a tool, from the operation of the OpenAPI document that answers it. */
export type Schemas = { input: ObjectSchema; output: ObjectSchema };

export type ObjectSchema = { type: 'object'; properties: Record<string, object>; required: string[] };

/** @param path of a GET that takes a query and answers JSON. @param defaults of the tool, where they are others */
export function schemasOf(document: oas31.OpenAPIObject, path: string, defaults: Record<string, number> = {}): Schemas {
  const { parameters = [], responses } = inlined(document, document.paths?.[path]?.get) as Operation;
  const ofQuery = parameters.filter((parameter) => parameter.in === 'query');
  const properties = ofQuery.map(({ name, schema, example }) => {
    // An empty list would be no filter: a program that found no team would be told of all.
    const usual = name in defaults ? { default: defaults[name] } : {};
    return [name, { ...schema, ...usual, ...(schema.type === 'array' && { minItems: 1 }), examples: [example] }];
  });
  return {
    input: {
      type: 'object',
      properties: Object.fromEntries(properties) as Record<string, object>,
      required: ofQuery.filter(({ required }) => required).map(({ name }) => name),
    },
    output: responses[200].content['application/json'].schema,
  };
}

/** What fits any of the schemas: members that they all have must be there, and have the shape of one of them. */
export function merged(schemas: ObjectSchema[]): ObjectSchema {
  const names = new Set(schemas.flatMap(({ properties }) => Object.keys(properties)));
  const properties = Array.from(names, (name) => {
    const shapes = new Map(
      schemas.flatMap(({ properties: { [name]: shape } }) => (shape ? [[JSON.stringify(shape), shape]] : [])),
    );
    const [first, ...others] = shapes.values();
    return [name, others.length === 0 ? first : { anyOf: [first, ...others] }];
  });
  const required = [...names].filter((name) => schemas.every((schema) => schema.required.includes(name)));
  return { type: 'object', properties: Object.fromEntries(properties) as ObjectSchema['properties'], required };
}

type Operation = {
  parameters?: { in: string; name: string; required?: boolean; schema: { type?: string }; example?: unknown }[];
  responses: { 200: { content: { 'application/json': { schema: ObjectSchema } } } };
};

/** With what its references name in their place: clients do not resolve them all. */
function inlined(document: oas31.OpenAPIObject, part: unknown): unknown {
  if (Array.isArray(part)) return part.map((element) => inlined(document, element));
  if (typeof part !== 'object' || part === null) return part;
  if ('$ref' in part) {
    const [kind = '', name = ''] = String(part.$ref).split('/').slice(-2);
    const components = document.components as Record<string, Record<string, unknown>> | undefined;
    return inlined(document, components?.[kind]?.[name]);
  }
  return Object.fromEntries(Object.entries(part).map(([name, member]) => [name, inlined(document, member)]));
}
