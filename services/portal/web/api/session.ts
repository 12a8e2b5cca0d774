import { signal } from '@preact/signals';
import { asked, signInItem, takeReturned } from './access.ts';
import type { Access, Issuer } from './access.ts';
import { Failure } from './failure.ts';
import type { SignIn } from './issuer.ts';

export type Session = ReturnType<typeof createSession>;

type Credentials = { clientId: string; clientSecret: string };

const accessItem = 'access';

/**
 * Who is signed in. The secret lives in this variable and nowhere else: no storage, no cookie, no address; so does a
 * refresh token. The access token, with a person's ID token, is kept in `storage` until it expires, for reloads and other pages of the same tab.
 */
export function createSession(storage?: Storage) {
  let credentials: Credentials | undefined;
  const stored = JSON.parse(storage?.getItem(accessItem) ?? 'null') as Access | null;
  const access = signal(stored && stored.expiresAt > Date.now() ? stored : undefined);
  const returned = storage && takeReturned(storage);
  let version: string | undefined;
  let renewing: Promise<void> | undefined;
  let signingIn: Promise<SignIn> | undefined;
  /** Whether the access before ended by itself. */
  const hasExpired = signal(false);

  const keep = (given: Access | undefined) => {
    access.value = given;
    if (given) storage?.setItem(accessItem, JSON.stringify({ ...given, refreshToken: undefined }));
    else storage?.removeItem(accessItem);
  };
  const leave = (isExpired: boolean) => {
    keep(undefined);
    credentials = version = undefined;
    hasExpired.value = isExpired;
  };
  const use = (given: Access) => {
    if (given.clientId !== access.value?.clientId) version = undefined;
    keep(given);
    hasExpired.value = false;
  };
  // A person who signs out does so in all tabs, and is asked next.
  const leaveIssuer = () => {
    if (access.value?.issuer) storage?.setItem(signInItem, asked);
    leave(false);
  };
  const channel = storage && new BroadcastChannel('sign-out');
  channel?.addEventListener('message', () => access.value?.issuer && leaveIssuer());
  const atIssuer = (issuer: Issuer) =>
    (signingIn ??= import('./issuer.ts').then(({ createSignIn }) =>
      createSignIn(issuer, { storage, returned, use, leave }),
    ));
  const send = (path: string, init: RequestInit) => fetch(path, { ...init, cache: 'no-store', credentials: 'omit' });
  const requestToken = async (given: Credentials) => {
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(given) };
    const response = await send('/auth/token', init);
    if (!response.ok) throw await Failure.of(response);
    const { accessToken, expiresIn } = (await response.json()) as { accessToken: string; expiresIn: number };
    use({ clientId: given.clientId, accessToken, expiresAt: Date.now() + expiresIn * 1_000 });
  };
  /** @throws where there is no way to */
  const renew = async (used: Access, failure: Failure) => {
    if (Date.now() < (used.renewableAt ?? 0)) throw failure;
    if (used.issuer) return (await atIssuer(used.issuer)).renew(used);
    if (credentials) return requestToken(credentials);
    leave(true);
    throw failure;
  };
  return {
    access,
    hasExpired,
    /** How people sign in at the issuer of the service. */
    atIssuer,
    /** @throws Failure */
    signIn: async (given: Credentials): Promise<void> => {
      await requestToken(given).catch((error: unknown) => Promise.reject(Failure.from(error)));
      credentials = given;
    },
    /** The token of an application is revoked, and the session of a person at the issuer ends, as far as they can be reached. */
    signOut: (): void => {
      const left = access.value;
      const headers = { Authorization: `Bearer ${left?.accessToken}` };
      const ended = left?.issuer
        ? atIssuer(left.issuer).then(({ end }) => end(left))
        : send('/auth/revoke', { method: 'POST', headers, keepalive: true });
      void ended.catch(() => undefined);
      if (left?.issuer) channel?.postMessage('');
      leaveIssuer();
    },
    /**
     * Asks with the access token. One that expired is renewed, once, while the page has the secret, or by the issuer.
     * @throws Failure
     */
    ask: async (path: string, init: RequestInit = {}): Promise<Response> => {
      for (let isRenewed = false; ; isRenewed = true) {
        const used = access.value;
        const headers = new Headers(init.headers);
        if (used) headers.set('Authorization', `Bearer ${used.accessToken}`);
        // No answer is of older data than the one before, where the service has several database servers.
        if (version) headers.set('Report-Version', version);
        const response = await send(path, { ...init, headers });
        version = response.headers.get('Report-Version') ?? version;
        if (response.ok) return response;
        const failure = await Failure.of(response);
        if (isRenewed || !used || failure.code !== 'invalid_token') throw failure;
        // Another request may have renewed it while this one was under way.
        if (used.accessToken === access.value?.accessToken) {
          renewing ??= renew(used, failure).finally(() => (renewing = undefined));
          await renewing;
        }
      }
    },
  };
}
