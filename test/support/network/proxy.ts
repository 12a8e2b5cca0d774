import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from '../../../local/free-port.ts';
import { temporaryDirectory, writeFiles } from '../files.ts';
import { installed } from '../programs/installed.ts';
import { until, untilDone } from '../until.ts';

export type Upstream = { host: string; port: number; internalPort: number };

/** A real HAProxy before these upstreams: those that answer /readyz with 200. It never tries again what has failed. */
export async function startProxy(upstreams: Upstream[]) {
  const program = await installed('haproxy');
  const { directory: temporary } = await temporaryDirectory();
  const [requests, connections] = [await freePort(), await freePort()];
  const admin = path.join(temporary, 'admin');
  const servers = upstreams.map(
    ({ host, port, internalPort }) =>
      `  server ${host} ${host}:${port} check port ${internalPort} inter 100ms rise 1 fall 1 init-addr none\n`,
  );
  const service = (mode: string, port: number) =>
    `listen ${mode}\n  mode ${mode}\n  bind 127.0.0.1:${port}\n  option httpchk GET /readyz\n${servers.join('')}`;
  const directory = await writeFiles(temporary, {
    'haproxy.cfg': `global
  stats socket ${admin} level admin
defaults
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  timeout check 2s
  retries 0
  balance roundrobin
${service('http', requests)}
${service('tcp', connections)}
`,
  });
  const child = spawn(program, ['-db', '-q', '-f', path.join(directory, 'haproxy.cfg')], { stdio: 'ignore' });
  const exited = once(child, 'exit');
  const sendCommand = async (command: string) => {
    const socket = connect(admin);
    socket.end(`${command}\n`);
    return text(socket);
  };
  await untilDone('the proxy answers', () => sendCommand('show info'));
  const setState = async (host: string, state: string) => {
    for (const service of ['http', 'tcp']) {
      const complaint = await sendCommand(`set server ${service}/${host} state ${state}`);
      if (complaint.trim() !== '') throw new Error(complaint);
    }
  };
  return {
    /** By `requests` each request goes to the next upstream, as behind an Ingress; `connections` hands them on, as a Service. */
    urls: { requests: `http://127.0.0.1:${requests}`, connections: `http://127.0.0.1:${connections}` },
    /** Sends an upstream no new connections and requests, as when its pod is ending. Connections it has stay. */
    leave: (host: string) => setState(host, 'drain'),
    /** Takes an upstream in that is ready; it may have left before. */
    allow: async (host: string) => {
      await setState(host, 'ready');
      const isUp = (line: string) => line.split(',')[1] === host && line.includes(',UP,');
      await until('the proxy sends to it', async () => {
        return (await sendCommand('show stat')).split('\n').filter(isUp).length === 2;
      });
    },
    stop: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
