import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Program } from './programs.ts';
import { run } from './scratch.ts';

/** A request of a program, and how it was answered. */
type Seen = { atMs: number; status: number; retryAfterMs: number; asked: string; by: 'Basic' | 'body' };

let recorders = 0;

/** Relays to a gateway what a program sends, as from an address of its own, and keeps what it saw. */
async function record(gatewayOf: (request: number) => string | Promise<string>) {
  const address = `198.51.100.${(recorders += 1)}`;
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const body = Buffer.concat((await request.toArray()) as Buffer[]);
      const atMs = performance.now();
      const headers = Object.entries(request.headers).filter(
        ([name]) => !/^(host|connection|content-length|transfer-encoding|accept-encoding|expect)$/.test(name),
      );
      const answer = await fetch(`${await gatewayOf(seen.length)}${request.url ?? ''}`, {
        method: request.method ?? 'GET',
        headers: {
          ...Object.fromEntries(headers as [string, string][]),
          'X-Forwarded-For': address,
          'Accept-Encoding': 'identity',
        },
        ...(body.length > 0 && { body }),
      });
      seen.push({
        atMs,
        status: answer.status,
        retryAfterMs: Number(answer.headers.get('Retry-After')) * 1_000,
        ...asked(request),
      });
      const text = Buffer.from(await answer.arrayBuffer());
      const passed = [...answer.headers].filter(
        ([name]) => !/^(connection|keep-alive|content-length|transfer-encoding)$/.test(name),
      );
      response
        .writeHead(answer.status, { ...Object.fromEntries(passed), 'Content-Length': text.length })
        .end(answer.status === 304 ? undefined : text);
    })().catch((error: unknown) => response.destroy(error as Error));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
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

function asked({ headers }: IncomingMessage): Pick<Seen, 'asked' | 'by'> {
  return {
    asked: headers['if-none-match'] === undefined ? '' : 'If-None-Match',
    by: headers.authorization?.startsWith('Basic') ? 'Basic' : 'body',
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
  const end = stdout.trim().endsWith('200')
    ? 'then 200'
    : `then fails${error === undefined ? ` with ${stdout.trim()}` : ''}`;
  if (others.length === 0) return `no further request${error === undefined ? '' : ', an error'}`;
  return `${early ? 'too early' : 'waits as asked'}, ${end}`;
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
      by: [...new Set(recorder.seen.map(({ by }) => by))].join(', then '),
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
  const shown = ({ asked, status }: Seen) => `${asked || 'no If-None-Match'}: ${status}`;
  // The last one is of the other token, where it was sent at all.
  const other = later.pop();
  return {
    'again with the same token': later.length > 0 ? later.map(shown).join(', ') : 'from the cache, unasked',
    'with another token': other ? shown(other) : 'from the cache, unasked',
  };
}
