import type { z } from 'zod';
import type { ErrorDetails } from '../../proto/errors.ts';

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
