import type { Send } from './send.ts';
import { unlessAborted } from './unless-aborted.ts';

export type Credentials = { clientId: string; clientSecret: string };

type AccessToken = {
  /** The token that is valid now. A new one is requested once for all who wait for it, so none of them can abort that. */
  current: (signal: AbortSignal | null) => Promise<string>;
  /** Requests another token next time, unless it did so already. */
  forget: (token: string) => void;
};

type Token = { value: string; expiresAt: number };

/** Keeps one access token until it expires. */
export function createAccessToken(send: Send, credentials: Credentials): AccessToken {
  let token: Token | undefined;
  let requested: Promise<Token> | undefined;

  const request = async () => {
    // `/auth/token` has narrower limits, which the programs behind one address would share.
    const response = await send('/auth/oauth/token', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...credentials, grantType: 'client_credentials' }),
      signal: null,
    });
    const body = (await response.json()) as { access_token: string; expires_in: number };
    // A little early, so that it is still valid when it arrives.
    return (token = { value: body.access_token, expiresAt: performance.now() + body.expires_in * 950 });
  };

  return {
    current: async (signal) => {
      if (token && performance.now() < token.expiresAt) return token.value;
      requested ??= request().finally(() => (requested = undefined));
      return (await unlessAborted(requested, signal)).value;
    },
    forget: (value) => {
      if (token?.value === value) token = undefined;
    },
  };
}
