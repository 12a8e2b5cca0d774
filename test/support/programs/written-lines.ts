import type { ChildProcess } from 'node:child_process';

/** The whole lines that a process has written so far, and adds while it runs. A line may arrive in pieces. */
export function writtenLines({ stdout, stderr }: ChildProcess, lines: string[] = []): string[] {
  for (const stream of [stdout, stderr]) {
    let rest = '';
    stream?.setEncoding('utf8').on('data', (text: string) => {
      const parts = (rest + text).split('\n');
      rest = parts.pop() ?? '';
      lines.push(...parts.filter(Boolean));
    });
  }
  return lines;
}
