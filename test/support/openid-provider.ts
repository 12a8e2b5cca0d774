import { generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import jwt from 'jsonwebtoken';
import type { ClientMetadata, Configuration, Provider } from 'oidc-provider';

// It says at length what an installation would have to set.
for (const level of ['info', 'warn'] as const) {
  const write = console[level].bind(console);
  console[level] = (...texts: unknown[]) => String(texts[0]).startsWith('oidc-provider ') || write(...texts);
}
const oidc = await import('oidc-provider');

type Key = { kid: string; privateKey: KeyObject };

export type OpenIdProvider = Awaited<ReturnType<typeof startOpenIdProvider>>;

/** Of a provider that is away. */
export const away: RequestListener = (_, response) =>
  void response.writeHead(503, { 'Access-Control-Allow-Origin': '*' }).end();

export const audience = 'https://reports.example.com/mcp';

function newKey(kid: string): Key {
  return { kid, privateKey: generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey };
}

/** A real provider of OpenID Connect. Who signs in there writes a name, or has it in `login_hint`. */
export async function startOpenIdProvider(clients: ClientMetadata[] = [], tokenSeconds = 600) {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let key = newKey('first');
  let provider = providerOf(issuer, key, clients, tokenSeconds);
  let inPlace: RequestListener | undefined;
  let delayMs = 0;
  const requests: string[] = [];
  const answer: RequestListener = (request, response) => {
    if (inPlace) inPlace(request, response);
    else if (request.url?.startsWith('/sign-in/')) void signIn(provider, request, response);
    else void provider.callback()(request, response);
  };
  server.on('request', (request, response) => {
    requests.push(request.url ?? '');
    setTimeout(answer, delayMs, request, response);
  });
  const claimsOf = (account: string) => {
    const now = Math.floor(Date.now() / 1_000);
    return { iss: issuer, aud: audience, sub: account, client_id: 'portal', jti: 'forged', iat: now, exp: now + 600 };
  };
  return {
    issuer,
    /** The claims of a good token. */
    claimsOf,
    /** The requests so far, as paths. */
    requests,
    key: () => key,
    /** The access token that the provider itself makes for a person and an audience. */
    tokenFor: async (accountId: string, ofAudience = audience) => {
      const client = await provider.Client.find('portal');
      if (!client) throw new Error('the provider has no client portal');
      const token = new provider.AccessToken({
        accountId,
        client,
        grantId: 'none',
        gty: 'authorization_code',
        scope: '',
      });
      token.resourceServer = new provider.ResourceServer(ofAudience, resourceServer(ofAudience, tokenSeconds));
      return token.save();
    },
    /** A token with these claims, signed by the provider's key unless another is given. */
    forge: (claims: object, { key: other = key, ...options }: jwt.SignOptions & { key?: Key } = {}) =>
      jwt.sign(claims, other.privateKey, {
        algorithm: 'RS256',
        keyid: other.kid,
        header: { alg: 'RS256', typ: 'at+jwt' },
        ...options,
      }),
    /** The provider has this key from now on, and no other. */
    rotate: (next = newKey('next')) => {
      key = next;
      provider = providerOf(issuer, key, clients, tokenSeconds);
    },
    /** This answers in its place from now on; without it, the provider again. */
    answerBy: (other?: RequestListener) => (inPlace = other),
    /** It answers so much later from now on. */
    slowBy: (ms: number) => (delayMs = ms),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Goes where a browser is sent, as a person of this name, until it is sent back to an address of the client. */
export async function visit(address: URL, name: string, client: string): Promise<URL> {
  const first = new URL(address);
  first.searchParams.set('login_hint', name);
  const cookies = new Map<string, string>();
  for (let at = first, steps = 0; steps < 10; steps += 1) {
    if (at.href.startsWith(client)) return at;
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(at, { headers: { cookie }, redirect: 'manual' });
    for (const set of response.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(key, value);
    }
    at = new URL(response.headers.get('location') ?? '', at);
  }
  throw new Error('the issuer sends the browser on and on');
}

function resourceServer(identifier: string, tokenSeconds: number) {
  return {
    audience: identifier.endsWith('/mcp') ? audience : identifier,
    scope: 'reports',
    accessTokenFormat: 'jwt' as const,
    accessTokenTTL: tokenSeconds,
  };
}

function providerOf(
  issuer: string,
  { kid, privateKey }: Key,
  clients: ClientMetadata[],
  tokenSeconds: number,
): Provider {
  const jwk = { ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' };
  const portal: ClientMetadata = { client_id: 'portal', token_endpoint_auth_method: 'none', redirect_uris: [issuer] };
  const configuration: Configuration = {
    jwks: { keys: [jwk] },
    clients: clients.some(({ client_id: id }) => id === 'portal') ? clients : [portal, ...clients],
    scopes: ['openid', 'offline_access', 'reports'],
    cookies: { keys: ['of tests'] },
    clientBasedCORS: () => true,
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    interactions: { url: (_, { uid }) => `/sign-in/${uid}` },
    issueRefreshToken: async (_, client) => client.grantTypeAllowed('refresh_token'),
    // There is no page of consent.
    loadExistingGrant: async ({ oidc: { provider, client, session, params } }) => {
      const grant = new provider.Grant({ clientId: client?.clientId ?? '', accountId: session?.accountId ?? '' });
      grant.addOIDCScope('openid offline_access reports');
      grant.addResourceScope(typeof params?.resource === 'string' ? params.resource : audience, 'reports');
      await grant.save();
      return grant;
    },
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => audience,
        useGrantedResource: () => true,
        getResourceServerInfo: (_, resource) => resourceServer(resource, tokenSeconds),
      },
    },
  };
  return new oidc.Provider(issuer, configuration);
}

async function signIn(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { params } = await provider.interactionDetails(request, response);
  const address = new URL(request.url ?? '', provider.issuer);
  const accountId = address.searchParams.get('name') ?? params.login_hint;
  if (typeof accountId === 'string') {
    await provider.interactionFinished(request, response, { login: { accountId }, consent: {} });
    return;
  }
  response.setHeader('Content-Type', 'text/html');
  response.end('<form><label>Name <input name="name"></label><button>Sign in</button></form>');
}
