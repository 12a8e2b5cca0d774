import { createPublicKey } from 'node:crypto';
import type { RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import type { AuthDefinition } from '../../proto/generated/clientreporting/auth/Auth.ts';
import type { RpcClient } from '../../runtime/grpc/rpc-client.ts';
import { z } from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import { errorResponses } from '../openapi/responses/errors.ts';
import { basicHeaders, headers, limitHeaders } from '../openapi/responses/headers.ts';

const freshMs = 5_000;

/** GET /.well-known/jwks.json: the public keys of access tokens, by RFC 7517. */
export function jwks(auth: RpcClient<AuthDefinition>): RequestHandler {
  const cache = new LRUCache<'keys', object[], string>({
    max: 1,
    ttl: freshMs,
    fetchMethod: async (_key, _stale, { context: requestId }) => {
      const { keys } = await auth.ListSigningKeys({}, { requestId });
      return keys.map(({ kid, publicKey }) => ({
        ...createPublicKey(publicKey).export({ format: 'jwk' }),
        kid,
        use: 'sig',
        alg: 'RS256',
      }));
    },
  });
  return async (_request, response) => {
    const keys = await cache.fetch('keys', { context: response.locals.requestId });
    // Short enough to see a new key before it is used.
    response.set('Cache-Control', 'public, max-age=60').json({ keys });
  };
}

const text = z.string();

export const jwksOperation: ZodOpenApiOperationObject = {
  operationId: 'getSigningKeys',
  summary: 'JSON Web Key Set: the public keys of access tokens',
  description: 'By RFC 7517. A new key is here before a token is signed with it.',
  tags: ['Access'],
  security: [],
  responses: {
    200: {
      description: 'The keys.',
      headers: headers(...basicHeaders, ...limitHeaders, 'Cache-Control'),
      content: {
        'application/json': {
          schema: z.object({
            keys: z.array(z.object({ kid: text, kty: text, use: text, alg: text, n: text, e: text })),
          }),
          example: { keys: [{ kid: '1', kty: 'RSA', use: 'sig', alg: 'RS256', n: 'u1W2lzM…', e: 'AQAB' }] },
        },
      },
    },
    ...errorResponses(['internal_error', 'service_unavailable']),
  },
};
