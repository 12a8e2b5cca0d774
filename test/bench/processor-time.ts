import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { query } from '../support/postgres/database.ts';
import { processesBelow, processorMsOf } from '../support/programs/processes.ts';

/** Milliseconds of processor time that the server of a database has used, with its processes that have ended. */
export async function postgresMs(databaseUrl: string): Promise<number> {
  const [settings] = await query<{ data_directory: string }>(databaseUrl, 'show data_directory');
  const [pid] = (await readFile(path.join(settings?.data_directory ?? '', 'postmaster.pid'), 'utf8')).split('\n');
  const times = await Promise.all((await processesBelow(Number(pid))).map((each) => processorMsOf(each.pid)));
  return times.reduce((sum, { own, ended }) => sum + own + ended, 0);
}
