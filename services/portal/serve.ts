import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import path from 'node:path';
import accepts from 'accepts';
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

const types: Record<string, string | undefined> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.tgz': 'application/gzip',
  '.txt': 'text/plain; charset=utf-8',
  '.whl': 'application/zip',
  '.woff2': 'font/woff2',
};

/**
 * Answers GET and HEAD with the built page in `directory`: `guide.html` is `/portal/guide`. All files are read at the start, a few MB, so that
 * a build that replaces them can't mix two versions. What there isn't is `404.html` for a browser. Other errors have no body, as the gateway
 * writes its own.
 */
export function servePages(directory: string, issuers: TrustedIssuer[], log: Logger): RequestListener {
  const issuer = issuers.find(({ portalClientId }) => portalClientId !== undefined);
  const headers = Object.entries(securityHeaders(issuer?.issuer));
  const signIn = JSON.stringify(issuer ? signInAt(issuer) : null);
  const files = readFiles(directory);
  return (request, response) => {
    const target = (request.url ?? '').replace(/\?.*$/, '');
    response.on('close', () => {
      const requestId = request.headers['x-request-id'];
      log.info({ requestId, method: request.method, path: target, status: response.statusCode }, 'request');
    });
    for (const [name, value] of headers) response.setHeader(name, value);
    const isPage = request.headers.accept?.includes('text/html');
    const found = files.get(target.replace(/\/$/, ''));
    const file = found ?? (isPage ? files.get('/portal/404') : undefined);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    } else if (target === '/portal/sign-in.json') {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' }).end(signIn);
    } else if (!file) {
      response.writeHead(404).end();
    } else if (found && found.headers.ETag === request.headers['if-none-match']) {
      response.writeHead(304, { ...found.headers, Vary: 'Accept-Encoding' }).end();
    } else {
      const encoding = (['br', 'gzip'] as const).find((name) => file[name] && accepts(request).encodings(name));
      const body = file[encoding ?? 'identity'] ?? file.identity;
      response.writeHead(found ? 200 : 404, {
        ...(found ? file.headers : { ...file.headers, 'Cache-Control': 'no-store' }),
        ...(encoding && { 'Content-Encoding': encoding }),
        'Content-Length': body.length,
        Vary: 'Accept-Encoding',
      });
      response.end(request.method === 'HEAD' ? undefined : body);
    }
  };
}

/** By their paths; pages without `.html`, the first one at `/portal`. */
function readFiles(directory: string) {
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  const files = names
    .filter((name) => types[path.extname(name)])
    .map((name) => {
      const read = (ending: string) => readFileSync(path.join(directory, `${name}${ending}`));
      const compressed = (ending: string) => (names.includes(`${name}${ending}`) ? read(ending) : undefined);
      const identity = read('');
      const headers = {
        'Content-Type': types[path.extname(name)],
        // The name of an asset holds the hash of its content.
        'Cache-Control': name.startsWith('assets') ? 'public, max-age=31536000, immutable' : 'no-cache',
        ETag: `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 16)}"`,
      };
      const place = name.replaceAll(path.sep, '/').replace(/(^|\/)index\.html$|\.html$/, '');
      return [
        place === '' ? '/portal' : `/portal/${place}`,
        { identity, br: compressed('.br'), gzip: compressed('.gz'), headers },
      ] as const;
    });
  return new Map(files);
}

/** What the page needs to sign people in. An audience that is an address is requested as a resource, by RFC 8707. */
function signInAt({ issuer, portalClientId: clientId, scopes, audience: [audience = ''] }: TrustedIssuer) {
  const scope = [...new Set(['openid', ...scopes])].join(' ');
  return { issuer, clientId, scope, ...(/^https?:/.test(audience) && { resource: audience }) };
}
