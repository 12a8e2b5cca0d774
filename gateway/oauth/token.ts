import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { decodeJwt } from 'jose';
import { z } from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import { validationError } from '../../proto/errors.ts';
import type { AuthDefinition } from '../../proto/generated/clientreporting/auth/Auth.ts';
import type { IssueTokenRequest__Output } from '../../proto/generated/clientreporting/auth/IssueTokenRequest.ts';
import type { IssueTokenResponse__Output } from '../../proto/generated/clientreporting/auth/IssueTokenResponse.ts';
import type { RpcClient } from '../../runtime/grpc/rpc-client.ts';
import { errorResponses, serviceErrors } from '../openapi/responses/errors.ts';
import { basicHeaders, headers, limitHeaders } from '../openapi/responses/headers.ts';
import { paths } from '../paths.ts';
import { bodyError, isForm, jsonBody, mustBeJson } from '../http/body.ts';
import { requiredPublicAddress } from '../http/public-address.ts';
import { oauthParameters } from './oauth-parameters.ts';
import type { RateLimit } from '../pipeline/rate-limit.ts';
import { idText, parse } from '../http/validation.ts';

export const credential = z
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

const oauthCredentials = credentials.extend({ grantType });

const oauthForm = z.object({ client_id: credential, client_secret: credential, grant_type: grantType });

/** In place of a secret: RFC 7523. */
const assertionForm = z.object({
  client_id: credential.optional(),
  client_secret: z.undefined('must not be given besides client_assertion').optional(),
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

/** POST /auth/token: client credentials for an access token. */
export const token = tokenRoute(
  async (request, response) => {
    if (isForm(request)) throw bodyError(`${mustBeJson}; ${paths.oauthToken} takes forms`);
    const body = await jsonBody(request, response);
    requireOwnNames(body);
    return { ...parse(credentials, body), clientAssertion: '', audiences: [], callId: '' };
  },
  ({ accessToken, expiresIn }) => ({ accessToken, tokenType: 'Bearer', expiresIn }),
);

/** POST /auth/oauth/token: the same exchange with the names of OAuth 2.0. */
export const oauthToken = tokenRoute(
  async (request, response, publicUrl) => {
    const formOf = (given: Map<string, unknown>) => (given.has('client_assertion') ? assertionForm : oauthForm);
    const parameters = await oauthParameters<typeof assertionForm | typeof oauthForm>(formOf, request, response);
    const { client_id: clientId = '', client_secret: clientSecret = '', grant_type: grantType } = parameters;
    if (!('client_assertion' in parameters)) {
      return { clientId, clientSecret, grantType, clientAssertion: '', audiences: [], callId: '' };
    }
    const { client_assertion: clientAssertion } = parameters;
    const issuer = requiredPublicAddress(publicUrl, request);
    return {
      clientId: clientId || (clientOf(clientAssertion) ?? ''),
      clientSecret,
      grantType,
      clientAssertion,
      audiences: [issuer, issuer + paths.oauthToken],
      callId: randomUUID(),
    };
  },
  ({ accessToken, expiresIn }) => ({ access_token: accessToken, token_type: 'Bearer', expires_in: expiresIn }),
);

export const givenByBasic = { client_id: true, client_secret: true } as const;

const ofAssertion = { client_assertion_type: true, client_assertion: true } as const;

export const namesInJson = 'JSON may have the names of the form. With HTTP Basic, the body has no credentials.';

export const basicOrBody = [{ clientCredentials: [] }, {}];

const exampleToken = 'eyJhbGciOiJSUzI1NiJ9.eyJqdGkiOiJ0XzEifQ.c2ln';

const accessToken = z.string().meta({ description: 'A JWT. Send it as Authorization: Bearer.' });
const tokenType = z.literal('Bearer');
const expiresIn = z.int().min(1).meta({ description: 'Seconds until it expires.', example: 3600 });

export const tokenOperation = tokenOperationOf(
  { operationId: 'createToken', summary: 'Exchange client credentials for an access token' },
  { schema: credentials, example: { clientId: 'CLIENT_ID', clientSecret: 'CLIENT_SECRET' } },
  {
    schema: z.object({ accessToken, tokenType, expiresIn }),
    example: { accessToken: exampleToken, tokenType: 'Bearer', expiresIn: 3600 },
  },
);

export const oauthTokenOperation = tokenOperationOf(
  { operationId: 'createOAuthToken', summary: 'The same exchange, with the field names of OAuth 2.0' },
  {
    schema: oauthCredentials,
    example: { clientId: 'CLIENT_ID', clientSecret: 'CLIENT_SECRET', grantType: 'client_credentials' },
  },
  {
    schema: z.object({ access_token: accessToken, token_type: tokenType, expires_in: expiresIn }),
    example: { access_token: exampleToken, token_type: 'Bearer', expires_in: 3600 },
  },
  {
    schema: oauthForm.partial(givenByBasic).extend(assertionForm.pick(ofAssertion).partial().shape),
    example: { client_id: 'CLIENT_ID', client_secret: 'CLIENT_SECRET', grant_type: 'client_credentials' },
  },
);

/** Refuses the names of OAuth, with the right ones in its message. @throws ApiError `validation_error` */
function requireOwnNames(body: object): void {
  const names = [
    ['clientId', 'client_id'],
    ['clientSecret', 'client_secret'],
  ] as const;
  const details = names
    .filter(([name, other]) => other in body && !(name in body))
    .map(([name, other]) => [name, { message: `is required; ${other} is given: its name here is ${name}` }] as const);
  if (details.length > 0) throw validationError(Object.fromEntries(details));
}

function tokenRoute(
  read: (request: Request, response: Response, publicUrl: string) => Promise<IssueTokenRequest__Output>,
  answer: (issued: IssueTokenResponse__Output) => object,
) {
  return (auth: RpcClient<AuthDefinition>, rateLimit: RateLimit, publicUrl: string): RequestHandler =>
    async (request, response) => {
      const credentials = await read(request, response, publicUrl);
      await rateLimit.byClientId(request, response, credentials.clientId);
      const { requestId, clientAddress } = response.locals;
      const issued = await auth.IssueToken(credentials, { requestId, clientAddress, caller: response });
      response.set('Cache-Control', 'no-store').json(answer(issued));
    };
}

function tokenOperationOf(
  names: { operationId: string; summary: string },
  request: Described,
  answer: Described,
  form?: Described,
): ZodOpenApiOperationObject {
  return {
    ...names,
    description: `Takes no access token. Tokens of either endpoint open every report. Other members are ignored.${form ? ` ${namesInJson}` : ''}`,
    tags: ['Access'],
    security: form ? basicOrBody : [],
    requestBody: {
      required: true,
      content: {
        'application/json': request,
        ...(form && { 'application/x-www-form-urlencoded': form }),
      },
    },
    responses: {
      200: {
        description: 'An access token.',
        headers: headers(...basicHeaders, ...limitHeaders, 'Cache-Control'),
        content: { 'application/json': answer },
      },
      ...errorResponses(['invalid_client', 'unauthorized', 'payload_too_large', ...serviceErrors], {
        isOAuth: form !== undefined,
        required: form ? 'client_id' : 'clientId',
      }),
    },
  };
}

type Described = { schema: z.ZodObject; example: object };
