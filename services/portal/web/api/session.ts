import { signal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import type { Access, Issuer } from './access.ts';
import { Failure } from './failure.ts';
import type { SignIn } from './issuer.ts';

type Credentials = { clientId: string; clientSecret: string };

/** Where the caller stands in the tightest limit. */
export type Allowance = { limit: number; remaining: number; resetAt: number };

export type Session = {
  /** Of an application; or a person's id at the issuer. */
  clientId: Signal<string | undefined>;
  /** The name of a person. */
  person: Signal<string | undefined>;
  /** Whether the one before ended by itself. */
  hasExpired: Signal<boolean>;
  allowance: Signal<Allowance | undefined>;
  /** @throws Failure */
  signIn: (credentials: Credentials) => Promise<void>;
  /** How people sign in at the issuer of the service. */
  atIssuer: (issuer: Issuer) => Promise<SignIn>;
  /** The token of an application is revoked, and the session of a person at the issuer ends, as far as they can be reached. */
  signOut: () => void;
  /** Waits so that quick clicks don't use up the minute's requests: the fewer are left, the longer. */
  untilAllowed: (signal: AbortSignal) => Promise<void>;
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
  let version: string | undefined;
  let renewing: Promise<void> | undefined;
  let lastReadingAt = 0;
  let signingIn: Promise<SignIn> | undefined;
  const clientId = signal(access?.clientId);
  const person = signal(access?.person);
  const hasExpired = signal(false);
  const allowance = signal<Allowance | undefined>();

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
    allowance.value = undefined;
    hasExpired.value = isExpired;
  };
  const use = (given: Access) => {
    if (given.clientId !== access?.clientId) version = undefined;
    keep(given);
    hasExpired.value = false;
  };
  const atIssuer = (issuer: Issuer) => {
    const tab = { storage, access: () => access, use, leave };
    signingIn ??= import('./issuer.ts').then(({ createSignIn }) => createSignIn(issuer, tab));
    return signingIn;
  };
  // From now on it answers other tabs.
  if (access?.issuer) void atIssuer(access.issuer);
  const send = async (path: string, init: RequestInit, readAllowance: boolean) => {
    const response = await fetch(path, { ...init, cache: 'no-store', credentials: 'omit' });
    if (readAllowance) allowance.value = allowanceOf(response.headers) ?? allowance.value;
    return response;
  };
  const requestToken = async (given: Credentials) => {
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(given) };
    const response = await send('/auth/token', init, false);
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
    // Known before the answer is there, so that requests on their way count, too.
    const { value: left } = allowance;
    if (left) allowance.value = { ...left, remaining: Math.max(0, left.remaining - 1) };
    const response = await send(path, { ...init, headers }, true);
    version = response.headers.get('Report-Version') ?? version;
    return response;
  };

  return {
    clientId,
    person,
    hasExpired,
    allowance,
    untilAllowed: async (signal) => {
      const ms = lastReadingAt + pauseMs(allowance.value) - Date.now();
      if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
      signal.throwIfAborted();
      lastReadingAt = Date.now();
    },
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
        : send('/auth/revoke', { method: 'POST', headers, keepalive: true }, false);
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

/** What a view may take, with its names and what needs attention. */
const requestsOfView = 10;
/** After it, a refusal says more than a page that does nothing. */
const longestPauseMs = 5_000;

/** Between two views: none while half of the minute's requests are left, then what spreads the others over the minute. */
function pauseMs(allowance: Allowance | undefined): number {
  if (!allowance || allowance.remaining > allowance.limit / 2) return 0;
  const msLeft = Math.max(0, allowance.resetAt - Date.now());
  return Math.min(longestPauseMs, (msLeft * requestsOfView) / Math.max(requestsOfView, allowance.remaining));
}

const storedAs = 'access';

function storedAccess(storage: Storage | undefined): Access | undefined {
  const access = JSON.parse(storage?.getItem(storedAs) ?? 'null') as Access | null;
  return access && access.expiresAt > Date.now() ? access : undefined;
}

function allowanceOf(headers: Headers): Allowance | undefined {
  const [limit, remaining, reset] = ['Limit', 'Remaining', 'Reset'].map((name) => headers.get(`RateLimit-${name}`));
  if (!limit || !remaining || !reset) return undefined;
  return { limit: Number(limit), remaining: Number(remaining), resetAt: Date.now() + Number(reset) * 1_000 };
}
