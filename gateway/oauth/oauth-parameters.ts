import { isUtf8 } from 'node:buffer';
import type { ErrorRequestHandler, Request, Response } from 'express';
import type { z } from 'zod';
import { ApiError, validationError } from '../../proto/errors.ts';
import type { ErrorDetails } from '../../proto/errors.ts';
import { formBody, isForm, jsonBody, mustBeJson } from '../http/body.ts';
import { decodeForm } from '../http/decode-form.ts';
import { parse } from '../http/validation.ts';

const form = 'a form, with Content-Type: application/x-www-form-urlencoded';

const jsonNames = new Map([
  ['client_id', 'clientId'],
  ['client_secret', 'clientSecret'],
  ['grant_type', 'grantType'],
  ['client_assertion', 'clientAssertion'],
  ['client_assertion_type', 'clientAssertionType'],
]);

/**
 * The parameters of an OAuth request: of a form, or of JSON with the names of OAuth or those of POST /auth/token. The
 * client's id and secret may come by HTTP Basic instead.
 * @throws ApiError `validation_error` with the problem under the names that the request uses; `payload_too_large`
 */
export async function oauthParameters<Schema extends z.ZodObject>(
  schemaOf: (given: Map<string, unknown>) => Schema,
  request: Request,
  response: Response,
): Promise<z.infer<Schema>> {
  const isJson = !isForm(request);
  const body = isJson
    ? await jsonBody(request, response, `${mustBeJson}, or ${form}`)
    : await formBody(request, response);
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
  return parse(schemaOf(given), { ...Object.fromEntries(given), ...basic }, shownName);
}

/** Adds the challenge of RFC 6749, section 5.2, to a 401 for credentials by HTTP Basic, and what many tools leave undone. */
export const basicChallenge: ErrorRequestHandler = (caught: unknown, request, response, _next) => {
  const error = ApiError.from(caught);
  const given = basicText(request);
  if (error.code !== 'invalid_client' || given === undefined) throw error;
  response.set('WWW-Authenticate', 'Basic realm="client-reporting-api", charset="UTF-8"');
  if (!/[+%]|:.*:/s.test(given)) throw error;
  const message = `${error.message} HTTP Basic takes both form-urlencoded: %2B for +, %25 for %, %3A for a colon.`;
  throw new ApiError('invalid_client', { message });
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

/** The client's id and secret, each form-urlencoded in HTTP Basic: RFC 6749, section 2.3.1. */
function basicCredentials(request: Request) {
  const given = basicText(request);
  if (given === undefined) return undefined;
  const [, ...parts] = /^([^:]*):(.*)$/s.exec(given) ?? [];
  const [client_id, client_secret] = parts.map((part) => decodeForm(part));
  if (client_id === undefined || client_secret === undefined) {
    const message = 'must be Basic and CLIENT_ID:CLIENT_SECRET in base64, each form-urlencoded before';
    throw validationError({ Authorization: { message } });
  }
  return { client_id, client_secret };
}

/** What HTTP Basic holds, empty where it is no UTF-8; undefined without HTTP Basic. */
function basicText({ headers: { authorization = '' } }: Request): string | undefined {
  if (!/^Basic( |$)/i.test(authorization)) return undefined;
  const bytes = Buffer.from(authorization.slice('Basic'.length), 'base64');
  return isUtf8(bytes) ? bytes.toString() : '';
}
