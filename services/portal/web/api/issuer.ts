import * as oauth from 'oauth4webapi';
import { asked, signInItem } from './access.ts';
import type { Access, Begun, Issuer, Returned } from './access.ts';
import { Failure, pauseMs } from './failure.ts';

/** What a tab has. `returned` is what the issuer answered in the address of this page. */
type Tab = {
  storage: Storage | undefined;
  returned: Returned | undefined;
  use: (access: Access) => void;
  leave: (isExpired: boolean) => void;
};

export type SignIn = ReturnType<typeof createSignIn>;

/** Signs people in by authorization code with PKCE. Each tab has an access of its own. */
export function createSignIn(issuer: Issuer, { storage, returned, use, leave }: Tab) {
  const client = { client_id: issuer.clientId };
  let pending = returned;
  const redirectUri = `${location.origin}/portal/explorer`;
  // OpenID Connect Core, 11.
  const forRefreshToken = issuer.scope.split(' ').includes('offline_access') ? { prompt: 'consent' } : {};
  const requested = issuer.resource === undefined ? {} : { resource: issuer.resource };
  const options = {
    // The server's settings allow http for this machine alone.
    [oauth.allowInsecureRequests]: issuer.issuer.startsWith('http:'),
    additionalParameters: requested,
  };

  const find = async () => {
    const address = new URL(issuer.issuer);
    try {
      return await oauth.processDiscoveryResponse(address, await oauth.discoveryRequest(address, options));
    } catch (error) {
      throw failureOf(error);
    }
  };
  const accessOf = (answer: oauth.TokenEndpointResponse, before?: Access): Access => {
    const claims = oauth.getValidatedIdTokenClaims(answer);
    const names = [claims?.name, claims?.preferred_username, claims?.email, before?.person, claims?.sub];
    return {
      issuer,
      clientId: claims?.sub ?? before?.clientId ?? '',
      person: names.find((name) => typeof name === 'string') ?? '',
      accessToken: answer.access_token,
      // One that is refused so soon would be refused again.
      renewableAt: Date.now() + 10_000,
      expiresAt: Date.now() + (answer.expires_in ?? 300) * 1_000,
      refreshToken: answer.refresh_token ?? before?.refreshToken,
      idToken: answer.id_token ?? before?.idToken,
    };
  };
  /** Goes to the issuer, which sends the browser back here. Silent, it asks the person nothing. */
  const go = async (isSilent: boolean, isRenewal = false): Promise<never> => {
    const { authorization_endpoint: endpoint = '' } = await find();
    const [verifier, state, nonce] = [
      oauth.generateRandomCodeVerifier(),
      oauth.generateRandomState(),
      oauth.generateRandomNonce(),
    ];
    const begun: Begun = { verifier, state, nonce, from: location.pathname + location.search, isRenewal };
    storage?.setItem(signInItem, JSON.stringify(begun));
    const address = withParameters(endpoint, {
      ...{ client_id: issuer.clientId, redirect_uri: redirectUri, response_type: 'code', scope: issuer.scope },
      ...{ state, nonce, code_challenge_method: 'S256' },
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      ...requested,
      ...(isSilent ? { prompt: 'none' } : forRefreshToken),
    });
    // Back leads to where the person was, not to the issuer again.
    if (isSilent) location.replace(address);
    else location.assign(address);
    return new Promise(() => undefined);
  };
  return {
    go,
    /** Goes on with what the issuer answered, or with the session that it has. Else the person must be asked. */
    resume: async (): Promise<void> => {
      const wasAsked = storage?.getItem(signInItem) === asked;
      storage?.setItem(signInItem, asked);
      // A code is exchanged once, also where signing out shows this again.
      const answered = pending;
      pending = undefined;
      if (!answered) {
        if (storage && !wasAsked) await go(true);
        return;
      }
      const { address, verifier, state, nonce, isRenewal } = answered;
      try {
        const server = await find();
        const answer = oauth.validateAuthResponse(server, client, address, state);
        const none = oauth.None();
        const { authorizationCodeGrantRequest: request, processAuthorizationCodeResponse: process } = oauth;
        const response = await request(server, client, none, answer, redirectUri, verifier, options);
        use(accessOf(await process(server, client, response, { expectedNonce: nonce, requireIdToken: true })));
        storage?.removeItem(signInItem);
      } catch (error) {
        if (isRenewal) leave(true);
        // The person must be asked.
        if (!(error instanceof oauth.AuthorizationResponseError && error.error.endsWith('_required')))
          throw failureOf(error);
      }
    },
    /** By the refresh token; without one, by way of the issuer. */
    renew: async (used: Access): Promise<void> => {
      if (used.refreshToken === undefined) return go(true, true);
      const server = await find();
      try {
        const answer = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), used.refreshToken, options);
        const renewed = accessOf(await oauth.processRefreshTokenResponse(server, client, answer), used);
        // OpenID Connect Core, 12.2: the same person.
        if (renewed.clientId !== used.clientId) return await go(true, true);
        use(renewed);
      } catch (error) {
        if (!(error instanceof oauth.ResponseBodyError)) throw failureOf(error);
        await go(true, true);
      }
    },
    /** Ends the session at the issuer too, where it has a page for that. */
    end: async ({ refreshToken, idToken }: Access): Promise<void> => {
      const server = await find();
      if (refreshToken !== undefined && server.revocation_endpoint !== undefined) {
        await oauth.revocationRequest(server, client, oauth.None(), refreshToken, options).catch(() => undefined);
      }
      if (server.end_session_endpoint === undefined) return;
      location.assign(
        withParameters(server.end_session_endpoint, {
          client_id: issuer.clientId,
          post_logout_redirect_uri: redirectUri,
          ...(idToken !== undefined && { id_token_hint: idToken }),
        }),
      );
    },
  };
}

function withParameters(endpoint: string, parameters: Record<string, string>): URL {
  const address = new URL(endpoint);
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  return address;
}

/** With what an administrator needs to set the issuer right. */
function failureOf(error: unknown): Failure {
  if (error instanceof oauth.AuthorizationResponseError || error instanceof oauth.ResponseBodyError) {
    return new Failure(error.error, error.error_description ?? 'The issuer refused it.');
  }
  const answer = error instanceof oauth.OperationProcessingError ? error.cause : undefined;
  const isAway = error instanceof TypeError || (answer instanceof Response && answer.status >= 500);
  if (isAway) return new Failure('issuer_unreachable', String(error), { retryAt: Date.now() + pauseMs });
  if (error instanceof oauth.OperationProcessingError) return new Failure('unreadable', error.message);
  return Failure.from(error);
}
