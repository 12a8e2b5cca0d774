import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

// Tests run this file from source.
const dist = path.join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? '../dist' : '..');

/**
 * V8 collects more often the less memory it may have: with 512 MiB, reporting takes twice the time for pages of 100 rows. Without a bound
 * it exceeds 200 MB. The commands of the image, docker-compose.yml and the manifests have the same flags.
 */
export function nodeFlags(program: string): string[] {
  // http-proxy, below http-proxy-middleware 3, calls what Node 24 warns of: util._extend.
  if (program === 'gateway')
    return ['--max-semi-space-size=8', '--max-old-space-size=4096', '--disable-warning=DEP0060'];
  return ['--max-semi-space-size=8', '--max-old-space-size=1024'];
}

export type Child = {
  name: string;
  process: ChildProcess;
  ready: Promise<string>;
  /** The address of its internal port, where it has one, once it is ready. */
  internal: () => string;
  exited: Promise<string>;
  /** Sends SIGTERM, waits for the end, and kills it after `limitMs`. */
  stop: (limitMs?: number) => Promise<void>;
};

/** Its process group is its own, so that a Ctrl-C in the terminal reaches only the process that started it. */
export function startChild(
  name: string,
  main: string,
  environment: NodeJS.ProcessEnv,
  stdout: 'inherit' | 'pipe' | number = 'inherit',
): Child {
  const child = fork(path.join(dist, main), {
    execArgv: nodeFlags(name),
    env: environment,
    detached: true,
    stdio: ['ignore', stdout, stdout, 'ipc'],
  });
  const exited = once(child, 'exit').then(([status, signal]) => `${name} ended with ${signal ?? `status ${status}`}`);
  let internal = '';
  const ready = new Promise<string>((resolve, reject) => {
    child.on('message', (message: { ready?: string; internal?: string }) => {
      internal = message.internal ?? '';
      if (message.ready) resolve(message.ready);
    });
    void exited.then((how) => reject(new Error(how)));
  });
  ready.catch(() => undefined);
  return {
    name,
    process: child,
    ready,
    internal: () => internal,
    exited,
    stop: async (limitMs = 7_000) => {
      child.kill('SIGTERM');
      const kill = setTimeout(() => child.kill('SIGKILL'), limitMs);
      await exited;
      clearTimeout(kill);
    },
  };
}
