import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

/** As JSON Schema, without references: clients do not resolve them all. Of output, only the shape: every conversation pays for its text. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): object {
  const made = z.toJSONSchema(schema, {
    io,
    // A registry with ids would make references of them.
    metadata: z.registry(),
    override: ({ zodSchema, jsonSchema: part }) => {
      const { id: _id, param: _param, override, ...meta } = z.globalRegistry.get(zodSchema) ?? {};
      Object.assign(part, io === 'input' && meta, override);
      const [first, ...others] = part.anyOf ?? [];
      if (first && others.every((other) => isDeepStrictEqual(other, first)))
        Object.assign(part, first, { anyOf: undefined });
      if (io === 'output') delete part.additionalProperties;
      // An empty list would be no filter: a program that found no team would be told of all.
      else if (part.type === 'array') part.minItems = 1;
    },
  });
  return { type: 'object', ...made };
}
