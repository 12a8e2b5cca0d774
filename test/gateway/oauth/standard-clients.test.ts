import { expect, it } from '@jest/globals';
import jwt from 'jsonwebtoken';
import * as oauth from 'openid-client';
import request from 'supertest';
import { readGatewayConfig } from '../../../gateway/config.ts';
import { startGateway } from '../../support/programs/gateway.ts';
import { sharedProduct } from '../../support/programs/shared-product.ts';
import { company, ofOAuth, requestReport, tokenOf } from '../../support/fixtures.ts';

const strange = { client_id: 'strange +%:&=é/client', client_secret: 'se:cret +%&=é"' };

const application = { ...strange, user_id: 'standard-user', grant_types: 'client_credentials' };
const product = await sharedProduct(company('standard'), { oauth_applications: [application] });

it.each([
  ['the credentials in the form', oauth.ClientSecretPost],
  ['HTTP Basic', oauth.ClientSecretBasic],
])(
  'The library openid-client, with %s, finds the endpoints, gets a token, reads a report, and revokes the token',
  async (_, by) => {
    const proof = by(strange.client_secret);
    const configuration = await oauth.discovery(new URL(product.url), strange.client_id, {}, proof, {
      algorithm: 'oauth2',
      // The loopback interface has no TLS.
      execute: [oauth.allowInsecureRequests],
    });
    const granted = await oauth.clientCredentialsGrant(configuration);
    expect(granted).toEqual({ access_token: expect.any(String), token_type: 'bearer', expires_in: 3_600 });
    await requestReport(product.url, granted.access_token).expect(200);
    await oauth.tokenRevocation(configuration, granted.access_token);
    await oauth.tokenRevocation(configuration, 'garbage');
  },
);

it('Every error of the OAuth endpoints has error_description', async () => {
  const paths = ['/auth/oauth/token', '/auth/revoke'];
  const credentials = { client_id: 'id', client_secret: 'se', grant_type: 'g', token: 't' };
  const expectDescribed = ({ body }: request.Response) => {
    const { message } = body as { message: string };
    expect(body).toEqual(ofOAuth({ error: expect.any(String), message }));
  };
  const limited = await startGateway({ RATE_LIMIT_IP: '2' });
  try {
    for (const path of paths) {
      expectDescribed(await request(product.url).get(path).expect(405));
      expectDescribed(await request(limited.url).post(path).send(credentials).expect(503));
    }
    for (const path of paths) expectDescribed(await request(limited.url).post(path).expect(429));
  } finally {
    await limited.stop();
  }
});

it('GET /.well-known/jwks.json publishes the keys that access tokens are verified with', async () => {
  const { header } = jwt.decode(await tokenOf(product.url, 'standard'), { complete: true }) ?? {};
  const response = await request(product.url).get('/.well-known/jwks.json').expect(200);
  const key = { kty: 'RSA', use: 'sig', alg: 'RS256', n: expect.stringMatching(/^[\w-]{342}$/), e: 'AQAB' };
  expect(response.body).toEqual({ keys: [{ kid: header?.kid, ...key }] });
  expect(response.headers['cache-control']).toBe('public, max-age=60');
});

const metadataOf = (issuer: string) => ({
  issuer,
  token_endpoint: `${issuer}/auth/oauth/token`,
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
  token_endpoint_auth_signing_alg_values_supported: ['RS256', 'PS256', 'ES256', 'EdDSA'],
  grant_types_supported: ['client_credentials'],
  response_types_supported: [],
  authorization_endpoint: `${issuer}/auth/oauth/authorize`,
  revocation_endpoint: `${issuer}/auth/revoke`,
  revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  jwks_uri: `${issuer}/.well-known/jwks.json`,
});
const path = '/.well-known/oauth-authorization-server';

it('The metadata names the endpoints at the address of the request, and may not be cached', async () => {
  const response = await request(product.url).get(path).set('X-Forwarded-Host', 'evil.example').expect(200);
  expect(response.body).toEqual(metadataOf(product.url));
  expect(response.headers['cache-control']).toBe('no-store');
});

it('The metadata takes no host and no other scheme from a trusted proxy that forwards what clients send', async () => {
  const gateway = await startGateway({ TRUST_PROXY: '127.0.0.1' });
  const forged = { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'javascript' };
  const ofHttp = await request(gateway.url).get(path).set(forged).expect(200);
  expect(ofHttp.body).toEqual(metadataOf(gateway.url));
  for (const scheme of ['https', '"HTTPS"']) {
    const ofHttps = await request(gateway.url).get(path).set('X-Forwarded-Proto', scheme).expect(200);
    expect(ofHttps.body).toEqual(metadataOf(gateway.url.replace('http:', 'https:')));
  }
  await gateway.stop();
});

it('The metadata refuses a Host that it would not write into an address', async () => {
  await request(product.url).get(path).set('Host', "evil.example'$&").expect(400);
});

it('The metadata needs PUBLIC_BASE_URL in production', () => {
  const services = { AUTH_ADDRESS: '127.0.0.1:1', REPORTING_ADDRESS: '127.0.0.1:1', NODE_ENV: 'production' };
  expect(() => readGatewayConfig(services)).toThrow('PUBLIC_BASE_URL: is required but not set');
  expect(() => readGatewayConfig({ ...services, PUBLIC_BASE_URL: 'https://api.example.com/reports' })).toThrow(
    'PUBLIC_BASE_URL: must be / or http(s)://HOST[:PORT], without a path: the portal and the documents of sign-in need a host name of their own',
  );
  for (const url of ['/', 'https://api.example.com']) {
    expect(readGatewayConfig({ ...services, PUBLIC_BASE_URL: url })).toMatchObject({ PUBLIC_BASE_URL: url });
  }
});

it('The metadata names the endpoints at PUBLIC_BASE_URL where it is set', async () => {
  const gateway = await startGateway({ PUBLIC_BASE_URL: 'https://api.example.com/' });
  try {
    const response = await request(gateway.url).get(path).set('Host', 'evil.example').expect(200);
    expect(response.body).toEqual(metadataOf('https://api.example.com'));
    expect(response.headers['cache-control']).toBe('public, max-age=3600');
  } finally {
    await gateway.stop();
  }
});
