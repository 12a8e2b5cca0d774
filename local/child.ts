import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

// Tests run this file from source.
const dist = path.join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? '../dist' : '..');

/**
 * The heap may take three quarters of the memory of a pod. By itself V8 collects the more often the less it may have; growing fourfold between
 * collections takes two thirds of the processor time and 70 MB more. The commands of the image, docker-compose.yml and the manifests have
 * the same flags.
 */
export function nodeFlags(program: string): string[] {
  const flags = [
    '--max-semi-space-size=8',
    `--max-old-space-size=${heapMiB[program] ?? 384}`,
    '--heap-growing-percent=300',
  ];
  // http-proxy, below http-proxy-middleware 3, calls what Node 24 warns of: util._extend and url.parse.
  return program === 'gateway' ? [...flags, '--disable-warning=DEP0060', '--disable-warning=DEP0169'] : flags;
}

const heapMiB: Record<string, number> = { gateway: 288, auth: 384, reporting: 384, portal: 144 };

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

/**
 * `main` is a file of `dist/`, or an absolute path. Its process group is its own, so that a Ctrl-C in the terminal reaches only the
 * process that started it.
 */
export function startChild(
  name: string,
  main: string,
  environment: NodeJS.ProcessEnv,
  stdout: 'inherit' | 'pipe' | 'ignore' | number = 'inherit',
): Child {
  const child = fork(path.resolve(dist, main), {
    execArgv: nodeFlags(name),
    env: environment,
    detached: true,
    stdio: ['ignore', stdout, stdout, 'ipc'],
  });
  // By then all that it wrote has been read.
  const exited = once(child, 'close').then(([status, signal]) => `${name} ended with ${signal ?? `status ${status}`}`);
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
