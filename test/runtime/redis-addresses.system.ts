import { expect, it } from '@jest/globals';
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
import { callRedis, startRedis } from '../support/redis/redis.ts';
import { until } from '../support/until.ts';

it('A command whose connection breaks is not sent again', async () => {
  const server = await startRedis();
  const tier: Tier = { name: 'ip', key: 'ip', limit: 5, windowSeconds: 60 };
  const redis = connectRedis(server.url, pino({ level: 'silent' }));
  await firstReady(redis);
  const charge = createRedisCharge(redis);
  await charge([tier], '10.5.0.1');
  await callRedis(server.port, 'client', 'pause', 60_000, 'write');
  const outcome = charge([tier], '10.5.0.1').then(
    () => 'sent again',
    () => 'failed',
  );
  await until('the command waits', async () =>
    String(await callRedis(server.port, 'info')).includes('blocked_clients:1'),
  );
  await callRedis(server.port, 'client', 'kill', 'type', 'normal');
  await callRedis(server.port, 'client', 'unpause');
  expect(await outcome).toBe('failed');
  redis.disconnect();
  await server.stop();
});

it.each([
  ['redis://a:6379,b:6379', 'two hosts'],
  ['redis+sentinel://a:26379/limits', 'sentinels'],
  ['redis://a:6379/limits', 'a name in place of a number of a database'],
  ['redis://:%E0%A4%A@a', 'a broken percent-encoding'],
  ['http://a:6379', 'another protocol'],
])('The REDIS_URL %s is refused: it has %s', (url) => {
  expect(redisUrl().safeParse(url).success).toBe(false);
});

it('With rediss, a gateway talks to Redis by TLS, with an authority that NODE_EXTRA_CA_CERTS names', async () => {
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
  const gateway = await startGateway({ REDIS_URL: url, NODE_EXTRA_CA_CERTS: file('ca.crt') });
  await request(gateway.url).get('/nowhere').expect(404);
  expect(await callRedis(redis.port, 'dbsize')).toBe(1);
  await gateway.stop();
  const stranger = await startGateway({ REDIS_URL: url });
  await request(stranger.url).get('/nowhere').expect(404);
  const refusal = 'Redis at REDIS_URL can not be used now';
  await until('it is logged', () => stranger.logs().some((line) => line.includes(refusal)));
  await stranger.stop();
  await redis.stop();
});
