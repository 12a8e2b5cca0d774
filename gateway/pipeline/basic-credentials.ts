import { isUtf8 } from 'node:buffer';
import type { ErrorRequestHandler } from 'express';
import { ApiError, validationError } from '../../proto/errors.ts';
import { decodeForm } from './decode-form.ts';

/**
 * The parameters of an OAuth request, with the client's id and secret from HTTP Basic where it came with that: each
 * form-urlencoded, as RFC 6749, section 2.3.1, has it.
 * @throws ApiError `validation_error`, also where credentials are given both ways; under the names of `shownName`
 */
export function withBasic(
  parameters: object,
  authorization: string | undefined,
  shownName = (name: string) => name,
): Record<string, unknown> {
  const given: Record<string, unknown> = { ...parameters };
  if (!isBasic(authorization)) return given;
  const { clientId, clientSecret } = decodeBasic(authorization);
  if (given.client_secret !== undefined) {
    throw validationError({ [shownName('client_secret')]: { message: 'must not be given besides HTTP Basic' } });
  }
  if (given.client_id !== undefined && given.client_id !== clientId) {
    throw validationError({ [shownName('client_id')]: { message: 'is another one than that of HTTP Basic' } });
  }
  return { ...given, client_id: clientId, client_secret: clientSecret };
}

/** Gives a 401 to who came with HTTP Basic the challenge that RFC 6749, section 5.2, asks for. */
export const basicChallenge: ErrorRequestHandler = (caught: unknown, request, response, _next) => {
  const error = ApiError.from(caught);
  if (error.code === 'invalid_client' && isBasic(request.headers.authorization)) {
    response.set('WWW-Authenticate', 'Basic realm="client-reporting-api", charset="UTF-8"');
  }
  throw error;
};

function isBasic(authorization: string | undefined): authorization is string {
  return authorization !== undefined && /^Basic( |$)/i.test(authorization);
}

function decodeBasic(authorization: string): { clientId: string; clientSecret: string } {
  const bytes = Buffer.from(authorization.slice('Basic'.length), 'base64');
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(isUtf8(bytes) ? bytes.toString() : '') ?? [];
  const [clientId, clientSecret] = [id, secret].map((part) => (part === undefined ? part : decodeForm(part)));
  if (clientId === undefined || clientSecret === undefined) {
    const message = 'must be Basic and CLIENT_ID:CLIENT_SECRET in base64, each form-urlencoded before';
    throw validationError({ Authorization: { message } });
  }
  return { clientId, clientSecret };
}
