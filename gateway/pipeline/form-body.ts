import express from 'express';
import type { Request, Response } from 'express';
import { validationError } from '../../proto/errors.ts';
import { bodyOptions, readBody } from './body.ts';
import { decodeForm } from './decode-form.ts';

const parser = express.text({ ...bodyOptions, type: () => true });

export function isForm(request: Request): boolean {
  return request.is('application/x-www-form-urlencoded') !== false;
}

/**
 * The parameters of a body of the type application/x-www-form-urlencoded. As in RFC 6749, one without a value counts as
 * left out, and none may be given twice.
 * @throws ApiError `validation_error` with what is wrong under each parameter's name, or under `body`; `payload_too_large`
 */
export async function formBody(request: Request, response: Response): Promise<Record<string, string>> {
  const body = await readBody(parser, 'form data', request, response);
  const parameters = new Map<string, string>();
  const details = new Map<string, { message: string }>();
  for (const pair of typeof body === 'string' ? body.split('&') : []) {
    const [rawName = '', ...rawValue] = pair.split('=');
    const [name, value] = [decodeForm(rawName), decodeForm(rawValue.join('='))];
    if (name === undefined || value === undefined) {
      details.set(name ?? rawName, { message: 'is not valid percent-encoded UTF-8' });
    } else if (parameters.has(name)) {
      details.set(name, { message: 'is given more than once' });
    } else if (value !== '') {
      parameters.set(name, value);
    }
  }
  if (details.size > 0) throw validationError(Object.fromEntries(details));
  return Object.fromEntries(parameters);
}
