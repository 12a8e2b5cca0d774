import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { company, contract, paymentsPath, payment, person, secret, together, tokenOf } from '../support/fixtures.ts';
import { withTemplateDatabase } from '../support/postgres/template-database.ts';
import { root } from '../support/programs/command.ts';
import { load, startProduct, unlimited } from '../support/programs/product.ts';
import type { Product } from '../support/programs/product.ts';
import { mediaTypes } from '../support/reports/exports.ts';
import { startGateway } from '../support/programs/gateway.ts';
import { assistantOf } from './assistants.ts';
import { proxyOf } from './proxies.ts';
import { cacheOf, retriesOf, signInOf } from './answers.ts';
import { compared, documentOf, ofGeneratedClients } from './document.ts';
import type { Table } from './document.ts';
import { readRows } from './files.ts';
import type { Read } from './files.ts';
import { programsIn } from './programs.ts';
import type { Program } from './programs.ts';
import { install, run, versionOf } from './scratch.ts';

/**
 * Runs other people's programs on what the product answers, and compares with docs/compatibility.md; `--record` writes it. `--only` takes a part of
 * the names of programs, and only prints.
 */
const { values } = parseArgs({
  options: { record: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
});
const year = 'fromDate=2026-01-01&toDate=2026-12-31';
/** Of workbooks: less, since most readers take their time. */
const autumn = 'fromDate=2026-10-29&toDate=2026-12-31';
const order = 'sortField=scheduledPaymentOn&sortOrder=asc';

const retried = '/api/v1/external/reports/client/timesheets/list';
const limited = [
  { name: 'reports', key: 'ip', limit: 1, windowSeconds: 12, routes: [`GET ${retried}`] },
  { name: 'assistants', key: 'ip', limit: 1, windowSeconds: 60, routes: ['POST /mcp'] },
  { name: 'tokens', key: 'ip', limit: 5, windowSeconds: 60, routes: ['POST /auth/oauth/token'] },
];
const settings = { ...unlimited, TRUST_PROXY: '127.0.0.1', RATE_LIMIT_TIERS: JSON.stringify(limited) };
const document = path.join(root, 'docs/compatibility.md');

await withTemplateDatabase(async () => {
  const folders = ['spreadsheets', 'engines', 'accounting', 'retries', 'sign-in', 'caches', 'assistants', 'proxies'];
  const named = ({ name }: Program) => name.toLowerCase().includes(values.only.toLowerCase());
  const programs = await Promise.all(folders.map(async (folder) => (await programsIn(folder)).filter(named)));
  await install(programs.flat());
  const [spreadsheets = [], engines = [], accounting = [], retries = [], signIns = [], ...others] = programs;
  const [caches = [], assistants = [], proxies = []] = others;
  const product = await startProduct(settings);
  const broken = await startGateway(settings, { authAddress: product.authAddress, reportingAddress: '127.0.0.1:1' });
  try {
    await load(product.databaseUrl, data());
    const tokens = [await tokenOf(product.url, 'acme'), await tokenOf(product.url, 'acme')];
    const [token = ''] = tokens;
    const files = await saveFiles(product, token);
    const months = await monthsOf(product, token, year);
    const autumnMonths = await monthsOf(product, token, autumn);
    const read = engines.flatMap((program) => kindsOf(program).map((format) => ({ ...program, format })));
    const page = `${paymentsPath}?${year}&itemsPerPage=50`;
    const tables: Record<string, Table> = {
      Spreadsheets: await rowsOf(spreadsheets, 2, (program) => readBy(program, [files.xlsx], autumnMonths)),
      'CSV, NDJSON and Parquet': await rowsOf(read, 2, async (program) => {
        const { format } = program;
        return { format, ...(await readBy(program, [format, files[format]], months)) };
      }),
      Accounting: await rowsOf(accounting, 2, (program) => readBy(program, [files.csv], months)),
      'Retries: 429 and 503': await rowsOf(retries, 6, (program) => retriesBy(program, token, product.url, broken.url)),
      'Sign-in': await rowsOf(signIns, 2, (program) => signInBy(program, product.url)),
      Assistants: await rowsOf(assistants, 6, (program) => assistantOf(program, product.url, token)),
      Caches: await rowsOf(caches, 2, (program) => cacheOf(program, product.url, page, tokens)),
      Proxies: await rowsOf(proxies, 8, (program) => proxyOf(program, product.url, token)),
    };
    const seen = await documentOf(tables);
    const recorded = await readFile(document, 'utf8').catch(() => '');
    if (values.record) await writeFile(document, seen + (ofGeneratedClients.exec(recorded)?.[0] ?? ''));
    else if (values.only !== '') console.log(seen);
    else if (compared(seen) !== compared(recorded)) {
      console.log(`${seen}\nThis differs from docs/compatibility.md.`);
      process.exitCode = 1;
    }
  } finally {
    await broken.stop();
    await product.stop();
  }
});

/** A row of each of these programs, so many at a time, in their order. */
async function rowsOf<Of extends Program>(
  programs: Of[],
  atATime: number,
  row: (program: Of) => Promise<Table[number]>,
): Promise<Table> {
  const left = programs.entries();
  const found: Table = [];
  const work = async () => {
    for (const [index, program] of left) {
      const { name, set } = program;
      const version = await versionOf(program).catch(() => 'not installed');
      const seen = version === 'not installed' ? {} : await row(program);
      console.error(name, JSON.stringify(seen));
      found[index] = { program: name, version, ...seen, 'what to set': set };
    }
  };
  await Promise.all(Array.from({ length: atATime }, work));
  return found;
}

type Kind = keyof typeof mediaTypes;

/** Whole amounts first, then cents, a negative amount, and one in the last microsecond of the year. */
function data() {
  // A quote before a comma, and a line break.
  const names: Record<number, string> = { 500: 'The "big", red one', 900: 'Design\nand print' };
  const row = (index: number, amount: string, time: string) =>
    payment(`p${index}`, {
      name: names[index] ?? `Milestone ${index % 40}`,
      amount,
      paid_amount: amount,
      scheduled_payment_on: time,
    });
  const day = (month: number, index: number) => new Date(Date.UTC(2026, month, 1 + index)).toISOString();
  return together(company('acme'), {
    people: [person('ana', 'Ana', 'García')],
    contracts: [contract('web')],
    scheduled_payments: [
      ...Array.from({ length: 25_000 }, (_, index) => row(index, '100', day(0, Math.floor((index * 304) / 25_000)))),
      ...Array.from({ length: 5_000 }, (_, index) => row(25_000 + index, '100.55', day(10, index % 30))),
      row(30_000, '-40.10', '2026-12-01T00:00:00Z'),
      row(30_001, '2134.71', '2026-12-31T23:59:59.999999Z'),
    ],
  });
}

async function saveFiles({ url }: Product, token: string): Promise<Record<Kind, string>> {
  const directory = await mkdtemp(path.join(tmpdir(), 'files-'));
  const save = async (kind: Kind) => {
    const headers = { Authorization: `Bearer ${token}`, Accept: mediaTypes[kind] };
    const response = await answered(`${url}${paymentsPath}?${kind === 'xlsx' ? autumn : year}&${order}`, headers);
    const file = path.join(directory, `payments.${kind}`);
    await writeFile(file, Buffer.from(await response.arrayBuffer()));
    return file;
  };
  return {
    csv: await save('csv'),
    ndjson: await save('ndjson'),
    xlsx: await save('xlsx'),
    parquet: await save('parquet'),
  };
}

async function answered(url: string, headers: Record<string, string>): Promise<Response> {
  const response = await fetch(url, { headers });
  if (!response.ok) throw new Error(await response.text());
  return response;
}

/** Cents by month, as the product sums them up. */
async function monthsOf({ url }: Product, token: string, range: string): Promise<Record<string, number>> {
  const summary = paymentsPath.replace('/list', '/summary');
  const response = await answered(`${url}${summary}?groupBy=month&itemsPerPage=100&${range}`, {
    Authorization: `Bearer ${token}`,
  });
  const { results } = (await response.json()) as {
    results: { month: string; statistics: { totalScheduledPaymentsAmount: number } }[];
  };
  return Object.fromEntries(
    results.map(({ month, statistics }) => [month, Math.round(statistics.totalScheduledPaymentsAmount * 100)]),
  );
}

async function readBy(program: Program, args: string[], months: Record<string, number>) {
  const inZone = async (zone: string) => readRows(await run(program, args, { TZ: zone }));
  const west = await inZone('America/New_York');
  if ('error' in west) return { reads: `no: ${west.error}` };
  const sum = (of: Record<string, number>) => Object.values(of).reduce((total, cents) => total + cents, 0) / 100;
  const isRight = (read: Read) => 'months' in read && isDeepStrictEqual(read.months, months);
  if (isRight(west)) return { reads: 'yes' };
  if (sum(west.months) !== sum(months)) return { reads: `a sum of ${sum(west.months)} in place of ${sum(months)}` };
  return { reads: isRight(await inZone('UTC')) ? 'the day before' : 'other days' };
}

async function retriesBy(program: Program, token: string, url: string, brokenUrl: string) {
  const report = `${retried}?${year}`;
  const useUp = async (address: string) => {
    await fetch(`${url}${report}`, { headers: { Authorization: `Bearer ${token}`, 'X-Forwarded-For': address } });
  };
  return {
    429: await retriesOf(program, report, token, { first: url, then: url }, useUp),
    503: await retriesOf(program, report, token, { first: brokenUrl, then: url }),
  };
}

async function signInBy(program: Program, url: string) {
  const useUp = async (address: string) => {
    for (let request = 0; request < 5; request += 1)
      await fetch(`${url}/auth/oauth/token`, { method: 'POST', headers: { 'X-Forwarded-For': address } });
  };
  const { right, wrong, limited: over } = await signInOf(program, url, ['acme-client', secret], useUp);
  const shown = ({ requests, shows }: { requests: number; shows: string }) =>
    `${requests}${/is wrong|Wait for/.test(shows) ? '' : isToken(shows) ? ', then a token' : ', no reason'}`;
  return {
    'signs in': isToken(right.shows) ? 'yes' : `does not: ${right.shows}`,
    'wrong secret': shown(wrong),
    'over the limit': shown(over),
  };
}

function isToken(shows: string): boolean {
  return shows.toLowerCase() === 'token true';
}

function kindsOf({ name, packages }: Program): Kind[] {
  if (/parquet|hardwood|arrow-go|apache-arrow/i.test(name)) return ['parquet'];
  if (name === 'jq') return ['ndjson'];
  if (/csv|papa|miller|sqlite|readr|awk|datamash|gretl|pspp/i.test(name)) return ['csv'];
  return packages.length > 0 ? ['csv', 'ndjson', 'parquet'] : [];
}
