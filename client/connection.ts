import { createAccessToken } from './access-token.ts';
import type { Credentials } from './access-token.ts';
import { ClientReportingError } from './client-reporting-error.ts';
import { createSend } from './send.ts';

/**
 * Gets a path with the access token. One that is no longer valid is renewed, once. Each request names the version of the data that
 * the last response had, so that no later one is of older data.
 */
export type Get = (path: string, headers: Record<string, string>, signal: AbortSignal | null) => Promise<Response>;

export function createConnection(baseUrl: string, credentials: Credentials): Get {
  const send = createSend(baseUrl);
  const accessToken = createAccessToken(send, credentials);
  let seen: Record<string, string> = {};
  return async (path, headers, signal) => {
    const getWith = async (token: string) => {
      const sent = { ...seen, ...headers, Authorization: `Bearer ${token}` };
      const response = await send(path, { headers: sent, signal });
      const version = response.headers.get('Report-Version');
      if (version) seen = { 'Report-Version': version };
      return response;
    };
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
