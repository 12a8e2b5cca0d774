import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { Redis } from 'ioredis';
import { freePort } from '../../../local/free-port.ts';
import { installed } from '../programs/installed.ts';
import { untilDone } from '../until.ts';

export type RedisServer = Awaited<ReturnType<typeof startRedis>>;

/** Starts a real Redis on a free port, which keeps nothing on disk. Its arguments name the directory of the run, whose cleaner ends it. */
export async function startRedis(settings: Record<string, string> = {}) {
  const port = Number(settings.port ?? (await freePort()));
  const all = { bind: '127.0.0.1', save: '', dir: tmpdir(), 'set-proc-title': 'no', ...settings, port: String(port) };
  const args = Object.entries(all).flatMap(([name, value]) => [`--${name}`, ...value.split(' ')]);
  const program = await installed('redis-server');
  let child: ChildProcess;
  const start = async () => {
    child = spawn(program, args, { stdio: 'ignore' });
    await untilDone(`Redis on port ${port}`, () => callRedis(port, 'ping'));
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    /** Starts it again at its port, with nothing in it. */
    start,
    /** Kills it: connections break at once. */
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
    /** Halts it amid whatever it does: connections stay, and nothing is answered. */
    pause: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
  };
}

/** Sends one command to the server on this port, over a connection of its own; the reply. */
export async function callRedis(port: number, command: string, ...args: (string | number)[]): Promise<unknown> {
  const options = { enableReadyCheck: false, retryStrategy: null, connectTimeout: 2_000, disconnectTimeout: 100 };
  const client = new Redis({ host: '127.0.0.1', port, ...options });
  client.on('error', () => undefined);
  try {
    return await client.call(command, ...args);
  } finally {
    client.disconnect();
  }
}
