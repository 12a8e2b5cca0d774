import type { z } from 'zod';
import { validationError } from '../../proto/errors.ts';
import type { ErrorDetails } from '../../proto/errors.ts';

/**
 * The fields as the schema has them.
 * @throws ApiError `validation_error` with what is wrong under each field's name, as `shownName` has it
 */
export function parse<Schema extends z.ZodObject>(
  schema: Schema,
  fields: object,
  shownName = (name: string) => name,
): z.infer<Schema> {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  const details = Object.entries(detailsOf(parsed.error, fields));
  throw validationError(Object.fromEntries(details.map(([name, problem]) => [shownName(name), problem])));
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
