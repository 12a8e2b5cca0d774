import type { RequestHandler } from 'express';
import { z } from 'zod';
import { validationError } from '../../proto/errors.ts';
import type { AuthDefinition } from '../../proto/generated/clientreporting/auth/Auth.ts';
import type { RpcClient } from '../../runtime/grpc/rpc-client.ts';
import { oauthParameters } from './oauth-parameters.ts';
import type { RateLimit } from '../pipeline/rate-limit.ts';
import { basicOrBody, credential, givenByBasic, namesInJson } from './token.ts';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import { errorResponses } from '../openapi/responses/errors.ts';
import { basicHeaders, headers, limitHeaders } from '../openapi/responses/headers.ts';

const token = z.string({ error: 'must be a string' }).min(1, 'must not be empty');

const jsonForm = z.object({ clientId: credential, clientSecret: credential, token });
const oauthForm = z.object({ client_id: credential, client_secret: credential, token });

/**
 * POST /auth/revoke, by RFC 7009. The answer is the same for any token, so that it shows nothing about tokens. Who holds a token may revoke
 * it by itself: the portal keeps no secret.
 */
export function revoke(auth: RpcClient<AuthDefinition>, rateLimit: RateLimit): RequestHandler {
  return async (request, response) => {
    const { requestId, clientAddress } = response.locals;
    const call = { requestId, clientAddress, caller: response };
    const [, own] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    if (own !== undefined) {
      const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
      if (coding !== undefined || Number(length ?? 0) > 0 || request.url.includes('?')) {
        throw validationError({ Authorization: { message: 'must not be Bearer besides a body or parameters' } });
      }
      await auth.RevokeToken({ clientId: '', clientSecret: '', token: own }, call);
      response.set('Cache-Control', 'no-store').status(200).end();
      return;
    }
    const parameters = await oauthParameters(() => oauthForm, request, response);
    const { client_id: clientId, client_secret: clientSecret, token } = parameters;
    await rateLimit.byClientId(request, response, clientId);
    await auth.RevokeToken({ clientId, clientSecret, token }, call);
    response.set('Cache-Control', 'no-store').status(200).end();
  };
}

export const revokeOperation: ZodOpenApiOperationObject = {
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
  responses: {
    200: {
      description: 'It is not valid any more.',
      headers: headers(...basicHeaders, ...limitHeaders, 'Cache-Control'),
    },
    ...errorResponses(['invalid_client', 'payload_too_large', 'internal_error', 'service_unavailable'], {
      isOAuth: true,
      required: 'client_id',
    }),
  },
};
