import { createPrivateKey } from 'node:crypto';
import type { ClientReportingError } from './client-reporting-error.js';
import type { ResponseInfo } from './response-info.js';

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
  /** Allows `http:` for other addresses than those of this machine. The client secret is readable on the network then. */
  allowHttp?: boolean | undefined;
  /** Sends the requests, in place of the global `fetch`: for a proxy, or an agent of your own. */
  fetch?: Fetch | undefined;
};

export type CallOptions = SendOptions & {
  /** Ends the request, its stream, and every wait. */
  signal?: AbortSignal | undefined;
};

const checks = {
  attemptTimeoutMs: [isTimeout, 'a number of milliseconds from 1 to 2147483647'],
  callTimeoutMs: [isTimeout, 'a number of milliseconds from 1 to 2147483647'],
  maxRetries: [isCount, 'a whole number from 0'],
  headers: [isObject, 'an object'],
  onRetry: [isFunction, 'a function'],
  onResponse: [isFunction, 'a function'],
  baseUrl: [isText, 'an address as text, such as https://reports.example.com; a URL object has it as `href`'],
  clientId: [isText, 'a text that is not empty'],
  clientSecret: [isText, 'a text that is not empty'],
  privateKey: [isPrivateKey, 'a private key as PEM: RSA, P-256 or Ed25519'],
  allowHttp: [isBoolean, 'true or false'],
  fetch: [isFunction, 'a function'],
  signal: [isObject, 'an AbortSignal'],
  ifNoneMatch: [isText, 'an ETag'],
  onChange: [isChange, "'throw' or 'restart'"],
  since: [isText, 'a version'],
  load: [isFunction, 'a function'],
  apply: [isFunction, 'a function'],
  count: [isFunction, 'a function'],
  follow: [isBoolean, 'true or false'],
  pollSeconds: [isPoll, 'a number of seconds from 5 to 86400'],
} satisfies Record<string, [(value: unknown) => boolean, string]>;

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

/** The members that are given: JavaScript writes null for one that is left out, too. */
export function given<Members extends object>(members: Members | null | undefined): Members {
  return Object.fromEntries(Object.entries(members ?? {}).filter(([, value]) => value !== null)) as Members;
}

function checked<Options extends object>(options: Options | undefined, known: Name[]): Options {
  const found = given(options);
  for (const [name, value] of Object.entries(found)) {
    if (!known.includes(name as Name)) {
      throw new TypeError(`${name} is not an option here. The options are ${known.join(', ')}.`);
    }
    const [isRight, expected] = checks[name as Name];
    if (value !== undefined && !isRight(value)) throw new TypeError(`${name} must be ${expected}`);
  }
  return found;
}

/** setTimeout takes no more. */
function isTimeout(value: unknown): boolean {
  return typeof value === 'number' && value >= 1 && value <= 2_147_483_647;
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isPoll(value: unknown): boolean {
  return typeof value === 'number' && value >= 5 && value <= 86_400;
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function isPrivateKey(value: unknown): boolean {
  try {
    const { asymmetricKeyType: type = '', asymmetricKeyDetails: details } = createPrivateKey(value as string);
    return ['rsa', 'ed25519'].includes(type) || details?.namedCurve === 'prime256v1';
  } catch {
    return false;
  }
}

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean';
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function isChange(value: unknown): boolean {
  return value === 'throw' || value === 'restart';
}
