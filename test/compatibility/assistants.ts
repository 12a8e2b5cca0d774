import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import type { Row } from './document.ts';
import type { Program } from './programs.ts';
import { run } from './scratch.ts';

/** What goes wrong: the limit is exceeded, for calls of tools or for all requests; or a call is not answered. */
type Fault = 'call limited' | 'all limited' | 'call unanswered';

/** As long as a silence lasts; longer than any deadline of ours. */
const silenceMs = 65_000;
const overLimit = '192.0.2.1';
let addresses = 0;

/** What an MCP client begins with, and what its model or its caller sees. */
export async function assistantOf(program: Program, gateway: string, token: string): Promise<Row> {
  const year = { fromDate: '2026-01-01', toDate: '2026-12-31', itemsPerPage: 1 };
  const shownBy = async (fault?: Fault, values: object = year) => {
    const relay = await relayTo(gateway, fault);
    const { stdout, stderr = '' } = await run(program, [relay.url, token, 'list_payments', JSON.stringify(values)]);
    relay.stop();
    const says = (words: RegExp, what: string) => {
      if (words.test(stdout)) return what;
      return words.test(stderr) ? `an error, with ${what}` : `not: ${(stdout || stderr).trim().slice(-80)}`;
    };
    return { ...relay, says, times: stdout.match(/totalCount/g)?.length ?? 0 };
  };
  const reasonAndSeconds = [/rate limit is exceeded.* \d+ s/, 'the reason and the seconds'] as const;
  const answer = await shownBy();
  const silent = shownBy('call unanswered');
  return {
    'begins with': `${answer.seen[0]?.method}, ${answer.seen.at(-1)?.revision}`,
    answer: ['not', 'once'][answer.times] ?? `${answer.times} times`,
    'wrong arguments': (await shownBy(undefined, { ...year, fromDate: 'May' })).says(/calendar date/, 'the reason'),
    '429 of a call': (await shownBy('call limited')).says(...reasonAndSeconds),
    '429 of all': (await shownBy('all limited')).says(...reasonAndSeconds),
    timeout: (await silent).seen.find(({ waitedS }) => waitedS !== '')?.waitedS ?? 'not asked',
  };
}

/** Relays requests, each as from an address of its own. */
async function relayTo(gateway: string, fault?: Fault) {
  const seen: { method: string; revision: string; waitedS: string }[] = [];
  const relay = express().use(express.text({ type: () => true }), async (request, response) => {
    const body = typeof request.body === 'string' ? request.body : null;
    const { method } = JSON.parse(body ?? '{}') as { method?: string };
    const isCall = method === 'tools/call';
    const one = { method: method ?? request.method, revision: request.get('mcp-protocol-version') ?? '', waitedS: '' };
    if (method !== undefined) seen.push(one);
    if (isCall && fault === 'call unanswered') {
      const startedAt = performance.now();
      const end = setTimeout(() => response.destroy(), silenceMs);
      response.once('close', () => {
        clearTimeout(end);
        const seconds = 5 * Math.round((performance.now() - startedAt) / 5_000);
        one.waitedS = seconds < 65 ? `${seconds} s` : 'more than 60 s';
      });
      return;
    }
    const isLimited = fault === 'all limited' || (isCall && fault === 'call limited');
    const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    for (const name of ['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding'])
      headers.delete(name);
    headers.set('X-Forwarded-For', isLimited ? overLimit : `198.18.${(addresses += 1) >> 8}.${addresses & 255}`);
    const ask = () => fetch(`${gateway}/mcp`, { method: request.method, headers, body });
    if (isLimited) await ask();
    const answer = await ask();
    const kept = ['content-type', 'retry-after', 'www-authenticate', 'allow'].flatMap(
      (name) => [[name, answer.headers.get(name)]] as const,
    );
    for (const [name, value] of kept) if (value !== null) response.set(name, value);
    response.status(answer.status).send(Buffer.from(await answer.arrayBuffer()));
  });
  const server = relay.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, seen, stop };
}
