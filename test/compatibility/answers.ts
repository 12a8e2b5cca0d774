import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import type { RequestHandler } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import type { Program } from './programs.ts';
import { run } from './scratch.ts';

/** A request of a program, and how it was answered. */
type Seen = { atMs: number; status: number; retryAfterMs: number };

let recorders = 0;

/** Relays to a gateway what a program sends, as from an address of its own, and keeps what it saw. */
async function record(gatewayOf: (request: number) => string | Promise<string>) {
  const address = `198.51.100.${(recorders += 1)}`;
  const headers = { 'X-Forwarded-For': address, 'Accept-Encoding': 'identity' };
  const seen: Seen[] = [];
  const relay: RequestHandler = async (request, response, next) => {
    const target = await gatewayOf(seen.length);
    const atMs = performance.now();
    response.once('finish', () => {
      const retryAfterMs = Number(response.getHeader('Retry-After') ?? 0) * 1_000;
      seen.push({ atMs, status: response.statusCode, retryAfterMs });
    });
    await createProxyMiddleware({ target, changeOrigin: true, headers })(request, response, next);
  };
  const server = express().use(relay).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    address,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** What a program makes of a first answer that asks to wait. */
export async function retriesOf(
  program: Program,
  path: string,
  token: string,
  gateways: { first: string; then: string },
  useUp?: (address: string) => Promise<void>,
): Promise<string> {
  const recorder = await record(async (request) => {
    if (request === 0) await useUp?.(recorder.address);
    return request === 0 ? gateways.first : gateways.then;
  });
  const { stdout, error } = await run(program, [`${recorder.url}${path}`, token]);
  recorder.stop();
  const [first, ...others] = recorder.seen;
  if (first === undefined) return `does not run: ${error ?? ''}`;
  const early = others.some(
    ({ atMs }, index) => atMs - (recorder.seen[index]?.atMs ?? 0) < (recorder.seen[index]?.retryAfterMs ?? 0) - 500,
  );
  const end = stdout.trim().endsWith('200') ? '200' : error === undefined ? stdout.trim() : 'fails';
  if (others.length === 0) return 'no further request';
  return `${early ? 'early' : 'waits'}, ${end}`;
}

/** How a program signs in, and what it shows where it can't. */
export async function signInOf(
  program: Program,
  gateway: string,
  credentials: [string, string],
  useUp: (address: string) => Promise<void>,
) {
  const of = async (secret: string, before?: (address: string) => Promise<void>) => {
    const recorder = await record(() => gateway);
    await before?.(recorder.address);
    const { stdout, error } = await run(program, [`${recorder.url}/auth/oauth/token`, credentials[0], secret]);
    recorder.stop();
    return {
      requests: recorder.seen.length,
      shows: stdout.trim() || (error ?? ''),
    };
  };
  const right = await of(credentials[1]);
  return { right, wrong: await of(`${credentials[1]}x`), limited: await of(credentials[1], useUp) };
}

/** How the second request of a token and the first of another are answered. */
export async function cacheOf(
  program: Program,
  gateway: string,
  path: string,
  tokens: string[],
): Promise<{ 'again with the same token': string; 'with another token': string }> {
  const recorder = await record(() => gateway);
  const { error } = await run(program, [`${recorder.url}${path}`, ...tokens]);
  recorder.stop();
  if (error !== undefined) return { 'again with the same token': `does not run: ${error}`, 'with another token': '' };
  const [, ...later] = recorder.seen;
  const shown = ({ status }: Seen) => String(status);
  // The last one is of the other token, where it was sent at all.
  const other = later.pop();
  return {
    'again with the same token': later.length > 0 ? later.map(shown).join(', ') : 'unasked',
    'with another token': other ? shown(other) : 'unasked',
  };
}
