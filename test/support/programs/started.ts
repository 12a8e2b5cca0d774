import { expect } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { databaseUrlFile } from '../../../services/import/config.ts';
import { demoClient } from '../../../local/demo/demo-client.ts';
import { freePort } from '../../../local/free-port.ts';
import { runCommand, startCommand } from './command.ts';
import type { Command } from './command.ts';
import { processesBelow, untilGone } from './processes.ts';
import type { RunningProcess } from './processes.ts';
import { holdToDocument } from '../openapi/seen-answers.ts';
import { until } from '../until.ts';
import { paymentsPath } from '../fixtures.ts';

/** A running `npm start`. */
export type Started = Command & { url: string; directory: string; databaseUrl: string };

/** What `npm start` runs once it has built, as `npm test` has. */
export const startProgram = ['node', 'dist/local/start.js'];

/** Runs `npm start`, or only its program, with its data in the directory, until it says that it is ready. */
export async function npmStart(
  directory: string,
  { by = startProgram, more = {} }: { by?: string[]; more?: Record<string, string> } = {},
): Promise<Started> {
  const port = String(await freePort());
  const settings = { LOCAL_DATA_DIR: directory, PORT: port, ...more };
  const [program = '', ...args] = by;
  const command = startCommand(program, args, settings);
  await until('npm start is ready', () => isOver(command) || /timesheets\/list[^\n]*\n/.test(command.stdout()), 60_000);
  if (isOver(command)) throw new Error(`npm start ended\n${command.stdout()}\n${command.stderr()}`);
  const databaseUrl = more.DATABASE_URL ?? (await readFile(databaseUrlFile(directory), 'utf8'));
  const url = `http://localhost:${port}`;
  await holdToDocument(url);
  return { ...command, url, directory, databaseUrl };
}

/** Runs `npm start` where it can't start: it says why in one line, or in one for each reason. */
export async function expectRefusal(settings: Record<string, string>, message: unknown): Promise<void> {
  const [program = '', ...args] = startProgram;
  const { status, stdout, stderr } = await runCommand(program, args, settings);
  expect({ status, stderr }).toEqual({ status: 1, stderr: message });
  expect(stdout).not.toContain('"stack"');
}

/** Ends it and all of its processes, if it runs. */
export async function stopStarted(started: Started): Promise<void> {
  const processes = await processesOf(started);
  if (!isOver(started)) process.kill(started.pid, 'SIGTERM');
  await untilGone(processes, 30_000);
}

function isOver({ process: { exitCode, signalCode } }: Command): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Every process of a running `npm start`, the embedded Postgres among them. */
export async function processesOf({ pid, directory }: Started): Promise<RunningProcess[]> {
  const file = await readFile(path.join(directory, 'postgres/postmaster.pid'), 'utf8').catch(() => '0');
  return processesBelow(pid, Number(file.split('\n')[0]));
}

/** How many payments the demo client sees. */
export async function paymentsOf(started: Started): Promise<number> {
  let report: Response | undefined;
  // A machine that has just started several programs may need longer than a deadline for the first.
  await until('the report is answered', async () => {
    report = await paymentsReport(started, await demoToken(started));
    return report.ok;
  });
  return ((await report?.json()) as { pagination: { totalCount: number } }).pagination.totalCount;
}

export async function demoToken({ url }: Pick<Started, 'url'>): Promise<string> {
  const response = await fetch(`${url}/auth/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(demoClient),
  });
  return ((await response.json()) as { accessToken: string }).accessToken;
}

/** The answer of the report of all payments. */
async function paymentsReport({ url }: Started, token: string): Promise<Response> {
  const query = new URLSearchParams({ fromDate: '2020-01-01', toDate: '2030-01-01' });
  return fetch(`${url}${paymentsPath}?${query.toString()}`, { headers: { Authorization: `Bearer ${token}` } });
}
