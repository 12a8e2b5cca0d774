import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startCommand } from '../../support/programs/command.ts';
import { report } from '../bench.ts';
import { writeImportFiles } from './import-files.ts';
import { pepperSetting } from '../../support/pepper.ts';

/** Imports the files of a company with so many payments, as a process of its own. Returns its rows a second. */
export async function importPayments(databaseUrl: string, companyId: string, payments: number): Promise<number> {
  const directory = await mkdtemp(path.join(tmpdir(), 'client-reporting-bench-import-'));
  try {
    await writeImportFiles(directory, companyId, payments);
    const begunAt = performance.now();
    const command = startCommand('node', ['dist/local/import.js', directory], {
      DATABASE_URL: databaseUrl,
      ...pepperSetting,
    });
    const status = await command.ended;
    const seconds = (performance.now() - begunAt) / 1_000;
    if (status !== 0) throw new Error(`the import failed: ${command.stderr()}`);
    report(`  ${command.stdout().trim()}`);
    return payments / seconds;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
