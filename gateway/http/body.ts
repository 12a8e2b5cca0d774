import { isAscii } from 'node:buffer';
import express from 'express';
import type { Request, Response } from 'express';
import { ApiError, validationError } from '../../proto/errors.ts';
import { decodeForm } from './decode-form.ts';

const maxBytes = 16_384;
const rawParser = express.raw({ limit: maxBytes, type: () => true });

export const mustBeJson = 'must be a JSON object, with Content-Type: application/json';

/** @throws ApiError `validation_error` with the problem under `body`; `payload_too_large` */
export async function jsonBody(request: Request, response: Response, mustBe = mustBeJson): Promise<object> {
  if (!request.is('application/json')) throw bodyError(mustBe);
  const text = await read(request, response);
  if (text === '') throw bodyError('must be a JSON object');
  const body = parsed(text);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw bodyError('must be a JSON object');
  return body;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw bodyError('is not valid JSON');
  }
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
  const text = await read(request, response);
  const parameters = new Map<string, string>();
  const problems = new Map<string, { message: string }>();
  for (const pair of text === '' ? [] : text.split('&')) {
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

async function read(request: Request, response: Response): Promise<string> {
  // The parser would read the whole body before it refuses it.
  if (Number(request.get('content-length')) > maxBytes) throw tooLarge();
  if (request.httpVersion === '1.1' && request.get('expect') !== undefined) response.writeContinue();
  const failure = await new Promise<unknown>((resolve) => {
    rawParser(request, response, resolve);
  });
  if (!failure) {
    response.locals.begin?.();
    return textOf((request.body as Buffer | undefined) ?? Buffer.alloc(0), request);
  }
  switch ((failure as { type?: string }).type) {
    case 'entity.too.large':
      throw tooLarge();
    case 'encoding.unsupported':
      throw bodyError('has a Content-Encoding that is not supported');
    default:
      throw bodyError('can not be read');
  }
}

/**
 * Only UTF-8; other bytes are not replaced, so that no other client id is charged. Programs name other charsets for text that is ASCII, as
 * percent-encoded forms are.
 */
function textOf(bytes: Buffer, request: Request): string {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(request.get('content-type') ?? '') ?? [];
  const encoding = encodingOf(charset);
  const isText = encoding === 'utf-8' || (encoding !== undefined && isAscii(bytes));
  if (!isText) throw bodyError('has a charset that is not supported; use UTF-8');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw bodyError('is not valid UTF-8');
  }
}

/** Undefined for what no browser knows, and for those in which ASCII letters are other bytes. */
function encodingOf(charset: string): string | undefined {
  try {
    const { encoding } = new TextDecoder(charset.replace(/^utf[ _]?8$/i, 'utf-8'));
    return encoding.startsWith('utf-16') ? undefined : encoding;
  } catch {
    return undefined;
  }
}

function tooLarge(): ApiError {
  return new ApiError('payload_too_large', { message: 'The body exceeds 16 KiB.' });
}

export function bodyError(message: string): ApiError {
  return validationError({ body: { message } });
}
