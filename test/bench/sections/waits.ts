import { readFile } from 'node:fs/promises';
import { once } from 'node:events';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase, query, withClient } from '../../support/postgres/database.ts';
import { startTemplate } from '../../support/postgres/template-database.ts';
import { company, paymentsPath, person, together, tokenOf } from '../../support/fixtures.ts';
import { load, startProduct, unlimited } from '../../support/programs/product.ts';
import type { Product } from '../../support/programs/product.ts';
import { report } from '../bench.ts';
import type { Figure } from '../bench.ts';
import type { Options } from '../options.ts';
import { machine } from '../result.ts';
import { until } from '../../support/until.ts';
import { summaryOf } from '../summary.ts';

const waitsOfCompany = 4;
const path = `${paymentsPath.replace('/list', '/changes')}?fromDate=2020-01-01&toDate=2035-12-31`;

/** Requests that wait for changes, of applications of many companies: what they cost, and how soon they are told. */
export async function measureWaits({ quick, seconds }: Options) {
  const companies = Array.from({ length: quick ? 125 : 1_250 }, (_, n) => `waits-${n}`);
  const count = companies.length * waitsOfCompany;
  const postgres = await startTemplate();
  try {
    const databaseUrl = await createDatabase();
    await load(databaseUrl, { ...together(...companies.map(company)), people: [person('ana', 'Ana', 'A')] });
    await query(databaseUrl, onePayment);
    // All come from one address here.
    const connections = String(2 * count);
    const settings = {
      ...{ MAX_CONNECTIONS: connections, MAX_CONNECTIONS_PER_ADDRESS: connections, MAX_WAITS: String(count) },
    };
    const product = await startProduct({ ...unlimited, ...settings, LOG_LEVEL: 'warn' }, databaseUrl);
    try {
      return { about: await machine(databaseUrl), figures: await measure(product, companies, seconds) };
    } finally {
      await product.stop();
    }
  } finally {
    await postgres.stop();
  }
}

