import { startChild } from '../../../local/child.ts';
import type { Child } from '../../../local/child.ts';
import { pepperSetting } from '../pepper.ts';
import { mainOf } from './main-of.ts';
import type { Program } from './main-of.ts';

/** Starts a program of `dist/` with these settings and no others of ours; adds each line that it writes to `logs`. */
export function startProgram(
  name: Program,
  settings: Record<string, string>,
  logs: string[],
  main = mainOf(name, settings),
): Child {
  const { PATH, HOME } = process.env;
  const own = { PATH, HOME, INTERNAL_PORT: '0', INTERNAL_HOST: '127.0.0.1', ...pepperSetting };
  const child = startChild(name, main, { ...own, ...settings }, 'pipe');
  for (const stream of [child.process.stdout, child.process.stderr]) {
    // A line may arrive in pieces.
    let rest = '';
    stream?.setEncoding('utf8').on('data', (text: string) => {
      const parts = (rest + text).split('\n');
      rest = parts.pop() ?? '';
      logs.push(...parts.filter(Boolean));
    });
  }
  return child;
}
