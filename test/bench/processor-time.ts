import { readFile } from 'node:fs/promises';
import { query } from '../support/postgres/database.ts';

/** Processor time of a whole Postgres server so far, in milliseconds: backends come and go. */
export async function processorMsOfPostgres(databaseUrl: string): Promise<number> {
  const read = `select split_part(pg_read_file('postmaster.pid'), e'\\n', 1)::integer as pid`;
  const [server] = await query<{ pid: number }>(databaseUrl, read);
  const pid = server?.pid ?? 0;
  const { ofEnded } = await processorMsOf(pid);
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ');
  const each = await Promise.all(children.map((child) => processorMsOf(Number(child))));
  return each.reduce((sum, { own }) => sum + own, ofEnded);
}

/** So far, of a process and of those children that it has seen end, in steps of the kernel's clock: 100 a second. */
async function processorMsOf(pid: number): Promise<{ own: number; ofEnded: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [, afterName = ''] = stat.split(') ');
  const [user = 0, system = 0, userOfEnded = 0, systemOfEnded = 0] = afterName.split(' ').slice(11).map(Number);
  return { own: (user + system) * 10, ofEnded: (userOfEnded + systemOfEnded) * 10 };
}
