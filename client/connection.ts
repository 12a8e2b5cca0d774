import { createAccessToken } from './access-token.js';
import { startCall } from './call.js';
import type { Call } from './call.js';
import { ClientReportingError } from './client-reporting-error.js';
import type { CallOptions, ClientOptions, Credentials } from './options.js';
import { createSend } from './send.js';

export type Connection = {
  start: (options: CallOptions) => Call;
  /**
   * Gets a path with the access token. One that is no longer valid is renewed, once. Each request names the version of the data that
   * the last response had, so that no later one is of older data.
   */
  get: <T>(
    path: string,
    headers: Record<string, string>,
    call: Call,
    read: (response: Response) => Promise<T>,
  ) => Promise<T>;
};

export function createConnection(baseUrl: string, credentials: Credentials, options: ClientOptions): Connection {
  const send = createSend(baseUrl, options.fetch ?? ((url, init) => fetch(url, init)));
  const start = (own: CallOptions) => startCall(options, own);
  const accessToken = createAccessToken(send, baseUrl, credentials, () => start({}));
  let seen: Record<string, string> = {};
  return {
    start,
    get: async (path, headers, call, read) => {
      const getWith = async (token: string) => {
        const sent = { ...seen, ...headers, Authorization: `Bearer ${token}` };
        return send({ path, headers: sent }, call, async (response) => {
          const version = response.headers.get('Report-Version');
          if (version) seen = { 'Report-Version': version };
          return read(response);
        });
      };
      const token = await accessToken.current(call);
      try {
        return await getWith(token);
      } catch (error) {
        if (!(error instanceof ClientReportingError) || error.code !== 'invalid_token') throw error;
        accessToken.forget(token);
        return getWith(await accessToken.current(call));
      }
    },
  };
}
