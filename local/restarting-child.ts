import { setTimeout as sleep } from 'node:timers/promises';
import type { Program } from '../runtime/process/program.ts';
import type { Child } from './child.ts';

/** Restarts the child when it ends after it was ready; one that never gets ready fails the program. */
export function startRestartingChild(start: () => Child, { log, fail }: Program): Pick<Child, 'ready' | 'stop'> {
  let child = start();
  let stopping = false;
  const isStopping = () => stopping;
  const { ready, exited, name } = child;
  const keepUp = async () => {
    let pauseMs = 1_000;
    for (;;) {
      const startedAt = performance.now();
      const reason = await child.exited;
      if (isStopping()) return;
      if (performance.now() - startedAt > longestPauseMs) pauseMs = 1_000;
      log.warn({ reason, pauseMs }, `${name} is started again after the pause`);
      await sleep(pauseMs);
      if (isStopping()) return;
      pauseMs = Math.min(2 * pauseMs, longestPauseMs);
      child = start();
    }
  };
  ready.then(keepUp, () => void exited.then(fail));
  return {
    ready,
    stop: (limitMs) => {
      stopping = true;
      return child.stop(limitMs);
    },
  };
}

const longestPauseMs = 60_000;
