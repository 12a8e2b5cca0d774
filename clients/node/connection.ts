import { createPrivateKey, randomUUID, sign } from 'node:crypto';
import {
  ClientReportingError,
  connectionFailure,
  hasCode,
  readJson,
  refusal,
  responseInfo,
  timedOut,
  unexpectedResponse,
} from './errors.js';
import { given } from './options.js';
import type { CallOptions, ClientOptions, Credentials, SendOptions } from './options.js';
import { createPace } from './pace.js';
import { userAgent } from './user-agent.js';
import { abortedAfter, pause, unlessAborted } from './waiting.js';

/** One call of a user, with all its requests. */
export type Call = Pick<SendOptions, 'onRetry' | 'onResponse'> & {
  attemptTimeoutMs: number;
  maxRetries: number;
  headers: Record<string, string>;
  /** Aborted by the user, or after `callTimeoutMs`. */
  signal: AbortSignal;
  /** When `callTimeoutMs` ends, by `performance.now()`. */
  endsAt: number;
};

export type Connection = {
  start: (own: CallOptions) => Call;
  /**
   * Gets a path with the access token, which is renewed once where it is refused, and returns what `read` makes of the response: 200, or
   * 304 to If-None-Match. Each request names the version of the data that the last response had, so that no later one is of older data.
   * @throws ClientReportingError; the reason of the call's signal when that is aborted
   */
  get: <T>(path: string, headers: Record<string, string>, call: Call, read: Read<T>) => Promise<T>;
};

type Read<T> = (response: Response) => Promise<T>;
type ApiRequest = { path: string; method?: string; headers: Record<string, string>; body?: () => string };
type Token = { value: string; expiresAt: number };

export function createConnection(baseUrl: string, credentials: Credentials, options: ClientOptions): Connection {
  const sendOne = options.fetch ?? ((url, init) => fetch(url, init));
  const pace = createPace();
  let token: Token | undefined;
  let requested: Promise<Token> | undefined;
  let newestVersion: Record<string, string> = {};

  function start(own: CallOptions): Call {
    const { callTimeoutMs = Infinity, ...others } = { ...given(options), ...given(own) };
    const late = abortedAfter(callTimeoutMs, 'callTimeoutMs');
    return {
      attemptTimeoutMs: 60_000,
      maxRetries: 5,
      ...others,
      headers: { ...given(options.headers), ...given(own.headers) },
      endsAt: performance.now() + callTimeoutMs,
      signal: own.signal ? AbortSignal.any([own.signal, late]) : late,
    };
  }

  async function attempt<T>({ path, body, ...request }: ApiRequest, call: Call, read: Read<T>): Promise<T> {
    const headers = new Headers({ 'User-Agent': userAgent });
    for (const [name, value] of Object.entries({ ...call.headers, ...request.headers })) headers.set(name, value);
    const late = new AbortController();
    let timeout: NodeJS.Timeout | undefined;
    const signal = AbortSignal.any([call.signal, late.signal]);
    const orFailure = async <Found>(promise: Promise<Found>): Promise<Found> =>
      promise.catch((error: unknown) => {
        signal.throwIfAborted();
        if (error instanceof ClientReportingError) throw error;
        throw connectionFailure(baseUrl, error);
      });
    const startNow = () => {
      const ms = call.attemptTimeoutMs;
      timeout = setTimeout(() => late.abort(timedOut(ms, 'attemptTimeoutMs')), ms);
      // Frameworks such as Next.js may keep answers otherwise.
      const notStored = { cache: 'no-store', redirect: 'manual' } as const;
      return sendOne(baseUrl + path, { ...request, ...(body && { body: body() }), ...notStored, headers, signal });
    };
    try {
      const response = await orFailure(pace(startNow, call.signal));
      call.onResponse?.(responseInfo(response));
      return await orFailure(response.ok || response.status === 304 ? read(response) : refusal(response, baseUrl));
    } finally {
      clearTimeout(timeout);
    }
  }

  async function send<T>(request: ApiRequest, call: Call, read: Read<T>): Promise<T> {
    for (let retries = 0; ; retries += 1) {
      try {
        return await attempt(request, call, read);
      } catch (error) {
        if (call.signal.aborted || !(error instanceof ClientReportingError) || retries === call.maxRetries) throw error;
        const delayMs = retryDelayMs(error, retries);
        if (delayMs === undefined || performance.now() + delayMs > call.endsAt) throw error;
        call.onRetry?.({ error, retry: retries + 1, delayMs });
        await pause(delayMs, call.signal);
      }
    }
  }

  async function requestToken(): Promise<Token> {
    // `/auth/token` has narrower limits, which the programs behind one address would share.
    const path = '/auth/oauth/token';
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
    // An assertion is for one attempt.
    const body = () => JSON.stringify({ ...proofOf(credentials, baseUrl), grantType: 'client_credentials' });
    return (token = await send({ path, method: 'POST', headers, body }, start({}), readToken));
  }

  /** The token is requested once for all who wait for it, so none of them can abort that; each waits as long as its own attempts may take. */
  async function accessToken({ attemptTimeoutMs, maxRetries, signal }: Call): Promise<string> {
    if (token && performance.now() < token.expiresAt) return token.value;
    requested ??= requestToken().finally(() => (requested = undefined));
    const late = abortedAfter(Math.min(attemptTimeoutMs * (maxRetries + 1), 2_147_483_647), 'attemptTimeoutMs');
    return (await unlessAborted(requested, AbortSignal.any([signal, late]))).value;
  }

  return {
    start,
    get: async (path, headers, call, read) => {
      const getWith = async (value: string) => {
        const request = { path, headers: { ...newestVersion, ...headers, Authorization: `Bearer ${value}` } };
        return send(request, call, async (response) => {
          const version = response.headers.get('Report-Version');
          if (version) newestVersion = { 'Report-Version': version };
          return read(response);
        });
      };
      const value = await accessToken(call);
      try {
        return await getWith(value);
      } catch (error) {
        if (!hasCode(error, 'invalid_token')) throw error;
        if (token?.value === value) token = undefined;
        return getWith(await accessToken(call));
      }
    },
  };
}

