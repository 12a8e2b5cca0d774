import { signal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import { takeReturned } from './access.ts';
import type { Access, Issuer } from './access.ts';
import { Failure } from './failure.ts';
import type { SignIn } from './issuer.ts';

type Credentials = { clientId: string; clientSecret: string };

export type Session = {
  /** Of an application; or a person's id at the issuer. */
  clientId: Signal<string | undefined>;
  /** The name of a person. */
  person: Signal<string | undefined>;
  /** Whether the one before ended by itself. */
  hasExpired: Signal<boolean>;
  /** @throws Failure */
  signIn: (credentials: Credentials) => Promise<void>;
  /** How people sign in at the issuer of the service. */
  atIssuer: (issuer: Issuer) => Promise<SignIn>;
  /** The token of an application is revoked, and the session of a person at the issuer ends, as far as they can be reached. */
  signOut: () => void;
  /**
   * Asks with the access token. One that expired is renewed, once, while the page has the secret, or by the issuer.
   * @throws Failure
   */
  ask: (path: string, init?: RequestInit) => Promise<Response>;
};

/**
 * Who is signed in. The secret lives in this variable and nowhere else: no storage, no cookie, no address; so does a
 * refresh token. The access token is kept in `storage` until it expires, for reloads and other pages of the same tab.
 */
export function createSession(storage?: Storage): Session {
  let credentials: Credentials | undefined;
  let access = storedAccess(storage);
  const returned = storage && takeReturned(storage);
  let version: string | undefined;
  let renewing: Promise<void> | undefined;
  let signingIn: Promise<SignIn> | undefined;
  const clientId = signal(access?.clientId);
  const person = signal(access?.person);
  const hasExpired = signal(false);

  const keep = (given: Access | undefined) => {
    access = given;
    clientId.value = given?.clientId;
    person.value = given?.person;
    if (given) storage?.setItem(storedAs, JSON.stringify({ ...given, refreshToken: undefined }));
    else storage?.removeItem(storedAs);
  };
  const leave = (isExpired: boolean) => {
    keep(undefined);
    credentials = version = undefined;
    hasExpired.value = isExpired;
  };
  const use = (given: Access) => {
    if (given.clientId !== access?.clientId) version = undefined;
    keep(given);
    hasExpired.value = false;
  };
  const atIssuer = (issuer: Issuer) => {
    const tab = { storage, returned, access: () => access, use, leave };
    signingIn ??= import('./issuer.ts').then(({ createSignIn }) => createSignIn(issuer, tab));
    return signingIn;
  };
  // From now on it answers other tabs.
  if (access?.issuer) void atIssuer(access.issuer);
  const send = (path: string, init: RequestInit) => fetch(path, { ...init, cache: 'no-store', credentials: 'omit' });
  const requestToken = async (given: Credentials) => {
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(given) };
    const response = await send('/auth/token', init);
    if (!response.ok) throw await Failure.of(response);
    const { accessToken, expiresIn } = (await response.json()) as { accessToken: string; expiresIn: number };
    use({ clientId: given.clientId, accessToken, expiresAt: Date.now() + expiresIn * 1_000 });
  };
  /** Undefined where there is no way. */
  const renewalOf = (used: Access): (() => Promise<void>) | undefined => {
    const { issuer } = used;
    if (issuer) return async () => (await atIssuer(issuer)).renew(used);
    const given = credentials;
    return given && (() => requestToken(given));
  };
  const askOnce = async (path: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    if (access) headers.set('Authorization', `Bearer ${access.accessToken}`);
    // No answer is of older data than the one before, where the service has several database servers.
    if (version) headers.set('Report-Version', version);
    const response = await send(path, { ...init, headers });
    version = response.headers.get('Report-Version') ?? version;
    return response;
  };

  return {
    clientId,
    person,
    hasExpired,
    signIn: async (given) => {
      await requestToken(given).catch((error: unknown) => Promise.reject(Failure.from(error)));
      credentials = given;
    },
    atIssuer,
    signOut: () => {
      const left = access;
      const headers = { Authorization: `Bearer ${left?.accessToken}` };
      const ended = left?.issuer
        ? atIssuer(left.issuer).then(({ end }) => end(left))
        : send('/auth/revoke', { method: 'POST', headers, keepalive: true });
      void ended.catch(() => undefined);
      leave(false);
    },
    ask: async (path, init = {}) => {
      const used = access;
      const response = await askOnce(path, init);
      if (response.ok) return response;
      const failure = await Failure.of(response);
      if (failure.code !== 'invalid_token' || !used) throw failure;
      // Another request may have renewed it while this one was under way. Another tab may have given the same again.
      if (used.accessToken === access?.accessToken) {
        const renew = renewalOf(used);
        if (!renew) leave(true);
        if (!renew || Date.now() < (used.renewableAt ?? 0)) throw failure;
        renewing ??= renew().finally(() => (renewing = undefined));
        await renewing;
      }
      const again = await askOnce(path, init);
      if (!again.ok) throw await Failure.of(again);
      return again;
    },
  };
}

const storedAs = 'access';

function storedAccess(storage: Storage | undefined): Access | undefined {
  const access = JSON.parse(storage?.getItem(storedAs) ?? 'null') as Access | null;
  return access && access.expiresAt > Date.now() ? access : undefined;
}
