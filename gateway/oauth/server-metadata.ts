import type { RequestHandler } from 'express';
import { requiredPublicAddress } from '../http/public-address.ts';
import { paths } from '../paths.ts';
import { z } from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import { errorResponses } from '../openapi/responses/errors.ts';
import { basicHeaders, headers, limitHeaders } from '../openapi/responses/headers.ts';

/** GET /.well-known/oauth-authorization-server, by RFC 8414. Addresses of one request are not cached for another. */
export function metadata(publicUrl: string): RequestHandler {
  return (request, response) => {
    const issuer = requiredPublicAddress(publicUrl, request);
    response.set('Cache-Control', publicUrl === '/' ? 'no-store' : 'public, max-age=3600').json(metadataOf(issuer));
  };
}

function metadataOf(issuer: string) {
  const secretMethods = ['client_secret_basic', 'client_secret_post'];
  return {
    issuer,
    // No response type leads there; the SDKs of MCP read no metadata that lack it.
    authorization_endpoint: issuer + paths.authorize,
    token_endpoint: issuer + paths.oauthToken,
    token_endpoint_auth_methods_supported: [...secretMethods, 'private_key_jwt'],
    token_endpoint_auth_signing_alg_values_supported: ['RS256', 'PS256', 'ES256', 'EdDSA'],
    grant_types_supported: ['client_credentials'],
    response_types_supported: [],
    revocation_endpoint: issuer + paths.revoke,
    revocation_endpoint_auth_methods_supported: secretMethods,
    jwks_uri: issuer + paths.jwks,
  };
}

const url = z.url();
const texts = z.array(z.string());

export const metadataOperation: ZodOpenApiOperationObject = {
  operationId: 'getAuthorizationServer',
  summary: 'Server metadata: the OAuth 2.0 endpoints',
  description: 'By RFC 8414.',
  tags: ['Access'],
  security: [],
  responses: {
    200: {
      description: 'The addresses of the endpoints, and what they take.',
      headers: headers(...basicHeaders, ...limitHeaders, 'Cache-Control'),
      content: {
        'application/json': {
          schema: z.object({
            issuer: url,
            authorization_endpoint: url.meta({
              description: 'Only says where people sign in: no response type is supported.',
            }),
            token_endpoint: url,
            token_endpoint_auth_methods_supported: texts,
            token_endpoint_auth_signing_alg_values_supported: texts,
            grant_types_supported: texts,
            response_types_supported: texts,
            revocation_endpoint: url,
            revocation_endpoint_auth_methods_supported: texts,
            jwks_uri: url,
          }),
          example: metadataOf('https://reports.example.com'),
        },
      },
    },
    ...errorResponses([]),
  },
};