const temporaryStatuses = [408, 429, 500, 502, 503, 504];

/** How long to wait before the next retry; nothing where another attempt is of no use. All requests are safe to repeat. */
function retryDelayMs(failure: ClientReportingError, retriesBefore: number): number | undefined {
  const { code, status = 0, retryAfterSeconds = 0 } = failure;
  const isTemporary = ['connection_failed', 'timeout'].includes(code) || temporaryStatuses.includes(status);
  if (!isTemporary || retryAfterSeconds > 60) return undefined;
  const doubledMs = Math.min(60_000, 500 * 2 ** retriesBefore);
  // Programs that failed in the same moment do not come back in the same moment.
  return Math.max(doubledMs, retryAfterSeconds * 1_000) * (1 + 0.25 * Math.random());
}

/** A token without `expires_in` is used until it is refused. */
async function readToken(response: Response): Promise<Token> {
  const found = await readJson<{ access_token?: unknown; expires_in?: number }>(response);
  const { access_token: value, expires_in: seconds = Infinity } = found;
  if (typeof value !== 'string') throw unexpectedResponse(response, 'a token is missing');
  // A little early, so that it is still valid when it arrives.
  return { value, expiresAt: performance.now() + seconds * 950 };
}

/** The secret, or a JWT by RFC 7523 that stands for it, for one use: signed by the private key, RSA, P-256 or Ed25519. */
function proofOf({ clientId, clientSecret, privateKey }: Credentials, audience: string): object {
  if (privateKey === undefined) return { clientId, clientSecret };
  const key = createPrivateKey(privateKey);
  const alg = { rsa: 'RS256', ec: 'ES256' }[key.asymmetricKeyType as string] ?? 'EdDSA';
  const iat = Math.floor(Date.now() / 1_000);
  const claims = { iss: clientId, sub: clientId, aud: audience, jti: randomUUID(), iat, exp: iat + 120 };
  const parts = [{ alg, typ: 'JWT' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  const hash = alg === 'EdDSA' ? undefined : 'sha256';
  const signature = sign(hash, Buffer.from(parts.join('.')), { key, dsaEncoding: 'ieee-p1363' });
  return {
    clientId,
    clientAssertionType: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    clientAssertion: [...parts, signature.toString('base64url')].join('.'),
  };
}
