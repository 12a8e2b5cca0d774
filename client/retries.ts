const firstDelayMs = 500;
const longestDelayMs = 60_000;
/** Programs that failed in the same moment do not come back in the same moment. */
const jitter = 0.25;

const statuses = [408, 429, 500, 502, 503, 504];
const codes = ['connection_failed', 'timeout'];

type Failure = { code: string; status: number | undefined; retryAfterSeconds: number | undefined };

/** How long to wait before the next retry; nothing where another attempt is of no use. All requests are safe to repeat. */
export function retryDelayMs(failure: Failure, retriesBefore: number): number | undefined {
  const { code, status, retryAfterSeconds = 0 } = failure;
  const isTemporary = codes.includes(code) || (status !== undefined && statuses.includes(status));
  if (!isTemporary || retryAfterSeconds * 1_000 > longestDelayMs) return undefined;
  const doubled = Math.min(longestDelayMs, firstDelayMs * 2 ** retriesBefore);
  return Math.max(doubled, retryAfterSeconds * 1_000) * (1 + jitter * Math.random());
}

/** Seconds, or a date, as proxies may send it; nothing where it is neither. */
export function retryAfterSeconds(headers: Headers): number | undefined {
  const value = headers.get('Retry-After') ?? '';
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value);
  const date = value.endsWith(' GMT') ? Date.parse(value) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, (date - Date.now()) / 1_000);
}
