import { readFile } from 'node:fs/promises';

type Measure = 'VmRSS' | 'VmHWM' | 'RssAnon';

/** Megabytes of memory that a process has: now, at most so far, or now and its own alone. 0 when it is gone. */
export async function memoryOf(pid: number, measure: Measure): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kilobytes = '0'] = new RegExp(`^${measure}:\\s+(\\d+) kB$`, 'm').exec(status) ?? [];
  return Math.round(Number(kilobytes) / 1_024);
}
