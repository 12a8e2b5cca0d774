import { createPrivateKey } from 'node:crypto';
import type { ClientReportingError, ResponseInfo } from './errors.js';

export type Credentials = { clientId: string; clientSecret?: string | undefined; privateKey?: string | undefined };

export type Retry = {
  /** Why the attempt failed. */
  error: ClientReportingError;
  /** 1 for the first retry of a request. */
  retry: number;
  /** How long the client waits before it. */
  delayMs: number;
};

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Of a client for all its calls, and of a call. */
export type SendOptions = {
  /**
   * Milliseconds until a page is there, or the first bytes of an export, and between two pieces of an export. Default: 60,000.
   */
  attemptTimeoutMs?: number | undefined;
  /** Milliseconds for a whole call, with all retries and waits; of `pages` and `changes` for each answer. Default: no limit. */
  callTimeoutMs?: number | undefined;
  /** How often a request is sent again, when it got no answer or 408, 429, 500, 502, 503 or 504. Default: 5. */
  maxRetries?: number | undefined;
  /** More headers for each request. */
  headers?: Record<string, string> | undefined;
  /** Called before the wait for each retry. */
  onRetry?: ((retry: Retry) => void) | undefined;
  /** Called with each response, whatever its status. */
  onResponse?: ((response: ResponseInfo) => void) | undefined;
};

export type ClientOptions = SendOptions & {
  /** Address of the API, such as `https://reports.example.com`. */
  baseUrl: string | undefined;
  clientId: string | undefined;
  clientSecret?: string | undefined;
  /** In place of the secret: the private key as PEM, whose public half the application has. */
  privateKey?: string | undefined;
  /** Allows `http:` for addresses outside this machine. The client secret is readable on the network then. */
  allowHttp?: boolean | undefined;
  /** Sends the requests, in place of the global `fetch`: for a proxy, or an agent of your own. */
  fetch?: Fetch | undefined;
};

export type CallOptions = SendOptions & {
  /** Ends the request, its stream, and every wait. */
  signal?: AbortSignal | undefined;
};

const isText = (value: unknown) => typeof value === 'string' && value !== '';
const isBoolean = (value: unknown) => typeof value === 'boolean';
const isFunction = (value: unknown) => typeof value === 'function';
const isObject = (value: unknown) => typeof value === 'object';
const isWithin = (from: number, to: number) => (value: unknown) =>
  typeof value === 'number' && value >= from && value <= to;

// setTimeout takes no more.
const timeout = [isWithin(1, 2_147_483_647), 'a number of milliseconds from 1 to 2147483647'] as const;
const text = [isText, 'a text that is not empty'] as const;
const callback = [isFunction, 'a function'] as const;

const checks = {
  attemptTimeoutMs: timeout,
  callTimeoutMs: timeout,
  maxRetries: [(value) => Number.isSafeInteger(value) && Number(value) >= 0, 'a whole number from 0'],
  headers: [isObject, 'an object'],
  onRetry: callback,
  onResponse: callback,
  baseUrl: [isText, 'an address as text, such as https://reports.example.com; a URL object has it as `href`'],
  clientId: text,
  clientSecret: text,
  privateKey: [isPrivateKey, 'a private key as PEM: RSA, P-256 or Ed25519'],
  allowHttp: [isBoolean, 'true or false'],
  fetch: callback,
  signal: [isObject, 'an AbortSignal'],
  ifNoneMatch: [isText, 'an ETag'],
  onChange: [(value) => value === 'throw' || value === 'restart', "'throw' or 'restart'"],
  since: [isText, 'a version'],
  load: callback,
  apply: callback,
  count: callback,
  follow: [isBoolean, 'true or false'],
  pollSeconds: [isWithin(5, 86_400), 'a number of seconds from 5 to 86400'],
} satisfies Record<string, readonly [(value: unknown) => boolean, string]>;

type Name = keyof typeof checks;

const ofSending: Name[] = ['attemptTimeoutMs', 'callTimeoutMs', 'maxRetries', 'headers', 'onRetry', 'onResponse'];
const required: Name[] = ['baseUrl', 'clientId'];

/** @throws TypeError that names the option which is unknown, missing or wrong */
export function checkedClientOptions(options: ClientOptions): ClientOptions & Record<'baseUrl', string> & Credentials {
  const found = checked(options, [...required, 'clientSecret', 'privateKey', 'allowHttp', 'fetch', ...ofSending]);
  for (const name of required) if (found[name as 'baseUrl'] === undefined) throw new TypeError(`${name} is missing`);
  if (found.clientSecret === undefined && found.privateKey === undefined)
    throw new TypeError('clientSecret is missing');
  if (found.clientSecret !== undefined && found.privateKey !== undefined) {
    throw new TypeError('give clientSecret or privateKey, not both');
  }
  return found as ReturnType<typeof checkedClientOptions>;
}

/** @throws TypeError that names the option which is unknown or wrong */
export function checkedCallOptions<Options extends object>(options: Options | undefined, ...more: Name[]): Options {
  return checked(options, ['signal', ...ofSending, ...more]);
}

/** The members that are given: JavaScript writes undefined or null for one that is left out, too. */
export function given<Members extends object>(members: Members | null | undefined): Given<Members> {
  const found = Object.entries(members ?? {}).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(found) as Given<Members>;
}

type Given<Members> = { [Name in keyof Members]: Exclude<Members[Name], undefined> };

function checked<Options extends object>(options: Options | undefined, known: Name[]): Options {
  const found = given(options);
  for (const [name, value] of Object.entries(found)) {
    if (!known.includes(name as Name)) {
      throw new TypeError(`${name} is not an option here. The options are ${known.join(', ')}.`);
    }
    const [isRight, expected] = checks[name as Name];
    if (!isRight(value)) throw new TypeError(`${name} must be ${expected}`);
    if (name === 'headers') Object.assign(found, { headers: given(value as object) });
  }
  return found;
}

function isPrivateKey(value: unknown): boolean {
  try {
    const { asymmetricKeyType: type = '', asymmetricKeyDetails: details } = createPrivateKey(value as string);
    return ['rsa', 'ed25519'].includes(type) || details?.namedCurve === 'prime256v1';
  } catch {
    return false;
  }
}

/**
 * The address without slashes at its end.
 * @throws TypeError where it is no address of an API, or sends the client secret over a network in plain text
 */
export function baseAddress({ baseUrl, allowHttp = false }: ReturnType<typeof checkedClientOptions>): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash) {
    throw new TypeError(`baseUrl must be an address such as https://reports.example.com, not ${baseUrl}`);
  }
  if (/\/api\/v\d+(\/|$)/.test(url.pathname)) {
    throw new TypeError(`baseUrl must be the address before /api/v1 and /auth, not ${baseUrl}`);
  }
  const isLoopback = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  if (url.protocol === 'http:' && !allowHttp && !isLoopback) {
    throw new TypeError(`baseUrl must begin with https:, since ${baseUrl} would send the client secret in plain text`);
  }
  return url.href.replace(/\/+$/, '');
}
