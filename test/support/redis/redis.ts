import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { freePort } from '../../../local/free-port.ts';
import { installed } from '../programs/installed.ts';
import { until } from '../until.ts';

export type RedisServer = {
  /** REDIS_URL of it, the same after each start. */
  url: string;
  port: number;
  /** Starts it again at its port, with nothing in it. */
  start: () => Promise<void>;
  /** Kills it: connections break at once. */
  stop: () => Promise<void>;
  /** Halts it amid whatever it does: connections stay, and nothing is answered. */
  pause: () => void;
  resume: () => void;
};

/** Starts a real Redis on a free port, which keeps nothing on disk and ends with the process that started it. */
export async function startRedis(settings: Record<string, string> = {}): Promise<RedisServer> {
  const port = Number(settings.port ?? (await freePort()));
  const all = { bind: '127.0.0.1', save: '', ...settings, port: String(port) };
  const args = Object.entries(all).flatMap(([name, value]) => [`--${name}`, value]);
  const program = await installed('redis-server');
  let running = await startUntilAnswering(port, program, args);
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    start: async () => {
      running = await startUntilAnswering(port, program, args);
    },
    stop: () => running.stop(),
    pause: () => process.kill(running.pid, 'SIGSTOP'),
    resume: () => process.kill(running.pid, 'SIGCONT'),
  };
}

/** Sends one command to the server on this port, over a connection of its own; the reply. */
export async function callRedis(port: number, command: string, ...args: (string | number)[]): Promise<unknown> {
  const options = { retryStrategy: null, connectTimeout: 2_000, disconnectTimeout: 100 };
  const client = new Redis({ host: '127.0.0.1', port, ...options });
  client.on('error', () => undefined);
  try {
    return await client.call(command, ...args);
  } finally {
    client.disconnect();
  }
}

type Running = { pid: number; stop: () => Promise<void> };

async function startUntilAnswering(port: number, program: string, args: string[]): Promise<Running> {
  // The shell waits for the end of its input, which comes however this process ends, and kills the server then. Redis
  // itself has no environment by which a killed run could be cleaned up.
  const commands = '"$@" & echo $!; trap "kill -9 $!; wait" EXIT INT; cat';
  const shell = spawn('sh', ['-c', commands, 'sh', program, ...args], {
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const exited = once(shell, 'exit');
  let output = '';
  shell.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const stop = async () => {
    shell.stdin.end();
    await exited;
  };
  const answers = () =>
    callRedis(port, 'ping').then(
      () => true,
      () => false,
    );
  await until(`Redis on port ${port}`, answers).catch(async (error: unknown) => {
    await stop();
    throw new Error(`${String(error)}\n${output}`);
  });
  return { pid: Number.parseInt(output), stop };
}
