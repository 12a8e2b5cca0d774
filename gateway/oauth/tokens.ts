import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { decodeJwt } from 'jose';
import * as z from 'zod';
import { validationError } from '../../proto/errors.ts';
import type { AuthDefinition } from '../../proto/generated/clientreporting/auth/Auth.ts';
import type { RpcClient } from '../../runtime/grpc/rpc-client.ts';
import { jsonBody } from '../http/body.ts';
import { callFor } from '../http/call-options.ts';
import { requiredPublicAddress } from '../http/public-address.ts';
import { idText, parse } from '../http/validation.ts';
import { operation } from '../openapi/responses/operation.ts';
import { paths } from '../paths.ts';
import type { RateLimit } from '../pipeline/rate-limit.ts';
import { oauthParameters } from './oauth-parameters.ts';

const credential = z
  .string({ error: 'must be a string' })
  .min(2, 'must have at least 2 characters')
  .max(100, 'must have at most 100 characters')
  .transform(idText)
  .meta({ description: 'Of the company’s OAuth application.' });

const grantType = z
  .string({ error: 'must be a string' })
  .meta({ description: 'Another one is 403.', example: 'client_credentials' });

const credentials = z.object({
  clientId: credential,
  clientSecret: credential,
  grantType: grantType.default('client_credentials'),
});

const secretForm = z.object({ client_id: credential, client_secret: credential, grant_type: grantType });

/** In place of a secret: RFC 7523. */
const assertionForm = z.object({
  client_id: credential.optional(),
  client_secret: z.undefined('must be left out when client_assertion is used').optional(),
  grant_type: grantType,
  client_assertion_type: z.literal('urn:ietf:params:oauth:client-assertion-type:jwt-bearer', {
    error: 'must be urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  }),
  client_assertion: z
    .string({ error: 'must be a string' })
    .refine((assertion) => clientOf(assertion) !== undefined, 'must be a JWT whose claim sub is the client id')
    .meta({ description: 'In place of the secret: a JWT by RFC 7523, signed by a key of the application.' }),
});

function clientOf(assertion: string): string | undefined {
  try {
    return credential.safeParse(decodeJwt(assertion).sub).data;
  } catch {
    return undefined;
  }
}

const noAssertion = { clientAssertion: '', audiences: [], callId: '' };

/** POST /auth/token: client credentials for an access token. */
export function token(auth: RpcClient<AuthDefinition>, rateLimit: RateLimit): RequestHandler {
  return async (request, response) => {
    const given = parse(credentials, await jsonBody(request, response));
    await rateLimit.byClientId(request, response, given.clientId);
    const { accessToken, expiresIn } = await auth.IssueToken({ ...given, ...noAssertion }, callFor(response));
    response.set('Cache-Control', 'no-store').json({ accessToken, tokenType: 'Bearer', expiresIn });
  };
}

/** POST /auth/oauth/token: the same exchange with the names of OAuth 2.0. */
export function oauthToken(auth: RpcClient<AuthDefinition>, rateLimit: RateLimit, publicUrl: string): RequestHandler {
  return async (request, response) => {
    const given = await oauthCredentials(request, response, publicUrl);
    await rateLimit.byClientId(request, response, given.clientId);
    const { accessToken, expiresIn } = await auth.IssueToken(given, callFor(response));
    response
      .set('Cache-Control', 'no-store')
      .json({ access_token: accessToken, token_type: 'Bearer', expires_in: expiresIn });
  };
}

async function oauthCredentials(request: Request, response: Response, publicUrl: string) {
  const { given, shownName } = await oauthParameters(request, response);
  if (!('client_assertion' in given)) {
    const { client_id, client_secret, grant_type } = parse(secretForm, given, shownName);
    return { clientId: client_id, clientSecret: client_secret, grantType: grant_type, ...noAssertion };
  }
  const { client_id, grant_type, client_assertion } = parse(assertionForm, given, shownName);
  const issuer = requiredPublicAddress(publicUrl, request);
  return {
    clientId: client_id ?? clientOf(client_assertion) ?? '',
    clientSecret: '',
    grantType: grant_type,
    clientAssertion: client_assertion,
    audiences: [issuer, issuer + paths.oauthToken],
    callId: randomUUID(),
  };
}

const revokedToken = z.string({ error: 'must be a string' }).min(1, 'must not be empty');

const revokeJson = z.object({ clientId: credential, clientSecret: credential, token: revokedToken });
const revokeForm = z.object({ client_id: credential, client_secret: credential, token: revokedToken });

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
        throw validationError({ Authorization: { message: 'a Bearer token must come without body and parameters' } });
      }
      await auth.RevokeToken({ clientId: '', clientSecret: '', token: own }, callFor(response));
    } else {
      const { given, shownName } = await oauthParameters(request, response);
      const { client_id: clientId, client_secret: clientSecret, token } = parse(revokeForm, given, shownName);
      await rateLimit.byClientId(request, response, clientId);
      await auth.RevokeToken({ clientId, clientSecret, token }, callFor(response));
    }
    response.set('Cache-Control', 'no-store').status(200).end();
  };
}

