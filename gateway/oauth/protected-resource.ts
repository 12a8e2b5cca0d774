import type { Request, RequestHandler } from 'express';
import { z } from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import type { TrustedIssuer } from '../../access/trusted-issuers.ts';
import { publicAddress, requiredPublicAddress } from '../http/public-address.ts';
import { paths } from '../paths.ts';
import { errorResponses } from '../openapi/responses/errors.ts';
import { basicHeaders, headers, limitHeaders } from '../openapi/responses/headers.ts';

/** GET /.well-known/oauth-protected-resource/mcp, by RFC 9728: where a client of MCP gets its token. */
export function protectedResource(publicUrl: string, issuers: TrustedIssuer[]): RequestHandler {
  return (request, response) => {
    const resource = resourceOf(requiredPublicAddress(publicUrl, request), issuers);
    response.set('Cache-Control', publicUrl === '/' ? 'no-store' : 'public, max-age=3600').json(resource);
  };
}

/** What a 401 adds to its challenge, so that a client finds the metadata. */
export function resourceMetadata(publicUrl: string): (request: Request) => string | undefined {
  return (request) => {
    const address = publicAddress(publicUrl, request);
    return address === undefined ? undefined : `resource_metadata="${address}${paths.protectedResource}"`;
  };
}

/** People sign in at an issuer, and clients take the first: so programs come last, which have an id and a secret of ours. */
function resourceOf(address: string, issuers: TrustedIssuer[] = []) {
  const scopes = [...new Set(issuers.flatMap((issuer) => issuer.scopes))];
  return {
    resource: address + paths.mcp,
    resource_name: 'Client Reporting',
    authorization_servers: [...issuers.map(({ issuer }) => issuer), address],
    bearer_methods_supported: ['header'],
    ...(scopes.length > 0 && { scopes_supported: scopes }),
  };
}

export const protectedResourceOperation: ZodOpenApiOperationObject = {
  operationId: 'getProtectedResource',
  summary: 'Resource metadata: where clients of MCP get a token',
  description: 'By RFC 9728.',
  tags: ['Access'],
  security: [],
  responses: {
    200: {
      description: 'The resource, and its authorization servers: those where people sign in, and that of programs.',
      headers: headers(...basicHeaders, ...limitHeaders, 'Cache-Control'),
      content: {
        'application/json': {
          schema: z.object({
            resource: z.url(),
            resource_name: z.string(),
            authorization_servers: z.array(z.url()),
            bearer_methods_supported: z.array(z.string()),
            scopes_supported: z.array(z.string()).optional(),
          }),
          example: resourceOf('https://reports.example.com'),
        },
      },
    },
    ...errorResponses([]),
  },
};
