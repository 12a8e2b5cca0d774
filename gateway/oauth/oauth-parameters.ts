import { isUtf8 } from 'node:buffer';
import type { ErrorRequestHandler, Request, Response } from 'express';
import type { z } from 'zod';
import { ApiError, validationError } from '../../proto/errors.ts';
import type { ErrorDetails } from '../../proto/errors.ts';
import { formBody, isForm, jsonBody } from '../http/body.ts';
import { decodeForm } from '../http/decode-form.ts';
import { parse } from '../http/validation.ts';

const jsonNames = new Map([
  ['client_id', 'clientId'],
  ['client_secret', 'clientSecret'],
  ['grant_type', 'grantType'],
]);

/**
 * The parameters of an OAuth request: of a form, or of JSON with the names of OAuth or those of POST /auth/token. The
 * client's id and secret may come by HTTP Basic instead.
 * @throws ApiError `validation_error` with the problem under the names that the request uses; `payload_too_large`
 */
export async function oauthParameters<Schema extends z.ZodObject>(
  schema: Schema,
  request: Request,
  response: Response,
): Promise<z.infer<Schema>> {
  const isJson = !isForm(request);
  const body = isJson ? await jsonBody(request, response) : await formBody(request, response);
  const given = new Map<string, unknown>(Object.entries(body));
  const usesJsonNames = isJson && ![...jsonNames.keys()].some((name) => given.has(name));
  const shownName = (name: string) => (usesJsonNames ? (jsonNames.get(name) ?? name) : name);
  if (isJson) useOAuthNames(given);
  const basic = basicCredentials(request);
  if (basic) {
    if (given.has('client_secret')) {
      throw validationError({ [shownName('client_secret')]: { message: 'must not be given besides HTTP Basic' } });
    }
    if (given.has('client_id') && given.get('client_id') !== basic.client_id) {
      throw validationError({ [shownName('client_id')]: { message: 'is another one than that of HTTP Basic' } });
    }
  }
  return parse(schema, { ...Object.fromEntries(given), ...basic }, shownName);
}

/** Adds the challenge of RFC 6749, section 5.2, to a 401 for credentials by HTTP Basic. */
export const basicChallenge: ErrorRequestHandler = (caught: unknown, request, response, _next) => {
  const error = ApiError.from(caught);
  if (error.code === 'invalid_client' && basicPattern.test(request.headers.authorization ?? '')) {
    response.set('WWW-Authenticate', 'Basic realm="client-reporting-api", charset="UTF-8"');
  }
  throw error;
};

function useOAuthNames(given: Map<string, unknown>): void {
  const problems: ErrorDetails = {};
  for (const [name, jsonName] of jsonNames) {
    if (!given.has(jsonName)) continue;
    if (given.has(name) && given.get(name) !== given.get(jsonName)) {
      problems[name] = { message: `must not differ from ${jsonName}` };
      problems[jsonName] = { message: `must not differ from ${name}` };
    }
    given.set(name, given.get(jsonName));
  }
  if (Object.keys(problems).length > 0) throw validationError(problems);
}

const basicPattern = /^Basic( |$)/i;

/** The client's id and secret, each form-urlencoded in HTTP Basic: RFC 6749, section 2.3.1. */
function basicCredentials({ headers: { authorization = '' } }: Request) {
  if (!basicPattern.test(authorization)) return undefined;
  const bytes = Buffer.from(authorization.slice('Basic'.length), 'base64');
  const [, ...parts] = /^([^:]*):(.*)$/s.exec(isUtf8(bytes) ? bytes.toString() : '') ?? [];
  const [client_id, client_secret] = parts.map((part) => decodeForm(part));
  if (client_id === undefined || client_secret === undefined) {
    const message = 'must be Basic and CLIENT_ID:CLIENT_SECRET in base64, each form-urlencoded before';
    throw validationError({ Authorization: { message } });
  }
  return { client_id, client_secret };
}
