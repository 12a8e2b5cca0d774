import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { databaseUrlFile } from '../../local/config.ts';
import { freePort } from '../../local/postgres.ts';
import { startCommand } from './command.ts';
import type { Command } from './command.ts';
import { processesBelow } from './processes.ts';
import type { RunningProcess } from './processes.ts';
import { holdToDocument } from './seen-answers.ts';
import { until } from './until.ts';

/** A running `npm start`. */
export type Started = Command & { url: string; directory: string; databaseUrl: string };

/** Runs `npm start` with its data in the directory, until it says that it is ready. */
export async function npmStart(
  directory: string,
  { args = [], DATABASE_URL }: { args?: string[]; DATABASE_URL?: string } = {},
): Promise<Started> {
  const port = String(await freePort());
  const settings = { LOCAL_DATA_DIR: directory, PORT: port, ...(DATABASE_URL && { DATABASE_URL }) };
  const command = startCommand('npm', ['start', ...args], settings);
  const isOver = () => command.process.exitCode !== null || command.process.signalCode !== null;
  await until('npm start is ready', () => isOver() || command.stdout().includes('timesheets/list'), 60_000);
  if (isOver()) throw new Error(`npm start ended\n${command.stdout()}\n${command.stderr()}`);
  const databaseUrl = DATABASE_URL ?? (await readFile(databaseUrlFile(directory), 'utf8'));
  const url = `http://localhost:${port}`;
  await holdToDocument(url);
  return { ...command, url, directory, databaseUrl };
}

/** Every process of a running `npm start`, the embedded Postgres among them. */
export async function processesOf({ pid, directory }: Started): Promise<RunningProcess[]> {
  const file = await readFile(path.join(directory, 'postgres/postmaster.pid'), 'utf8').catch(() => '0');
  return processesBelow(pid, Number(file.split('\n')[0]));
}
