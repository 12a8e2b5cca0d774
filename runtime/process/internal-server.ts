import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import { ExplainedError } from '../explained-error.ts';

export type InternalConfig = { INTERNAL_PORT?: number | undefined; INTERNAL_HOST?: string | undefined };

type Page = { status: number; type: string; body: string };

/** `/metrics`, `/livez`, and `/readyz`, a 503 as long as `notReady` gives a reason. @returns its address @throws ExplainedError */
export async function serveInternal(
  { INTERNAL_PORT, INTERNAL_HOST }: InternalConfig,
  metrics: Registry,
  notReady: () => string | undefined,
): Promise<string> {
  const pages: Record<string, (() => Promise<Page>) | undefined> = {
    '/livez': async () => text(200, 'ok'),
    '/readyz': async () => {
      const reason = notReady();
      return reason === undefined ? text(200, 'ok') : text(503, reason);
    },
    '/metrics': async () => ({ status: 200, type: metrics.contentType, body: await metrics.metrics() }),
  };
  const server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    const page = pages[path] ?? (async () => text(404, `try ${Object.keys(pages).join(', ')}`));
    void page()
      .catch(() => text(500, 'the metrics could not be collected'))
      .then(({ status, type, body }) => {
        response.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) }).end(body);
      });
  });
  await once(server.listen(INTERNAL_PORT, INTERNAL_HOST), 'listening').catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    throw new ExplainedError(`INTERNAL_PORT: ${INTERNAL_PORT} can't be listened on (${code})`);
  });
  const { address, port } = server.address() as AddressInfo;
  return `http://${address === '::' ? 'localhost' : address}:${port}`;
}

function text(status: number, line: string): Page {
  return { status, type: 'text/plain; charset=utf-8', body: `${line}\n` };
}
