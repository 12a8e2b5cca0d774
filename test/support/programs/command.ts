import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.join(import.meta.dirname, '../../..');

/** A release writes it into package.json only. */
export const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };

/** A command that runs, and what it wrote so far. */
export type Command = {
  process: ChildProcess;
  pid: number;
  stdout: () => string;
  /** Without what npm itself has to say. */
  stderr: () => string;
  /** How it ended: its exit status, or the signal that ended it. */
  ended: Promise<number | string>;
};

/** Starts a command at the root of the project, in a process group of its own, with these settings and no others. */
export function startCommand(program: string, args: string[], settings: Record<string, string>): Command {
  const environment = { PATH: process.env.PATH, HOME: process.env.HOME, ...settings };
  const child = spawn(program, args, {
    cwd: root,
    env: environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = once(child, 'close').then(([status, signal]) => (status ?? signal) as number | string);
  return {
    process: child,
    pid: child.pid ?? 0,
    stdout: () => stdout,
    stderr: () => stderr.replace(/^npm .*\n/gm, ''),
    ended,
  };
}

export async function runCommand(program: string, args: string[], settings: Record<string, string>) {
  const command = startCommand(program, args, settings);
  const status = await command.ended;
  return { status, stdout: command.stdout(), stderr: command.stderr() };
}
