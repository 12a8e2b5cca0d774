import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '../../../local/free-port.ts';
import { temporaryDirectory } from '../files.ts';
import { callRedis, startRedis, startServer } from './redis.ts';
import type { RedisServer } from './redis.ts';
import { until } from '../until.ts';

export type RedisTopology = {
  /** REDIS_URL of it. */
  url: string;
  servers: RedisServer[];
  stop: () => Promise<void>;
};

/** Starts three masters of a cluster, each with a third of the slots. */
export async function startRedisCluster(): Promise<RedisTopology> {
  const { directory } = await temporaryDirectory();
  const start = async (index: number) => {
    const own = { 'cluster-config-file': `nodes-${index}.conf`, 'cluster-port': String(await freePort()) };
    const server = await startRedis({ ...own, 'cluster-enabled': 'yes', dir: directory });
    return { server, busPort: own['cluster-port'] };
  };
  const nodes = await Promise.all([0, 1, 2].map(start));
  for (const [index, { server, busPort }] of nodes.entries()) {
    await callRedis(
      server.port,
      'cluster',
      'addslotsrange',
      index * 5_461,
      index === 2 ? 16_383 : index * 5_461 + 5_460,
    );
    await callRedis(nodes[0]?.server.port ?? 0, 'cluster', 'meet', '127.0.0.1', server.port, busPort);
  }
  const servers = nodes.map(({ server }) => server);
  const knowsAll = async ({ port }: RedisServer) => {
    const info = String(await callRedis(port, 'cluster', 'info'));
    return info.includes('cluster_state:ok') && info.includes('cluster_known_nodes:3');
  };
  await until('the cluster is whole', async () => (await Promise.all(servers.map(knowsAll))).every(Boolean));
  return {
    url: `redis+cluster://${servers.map(({ port }) => `127.0.0.1:${port}`).join(',')}`,
    servers,
    stop: async () => {
      await Promise.all(servers.map((server) => server.stop()));
    },
  };
}

/** Starts a master, the first of the servers, its replica, and a sentinel that watches them under the name `limits`. */
export async function startRedisSentinel(): Promise<RedisTopology> {
  const { directory } = await temporaryDirectory();
  const own = (name: string) => ({ dir: directory, dbfilename: `${name}.rdb` });
  const master = await startRedis(own('master'));
  const replica = await startRedis({
    ...own('replica'),
    replicaof: `127.0.0.1 ${master.port}`,
    'repl-diskless-sync-delay': '0',
  });
  const sentinel = await startSentinel(directory, master.port);
  await until('the sentinel knows a replica it can use', async () => {
    const [listed] = (await callRedis(sentinel.port, 'sentinel', 'replicas', 'limits')) as string[][];
    return (
      listed?.[listed.indexOf('flags') + 1] === 'slave' && listed[listed.indexOf('master-link-status') + 1] === 'ok'
    );
  });
  return {
    // Of two addresses the first leads nowhere.
    url: `redis+sentinel://127.0.0.1:${await freePort()},127.0.0.1:${sentinel.port}/limits`,
    servers: [master, replica],
    stop: async () => {
      await Promise.all([master, replica, sentinel].map((server) => server.stop()));
    },
  };
}

/** Starts a sentinel, its file in the directory, that watches the master on this port under the name `limits`. */
export async function startSentinel(
  directory: string,
  masterPort: number,
  settings: Record<string, string> = {},
): Promise<RedisServer> {
  const port = await freePort();
  const file = path.join(directory, 'sentinel.conf');
  const lines = [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir ${directory}`,
    ...Object.entries(settings).map(([name, value]) => `${name} ${value}`),
    `sentinel monitor limits 127.0.0.1 ${masterPort} 1`,
    'sentinel down-after-milliseconds limits 2000',
    'sentinel failover-timeout limits 5000',
  ];
  await writeFile(file, lines.join('\n'));
  return startServer(port, [file, '--sentinel']);
}
