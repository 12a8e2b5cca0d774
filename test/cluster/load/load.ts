// Runs in a pod of the cluster, by Node 24, which takes the types for comments; see run.
//   load.ts send URL RATE [CHANGES]   sends so many requests a second until its standard input ends, then prints what was answered. The data
//                           change so many times: an answer of before is wrong after one of later
//   load.ts fresh NAME      waits until the cluster's DNS has just cached the name, and prints for how many seconds
//   load.ts read URL        prints a hash of pages and exports
import { createHash } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const [command, target = '', rate, changes = '0'] = process.argv.slice(2);
const portal = '/portal/';
let port = 1_024;
const commands: Record<string, () => Promise<unknown>> = {
  send: () => send(target, Number(rate)),
  fresh: () => secondsCached(target),
  read: () => hashOfReports(target),
};
process.stdout.write(JSON.stringify(await commands[command ?? '']?.()), () => process.exit());

/** `status` is that of the answer, or what kept it from coming. */
type Answer = { status: number | string; body: string };

/** Not 200: when it was sent, and after how long it ended. */
type Failure = { at: number; ms: number; status: number | string; path: string };

async function send(url: string, rate: number) {
  const keptAlive = new http.Agent({ keepAlive: true, maxFreeSockets: 24 });
  const oneEach = new http.Agent();
  let token = tokenOf(await requestToken(url));
  const bodies = new Map<string, string[]>();
  const durations: number[] = [];
  const failures: Failure[] = [];
  const running = new Set<Promise<void>>();
  let sent = 0;

  const one = async (number: number) => {
    const at = Date.now();
    let answer: Answer;
    let path = '/auth';
    if (number % rate === 0) {
      answer = await requestToken(url);
      if (answer.status === 200) token = tokenOf(answer);
    } else {
      const { path: requested, headers } = requestOf(number, rate);
      path = requested;
      const agent = number % 2 ? keptAlive : oneEach;
      answer = await sendRequest(url + path, { headers: { ...headers, Authorization: `Bearer ${token}` }, agent });
      if (answer.status === 200) {
        const key = path + headers.Accept;
        const seen = bodies.get(key) ?? [];
        if (seen.at(-1) !== answer.body) bodies.set(key, [...seen, answer.body]);
        if ((bodies.get(key)?.length ?? 0) > 1 + Number(changes)) answer.status = 'wrong';
      }
    }
    durations.push(Date.now() - at);
    if (answer.status !== 200) failures.push({ at, ms: Date.now() - at, status: answer.status, path });
  };
  const timer = setInterval(() => {
    const request = one(sent++).finally(() => running.delete(request));
    running.add(request);
  }, 1_000 / rate);
  await new Promise((resolve) => process.stdin.on('end', resolve).resume());
  clearInterval(timer);
  await Promise.all(running);
  durations.sort((a, b) => a - b);
  const percentile = (part: number) => durations[Math.floor(durations.length * part)] ?? 0;
  return { sent, failures, p50: percentile(0.5), p99: percentile(0.99) };
}

async function hashOfReports(url: string): Promise<string> {
  const headers = { Authorization: `Bearer ${tokenOf(await requestToken(url))}` };
  const hash = createHash('sha256');
  for (let number = 2; number < 40; number++) {
    const { path, headers: accept } = requestOf(number, 10);
    if (path === portal) continue;
    const { status, body } = await sendRequest(url + path, { headers: { ...headers, ...accept } });
    if (status !== 200) throw new Error(`${path} was answered by ${status}`);
    hash.update(body);
  }
  return hash.digest('hex');
}

function requestToken(url: string): Promise<Answer> {
  const body = { clientId: 'demo-client', clientSecret: 'demo-secret-for-invented-data-only' };
  const headers = { 'Content-Type': 'application/json' };
  return sendRequest(`${url}/auth/token`, { method: 'POST', headers }, JSON.stringify(body));
}

function tokenOf({ body }: Answer): string {
  return (JSON.parse(body) as { accessToken: string }).accessToken;
}

/** Mostly pages; an export every four seconds, the portal now and then. */
function requestOf(number: number, rate: number): { path: string; headers: { Accept: string } } {
  const day = String(1 + ((number * 7) % 28)).padStart(2, '0');
  const month = String(1 + (number % 9)).padStart(2, '0');
  const reports = '/api/v1/external/reports/client';
  const ranges = {
    'scheduled-payments': `fromDate=2025-01-${day}&toDate=2030-12-31`,
    timesheets: `fromDate=2026-${month}-01&toDate=2026-${month}-${day}`,
  };
  const list = (report: keyof typeof ranges) => `${reports}/${report}/list?${ranges[report]}`;
  if (number % (8 * rate) === 2) return { path: list('scheduled-payments'), headers: { Accept: 'text/csv' } };
  if (number % (8 * rate) === 4 * rate + 2)
    return { path: list('timesheets'), headers: { Accept: 'application/x-ndjson' } };
  if (number % 20 === 1) return { path: portal, headers: { Accept: '*/*' } };
  const path = number % 3 ? `${list('scheduled-payments')}&page=${1 + (number % 50)}` : list('timesheets');
  return { path, headers: { Accept: 'application/json' } };
}

/**
 * For two minutes a node remembers which gateway a port's connection went to, also one that is lost. So that no port is used again so
 * soon, each has its turn.
 */
function nextPort(): number {
  port = port < 65_535 ? port + 1 : 1_024;
  return port;
}

/** As clients should: 2 s for a connection, 10 s until the answer begins. They don't try again, so that every failure counts. */
function sendRequest(url: string, options: http.RequestOptions, body?: string): Promise<Answer> {
  return new Promise((resolve) => {
    const fail = ({ code = 'broken' }: NodeJS.ErrnoException) => resolve({ status: code, body: '' });
    const request = http.request(url, { ...options, localPort: nextPort() }, (response) => {
      clearTimeout(unanswered);
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      const { statusCode = 0, headers } = response;
      const status = statusCode === 503 && !headers['retry-after'] ? '503 without Retry-After' : statusCode;
      response.on('end', () => resolve({ status, body: text })).on('error', fail);
    });
    const giveUp = (code: string) => () => request.destroy(Object.assign(new Error(code), { code }));
    const unanswered = setTimeout(giveUp('no answer'), 12_000);
    const unconnected = setTimeout(giveUp('no connection'), 2_000);
    request.on('socket', (socket) => {
      if (socket.connecting) socket.once('connect', () => clearTimeout(unconnected));
      else clearTimeout(unconnected);
    });
    request.on('close', () => {
      clearTimeout(unanswered);
      clearTimeout(unconnected);
    });
    request.on('error', fail).end(body);
  });
}

async function secondsCached(name: string): Promise<number> {
  const [, domain] = /^search (\S+)/m.exec(readFileSync('/etc/resolv.conf', 'utf8')) ?? [];
  const resolver = new Resolver();
  let longest = 0;
  const until = Date.now() + 35_000;
  while (Date.now() < until) {
    const [{ ttl } = { ttl: 0 }] = await resolver.resolve4(`${name}.${domain}`, { ttl: true });
    if (longest > 1 && ttl >= longest) break;
    longest = Math.max(longest, ttl);
    await sleep(200);
  }
  return longest;
}
