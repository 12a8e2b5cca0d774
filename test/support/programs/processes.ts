import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { until } from '../until.ts';

export type RunningProcess = { pid: number; parent: number; command: string };

/** These processes and all below them. */
export async function processesBelow(...pids: number[]): Promise<RunningProcess[]> {
  const all = await processes();
  const found = all.filter(({ pid }) => pids.includes(pid));
  for (const { pid } of found) found.push(...all.filter(({ parent }) => parent === pid));
  return found;
}

export function pidOf(processes: RunningProcess[], command: RegExp): number {
  const found = processes.find((process) => command.test(process.command));
  if (!found) throw new Error(`none of the processes is ${String(command)}`);
  return found.pid;
}

export async function untilGone(gone: RunningProcess[], limitMs: number): Promise<void> {
  const left = async () => (await processes()).filter(({ pid }) => gone.some((process) => process.pid === pid));
  await until('the end of every process', async () => (await left()).length === 0, limitMs).catch(
    async (error: unknown) => {
      throw new Error((await left()).map(({ pid, command }) => `${pid} ${command}`).join('\n'), { cause: error });
    },
  );
}

/** Megabytes of memory that a process has, or of its own; 0 when it has ended. */
export async function memoryOf(pid = 0, of: 'VmRSS' | 'RssAnon' = 'VmRSS'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kilobytes = '0'] = new RegExp(`^${of}:\\s+(\\d+) kB$`, 'm').exec(status) ?? [];
  return Math.round(Number(kilobytes) / 1_024);
}

/** Processor time that a process has used, and those of its children that have ended. */
export async function processorMsOf(pid = 0): Promise<{ own: number; ended: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // Behind the program's name, which may have blanks: the state is field 3, user and system time 14 and 15, in ticks of 10 ms.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const msAt = (field: number) => (fields[field - 3] ?? 0) * 10;
  return { own: msAt(14) + msAt(15), ended: msAt(16) + msAt(17) };
}

/** All that run, without those that ended and wait to be noticed. */
async function processes(): Promise<RunningProcess[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], { maxBuffer: 16_777_216 });
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parent, state, command] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    if (pid === undefined || state?.startsWith('Z')) return [];
    return [{ pid: Number(pid), parent: Number(parent), command: command ?? '' }];
  });
}
