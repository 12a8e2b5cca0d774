import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { query } from '../support/postgres/database.ts';
import { processesBelow, processorMsOf } from '../support/programs/processes.ts';

/** The first process of the server of a database. */
export async function postmasterOf(databaseUrl: string): Promise<number> {
  const [settings] = await query<{ data_directory: string }>(databaseUrl, 'show data_directory');
  const [pid] = (await readFile(path.join(settings?.data_directory ?? '', 'postmaster.pid'), 'utf8')).split('\n');
  return Number(pid);
}

/** Milliseconds of processor time that the server of a database has used, with its processes that have ended. */
export async function postgresMs(databaseUrl: string): Promise<number> {
  const all = await processesBelow(await postmasterOf(databaseUrl));
  const times = await Promise.all(all.map(({ pid }) => processorMsOf(pid)));
  return times.reduce((sum, { own, ended }) => sum + own + ended, 0);
}

/** How many of them it uses for some work. */
export async function postgresMsOf(databaseUrl: string, work: () => Promise<unknown>): Promise<number> {
  const before = await postgresMs(databaseUrl);
  await work();
  return (await postgresMs(databaseUrl)) - before;
}
