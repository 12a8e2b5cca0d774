import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { exportTypes } from '../../gateway/reports/media-types.ts';
import { query } from '../support/database.ts';
import { installed } from '../support/installed.ts';
import { until } from '../support/until.ts';
import { ask } from './ask.ts';
import { million, tell } from './bench.ts';
import type { Bench, Measured } from './bench.ts';
import type { Figure } from './figures.ts';
import { memoryOf } from './memory-of.ts';
import { neverAskedSpan, pathOf, wholeSpan } from './questions.ts';
import { summaryOf } from './summary.ts';
import type { Summary } from './summary.ts';

const rows = 1_000_000;

/** Whole reports of a million rows, and what the lists feel of four at once. Taken by curl, which costs little. */
export async function measureExports(bench: Bench): Promise<Measured> {
  const files = {} as Record<Format, WholeFile>;
  for (const format of Object.keys(exportTypes) as Format[]) {
    files[format] = await takeWhole(bench, format);
    const { rowsPerSecond, peakMB } = files[format];
    tell(`  ${format}: ${rowsPerSecond.toFixed(0)} rows/s, ${JSON.stringify(peakMB)} MB`);
  }
  const hangUp = await measureHangUp(bench);
  const lists = await measureLists(bench);
  return { figures: [...figuresOf(files), ...hangUp.figures, ...lists.figures], raw: { files, hangUp, lists } };
}

type Format = keyof typeof exportTypes;
type WholeFile = { rowsPerSecond: number; peakMB: Record<Process, number> };

const processes = ['gateway', 'reporting'] as const;
type Process = (typeof processes)[number];

async function takeWhole({ contenders }: Bench, format: Format): Promise<WholeFile> {
  const peakMB = { gateway: 0, reporting: 0 };
  const sample = async () => {
    for (const name of processes) {
      const now = await memoryOf(contenders.product[name].process.pid ?? 0, 'VmRSS');
      peakMB[name] = Math.max(peakMB[name], now);
    }
  };
  const sampling = setInterval(() => void sample(), 100);
  const begunAt = performance.now();
  await (
    await beginExport(contenders, million, format)
  ).whole;
  clearInterval(sampling);
  return { rowsPerSecond: (rows * 1_000) / (performance.now() - begunAt), peakMB };
}

/** Takes an export and throws it away. `whole` fails when it breaks off. */
async function beginExport({ product, tokenOf }: Bench['contenders'], companyId: string, format: Format) {
  const headers = [`Accept: ${exportTypes[format]}`, `Authorization: Bearer ${await tokenOf(companyId)}`];
  const curl = spawn(
    await installed('curl', 'curl'),
    [
      ...['--silent', '--fail', '--output', '/dev/null', ...headers.flatMap((header) => ['--header', header])],
      `${product.url}${pathOf('payments', wholeSpan())}`,
    ],
    { stdio: 'ignore' },
  );
  const ended = once(curl, 'close') as Promise<[number | null]>;
  return {
    whole: ended.then(([status]) => {
      if (status !== 0 && !curl.killed) throw new Error(`an export ended with curl's ${status}`);
    }),
    hangUp: () => curl.kill('SIGKILL'),
  };
}

/** From the end of a client that was in the midst of its export to the end of the cursor. */
async function measureHangUp({ contenders, databases, options: { quick } }: Bench) {
  const latencies: number[] = [];
  const cursors = async () => {
    const [row] = await query<{ count: number }>(
      databases.product,
      `select count(*)::int from pg_stat_activity
       where datname = current_database() and application_name = 'reporting exports' and xact_start is not null`,
    );
    return row?.count;
  };
  for (let n = 0; n < (quick ? 3 : 10); n++) {
    const { whole, hangUp } = await beginExport(contenders, million, 'csv');
    await until('the export runs', async () => (await cursors()) === 1);
    await sleep(500);
    const hungUpAt = performance.now();
    hangUp();
    while ((await cursors()) !== 0) await sleep(5);
    latencies.push(performance.now() - hungUpAt);
    await whole;
  }
  const summary = summaryOf(latencies);
  const figure = { figure: 'exports: from hanging up to the end of the cursor, longest', target: { atMost: 1_000 } };
  return { summary, figures: [{ ...figure, measured: summary.maxMs, unit: 'ms' }] };
}

const roundsOfLists = 4;

/** Pages of both reports at a steady pace, alone and beside four exports in turn, so that both have the same machine. */
async function measureLists(bench: Bench) {
  const { seconds } = bench.options;
  const alone: number[] = [];
  const beside: number[] = [];
  for (let round = 0; round < roundsOfLists; round++) {
    alone.push(...(await askSteadily(bench, seconds)));
    const stop = await keepExporting(bench);
    beside.push(...(await askSteadily(bench, seconds)));
    await stop();
  }
  const summaries = { alone: summaryOf(alone), beside: summaryOf(beside) };
  const figure = (name: string, measured: number): Figure => ({ figure: `exports: ${name}`, measured, unit: 'ms' });
  const p99 = ({ p99Ms }: Summary) => p99Ms;
  return {
    ...summaries,
    figures: [
      figure('lists alone, p50', summaries.alone.p50Ms),
      figure('lists alone, p99', p99(summaries.alone)),
      figure('lists beside four, p50', summaries.beside.p50Ms),
      figure('lists beside four, p99', p99(summaries.beside)),
      {
        figure: 'exports: p99 of lists beside four to alone',
        target: { atMost: 2 },
        measured: p99(summaries.beside) / p99(summaries.alone),
        unit: 'times',
      },
    ],
  };
}

const paceMs = 20;

/** Every 20 ms one, whether the ones before are answered or not. Half of the questions are new. */
async function askSteadily({ contenders }: Bench, seconds: number): Promise<number[]> {
  const token = await contenders.tokenOf(million);
  const asked: Promise<number>[] = [];
  const begunAt = performance.now();
  for (let n = 0; n * paceMs < seconds * 1_000; n++) {
    const span = n % 2 === 0 ? wholeSpan() : neverAskedSpan();
    const path = pathOf(n % 4 < 2 ? 'payments' : 'timesheets', span);
    asked.push(ask(contenders.product.url, token, path).then(({ milliseconds }) => milliseconds));
    await sleep(Math.max(0, begunAt + (n + 1) * paceMs - performance.now()));
  }
  return Promise.all(asked);
}

/** Four exports at any time, two of each company; the function ends them. */
async function keepExporting({ contenders }: Bench): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const keep = async (companyId: string) => {
    while (!signal.aborted) {
      const { whole, hangUp } = await beginExport(contenders, companyId, 'csv');
      signal.addEventListener('abort', hangUp, { once: true });
      await whole;
      signal.removeEventListener('abort', hangUp);
    }
  };
  const running = ['c1m', 'c1m', 'c100k', 'c100k'].map(keep);
  await sleep(500);
  return async () => {
    stopping.abort();
    await Promise.all(running);
  };
}

function figuresOf(files: Record<Format, WholeFile>): Figure[] {
  return Object.entries(files).flatMap(([format, { rowsPerSecond, peakMB }]): Figure[] => [
    {
      figure: `exports: ${format} of 1m`,
      ...(format === 'csv' && { target: { atLeast: 50_000 } }),
      measured: rowsPerSecond,
      unit: 'rows/s',
    },
    ...processes.map((name): Figure => ({
      figure: `exports: ${format} of 1m, memory of ${name}, highest`,
      target: { atMost: 200 },
      measured: peakMB[name],
      unit: 'MB',
    })),
  ]);
}
