import express from 'express';
import type { Request, Response } from 'express';
import { bodyError, bodyOptions, readBody } from './body.ts';

export const mustBeJson = 'must be a JSON object, with Content-Type: application/json';

const parser = express.json(bodyOptions);

/**
 * The JSON object in the body.
 * @throws ApiError `validation_error` with what is wrong under `body`; `payload_too_large`
 */
export async function jsonBody(request: Request, response: Response): Promise<object> {
  if (!request.is('application/json')) throw bodyError(mustBeJson);
  if (request.get('content-length') === '0') throw bodyError('must be a JSON object');
  const body = await readBody(parser, 'JSON', request, response);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw bodyError('must be a JSON object');
  return body;
}
