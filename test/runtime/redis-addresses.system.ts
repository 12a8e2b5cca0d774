import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import path from 'node:path';
import request from 'supertest';
import { createRedisCharge } from '../../gateway/limits/redis-windows.ts';
import type { Tier } from '../../gateway/limits/tiers.ts';
import { connectRedis, firstReady, redisUrl } from '../../runtime/redis.ts';
import { freePort } from '../../local/free-port.ts';
import { makeAuthority, makeCertificate } from '../support/network/certificates.ts';
import { temporaryDirectory } from '../support/files.ts';
import { startGateway } from '../support/programs/gateway.ts';
import type { Gateway } from '../support/programs/gateway.ts';
import { callRedis, startRedis } from '../support/redis/redis.ts';
import type { RedisServer } from '../support/redis/redis.ts';
import { startRedisCluster, startRedisSentinel, startSentinel } from '../support/redis/redis-topologies.ts';
import type { RedisTopology } from '../support/redis/redis-topologies.ts';
import { until } from '../support/until.ts';

let gateways: Gateway[] = [];
afterEach(async () => {
  await Promise.all(gateways.map((gateway) => gateway.stop()));
  gateways = [];
});

describe('with the address of a cluster', () => {
  let cluster: RedisTopology;
  beforeAll(async () => {
    cluster = await startRedisCluster();
  });
  afterAll(() => cluster.stop());

  it('gateways share exact counts of addresses and client ids, whichever slots they are in', async () => {
    await startTwoGateways(cluster.url);
    let index = 0;
    const counts = async () => {
      index += 1;
      const answers = [];
      for (const [gateway, address] of [
        [0, `10.3.0.${index}`],
        [1, `10.3.0.${index}`],
        [0, `10.3.0.${index}`],
        [1, `10.3.1.${index}`],
        [0, `10.3.2.${index}`],
        [1, `10.3.3.${index}`],
      ] as const)
        answers.push(await requestToken(gateway, address, `client ${index}`));
      return answers.map(({ status, remaining }) => `${status} ${remaining}`).join();
    };
    // No service is there to answer those that pass. A gateway counts by itself while Redis is late, as on a busy machine.
    for (let exact = 0; exact < 3; exact += 1) {
      await until('exact counts', async () => (await counts()) === '503 4,503 3,503 2,503 1,503 0,429 0');
    }
    expect(index).toBeLessThan(9);
    const held = await Promise.all(cluster.servers.map(({ port }) => callRedis(port, 'dbsize')));
    expect(Math.min(...held.map(Number))).toBeGreaterThan(0);
  });
});

describe('with the addresses of sentinels', () => {
  let sentinel: RedisTopology;
  beforeAll(async () => {
    sentinel = await startRedisSentinel();
  });
  afterAll(() => sentinel.stop());

  it('gateways share their counts on the master', async () => {
    await startTwoGateways(sentinel.url);
    expect(await remainingOf('10.4.0.1')).toEqual([19, 18]);
    const [master] = sentinel.servers as [RedisServer];
    expect(await callRedis(master.port, 'exists', 'limit:{ip:10.4.0.1}:ip')).toBe(1);
  });
});

it('a command whose connection breaks is not sent again, in a cluster neither', async () => {
  const [server, cluster] = await Promise.all([startRedis(), startRedisCluster()]);
  const tier: Tier = { name: 'ip', key: 'ip', limit: 5, windowSeconds: 60 };
  for (const { url, servers } of [{ url: server.url, servers: [server] }, cluster]) {
    const redis = connectRedis(redisUrl().parse(url), pino({ level: 'silent' }));
    await firstReady(redis);
    const charge = createRedisCharge(redis);
    await charge([tier], '10.5.0.1');
    for (const { port } of servers) await callRedis(port, 'client', 'pause', 60_000, 'write');
    const outcome = charge([tier], '10.5.0.1').then(
      () => 'sent again',
      () => 'failed',
    );
    await until('the command waits', async () => {
      const waiting = servers.map(async ({ port }) =>
        String(await callRedis(port, 'info')).includes('blocked_clients:1'),
      );
      return (await Promise.all(waiting)).some(Boolean);
    });
    for (const { port } of servers) {
      await callRedis(port, 'client', 'kill', 'type', 'normal');
      await callRedis(port, 'client', 'unpause');
    }
    expect(await outcome).toBe('failed');
    redis.disconnect();
  }
  await Promise.all([server.stop(), cluster.stop()]);
});

it('with rediss, talk with Redis and with sentinels is by TLS, with an authority that NODE_EXTRA_CA_CERTS names', async () => {
  const { directory } = await temporaryDirectory();
  const file = (name: string) => path.join(directory, name);
  await makeAuthority(directory, 'ca');
  await makeCertificate(directory, 'redis', 'ca');
  const tlsPort = String(await freePort());
  const tls = {
    'tls-cert-file': file('redis.crt'),
    'tls-key-file': file('redis.key'),
    'tls-ca-cert-file': file('ca.crt'),
    'tls-auth-clients': 'no',
  };
  const redis = await startRedis({ ...tls, 'tls-port': tlsPort });
  const url = `rediss://127.0.0.1:${tlsPort}`;
  await startTwoGateways(url, { NODE_EXTRA_CA_CERTS: file('ca.crt') });
  expect(await remainingOf('10.6.0.1')).toEqual([19, 18]);
  const stranger = await startGateway({ REDIS_URL: url });
  expect((await request(stranger.url).get('/nowhere')).status).toBe(404);
  const refusal = 'Redis at REDIS_URL can not be used now';
  await until('it is logged', () => stranger.logs().some((line) => line.includes(refusal)));
  await stranger.stop();
  expect(await callRedis(redis.port, 'dbsize')).toBe(1);

  const sentinelPort = String(await freePort());
  const sentinelTls = { ...tls, 'tls-port': sentinelPort, 'tls-replication': 'yes' };
  const sentinel = await startSentinel(directory, Number(tlsPort), sentinelTls);
  await Promise.all(gateways.map((gateway) => gateway.stop()));
  await startTwoGateways(`rediss+sentinel://127.0.0.1:${sentinelPort}/limits`, { NODE_EXTRA_CA_CERTS: file('ca.crt') });
  expect(await remainingOf('10.6.0.2')).toEqual([19, 18]);
  await Promise.all([redis.stop(), sentinel.stop()]);
});

async function startTwoGateways(url: string, settings: Record<string, string> = {}): Promise<void> {
  const all = { REDIS_URL: url, TRUST_PROXY: '127.0.0.1', RATE_LIMIT_IP: '20', ...settings };
  gateways = await Promise.all([startGateway(all), startGateway(all)]);
}

async function sendRequest(gateway: number, address: string) {
  return request(gateways[gateway % 2]?.url ?? '')
    .get('/nowhere')
    .set('X-Forwarded-For', address);
}

async function requestToken(gateway: number, address: string, clientId: string) {
  const { status, headers } = await request(gateways[gateway]?.url ?? '')
    .post('/auth/token')
    .set('X-Forwarded-For', address)
    .send({ clientId, clientSecret: 'a secret' });
  return { status, remaining: Number(headers['ratelimit-remaining']) };
}

/** What each gateway in turn says is left to a new address. */
async function remainingOf(address: string): Promise<number[]> {
  const answers = [await sendRequest(0, address), await sendRequest(1, address)];
  return answers.map(({ headers }) => Number(headers['ratelimit-remaining']));
}
