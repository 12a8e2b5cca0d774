import type { RequestListener } from 'node:http';
import { errorTable } from '../../proto/errors.ts';
import type { ErrorCode } from '../../proto/errors.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { Page } from './pages.ts';

/** Nothing is loaded from elsewhere, nothing inline runs, and no form is ever sent by the browser itself. */
const securityHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; " +
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/** Answers GET and HEAD with the page of that path, in the smallest encoding that the caller takes. */
export function servePages(pages: Map<string, Page>, log: Logger): RequestListener {
  return (request, response) => {
    const path = (request.url ?? '').replace(/\?.*$/, '').replace(/\/$/, '');
    response.on('close', () => {
      const requestId = request.headers['x-request-id'];
      log.info({ requestId, method: request.method, path, status: response.statusCode }, 'request');
    });
    const refuse = (code: ErrorCode, headers = {}) => {
      const { http, message } = errorTable[code];
      response.writeHead(http, { ...securityHeaders, ...headers, 'Content-Type': 'application/json; charset=utf-8' });
      response.end(JSON.stringify({ error: code, message }));
    };
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      refuse('method_not_allowed', { Allow: 'GET, HEAD' });
      return;
    }
    const page = pages.get(path);
    if (!page) {
      refuse('not_found');
      return;
    }
    const headers = { ...securityHeaders, ...page.headers, Vary: 'Accept-Encoding' };
    if (namesTag(request.headers['if-none-match'], page.headers.ETag)) {
      response.writeHead(304, headers).end();
      return;
    }
    const encoding = (['br', 'gzip'] as const).find(
      (name) => page.bodies[name] && takes(request.headers['accept-encoding'], name),
    );
    const body = page.bodies[encoding ?? 'identity'] ?? Buffer.alloc(0);
    response.writeHead(200, {
      ...headers,
      'Content-Length': body.length,
      ...(encoding && { 'Content-Encoding': encoding }),
    });
    response.end(body);
  };
}

function namesTag(ifNoneMatch: string | undefined, tag: string | undefined): boolean {
  return tag !== undefined && (ifNoneMatch ?? '').split(',').some((given) => given.trim() === tag);
}

/** Whether Accept-Encoding lists the encoding, and not with the weight 0. */
function takes(acceptEncoding: string | string[] | undefined, encoding: string): boolean {
  return String(acceptEncoding ?? '')
    .split(',')
    .some((item) => new RegExp(`^\\s*${encoding}\\s*(;\\s*q=(?!0(\\.0*)?\\s*$).*)?$`, 'i').test(item));
}
