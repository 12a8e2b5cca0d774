import type { Request, Response } from 'express';
import type { z } from 'zod';
import { validationError } from '../../proto/errors.ts';
import type { ErrorDetails } from '../../proto/errors.ts';
import { withBasic } from './basic-credentials.ts';
import { formBody, isForm } from './form-body.ts';
import { jsonBody } from './json-body.ts';
import { parse } from './validation.ts';

/** What the JSON of POST /auth/token calls the parameters of OAuth. */
const jsonNames = new Map([
  ['client_id', 'clientId'],
  ['client_secret', 'clientSecret'],
  ['grant_type', 'grantType'],
]);

/**
 * The parameters of an OAuth request: of a form, or of JSON by the names of OAuth or those of POST /auth/token. The
 * client's id and secret may come by HTTP Basic instead.
 * @throws ApiError `validation_error` with what is wrong under the names that the request uses; `payload_too_large`
 */
export async function oauthParameters<Schema extends z.ZodObject>(
  schema: Schema,
  request: Request,
  response: Response,
): Promise<z.infer<Schema>> {
  const { authorization } = request.headers;
  if (isForm(request)) return parse(schema, withBasic(await formBody(request, response), authorization));
  const body = new Map<string, unknown>(Object.entries(await jsonBody(request, response)));
  const usesOAuthNames = [...jsonNames.keys()].some((name) => body.has(name));
  const shownName = (name: string) => (usesOAuthNames ? name : (jsonNames.get(name) ?? name));
  const parameters = withBasic(Object.fromEntries(withOAuthNames(body)), authorization, shownName);
  return parse(schema, parameters, shownName);
}

function withOAuthNames(body: Map<string, unknown>): Map<string, unknown> {
  const parameters = new Map(body);
  const details: ErrorDetails = {};
  for (const [name, jsonName] of jsonNames) {
    if (!body.has(jsonName)) continue;
    parameters.set(name, body.get(jsonName));
    if (!body.has(name) || body.get(name) === body.get(jsonName)) continue;
    details[name] = { message: `must not differ from ${jsonName}` };
    details[jsonName] = { message: `must not differ from ${name}` };
  }
  if (Object.keys(details).length > 0) throw validationError(details);
  return parameters;
}
