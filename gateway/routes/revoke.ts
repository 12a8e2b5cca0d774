import type { RequestHandler } from 'express';
import { z } from 'zod';
import type { AuthDefinition } from '../../proto/generated/clientreporting/auth/Auth.ts';
import type { RpcClient } from '../../runtime/rpc-client.ts';
import { withBasic } from '../pipeline/basic-credentials.ts';
import { formBody, isForm } from '../pipeline/form-body.ts';
import { jsonBody } from '../pipeline/json-body.ts';
import type { RateLimit } from '../pipeline/rate-limit.ts';
import { parse } from '../pipeline/validation.ts';
import { basicOrBody, credential, errorsOfExchange, givenByBasic } from './token.ts';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import { errors, errorsBehind, errorsOfHttp, withBasicChallenge } from '../openapi/errors.ts';
import { basicHeaders, headers, limitHeaders } from '../openapi/headers.ts';

const token = z.string({ error: 'must be a string' }).min(1, 'must not be empty');

const jsonForm = z.object({ clientId: credential, clientSecret: credential, token });
const oauthForm = z.object({ client_id: credential, client_secret: credential, token });

/**
 * POST /auth/revoke: ends an access token of the client's own, by RFC 7009. As its answer is the same whatever the token
 * is, it tells nobody of tokens.
 */
export function revoke(auth: RpcClient<AuthDefinition>, rateLimit: RateLimit): RequestHandler {
  return async (request, response) => {
    const body = isForm(request) ? await formBody(request, response) : await jsonBody(request, response);
    const asked = readRevocation(body, request.headers.authorization);
    await rateLimit.byClientId(request, response, asked.clientId);
    await auth.RevokeToken(asked, response.locals);
    response.set('Cache-Control', 'no-store').status(200).end();
  };
}

/** In JSON, the names of the other JSON endpoints do as well as those of OAuth. */
function readRevocation(body: object, authorization: string | undefined) {
  if ('clientId' in body || 'clientSecret' in body) return parse(jsonForm, body);
  const { client_id: clientId, client_secret: clientSecret, token } = parse(oauthForm, withBasic(body, authorization));
  return { clientId, clientSecret, token };
}

export const revokeOperation: ZodOpenApiOperationObject = {
  operationId: 'revokeToken',
  summary: 'Revoke an access token',
  description:
    'By RFC 7009. The credentials are in the body, or given by HTTP Basic. Only a token of the same application is revoked; the answer is the same for any other.',
  tags: ['Access'],
  security: basicOrBody,
  requestBody: {
    required: true,
    content: {
      'application/json': { schema: jsonForm },
      'application/x-www-form-urlencoded': { schema: oauthForm.partial(givenByBasic) },
    },
  },
  responses: {
    200: {
      description: 'It is not valid any more.',
      headers: headers(...basicHeaders, ...limitHeaders, 'Cache-Control'),
    },
    ...errorsOfHttp,
    ...withBasicChallenge(errors('invalid_client')),
    413: errorsOfExchange['413'],
    500: errorsBehind['500'],
    503: errorsBehind['503'],
  },
};
