import type { RequestHandler } from 'express';
import { z } from 'zod';
import type { AuthDefinition } from '../../proto/generated/clientreporting/auth/Auth.ts';
import type { IssueTokenRequest__Output } from '../../proto/generated/clientreporting/auth/IssueTokenRequest.ts';
import type { IssueTokenResponse__Output } from '../../proto/generated/clientreporting/auth/IssueTokenResponse.ts';
import type { RpcClient } from '../../runtime/rpc-client.ts';
import { jsonBody } from '../pipeline/json-body.ts';
import type { RateLimit } from '../pipeline/rate-limit.ts';
import { idText } from '../pipeline/validation.ts';

const credential = z
  .string({ error: 'must be a string' })
  .min(2, 'must have at least 2 characters')
  .max(100, 'must have at most 100 characters')
  .transform(idText);

const grantType = z.string({ error: 'must be a string' });

/** POST /auth/token: client credentials for an access token. */
export const token = tokenRoute(
  z.object({
    clientId: credential,
    clientSecret: credential,
    grantType: grantType.default('client_credentials'),
  }),
  ({ accessToken, expiresIn }) => ({ accessToken, tokenType: 'Bearer', expiresIn }),
);

/** POST /auth/oauth/token: the same exchange, answered with the field names of OAuth 2.0. */
export const oauthToken = tokenRoute(
  z.object({ clientId: credential, clientSecret: credential, grantType }),
  ({ accessToken, expiresIn }) => ({ access_token: accessToken, token_type: 'Bearer', expires_in: expiresIn }),
);

function tokenRoute(
  schema: z.ZodObject & z.ZodType<IssueTokenRequest__Output>,
  answer: (issued: IssueTokenResponse__Output) => object,
) {
  return (auth: RpcClient<AuthDefinition>, rateLimit: RateLimit): RequestHandler =>
    async (request, response) => {
      const credentials = await jsonBody(schema, request, response);
      await rateLimit.byClientId(request, response, credentials.clientId);
      const issued = await auth.IssueToken(credentials, response.locals);
      response.set('Cache-Control', 'no-store').json(answer(issued));
    };
}
