import { isUtf8 } from 'node:buffer';
import express from 'express';
import type { Request, RequestHandler, Response } from 'express';
import { ApiError, validationError } from '../../proto/errors.ts';
import { decodeForm } from './decode-form.ts';

const maxBytes = 16_384;
const options = {
  limit: maxBytes,
  verify: (_request: unknown, _response: unknown, bytes: Buffer, charset: string) => {
    if (!/^utf-?8$/i.test(charset)) throw Object.assign(new Error(charset), { type: 'charset.unsupported' });
    // Decoding would replace invalid bytes, so that another client id would be charged.
    if (!isUtf8(bytes)) throw new Error('not UTF-8');
  },
};
const jsonParser = express.json(options);
const textParser = express.text({ ...options, type: () => true });

export const mustBeJson = 'must be a JSON object, with Content-Type: application/json';

/** @throws ApiError `validation_error` with the problem under `body`; `payload_too_large` */
export async function jsonBody(request: Request, response: Response): Promise<object> {
  if (!request.is('application/json')) throw bodyError(mustBeJson);
  if (request.get('content-length') === '0') throw bodyError('must be a JSON object');
  const body = await read(jsonParser, 'JSON', request, response);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw bodyError('must be a JSON object');
  return body;
}

export function isForm(request: Request): boolean {
  return request.is('application/x-www-form-urlencoded') !== false;
}

/**
 * The parameters of a form. As in RFC 6749, one without a value counts as left out, and none may be given twice.
 * Express' own parser would accept broken percent-encoding.
 * @throws ApiError `validation_error` with the problem under each parameter's name, or under `body`; `payload_too_large`
 */
export async function formBody(request: Request, response: Response): Promise<object> {
  const body = await read(textParser, 'form data', request, response);
  const parameters = new Map<string, string>();
  const problems = new Map<string, { message: string }>();
  for (const pair of typeof body === 'string' ? body.split('&') : []) {
    const [rawName = '', ...rawValue] = pair.split('=');
    const [name, value] = [decodeForm(rawName), decodeForm(rawValue.join('='))];
    if (name === undefined || value === undefined) {
      problems.set(name ?? rawName, { message: 'is not valid percent-encoded UTF-8' });
    } else if (parameters.has(name)) {
      problems.set(name, { message: 'is given more than once' });
    } else if (value !== '') {
      parameters.set(name, value);
    }
  }
  if (problems.size > 0) throw validationError(Object.fromEntries(problems));
  return Object.fromEntries(parameters);
}

async function read(parser: RequestHandler, format: string, request: Request, response: Response): Promise<unknown> {
  // The parser would read the whole body before it refuses it.
  if (Number(request.get('content-length')) > maxBytes) throw tooLarge();
  if (request.httpVersion === '1.1' && /\b100-continue\b/i.test(request.get('expect') ?? '')) response.writeContinue();
  const failure = await new Promise<unknown>((resolve) => void parser(request, response, resolve));
  if (!failure) return request.body;
  switch ((failure as { type?: string }).type) {
    case 'entity.too.large':
      throw tooLarge();
    case 'encoding.unsupported':
      throw bodyError('has a Content-Encoding that is not supported');
    case 'charset.unsupported':
      throw bodyError('has a charset that is not supported; use UTF-8');
    default:
      throw bodyError(`is not valid ${format} in UTF-8`);
  }
}

function tooLarge(): ApiError {
  return new ApiError('payload_too_large', { message: 'The body exceeds 16 KiB.' });
}

export function bodyError(message: string): ApiError {
  return validationError({ body: { message } });
}
