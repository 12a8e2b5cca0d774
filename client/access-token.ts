import { clientAssertion } from './client-assertion.js';
import { abortedAfter } from './call.js';
import type { Call } from './call.js';
import { readJson } from './read-json.js';
import type { Credentials } from './options.js';
import type { Send } from './send.js';
import { unexpectedResponse } from './client-reporting-error.js';
import { unlessAborted } from './unless-aborted.js';

type AccessToken = {
  /**
   * The token that is valid now. A new one is requested once for all who wait for it, so none of them can abort that; each waits as long as its
   * own attempts may take.
   */
  current: (call: Call) => Promise<string>;
  /** Requests another token next time, unless it did so already. */
  forget: (token: string) => void;
};

type Token = { value: string; expiresAt: number };

/** Keeps one access token until it expires. */
export function createAccessToken(
  send: Send,
  baseUrl: string,
  { clientId, clientSecret, privateKey }: Credentials,
  startCall: () => Call,
): AccessToken {
  let token: Token | undefined;
  let requested: Promise<Token> | undefined;

  const request = async () => {
    // `/auth/token` has narrower limits, which the programs behind one address would share.
    const path = '/auth/oauth/token';
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
    // An assertion is for one attempt.
    const body = () => {
      const proof = privateKey === undefined ? { clientSecret } : ofKey(clientAssertion(clientId, privateKey, baseUrl));
      return JSON.stringify({ clientId, ...proof, grantType: 'client_credentials' });
    };
    return (token = await send({ path, method: 'POST', headers, body }, startCall(), readToken));
  };

  return {
    current: async ({ attemptTimeoutMs, maxRetries, signal }) => {
      if (token && performance.now() < token.expiresAt) return token.value;
      requested ??= request().finally(() => (requested = undefined));
      const late = abortedAfter(Math.min(attemptTimeoutMs * (maxRetries + 1), 2_147_483_647), 'attemptTimeoutMs');
      return (await unlessAborted(requested, AbortSignal.any([signal, late]))).value;
    },
    forget: (value) => {
      if (token?.value === value) token = undefined;
    },
  };
}

function ofKey(clientAssertion: string) {
  return { clientAssertionType: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer', clientAssertion };
}

/** A token without `expires_in` is used until it is refused. */
async function readToken(response: Response): Promise<Token> {
  const { access_token: value, expires_in: seconds = Infinity } = await readJson<{
    access_token?: unknown;
    expires_in?: number;
  }>(response);
  if (typeof value !== 'string') throw unexpectedResponse(response, 'a token is missing');
  // A little early, so that it is still valid when it arrives.
  return { value, expiresAt: performance.now() + seconds * 950 };
}
