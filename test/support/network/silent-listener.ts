import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** An address of the loopback interface at which connections are not refused, and never made: as of a host that is gone. */
export async function startSilentListener(): Promise<{ address: string; stop: () => Promise<void> }> {
  const program = `const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 });
    server.on('listening', () => process.send(server.address().port))`;
  const child = spawn('node', ['-e', program], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [port] = (await once(child, 'message')) as [number];
  child.kill('SIGSTOP');
  // The system makes a few connections for a program that takes none.
  const made: Socket[] = [];
  for (let last: Socket | undefined; !last?.connecting; made.push(last)) {
    last = connect(port, '127.0.0.1').on('error', () => undefined);
    await Promise.race([once(last, 'connect'), sleep(1_000)]);
  }
  return {
    address: `127.0.0.1:${port}`,
    stop: async () => {
      for (const socket of made) socket.destroy();
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
