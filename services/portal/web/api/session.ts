import { signal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import { Failure } from './failure.ts';

type Credentials = { clientId: string; clientSecret: string };

/** Where the caller stands in the tightest limit. */
export type Allowance = { limit: number; remaining: number; resetAt: number };

export type Session = {
  clientId: Signal<string | undefined>;
  allowance: Signal<Allowance | undefined>;
  /** @throws Failure */
  signIn: (credentials: Credentials) => Promise<void>;
  signOut: () => void;
  /** Only to show it when the user asks. */
  accessToken: () => string | undefined;
  /**
   * Asks with the access token. One that expired is renewed, once.
   * @throws Failure
   */
  ask: (path: string, init?: RequestInit) => Promise<Response>;
};

/** Who is signed in. It lives in these variables and nowhere else: no storage, no cookie, no address. */
export function createSession(): Session {
  let credentials: Credentials | undefined;
  let accessToken: string | undefined;
  let version: string | undefined;
  let renewing: Promise<void> | undefined;
  const clientId = signal<string | undefined>();
  const allowance = signal<Allowance | undefined>();

  const send = async (path: string, init: RequestInit, readAllowance: boolean) => {
    const response = await fetch(path, { ...init, cache: 'no-store', credentials: 'omit' });
    if (readAllowance) allowance.value = allowanceOf(response.headers) ?? allowance.value;
    return response;
  };
  const requestToken = async (given: Credentials) => {
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(given) };
    const response = await send('/auth/token', init, false);
    if (!response.ok) throw await Failure.of(response);
    ({ accessToken } = (await response.json()) as { accessToken: string });
  };
  const renew = async (given: Credentials) => {
    renewing ??= requestToken(given).finally(() => (renewing = undefined));
    await renewing;
  };
  const askOnce = async (path: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    if (accessToken) headers.set('Authorization', `Bearer ${accessToken}`);
    // No answer is of older data than the one before, where the service has several database servers.
    if (version) headers.set('Report-Version', version);
    const response = await send(path, { ...init, headers }, true);
    version = response.headers.get('Report-Version') ?? version;
    return response;
  };

  return {
    clientId,
    allowance,
    accessToken: () => accessToken,
    signIn: async (given) => {
      await requestToken(given).catch((error: unknown) => Promise.reject(Failure.from(error)));
      credentials = given;
      clientId.value = given.clientId;
    },
    signOut: () => {
      credentials = accessToken = version = undefined;
      clientId.value = allowance.value = undefined;
    },
    ask: async (path, init = {}) => {
      const used = accessToken;
      const response = await askOnce(path, init);
      if (response.ok) return response;
      const failure = await Failure.of(response);
      if (failure.code !== 'invalid_token' || !credentials) throw failure;
      // Another request may have renewed it while this one was under way.
      if (used === accessToken) await renew(credentials);
      const again = await askOnce(path, init);
      if (!again.ok) throw await Failure.of(again);
      return again;
    },
  };
}

function allowanceOf(headers: Headers): Allowance | undefined {
  const [limit, remaining, reset] = ['Limit', 'Remaining', 'Reset'].map((name) => headers.get(`RateLimit-${name}`));
  if (!limit || !remaining || !reset) return undefined;
  return { limit: Number(limit), remaining: Number(remaining), resetAt: Date.now() + Number(reset) * 1_000 };
}
