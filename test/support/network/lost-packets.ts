import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { installed } from '../programs/installed.ts';

// All this changes the network of the process, so it runs in a network namespace: see test/e2e/failures/own-network.system.ts.

/**
 * From now on, all packets are lost of the connections there are to a port of the loopback interface, or of those from the given ports;
 * new connections work.
 * @returns restores the network
 */
export async function loseConnections(serverPort: number, from?: number[]): Promise<() => Promise<void>> {
  const clientPorts = (from ?? (await establishedTo(serverPort))).join(', ');
  if (clientPorts === '') throw new Error(`no connection to port ${serverPort}`);
  return drop([
    `tcp dport ${serverPort} tcp sport { ${clientPorts} }`,
    `tcp sport ${serverPort} tcp dport { ${clientPorts} }`,
  ]);
}

/**
 * From now on, all packets to and from a port of the loopback interface are lost, those of new connections too.
 * @returns restores the network
 */
export function losePort(port: number): Promise<() => Promise<void>> {
  return drop([`tcp dport ${port}`, `tcp sport ${port}`]);
}

/**
 * From now on, all packets to and from these addresses of the loopback interface are lost, as of a node that is gone.
 * @returns restores the network
 */
export function loseHosts(hosts: string[]): Promise<() => Promise<void>> {
  const all = hosts.join(', ');
  return drop([`ip daddr { ${all} }`, `ip saddr { ${all} }`]);
}

let tables = 0;

async function drop(packets: string[]): Promise<() => Promise<void>> {
  const nft = await installed('nft');
  const table = `inet lost_${process.pid}_${(tables += 1)}`;
  const run = async (rules: string[]) => promisify(execFile)(nft, [rules.join('\n')]);
  const chain = `add chain ${table} out { type filter hook output priority 0; }`;
  const rules = packets.map((those) => `add rule ${table} out oifname lo ${those} drop`);
  await run([`add table ${table}`, chain, ...rules]);
  return async () => {
    await run([`delete table ${table}`]);
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
