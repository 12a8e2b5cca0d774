import type { Request, RequestHandler } from 'express';
import { z } from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import { publicAddress, requiredPublicAddress } from '../http/public-address.ts';
import { paths } from '../paths.ts';
import { errorResponses } from '../responses/errors.ts';
import { basicHeaders, headers, limitHeaders } from '../responses/headers.ts';

/** GET /.well-known/oauth-protected-resource/mcp, by RFC 9728: where a client of MCP gets its token. */
export function protectedResource(publicUrl: string): RequestHandler {
  return (request, response) => {
    const address = requiredPublicAddress(publicUrl, request);
    response.set('Cache-Control', publicUrl === '/' ? 'no-store' : 'public, max-age=3600').json(resourceOf(address));
  };
}

/** What a 401 adds to its challenge, so that a client finds the metadata. */
export function resourceMetadata(publicUrl: string): (request: Request) => string | undefined {
  return (request) => {
    const address = publicAddress(publicUrl, request);
    return address === undefined ? undefined : `resource_metadata="${address}${paths.protectedResource}"`;
  };
}

function resourceOf(address: string) {
  return {
    resource: address + paths.mcp,
    resource_name: 'Client Reporting',
    authorization_servers: [address],
    bearer_methods_supported: ['header'],
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
      description: 'The resource, and its authorization server.',
      headers: headers(...basicHeaders, ...limitHeaders, 'Cache-Control'),
      content: {
        'application/json': {
          schema: z.object({
            resource: z.url(),
            resource_name: z.string(),
            authorization_servers: z.array(z.url()),
            bearer_methods_supported: z.array(z.string()),
          }),
          example: resourceOf('https://reports.example.com'),
        },
      },
    },
    ...errorResponses([]),
  },
};
