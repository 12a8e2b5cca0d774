import type { RequestHandler } from 'express';
import { ApiError } from '../../proto/errors.ts';

const list = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** The last step of a path that supports these methods: refuses any other. */
export function allow(...methods: string[]): RequestHandler {
  return (_, response) => {
    response.set('Allow', methods.join(', '));
    throw methodNotAllowed(methods);
  };
}

export function methodNotAllowed(methods: string[]): ApiError {
  const message = `This path does not support the method; use ${list.format(methods)}.`;
  return new ApiError('method_not_allowed', { message });
}
