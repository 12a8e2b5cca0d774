import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { installed } from '../programs/installed.ts';

/** Why packets can't be dropped here; undefined where they can. */
export const cannotDropPackets =
  process.getuid?.() === 0 ? undefined : 'NOT CHECKED, since only root may drop packets with nftables';

/**
 * From now on, all packets are lost of the connections there are to a port of the loopback interface, or of those from the given ports;
 * new connections work.
 * @returns restores the network
 */
export async function loseConnections(serverPort: number, from?: number[]): Promise<() => Promise<void>> {
  const clientPorts = (from ?? (await establishedTo(serverPort))).join(', ');
  if (clientPorts === '') throw new Error(`no connection to port ${serverPort}`);
  return drop(String(serverPort), [
    `tcp dport ${serverPort} tcp sport { ${clientPorts} }`,
    `tcp sport ${serverPort} tcp dport { ${clientPorts} }`,
  ]);
}

/**
 * From now on, all packets to and from a port of the loopback interface are lost, those of new connections too.
 * @returns restores the network
 */
export function losePort(port: number): Promise<() => Promise<void>> {
  return drop(`all-${port}`, [`tcp dport ${port}`, `tcp sport ${port}`]);
}

/**
 * From now on, all packets to and from these addresses of the loopback interface are lost, as of a node that is gone.
 * @returns restores the network
 */
export function loseHosts(hosts: string[]): Promise<() => Promise<void>> {
  const all = hosts.join(', ');
  return drop('hosts', [`ip daddr { ${all} }`, `ip saddr { ${all} }`]);
}

async function drop(name: string, packets: string[]): Promise<() => Promise<void>> {
  const nft = await installed('nft', 'nftables');
  // By the name of the run's directory, its cleaner removes it where the run is killed.
  const table = `${path.basename(tmpdir())}-${process.pid}-${name}`;
  const run = async (rules: string) => promisify(execFile)(nft, [rules]);
  const rules = packets.map((those) => `add rule inet ${table} out oifname lo ${those} drop`);
  await run(
    [`add table inet ${table}`, `add chain inet ${table} out { type filter hook output priority 0; }`, ...rules].join(
      '\n',
    ),
  );
  return async () => {
    await run(`delete table inet ${table}`);
  };
}

/** The local ports of the established connections to a port, over IPv4. */
async function establishedTo(serverPort: number): Promise<number[]> {
  const lines = (await readFile('/proc/net/tcp', 'utf8')).trim().split('\n').slice(1);
  const established = '01';
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , remote = '', state]) => state === established && portOf(remote) === serverPort)
    .map(([, local = '']) => portOf(local));
}

function portOf(address: string): number {
  return Number.parseInt(address.split(':')[1] ?? '', 16);
}
