import type { z } from 'zod';
import { validationError } from '../../proto/errors.ts';
import type { ErrorDetails } from '../../proto/errors.ts';

/**
 * The fields as the schema has them. A field that is missing may have been given by the name that it has elsewhere.
 * @throws ApiError `validation_error` with what is wrong under each field's name
 */
export function parse<Schema extends z.ZodObject>(
  schema: Schema,
  fields: object,
  namesElsewhere: Record<string, string> = {},
): z.infer<Schema> {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  const details = detailsOf(parsed.error, fields);
  for (const [name, other] of Object.entries(namesElsewhere)) {
    if (name in fields || !(other in fields)) continue;
    details[name] = { message: `is required; ${other} is given: its name here is ${name}` };
  }
  throw validationError(details);
}

/** What a schema found wrong, keyed by field; the first problem of each. */
export function detailsOf(error: z.ZodError, input: object): ErrorDetails {
  const details: ErrorDetails = {};
  for (const { path, message } of error.issues) {
    const name = String(path[0]);
    details[name] ??= { message: name in input ? message : 'is required' };
  }
  return details;
}

/**
 * Text as it may be looked up in Postgres, which stores neither NUL nor half a surrogate pair: an id that has one
 * becomes one that nothing has.
 */
export function idText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}
