import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadSettings, startLocalPostgres } from '../../../local/postgres/postgres.ts';
import { schemas } from '../../../migrate/schemas.ts';
import { migrateUp } from '../../../migrate/migrate-schema.ts';
import { company, paymentsPath, tokenOf } from '../../support/fixtures.ts';
import { query } from '../../support/postgres/database.ts';
import { load as importRows, startProduct, unlimited } from '../../support/programs/product.ts';
import type { Product } from '../../support/programs/product.ts';
import { ask } from '../ask.ts';
import type { Figure } from '../bench.ts';
import { importPayments } from '../data/import-payments.ts';
import type { Options } from '../options.ts';
import { machine } from '../result.ts';
import { summaryOf } from '../summary.ts';

const companyId = 'bench';
const range = 'fromDate=2015-01-01&toDate=2035-12-31';
const list = `${paymentsPath}?${range}`;
const changesSince = (version: string) => `${list.replace('/list', '/changes')}&since=${version}`;
const settings = { ...unlimited, LOG_LEVEL: 'warn' };

/** What changed since a version, of a company of a million payments. */
export async function measureChanges({ quick }: Options) {
  const directory = await mkdtemp(path.join(tmpdir(), 'client-reporting-bench-changes-'));
  const postgres = await startLocalPostgres(directory, loadSettings);
  try {
    await query(postgres.urlOf('postgres'), 'create database reports');
    const url = postgres.urlOf('reports');
    await migrateUp(url, schemas);
    await importRows(url, company(companyId));
    await importPayments(url, companyId, quick ? 20_000 : 1_000_000);
    await query(url, 'vacuum analyze');
    const about = await machine(url);
    const product = await startProduct(settings, url);
    try {
      const token = await tokenOf(product.url, companyId);
      return { about, figures: await measureAnswers(product, token, quick) };
    } finally {
      await product.stop();
    }
  } finally {
    await postgres.stop();
    await rm(directory, { recursive: true });
  }
}

async function measureAnswers(product: Product, token: string, quick: boolean): Promise<Figure[]> {
  let { version } = await page(product, token);
  await query(product.databaseUrl, changeOneByOne(100));
  for (let time = 0; time < (quick ? 50 : 500); time += 1) await ask(product.url, token, changesSince(version)); // Warms.
  const hundred: number[] = [];
  for (let time = -1; time < (quick ? 20 : 500); time += 1) {
    await query(product.databaseUrl, changeOneByOne(100));
    const { answer, milliseconds } = await ask(product.url, token, changesSince(version));
    ({ version } = answer as { version: string });
    if (time >= 0) hundred.push(milliseconds);
  }
  const { etag } = await page(product, token);
  const [nothing, unchanged]: [number[], number[]] = [[], []];
  for (let time = 0; time < 400; time += 1) {
    nothing.push((await ask(product.url, token, changesSince(version))).milliseconds);
    const begunAt = performance.now();
    await page(product, token, { 'if-none-match': etag });
    unchanged.push(performance.now() - begunAt);
  }
  const [log] = await query<{ bytes: number }>(
    product.databaseUrl,
    `select (pg_relation_size('reporting.changes') + pg_indexes_size('reporting.changes'))::float / count(*) as bytes
     from reporting.changes`,
  );
  const { p50Ms, p99Ms } = summaryOf(hundred);
  const ratio = summaryOf(nothing).p50Ms / summaryOf(unchanged).p50Ms;
  return [
    { figure: 'changes: 100 changes, p50', measured: p50Ms, unit: 'ms' },
    { figure: 'changes: 100 changes, p99', target: { atMost: 20 }, measured: p99Ms, unit: 'ms' },
    { figure: 'changes: nothing changed, to a 304', target: { atMost: 1.3 }, measured: ratio, unit: '' },
    { figure: 'changes: log of a change', target: { atMost: 200 }, measured: log?.bytes ?? NaN, unit: 'bytes' },
  ];
}

/** Each in a statement of its own. */
function changeOneByOne(count: number): string {
  return `do $$ begin
    for n in 1..${count} loop
      update reporting.scheduled_payments set paid_amount = paid_amount + 1
      where company_id = '${companyId}' and id = (
        select id from reporting.scheduled_payments where company_id = '${companyId}' and id > md5(random()::text) order by id limit 1
      );
    end loop;
  end $$`;
}

async function page(product: Product, token: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${product.url}${list}`, { headers: { authorization: `Bearer ${token}`, ...headers } });
  await response.text();
  if (response.status !== ('if-none-match' in headers ? 304 : 200)) throw new Error(`${list}: ${response.status}`);
  return {
    version: response.headers.get('report-version')?.slice(1, -1) ?? '',
    etag: response.headers.get('etag') ?? '',
  };
}
