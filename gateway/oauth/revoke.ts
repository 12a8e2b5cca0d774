import type { RequestHandler } from 'express';
import { z } from 'zod';
import { validationError } from '../../proto/errors.ts';
import type { AuthDefinition } from '../../proto/generated/clientreporting/auth/Auth.ts';
import type { RpcClient } from '../../runtime/grpc/rpc-client.ts';
import { callFor } from '../http/call-options.ts';
import { parse } from '../http/validation.ts';
import { operation } from '../openapi/responses/operation.ts';
import type { RateLimit } from '../pipeline/rate-limit.ts';
import { oauthParameters } from './oauth-parameters.ts';
import { basicOrBody, credential, givenByBasic, namesInJson } from './token.ts';

const token = z.string({ error: 'must be a string' }).min(1, 'must not be empty');

const jsonForm = z.object({ clientId: credential, clientSecret: credential, token });
const oauthForm = z.object({ client_id: credential, client_secret: credential, token });

/**
 * POST /auth/revoke, by RFC 7009. The answer is the same for any token, so that it shows nothing about tokens. Who holds a token may revoke
 * it by itself: the portal keeps no secret.
 */
export function revoke(auth: RpcClient<AuthDefinition>, rateLimit: RateLimit): RequestHandler {
  return async (request, response) => {
    const [, own] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    if (own !== undefined) {
      const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
      if (coding !== undefined || Number(length ?? 0) > 0 || request.url.includes('?')) {
        throw validationError({ Authorization: { message: 'must not be Bearer besides a body or parameters' } });
      }
      await auth.RevokeToken({ clientId: '', clientSecret: '', token: own }, callFor(response));
    } else {
      const { given, shownName } = await oauthParameters(request, response);
      const { client_id: clientId, client_secret: clientSecret, token } = parse(oauthForm, given, shownName);
      await rateLimit.byClientId(request, response, clientId);
      await auth.RevokeToken({ clientId, clientSecret, token }, callFor(response));
    }
    response.set('Cache-Control', 'no-store').status(200).end();
  };
}

export const revokeOperation = operation(
  {
    operationId: 'revokeToken',
    summary: 'Revoke an access token',
    description: `By RFC 7009. The credentials are in the body, or given by HTTP Basic. ${namesInJson} Only a token of the same application is revoked; the answer is the same for any other, such as one of a sign-in provider, which ends only there. A token that is sent as Authorization: Bearer, without a body or parameters, is revoked itself; with them it is a 400.`,
    tags: ['Access'],
    security: [...basicOrBody, { accessToken: [] }],
    requestBody: {
      required: false,
      content: {
        'application/json': {
          schema: jsonForm,
          example: { clientId: 'CLIENT_ID', clientSecret: 'CLIENT_SECRET', token: 'ACCESS_TOKEN' },
        },
        'application/x-www-form-urlencoded': {
          schema: oauthForm.partial(givenByBasic),
          example: { client_id: 'CLIENT_ID', client_secret: 'CLIENT_SECRET', token: 'ACCESS_TOKEN' },
        },
      },
    },
  },
  { description: 'It is not valid any more.', headers: ['Cache-Control'] },
  [401, 413, 500, 503],
);
