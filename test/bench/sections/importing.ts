import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { query } from '../../support/postgres/database.ts';
import { startCommand } from '../../support/programs/command.ts';
import { memoryOf } from '../../support/programs/processes.ts';
import { report } from '../bench.ts';
import type { Bench, Figure } from '../bench.ts';
import { writeImportFiles } from '../data/import-files.ts';

/** Imports as `npm run import` does, 100 thousand payments and a million, each of a new company. */
export async function measureImport({ databases, options: { quick } }: Bench): Promise<Figure[]> {
  const small = await importPayments(databases.product, 'import-100000', 100_000);
  const large = quick ? small : await importPayments(databases.product, 'import-1000000', 1_000_000);
  const rate = { figure: `import of ${large.payments} payments`, measured: large.rowsPerSecond, unit: 'rows/s' };
  return [
    { ...rate, target: { atLeast: 20_000 } },
    { figure: 'import of 100000 payments, highest memory', measured: small.peakMb, unit: 'MB' },
    {
      figure: `import of ${large.payments} payments, highest memory to 100000`,
      target: { atMost: 1.3 },
      measured: large.peakMb / small.peakMb,
      unit: 'times',
    },
    {
      figure: `import of ${large.payments} payments, highest memory of its Postgres backend to 100000`,
      measured: large.backendPeakMb / small.backendPeakMb,
      unit: 'times',
    },
  ];
}

/** Imports the files of a company with so many payments, as a process of its own. */
export async function importPayments(databaseUrl: string, companyId: string, payments: number) {
  const directory = await mkdtemp(path.join(tmpdir(), 'client-reporting-bench-import-'));
  try {
    await writeImportFiles(directory, companyId, payments);
    const begunAt = performance.now();
    const command = startCommand('node', ['dist/local/import.js', directory], {
      DATABASE_URL: databaseUrl,
    });
    const peaks = watch(command.pid, databaseUrl);
    const status = await command.ended;
    const seconds = (performance.now() - begunAt) / 1_000;
    if (status !== 0) throw new Error(`the import failed: ${command.stderr()}`);
    report(`  ${command.stdout().trim()}`);
    return { payments, rowsPerSecond: payments / seconds, ...(await peaks) };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** The highest memory of the process, and that of its backend alone, until it has ended. */
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
