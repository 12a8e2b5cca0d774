import { createAccessToken } from './access-token.ts';
import type { Credentials } from './access-token.ts';
import { ClientReportingError } from './client-reporting-error.ts';
import { createSend } from './send.ts';

/** Gets a path with the access token. One that is no longer valid is renewed, once. */
export type Get = (path: string, headers: Record<string, string>, signal: AbortSignal | null) => Promise<Response>;

export function createConnection(baseUrl: string, credentials: Credentials): Get {
  const send = createSend(baseUrl);
  const accessToken = createAccessToken(send, credentials);
  return async (path, headers, signal) => {
    const getWith = (token: string) =>
      send(path, { headers: { ...headers, Authorization: `Bearer ${token}` }, signal });
    const token = await accessToken.current(signal);
    try {
      return await getWith(token);
    } catch (error) {
      if (!(error instanceof ClientReportingError) || error.code !== 'invalid_token') throw error;
      accessToken.forget(token);
      return getWith(await accessToken.current(signal));
    }
  };
}
