import { isUtf8 } from 'node:buffer';
import express from 'express';
import type { Request, Response } from 'express';
import { ApiError, validationError } from '../../proto/errors.ts';
import { formPairs } from './form.ts';

const maxBytes = 16_384;
const rawParser = express.raw({ limit: maxBytes, type: () => true });

/** @throws ApiError `validation_error` with the problem under `body`; `payload_too_large` */
export async function jsonBody(request: Request, response: Response, orForm = ''): Promise<object> {
  if (!request.is('application/json')) {
    throw bodyError(`must be a JSON object, with Content-Type: application/json${orForm}`);
  }
  const body = parsed(await bodyText(request, response));
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw bodyError('must be a JSON object');
  return body;
}

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    throw bodyError('is not valid JSON');
  }
}

export function isForm(request: Request): boolean {
  return request.is('application/x-www-form-urlencoded') !== false;
}

/**
 * The parameters of a form. As in RFC 6749, one without a value counts as left out, and none may be given twice.
 * @throws ApiError `validation_error` with the problem under each parameter's name, or under `body`; `payload_too_large`
 */
export async function formBody(request: Request, response: Response): Promise<object> {
  const parameters = new Map<string, string>();
  const problems = new Map<string, { message: string }>();
  for (const [name, value] of formPairs(await bodyText(request, response))) {
    if (value === undefined) problems.set(name, { message: 'is not valid percent-encoded UTF-8' });
    else if (parameters.has(name)) problems.set(name, { message: 'is given more than once' });
    else if (value !== '') parameters.set(name, value);
  }
  if (problems.size > 0) throw validationError(Object.fromEntries(problems));
  return Object.fromEntries(parameters);
}

/** Text in UTF-8. A charset changes nothing: JSON and forms have none (RFC 8259, URL standard), and text that is ASCII is the same in it. */
async function bodyText(request: Request, response: Response): Promise<string> {
  // The parser would read the whole body before it refuses it.
  if (Number(request.get('content-length')) > maxBytes) throw tooLarge();
  const failure = await new Promise<{ type?: string } | undefined>((resolve) => {
    rawParser(request, response, resolve as (failure?: unknown) => void);
  });
  if (failure?.type === 'entity.too.large') throw tooLarge();
  if (failure) throw bodyError('can not be read');
  response.locals.begin?.();
  const body = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
  // Other bytes are not replaced, so that no other client id is charged.
  if (!isUtf8(body)) throw bodyError('is not valid UTF-8');
  return new TextDecoder().decode(body);
}

function tooLarge(): ApiError {
  return new ApiError('payload_too_large', { message: 'The body exceeds 16 KiB.' });
}

function bodyError(message: string): ApiError {
  return validationError({ body: { message } });
}
