import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { exportTypes } from '../../../gateway/reports/media-types.ts';
import { installed } from '../../support/programs/installed.ts';
import { memoryOf, processorMsOf } from '../../support/programs/processes.ts';
import { sendRequest } from '../send-request.ts';
import { million, report } from '../bench.ts';
import type { Bench, Figure } from '../bench.ts';
import { postgresMs } from '../processor-time.ts';
import { pathOf, uncachedSpan, wholeSpan } from '../data/requests.ts';
import { median, quantile } from '../summary.ts';

const rows = 1_000_000;

/** Of all programs to that of Postgres' own copy. Memory is that above the idle process. */
const targets = {
  csv: { times: 1.6, reportingMB: 60 },
  ndjson: { times: 1.7, reportingMB: 60 },
  xlsx: { times: 4, reportingMB: 60 },
  parquet: { times: 2.6, reportingMB: 60 },
};

/** Whole reports of a million rows, read by curl, which costs little, and the first bytes of a third of them. */
export async function measureFiles(bench: Bench): Promise<Figure[]> {
  const figures: Figure[] = [];
  const copied = await processorTimeOf(bench, () => copyByPsql(bench));
  report(`  copy by psql: ${JSON.stringify(copied)} us a row`);
  figures.push({ figure: 'files: processor time of a copy by psql', measured: copied.all, unit: 'us a row' });
  const idle = {
    gateway: await memoryOf(bench.product.gateway.process.pid),
    reporting: await memoryOf(bench.product.reporting.process.pid),
  };
  for (const format of Object.keys(exportTypes) as Format[]) {
    let whole = { rowsPerSecond: 0, peakMB: { gateway: 0, reporting: 0 } };
    const spent = await processorTimeOf(bench, async () => (whole = await takeWhole(bench, format)));
    const { rowsPerSecond, peakMB } = whole;
    report(
      `  ${format}: ${rowsPerSecond.toFixed(0)} rows/s, ${JSON.stringify(peakMB)} MB, ${JSON.stringify(spent)} us a row`,
    );
    figures.push({
      figure: `files: processor time of ${format} to that of a copy`,
      target: { atMost: targets[format].times },
      measured: spent.all / copied.all,
      unit: 'times',
    });
    const target = format === 'csv' && { target: { atLeast: 50_000 } };
    figures.push({ figure: `files: ${format} of 1m`, ...target, measured: rowsPerSecond, unit: 'rows/s' });
    for (const name of ['gateway', 'reporting'] as const) {
      const figure = `files: ${format} of 1m, memory of ${name} above the idle process, highest`;
      const target = { atMost: targets[format].reportingMB };
      figures.push({ figure, target, measured: peakMB[name] - idle[name], unit: 'MB' });
    }
    figures.push({
      figure: `files: first bytes of ${format} of 300,000 rows, p50`,
      target: { atMostOfBefore: 0.7 },
      measured: median(await firstBytes(bench, format)),
      unit: 'ms',
    });
  }
  return figures;
}

/** Milliseconds until the first bytes of files of 300,000 rows, none of the same days. */
async function firstBytes({ product, tokenOf }: Bench, format: Format): Promise<number[]> {
  const headers = { Accept: exportTypes[format], Authorization: `Bearer ${await tokenOf(million)}` };
  const times: number[] = [];
  for (let n = 1; n <= 9; n++) {
    const span = { fromDate: `2024-02-${10 + n}`, toDate: `2024-09-${16 + n}` };
    const ending = new AbortController();
    const begunAt = performance.now();
    const { body } = await fetch(product.url + pathOf('scheduled-payments', span), { headers, signal: ending.signal });
    await body?.getReader().read();
    times.push(performance.now() - begunAt);
    ending.abort();
    await sleep(500);
  }
  return times;
}

type Format = keyof typeof exportTypes;

/** Of all programs, the client too, in microseconds a row. */
async function processorTimeOf({ product, databases }: Bench, run: () => Promise<unknown>) {
  const spent = async () => {
    return [
      await postgresMs(databases.product),
      (await processorMsOf(product.reporting.process.pid)).own,
      (await processorMsOf(product.gateway.process.pid)).own,
      (await processorMsOf(process.pid)).ended,
    ];
  };
  const before = await spent();
  await run();
  const [postgres = 0, reporting = 0, gateway = 0, client = 0] = (await spent()).map(
    (ms, index) => ((ms - (before[index] ?? 0)) * 1_000) / rows,
  );
  return { postgres, reporting, gateway, client, all: postgres + reporting + gateway + client };
}

