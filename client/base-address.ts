/**
 * The address without slashes at its end.
 * @throws TypeError where it is no address of an API, or sends the client secret over a network in plain text
 */
export function baseAddress(baseUrl: string, allowHttp: boolean): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash) {
    throw new TypeError(`baseUrl must be an address such as https://reports.example.com, not ${baseUrl}`);
  }
  if (/\/api\/v\d+(\/|$)/.test(url.pathname)) {
    throw new TypeError(`baseUrl must be the address before /api/v1 and /auth, not ${baseUrl}`);
  }
  if (url.protocol === 'http:' && !allowHttp && !isLoopback(url.hostname)) {
    throw new TypeError(`baseUrl must begin with https:, since ${baseUrl} would send the client secret in plain text`);
  }
  return url.href.replace(/\/+$/, '');
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
