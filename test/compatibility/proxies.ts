import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { freePort } from '../../local/free-port.ts';
import { paymentsPath } from '../support/fixtures.ts';
import { untilDone } from '../support/until.ts';
import type { Row } from './document.ts';
import type { Program } from './programs.ts';

const silenceMs = 65_000;

/** What a proxy makes of answers of a gateway, and of an upstream that breaks off, is silent or closes connections. */
export async function proxyOf({ file }: Program, gateway: string, token: string): Promise<Row> {
  const upstream = await startUpstream(gateway);
  const port = await freePort();
  const cwd = await mkdtemp(path.join(tmpdir(), 'proxy-'));
  await chmod(cwd, 0o777);
  const program = spawn('bash', ['-e', file, String(port), String(upstream.port)], { cwd, stdio: 'ignore' });
  const ask = (at: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${at}`, init);
  const bearer = { Authorization: `Bearer ${token}` };
  const list = `${paymentsPath}?fromDate=2026-01-01&toDate=2026-12-31`;
  /** Whether half a file is noticed. */
  const cut = async (at: string) => {
    const file = await ask(at, { headers: { 'Accept-Encoding': 'identity' } });
    return file.arrayBuffer().then(
      () => (file.ok ? 'looks whole' : String(file.status)),
      () => 'seen',
    );
  };
  try {
    await untilDone('it relays', () => ask('/health'));
    const silence = silenceOf(() => ask('/silent', { signal: AbortSignal.timeout(silenceMs) }));
    const page = await ask(list, { headers: { ...bearer, 'Accept-Encoding': 'gzip' } });
    const tag = { 'Accept-Encoding': 'gzip', 'If-None-Match': page.headers.get('etag') ?? '' };
    await ask(list, { method: 'HEAD', headers: bearer });
    const head = upstream.methods.at(-1) ?? '';
    await ask('/closing').then((answer) => answer.text());
    const posted = await ask('/closing', { method: 'POST', body: '{}' }).then(
      ({ status }) => String(status),
      () => 'hangs up',
    );
    return {
      'a file cut by a reset': await cut('/cut'),
      'cut by an end': await cut('/cut?end'),
      'cut, of known length': await cut('/cut?1000000'),
      '304 through gzip': String((await ask(list, { headers: { ...bearer, ...tag } })).status),
      silence: await silence,
      'a header of 4 kB': String((await ask('/header')).status),
      'POST as we close': posted,
      HEAD: head,
    };
  } finally {
    program.kill();
    await once(program, 'exit');
    upstream.stop();
    await rm(cwd, { recursive: true, force: true });
  }
}

async function silenceOf(ask: () => Promise<Response>): Promise<string> {
  const startedAt = performance.now();
  const answer = await ask().catch(() => undefined);
  return answer ? `${answer.status} after ${5 * Math.round((performance.now() - startedAt) / 5_000)} s` : 'waits';
}

/** A gateway, and paths of an upstream at its worst. */
async function startUpstream(target: string) {
  const used = new WeakSet<Socket>();
  const methods: string[] = [];
  const app = express();
  app.all('/closing', ({ socket, method }, response) => {
    if (method === 'POST' && used.has(socket)) socket.destroy();
    else response.end();
    used.add(socket);
  });
  app.get('/cut', (request, response) => {
    const [how = ''] = Object.keys(request.query);
    if (Number(how) > 0) response.set('Content-Length', how);
    response.type('csv').write('x'.repeat(500_000));
    setTimeout(() => (how === 'end' ? response.socket?.destroy() : response.socket?.resetAndDestroy()), 500);
  });
  app.get('/silent', () => undefined);
  app.get('/header', (_, response) => response.set('Link', 'x'.repeat(4_000)).end());
  app.use((request, response, next) => {
    methods.push(request.method);
    return createProxyMiddleware({ target })(request, response, next);
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { port: (server.address() as AddressInfo).port, methods, stop };
}
