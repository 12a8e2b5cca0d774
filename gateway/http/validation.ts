import type { z } from 'zod';
import { validationError } from '../../proto/errors.ts';
import type { ErrorDetails } from '../../proto/errors.ts';

/** @throws ApiError `validation_error` with the problem under each field's `shownName` */
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

export function detailsOf(error: z.ZodError, input: object): ErrorDetails {
  const details: ErrorDetails = {};
  for (const { path, message } of error.issues) {
    const name = String(path[0]);
    details[name] ??= { message: name in input ? message : 'is required' };
  }
  return details;
}

/** Postgres stores neither NUL nor half a surrogate pair: an id with one of them becomes one that does not exist. */
export function idText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}
