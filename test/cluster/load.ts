// Runs in a pod of the cluster, by Node 24, which takes the types for comments; see run.
//   load.ts send URL RATE   sends so many requests a second until its standard input ends, then prints what was answered
//   load.ts fresh NAME      waits until the cluster's DNS has just cached the name, and prints for how many seconds
import { Resolver } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const [command, target = '', rate] = process.argv.slice(2);
console.log(JSON.stringify(command === 'send' ? await send(target, Number(rate)) : await secondsCached(target)));
process.exit();

/** `status` is that of the answer, or what kept it from coming. */
type Answer = { status: number | string; body: string };

async function send(url: string, rate: number) {
  const keptAlive = new http.Agent({ keepAlive: true, maxSockets: 24 });
  const oneEach = new http.Agent();
  const credentials = JSON.stringify({
    clientId: 'demo-client',
    clientSecret: 'demo-secret-for-invented-data-only',
  });
  const requestToken = () =>
    ask(`${url}/auth/token`, { method: 'POST', headers: { 'Content-Type': 'application/json' } }, credentials);
  let token = tokenOf(await requestToken());
  const bodies = new Map<string, string>();
  const durations: number[] = [];
  const others: Record<string, number> = {};
  const running = new Set<Promise<void>>();
  let lastOther = 0;
  let sent = 0;

  const one = async (number: number) => {
    const startedAt = performance.now();
    let answer: Answer;
    if (number % rate === 0) {
      answer = await requestToken();
      if (answer.status === 200) token = tokenOf(answer);
    } else {
      const path = number % 20 === 1 ? '/portal/' : reportPath(number);
      const agent = number % 2 ? keptAlive : oneEach;
      answer = await ask(url + path, { headers: { Authorization: `Bearer ${token}` }, agent });
      if (answer.status === 200) {
        // The data don't change, so that no answer may.
        if ((bodies.get(path) ?? answer.body) !== answer.body) answer.status = 'wrong';
        bodies.set(path, answer.body);
      }
    }
    durations.push(performance.now() - startedAt);
    if (answer.status === 200) return;
    others[answer.status] = (others[answer.status] ?? 0) + 1;
    lastOther = Date.now();
  };
  const timer = setInterval(() => {
    const request = one(sent++).finally(() => running.delete(request));
    running.add(request);
  }, 1_000 / rate);
  await new Promise((resolve) => process.stdin.on('end', resolve).resume());
  clearInterval(timer);
  await Promise.all(running);
  durations.sort((a, b) => a - b);
  const percentile = (part: number) => Math.round(durations[Math.floor(durations.length * part)] ?? 0);
  return { sent, others, lastOther, p50: percentile(0.5), p99: percentile(0.99) };
}

function tokenOf({ body }: Answer): string {
  return (JSON.parse(body) as { accessToken: string }).accessToken;
}

function reportPath(number: number): string {
  const day = String(1 + ((number * 7) % 28)).padStart(2, '0');
  const month = String(1 + (number % 9)).padStart(2, '0');
  const reports = '/api/v1/external/reports/client';
  return number % 3
    ? `${reports}/scheduled-payments/list?fromDate=2025-01-${day}&toDate=2030-12-31&page=${1 + (number % 50)}`
    : `${reports}/timesheets/list?fromDate=2026-${month}-01&toDate=2026-${month}-${day}`;
}

function ask(url: string, options: http.RequestOptions, body?: string): Promise<Answer> {
  return new Promise((resolve) => {
    const fail = ({ code = 'broken' }: NodeJS.ErrnoException) => resolve({ status: code, body: '' });
    const request = http.request(url, { timeout: 20_000, ...options }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text })).on('error', fail);
    });
    request.on('timeout', () => {
      request.destroy(Object.assign(new Error('timeout'), { code: 'timeout' }));
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
