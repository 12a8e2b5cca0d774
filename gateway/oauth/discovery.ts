import { createPublicKey } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import type { TrustedIssuer } from '../../runtime/trusted-issuers.ts';
import type { AuthDefinition } from '../../proto/generated/clientreporting/auth/Auth.ts';
import type { RpcClient } from '../../runtime/grpc/rpc-client.ts';
import { publicAddress, requiredPublicAddress } from '../http/public-address.ts';
import { operation } from '../openapi/responses/operation.ts';
import { paths } from '../paths.ts';

/** GET /.well-known/jwks.json: the public keys of access tokens, by RFC 7517. */
export function jwks(auth: RpcClient<AuthDefinition>): RequestHandler {
  return async (_request, response) => {
    const { keys } = await auth.ListSigningKeys({}, { requestId: response.locals.requestId });
    // Short enough to see a new key before it is used.
    response.set('Cache-Control', 'public, max-age=60').json({ keys: keys.map(jwkOf) });
  };
}

function jwkOf({ kid, publicKey }: { kid: string; publicKey: string }) {
  return { ...createPublicKey(publicKey).export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' };
}

/** GET of metadata. Addresses of one request are not cached for another. */
function metadataRoute(publicUrl: string, metadataAt: (address: string) => object): RequestHandler {
  return (request, response) => {
    const metadata = metadataAt(requiredPublicAddress(publicUrl, request));
    response.set('Cache-Control', publicUrl === '/' ? 'no-store' : 'public, max-age=3600').json(metadata);
  };
}

/** GET /.well-known/oauth-authorization-server, by RFC 8414. */
export const serverMetadata = (publicUrl: string) => metadataRoute(publicUrl, serverAt);

function serverAt(issuer: string) {
  const secretMethods = ['client_secret_basic', 'client_secret_post'];
  return {
    issuer,
    // There is nothing: no response type leads there. The SDKs of MCP read no metadata that lack it.
    authorization_endpoint: `${issuer}/auth/oauth/authorize`,
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

/** GET /.well-known/oauth-protected-resource/mcp, by RFC 9728: where a client of MCP gets its token. */
export const resourceMetadata = (publicUrl: string, issuers: TrustedIssuer[]) =>
  metadataRoute(publicUrl, (address) => resourceAt(address, issuers));

/** People sign in at an issuer, and clients take the first: so programs come last, which have an id and a secret of ours. */
function resourceAt(address: string, issuers: TrustedIssuer[] = []) {
  const scopes = [...new Set(issuers.flatMap((issuer) => issuer.scopes))];
  return {
    resource: address + paths.mcp,
    resource_name: 'Client Reporting',
    authorization_servers: [...issuers.map(({ issuer }) => issuer), address],
    bearer_methods_supported: ['header'],
    ...(scopes.length > 0 && { scopes_supported: scopes }),
  };
}

/** What a 401 adds to its challenge, so that a client finds the metadata. */
export function resourceChallenge(publicUrl: string): (request: Request) => string | undefined {
  return (request) => {
    const address = publicAddress(publicUrl, request);
    return address === undefined ? undefined : `resource_metadata="${address}${paths.protectedResource}"`;
  };
}

/** Standards define the shapes. */
function discoveryOperation(
  operationId: string,
  summary: string,
  description: string,
  example: object,
  statuses?: number[],
) {
  return operation(
    { operationId, summary, description, tags: ['Access'], security: [] },
    { description: summary, headers: ['Cache-Control'], json: { schema: { type: 'object' }, example } },
    statuses,
  );
}

const exampleAddress = 'https://reports.example.com';

export const jwksOperation = discoveryOperation(
  'getSigningKeys',
  'JSON Web Key Set: the public keys of access tokens',
  'By RFC 7517. A new key is here before a token is signed with it.',
  { keys: [{ kid: '1', kty: 'RSA', use: 'sig', alg: 'RS256', n: 'u1W2lzM…', e: 'AQAB' }] },
  [500, 503],
);

export const metadataOperation = discoveryOperation(
  'getAuthorizationServer',
  'Server metadata: the OAuth 2.0 endpoints',
  'By RFC 8414. `authorization_endpoint` is 404: no response type is supported.',
  serverAt(exampleAddress),
);

export const resourceOperation = discoveryOperation(
  'getProtectedResource',
  'Resource metadata: where clients of MCP get a token',
  'By RFC 9728. The authorization servers are the issuers where people sign in, and the one for programs.',
  resourceAt(exampleAddress),
);