/** The same columns in the same order. */
async function copyByPsql({ databases }: Bench): Promise<void> {
  const { fromDate, toDate } = wholeSpan();
  const text = `copy (
    select p.id, p.name, p.amount, p.paid_amount, p.status, p.scheduled_payment_on, c.id, c.title,
      contractor.id, contractor.first_name, contractor.last_name, employer.id, employer.first_name, employer.last_name,
      team.id, team.name
    from reporting.scheduled_payments p
    join reporting.contracts c on c.company_id = p.company_id and c.id = p.contract_id
    join reporting.people contractor on contractor.id = c.contractor_id
    join reporting.people employer on employer.id = c.employer_id
    left join reporting.teams team on team.company_id = c.company_id and team.id = c.team_id
    where p.company_id = '${million}' and p.scheduled_payment_on >= '${fromDate}' and p.scheduled_payment_on < date '${toDate}' + 1
    order by p.scheduled_payment_on, p.id
  ) to stdout`;
  const psql = spawn(await installed('psql'), [databases.product, '--no-psqlrc', '--command', text], {
    stdio: 'ignore',
  });
  const [status] = (await once(psql, 'close')) as [number | null];
  if (status !== 0) throw new Error(`psql ended with ${status}`);
}

async function takeWhole(bench: Bench, format: Format) {
  const peakMB = { gateway: 0, reporting: 0 };
  const sample = async () => {
    for (const name of ['gateway', 'reporting'] as const) {
      peakMB[name] = Math.max(peakMB[name], await memoryOf(bench.product[name].process.pid));
    }
  };
  const sampling = setInterval(() => void sample(), 100);
  const begunAt = performance.now();
  const running = await beginExport(bench, million, format);
  await running.whole;
  clearInterval(sampling);
  return { rowsPerSecond: (rows * 1_000) / (performance.now() - begunAt), peakMB };
}

/** Reads an export and discards it. `whole` fails when it breaks off. */
async function beginExport({ product, tokenOf }: Bench, companyId: string, format: Format) {
  const headers = [`Accept: ${exportTypes[format]}`, `Authorization: Bearer ${await tokenOf(companyId)}`];
  const curl = spawn(
    await installed('curl'),
    [
      ...['--silent', '--fail', '--output', '/dev/null', ...headers.flatMap((header) => ['--header', header])],
      `${product.url}${pathOf('scheduled-payments', wholeSpan())}`,
    ],
    { stdio: 'ignore' },
  );
  const ended = once(curl, 'close') as Promise<[number | null]>;
  return {
    whole: ended.then(([status]) => {
      if (status !== 0 && !curl.killed) throw new Error(`an export ended with curl's ${status}`);
    }),
    disconnect: () => curl.kill('SIGKILL'),
  };
}

/** Pages of both reports at a steady pace, alone and beside four CSV files in turn, so that both have the same machine. */
export async function measureLists(bench: Bench): Promise<Figure[]> {
  const [alone, beside]: [number[], number[]] = [[], []];
  for (let round = 0; round < 4; round++) {
    alone.push(...(await requestSteadily(bench, bench.seconds)));
    const stop = await keepExporting(bench);
    beside.push(...(await requestSteadily(bench, bench.seconds)));
    await stop();
  }
  const figureOf = (how: string, share: number, latencies: number[]): Figure => ({
    figure: `lists ${how}, p${100 * share}`,
    measured: quantile(latencies, share),
    unit: 'ms',
  });
  const measured = quantile(beside, 0.99) / quantile(alone, 0.99);
  return [
    ...[0.5, 0.99].flatMap((share) => [figureOf('alone', share, alone), figureOf('beside four', share, beside)]),
    { figure: 'lists: p99 beside four to alone', target: { atMost: 2 }, measured, unit: 'times' },
  ];
}

const paceMs = 20;

/** One every 20 ms, whether the ones before are answered or not. Half of the requests are new. */
async function requestSteadily({ product, tokenOf }: Bench, seconds: number): Promise<number[]> {
  const token = await tokenOf(million);
  const requested: Promise<number>[] = [];
  const begunAt = performance.now();
  for (let n = 0; n * paceMs < seconds * 1_000; n++) {
    const span = n % 2 === 0 ? wholeSpan() : uncachedSpan();
    const path = pathOf(n % 4 < 2 ? 'scheduled-payments' : 'timesheets', span);
    requested.push(sendRequest(product.url, token, path).then(({ milliseconds }) => milliseconds));
    await sleep(Math.max(0, begunAt + (n + 1) * paceMs - performance.now()));
  }
  return Promise.all(requested);
}

/** Four exports at any time, two of each company; the function ends them. */
async function keepExporting(bench: Bench): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const keep = async (companyId: string) => {
    while (!signal.aborted) {
      const { whole, disconnect } = await beginExport(bench, companyId, 'csv');
      signal.addEventListener('abort', disconnect, { once: true });
      await whole;
      signal.removeEventListener('abort', disconnect);
    }
  };
  const running = ['c1m', 'c1m', 'c100k', 'c100k'].map(keep);
  await sleep(500);
  return async () => {
    stopping.abort();
    await Promise.all(running);
  };
}