const givenByBasic = { client_id: true, client_secret: true } as const;
const namesInJson = 'JSON may have the names of the form. With HTTP Basic, the body has no credentials.';
const basicOrBody = [{ clientCredentials: [] }, {}];

const description = 'Takes no access token. Tokens of either endpoint open every report. Other members are ignored.';
const statuses = [401, 403, 413, 500, 503];
const issued = { description: 'An access token.', headers: ['Cache-Control'] as const };
const exampleToken = 'eyJhbGciOiJSUzI1NiJ9.eyJqdGkiOiJ0XzEifQ.c2ln';
const accessToken = z.string().meta({ description: 'A JWT. Send it as Authorization: Bearer.' });
const tokenType = z.literal('Bearer');
const expiresIn = z.int().min(1).meta({ format: 'int32', description: 'Seconds until it expires.', example: 3600 });

export const tokenOperation = operation(
  {
    operationId: 'createToken',
    summary: 'Exchange client credentials for an access token',
    description,
    tags: ['Access'],
    security: [],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: credentials,
          example: { clientId: 'CLIENT_ID', clientSecret: 'CLIENT_SECRET' },
        },
      },
    },
  },
  {
    ...issued,
    json: {
      schema: z.object({ accessToken, tokenType, expiresIn }),
      example: { accessToken: exampleToken, tokenType: 'Bearer', expiresIn: 3600 },
    },
  },
  statuses,
);

const ofAssertion = { client_assertion_type: true, client_assertion: true } as const;

export const oauthTokenOperation = operation(
  {
    operationId: 'createOAuthToken',
    summary: 'The same exchange, with the field names of OAuth 2.0',
    description: `${description} ${namesInJson}`,
    tags: ['Access'],
    security: basicOrBody,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: credentials.extend({ grantType }),
          example: { clientId: 'CLIENT_ID', clientSecret: 'CLIENT_SECRET', grantType: 'client_credentials' },
        },
        'application/x-www-form-urlencoded': {
          schema: secretForm.partial(givenByBasic).extend(assertionForm.pick(ofAssertion).partial().shape),
          example: { client_id: 'CLIENT_ID', client_secret: 'CLIENT_SECRET', grant_type: 'client_credentials' },
        },
      },
    },
  },
  {
    ...issued,
    json: {
      schema: z.object({ access_token: accessToken, token_type: tokenType, expires_in: expiresIn }),
      example: { access_token: exampleToken, token_type: 'Bearer', expires_in: 3600 },
    },
  },
  statuses,
);

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
          schema: revokeJson,
          example: { clientId: 'CLIENT_ID', clientSecret: 'CLIENT_SECRET', token: 'ACCESS_TOKEN' },
        },
        'application/x-www-form-urlencoded': {
          schema: revokeForm.partial(givenByBasic),
          example: { client_id: 'CLIENT_ID', client_secret: 'CLIENT_SECRET', token: 'ACCESS_TOKEN' },
        },
      },
    },
  },
  { description: 'It is not valid any more.', headers: ['Cache-Control'] },
  [401, 413, 500, 503],
);
