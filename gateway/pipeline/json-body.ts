import { isUtf8 } from 'node:buffer';
import express from 'express';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import { ApiError, validationError } from '../../proto/errors.ts';
import { detailsOf } from './validation.ts';

const maxBytes = 16_384;
const readJson = express.json({
  limit: maxBytes,
  verify: (_request, _response, bytes) => {
    // Decoding would replace what is wrong, and another client id be charged.
    if (!isUtf8(bytes)) throw new Error('not UTF-8');
  },
});

/**
 * The JSON object in the body, as the schema has it.
 * @throws ApiError `validation_error` with what is wrong under each field's name, or under `body`; `payload_too_large`
 */
export async function jsonBody<Schema extends z.ZodObject>(
  schema: Schema,
  request: Request,
  response: Response,
): Promise<z.infer<Schema>> {
  if (!request.is('application/json')) throw bodyError('must be a JSON object, with Content-Type: application/json');
  if (request.get('content-length') === '0') throw bodyError('must be a JSON object');
  // The parser would read all of it before it says so.
  if (Number(request.get('content-length')) > maxBytes) throw bodyTooLarge();
  await new Promise<void>((resolve, reject) => {
    readJson(request, response, (failure?: unknown) => {
      if (failure) reject(bodyFailure(failure));
      else resolve();
    });
  });
  const body: unknown = request.body;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw bodyError('must be a JSON object');
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw validationError(detailsOf(parsed.error, body));
  return parsed.data;
}

function bodyFailure(failure: unknown): ApiError {
  const type = failure instanceof Error && 'type' in failure ? failure.type : undefined;
  switch (type) {
    case 'entity.too.large':
      return bodyTooLarge();
    case 'encoding.unsupported':
      return bodyError('has a Content-Encoding that is not supported');
    case 'charset.unsupported':
      return bodyError('has a charset that is not supported; use UTF-8');
    default:
      return bodyError('is not valid JSON in UTF-8');
  }
}

function bodyTooLarge(): ApiError {
  return new ApiError('payload_too_large', { message: 'The body exceeds 16 KiB.' });
}

function bodyError(message: string): ApiError {
  return validationError({ body: { message } });
}