async function measure(product: Product, companies: string[], seconds: number): Promise<Figure[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: Infinity });
  const tokens = new Map<string, string>();
  let stopped = false;
  const isStopped = () => stopped;
  const ask = async (id: string, version: string, preference: Record<string, string> = {}) => {
    const url = `${product.url}${path}${version === '' ? '' : `&since=${version}`}`;
    const headers = { authorization: `Bearer ${tokens.get(id) ?? ''}`, ...preference };
    let answered = await versionOf(agent, url, headers);
    while (answered === undefined && !isStopped()) {
      await sleep(1_000);
      answered = await versionOf(agent, url, headers);
    }
    return answered ?? version;
  };
  for (const id of companies) tokens.set(id, await tokenOf(product.url, id));
  // What is used by now is not of waits.
  const versions = new Map<string, string>();
  for (const id of companies) versions.set(id, await ask(id, ''));
  for (const id of companies) await ask(id, versions.get(id) ?? '');
  report('  all have asked');
  const [written = '', ...others] = companies;
  const alone = await commitsPerSecond(product, written, seconds);
  const before = await residentMegabytes(product);
  // As many connections, each with a request that does not wait.
  const asked: Promise<string>[] = [];
  for (const id of companies) {
    for (let n = 0; n < waitsOfCompany; n += 1) asked.push(ask(id, versions.get(id) ?? ''));
    await sleep(40);
  }
  await Promise.all(asked);
  const connected = await residentMegabytes(product);
  report('  all are connected');

  const committedAt = new Map<string, number>();
  const latencies: number[] = [];
  let waiting = 0;
  const wait = async (id: string) => {
    for (let version = versions.get(id) ?? ''; !isStopped();) {
      waiting += 1;
      const answered = await ask(id, version, { prefer: 'wait=55' }).finally(() => (waiting -= 1));
      const since = committedAt.get(id);
      if (answered !== version && since !== undefined) latencies.push(performance.now() - since);
      version = answered;
    }
  };
  const all: Promise<void>[] = [];
  for (const id of companies) {
    for (let n = 0; n < waitsOfCompany; n += 1) all.push(wait(id));
    await sleep(40);
  }
  const failed = Promise.all(all).then(() => undefined);
  failed.catch(() => (stopped = true));
  const measured = async () => {
    await until('all wait', async () => waiting >= 0.98 * all.length, 120_000);
    report('  all wait');
    const during = await residentMegabytes(product);
    for (let n = 0; n < seconds * 20; n += 1) {
      const id = others[n % others.length] ?? '';
      await pay(product, id);
      committedAt.set(id, performance.now());
      await sleep(50);
    }
    await sleep(2_000);
    const beside = await commitsPerSecond(product, written, seconds);
    return { megabytes: during - before, connections: connected - before, beside };
  };
  const result = await Promise.race([measured(), failed]);
  stopped = true;
  agent.destroy();
  if (!result) throw new Error('waits ended');
  const { p50Ms, p99Ms, count } = summaryOf(latencies);
  const name = `waits: ${all.length}`;
  return [
    {
      figure: `${name}, memory of gateway and reporting`,
      target: { atMost: 100 },
      measured: result.megabytes,
      unit: 'MB more',
    },
    {
      figure: `${name}, memory of as many connections that do not wait`,
      measured: result.connections,
      unit: 'MB more',
    },
    { figure: `${name}, commit to answer, p50 of ${count}`, measured: p50Ms, unit: 'ms' },
    { figure: `${name}, commit to answer, p99 of ${count}`, target: { atMost: 1_000 }, measured: p99Ms, unit: 'ms' },
    { figure: `${name}, commits/s of a writer`, measured: result.beside, unit: '' },
    {
      figure: `${name}, commits/s of a writer, to those without`,
      target: { atLeast: 0.9 },
      measured: result.beside / alone,
      unit: '',
    },
  ];
}

const onePayment = `
  insert into reporting.contracts (company_id, id, type, title, contractor_id, employer_id)
  select id, 'web', 'fixed', 'Web', 'ana', 'ana' from reporting.companies;
  insert into reporting.scheduled_payments (company_id, id, contract_id, name, amount, paid_amount, status, scheduled_payment_on)
  select id, 'p1', 'web', 'P', 1, 1, 'paid', '2024-03-03' from reporting.companies`;

/** The version that is answered; undefined where there is no answer for now. */
async function versionOf(agent: http.Agent, url: string, headers: Record<string, string>): Promise<string | undefined> {
  const request = http.get(url, { agent, headers });
  const [response] = (await once(request, 'response').catch(() => [])) as [http.IncomingMessage?];
  // A gateway that is busy with others closes what it can't read in time.
  if (!response || response.statusCode === 503) {
    response?.resume();
    return undefined;
  }
  const body = (await response.toArray()).join('');
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${body}`);
  return (JSON.parse(body) as { version: string }).version;
}

async function commitsPerSecond({ databaseUrl }: Product, companyId: string, seconds: number): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    let commits = 0;
    for (const end = performance.now() + seconds * 1_000; performance.now() < end; commits += 1) {
      await client.query(addOne, [companyId]);
    }
    return commits / seconds;
  });
}

const pay = ({ databaseUrl }: Product, companyId: string) => query(databaseUrl, addOne, [companyId]);
const addOne = 'update reporting.scheduled_payments set paid_amount = paid_amount + 1 where company_id = $1';

/** Of gateway and reporting, with the garbage that Node has not collected. */
async function residentMegabytes({ gateway, reporting }: Product): Promise<number> {
  await sleep(5_000);
  const sizes = await Promise.all(
    [gateway, reporting].map(async ({ process: { pid } }) => {
      const [, kilobytes = ''] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
      return Number(kilobytes) / 1_000;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
