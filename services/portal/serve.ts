import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import express from 'express';
import type { Express } from 'express';
import type { TrustedIssuer } from '../../runtime/trusted-issuers.ts';
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

/** Others are as Express has them. */
const types: Record<string, string | undefined> = { '.tgz': 'application/gzip', '.whl': 'application/zip' };

/**
 * Answers GET and HEAD with the built page in `directory`: `guide.html` is `/portal/guide`. All files are read at the start, a few MB, so that
 * a build that replaces them can't mix two versions. What there isn't is `404.html` for a browser. Other errors have no body, as the gateway
 * writes its own.
 */
export function servePages(directory: string, issuers: TrustedIssuer[], log: Logger): Express {
  const issuer = issuers.find(({ portalClientId }) => portalClientId !== undefined);
  const files = readFiles(directory);
  const app = express().disable('x-powered-by');
  app.use((request, response, next) => {
    const { method, path } = request;
    response.on('close', () => {
      log.info({ requestId: request.get('X-Request-Id'), method, path, status: response.statusCode }, 'request');
    });
    response.set(securityHeaders(issuer?.issuer));
    if (method === 'GET' || method === 'HEAD') next();
    else response.status(405).set('Allow', 'GET, HEAD').end();
  });
  app.get('/portal/sign-in.json', (_request, response) => {
    response.set('Cache-Control', 'no-cache').json(issuer ? signInAt(issuer) : null);
  });
  app.use((request, response) => {
    const found = files.get(request.path.replace(/\/$/, ''));
    const file = found ?? (request.get('Accept')?.includes('text/html') ? files.get('/portal/404') : undefined);
    if (!file) return response.status(404).end();
    const takesGzip = file.gzip.length < file.identity.length && request.acceptsEncodings('gzip');
    response.type(file.type).set(file.headers).vary('Accept-Encoding');
    if (takesGzip) response.set('Content-Encoding', 'gzip');
    if (!found) response.status(404).set('Cache-Control', 'no-store');
    return response.send(takesGzip ? file.gzip : file.identity);
  });
  return app;
}

/** By their paths; pages without `.html`, the first one at `/portal`. */
function readFiles(directory: string) {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => path.extname(name) !== '')
    .map((name) => {
      const identity = readFileSync(path.join(directory, name));
      const type = types[path.extname(name)] ?? path.extname(name);
      const headers = {
        // The name of an asset holds the hash of its content.
        'Cache-Control': name.startsWith('assets') ? 'public, max-age=31536000, immutable' : 'no-cache',
        ETag: `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 16)}"`,
      };
      const place = name.replaceAll(path.sep, '/').replace(/(^|\/)index\.html$|\.html$/, '');
      return [
        place === '' ? '/portal' : `/portal/${place}`,
        { type, headers, identity, gzip: gzipSync(identity) },
      ] as const;
    });
  return new Map(files);
}

/** What the page needs to sign people in. An audience that is an address is requested as a resource, by RFC 8707. */
function signInAt({ issuer, portalClientId: clientId, scopes, audience: [audience = ''] }: TrustedIssuer) {
  const scope = [...new Set(['openid', ...scopes])].join(' ');
  return { issuer, clientId, scope, ...(/^https?:/.test(audience) && { resource: audience }) };
}
