import type { RequestListener } from 'node:http';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import sirv from 'sirv';
import type { TrustedIssuer } from '../../access/trusted-issuers.ts';
import type { Logger } from '../../runtime/logger.ts';

/**
 * Nothing is loaded from elsewhere, nothing inline runs, no text becomes HTML or script, and no form is ever sent by the browser itself.
 * Only the issuer may be called besides.
 */
const securityHeaders = (issuer: string | undefined) => ({
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; " +
    `connect-src 'self'${issuer === undefined ? '' : ` ${new URL(issuer).origin}`}; ` +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
    "require-trusted-types-for 'script'; trusted-types 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
});

/**
 * Answers GET and HEAD with the built page in `directory`: `guide.html` is `/portal/guide`. The files are listed once: no other path of a
 * request reaches the disk. What it doesn't have is `404.html` for a browser. Other errors have no body, as the gateway writes its own.
 */
export function servePages(directory: string, issuers: TrustedIssuer[], log: Logger): RequestListener {
  const issuer = issuers.find(({ portalClientId }) => portalClientId !== undefined);
  const headers = Object.entries(securityHeaders(issuer?.issuer));
  const signIn = JSON.stringify(issuer ? signInAt(issuer) : null);
  const files = sirv(directory, {
    etag: true,
    gzip: true,
    brotli: true,
    // The name of an asset holds the hash of its content.
    setHeaders: (response, path) => {
      response.setHeader(
        'Cache-Control',
        path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
      if (path.endsWith('.md')) response.setHeader('Content-Type', 'text/markdown; charset=utf-8');
      if (path.endsWith('.txt')) response.setHeader('Content-Type', 'text/plain; charset=utf-8');
      if (path.endsWith('.tgz')) response.setHeader('Content-Type', 'application/gzip');
      if (path.endsWith('.whl')) response.setHeader('Content-Type', 'application/zip');
    },
  });
  const notFound = readFileSync(path.join(directory, '404.html'));
  return (request, response) => {
    // sirv leaves a file open where the response closes before its end was read.
    response.on('pipe', (file) => response.on('close', () => file.destroy()));
    const target = (request.url ?? '').replace(/\?.*$/, '');
    response.on('close', () => {
      const requestId = request.headers['x-request-id'];
      log.info({ requestId, method: request.method, path: target, status: response.statusCode }, 'request');
    });
    for (const [name, value] of headers) response.setHeader(name, value);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    } else if (target === '/portal/sign-in.json') {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' }).end(signIn);
    } else if (!/^\/portal(\/|$)/.test(target)) {
      response.writeHead(404).end();
    } else {
      request.url = target.slice('/portal'.length).replace(/\/$/, '') || '/';
      files(request, response, () => {
        const isPage = request.headers.accept?.includes('text/html');
        if (isPage)
          response
            .writeHead(404, { 'Content-Type': 'text/html;charset=utf-8', 'Cache-Control': 'no-store' })
            .end(notFound);
        else response.writeHead(404).end();
      });
    }
  };
}

/** What the page needs to sign people in. An audience that is an address is requested as a resource, by RFC 8707. */
function signInAt({ issuer, portalClientId: clientId, scopes, audience: [audience = ''] }: TrustedIssuer) {
  const scope = [...new Set(['openid', ...scopes])].join(' ');
  return { issuer, clientId, scope, ...(/^https?:/.test(audience) && { resource: audience }) };
}
