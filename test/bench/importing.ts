import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { query } from '../support/database.ts';
import { startCommand } from '../support/command.ts';
import { tell } from './bench.ts';
import type { Bench, Measured } from './bench.ts';
import { writeImportFiles } from './import-files.ts';
import { memoryOf } from './memory-of.ts';

type Imported = { payments: number; seconds: number; rowsPerSecond: number; peakMb: number; backendPeakMb: number };

/** Imports as `npm run import` does, 100 thousand payments and a million, each of a new company. */
export async function measureImport({ databases, options: { quick } }: Bench): Promise<Measured> {
  const hundredThousand = await importPayments(databases.product, 100_000);
  const all = quick ? undefined : await importPayments(databases.product, 1_000_000);
  const largest = all ?? hundredThousand;
  return {
    figures: [
      {
        figure: `import of ${largest.payments} payments, roll-ups kept`,
        target: { atLeast: 20_000 },
        measured: largest.rowsPerSecond,
        unit: 'rows/s',
      },
      { figure: 'import of 100000 payments, highest memory', measured: hundredThousand.peakMb, unit: 'MB' },
      ...(all
        ? [
            { figure: 'import of 1000000 payments, highest memory', measured: all.peakMb, unit: 'MB' },
            {
              figure: 'import of 1000000 payments, highest memory against 100000',
              target: { atMost: 1.3 },
              measured: all.peakMb / hundredThousand.peakMb,
              unit: 'times',
            },
            {
              figure: 'import of 1000000 payments, highest memory of its Postgres backend against 100000',
              measured: all.backendPeakMb / hundredThousand.backendPeakMb,
              unit: 'times',
            },
          ]
        : []),
    ],
    raw: { hundredThousand, ...(all && { million: all }) },
  };
}

async function importPayments(databaseUrl: string, payments: number): Promise<Imported> {
  const directory = await mkdtemp(path.join(tmpdir(), 'client-reporting-bench-import-'));
  try {
    await writeImportFiles(directory, `import-${payments}`, payments);
    const begunAt = performance.now();
    const command = startCommand('node', ['dist/local/import.js', directory], {
      DATABASE_URL: databaseUrl,
    });
    const peaks = watch(command.pid, databaseUrl);
    const status = await command.ended;
    const seconds = (performance.now() - begunAt) / 1_000;
    if (status !== 0) throw new Error(`the import failed: ${command.stderr()}`);
    tell(`  ${command.stdout().trim()}`);
    return { payments, seconds, rowsPerSecond: payments / seconds, ...(await peaks) };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** The most memory that the process had, and its backend for itself, until it is gone. */
async function watch(pid: number, databaseUrl: string) {
  let [peakMb, backendPeakMb, backend] = [0, 0, 0];
  for (let now = 1; now > 0; now = await memoryOf(pid, 'VmHWM')) {
    peakMb = Math.max(peakMb, now);
    if (backend === 0) {
      const [found] = await query<{ pid: number }>(
        databaseUrl,
        `select pid from pg_stat_activity where application_name = 'import'`,
      );
      backend = found?.pid ?? 0;
    }
    if (backend !== 0) backendPeakMb = Math.max(backendPeakMb, await memoryOf(backend, 'RssAnon'));
    await sleep(50);
  }
  return { peakMb, backendPeakMb };
}
