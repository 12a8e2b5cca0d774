import * as oauth from 'openid-client';

/** What openid-client finds of the service at this address by its metadata. */
export function discover(url: string, clientId: string, proof: oauth.ClientAuth): Promise<oauth.Configuration> {
  return oauth.discovery(new URL(url), clientId, {}, proof, {
    algorithm: 'oauth2',
    // The loopback interface has no TLS.
    execute: [oauth.allowInsecureRequests],
  });
}
