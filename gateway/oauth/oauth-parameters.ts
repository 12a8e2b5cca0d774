import { isUtf8 } from 'node:buffer';
import type { ErrorRequestHandler, Request, Response } from 'express';
import { ApiError, validationError } from '../../proto/errors.ts';
import { formBody, isForm, jsonBody } from '../http/body.ts';
import { decodeForm } from '../http/form.ts';

/** The names that parameters have in JSON. */
const jsonNames: Record<string, string> = {
  client_id: 'clientId',
  client_secret: 'clientSecret',
  grant_type: 'grantType',
  client_assertion: 'clientAssertion',
  client_assertion_type: 'clientAssertionType',
};
const besideBasic = 'must be left out when HTTP Basic is used, which a .netrc file may have added';
const oauthNames = new Map(Object.entries(jsonNames).map(([name, jsonName]) => [jsonName, name]));

/**
 * The parameters of an OAuth request by their names in OAuth, out of a form or of JSON, which may have either names. The client's id and
 * secret may come by HTTP Basic instead. `shownName` is the name for messages.
 * @throws ApiError `validation_error`; `payload_too_large`
 */
export async function oauthParameters(request: Request, response: Response) {
  const hasForm = isForm(request);
  const orForm = ', or a form, with Content-Type: application/x-www-form-urlencoded';
  const body = hasForm ? await formBody(request, response) : await jsonBody(request, response, orForm);
  const hasOAuthNames = hasForm || Object.keys(jsonNames).some((name) => Object.hasOwn(body, name));
  const shownName = (name: string) => (hasOAuthNames ? name : (jsonNames[name] ?? name));
  if (basicText(request) !== undefined && ['client_secret', 'clientSecret'].some((name) => Object.hasOwn(body, name)))
    throw validationError({ [shownName('client_secret')]: { message: besideBasic } });
  const basic = basicCredentials(request);
  const given = new Map<string, unknown>();
  const both = [...Object.entries(body), ...Object.entries(basic ?? {})] as [string, unknown][];
  for (const [sentName, value] of both) {
    const name = hasForm ? sentName : (oauthNames.get(sentName) ?? sentName);
    if (given.has(name) && given.get(name) !== value) {
      const message = basic && name in basic ? besideBasic : 'must not be given with two values';
      throw validationError({ [shownName(name)]: { message } });
    }
    given.set(name, value);
  }
  return { given: Object.fromEntries(given), shownName };
}

/** Adds the challenge of RFC 6749, section 5.2, to a 401 for credentials by HTTP Basic. */
export const basicChallenge: ErrorRequestHandler = (caught: unknown, request, response, _next) => {
  const error = ApiError.from(caught);
  if (error.code === 'invalid_client' && basicText(request) !== undefined) {
    response.set('WWW-Authenticate', 'Basic realm="client-reporting-api", charset="UTF-8"');
  }
  throw error;
};

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
