import { spawn } from 'node:child_process';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { createPlaces } from '../../gateway/exports/places.ts';
import type { Places } from '../../gateway/exports/places.ts';
import { house } from '../support/command.ts';
import { redisClient } from '../support/export-places.ts';
import { askRedis, startRedis } from '../support/redis.ts';
import type { RedisServer } from '../support/redis.ts';
import { until } from '../support/until.ts';

let redis: RedisServer;
const ends: (() => void)[] = [];
const log = pino({ level: 'silent' });
const keptMs = 4_000;

beforeAll(async () => {
  redis = await startRedis();
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) end();
  await askRedis(redis.port, 'flushall');
});
afterAll(() => redis.stop());

const options = { atOnce: 3, longestMs: 60_000, waitMs: 2_000, keptMs, log };
const willing = () => new AbortController().signal;
const rateLimited = expect.objectContaining({ name: 'ApiError', code: 'rate_limited' });
const unavailable = expect.objectContaining({ name: 'ApiError', code: 'service_unavailable' });

/** The places as another gateway sees them. */
async function gateway(others: { waitMs?: number } = {}): Promise<Places> {
  const client = await redisClient(redis.url);
  ends.push(() => client.disconnect());
  return createPlaces({ ...options, ...others, redis: client });
}

/** A company that no other test has. */
let companies = 0;
const newCompany = () => `company-${(companies += 1)}`;

async function taken(places: Places, companyId: string): Promise<() => void> {
  const giveBack = await places.take(companyId, willing());
  ends.push(giveBack);
  return giveBack;
}

const arrangements = [
  ['in one gateway', async () => Array<Places>(2).fill(createPlaces(options))],
  ['across gateways, through Redis', () => Promise.all([gateway(), gateway()])],
] as const;

describe.each(arrangements)('%s', (_, start) => {
  it('a company has two exports at once, and is refused a third that waited in vain', async () => {
    const [one, other] = (await start()) as [Places, Places];
    const acme = newCompany();
    const first = await taken(one, acme);
    await taken(other, acme);
    await expect(one.take(acme, willing())).rejects.toEqual(rateLimited);
    await expect(other.take(acme, willing())).rejects.toEqual(rateLimited);
    await taken(other, newCompany());
    first();
    await untilTaken(other, acme);
  });

  it('there are EXPORTS_AT_ONCE in all, and whoever waited for more in vain is told to come again', async () => {
    const [one, other] = (await start()) as [Places, Places];
    const places = [await taken(one, newCompany()), await taken(other, newCompany()), await taken(one, newCompany())];
    await expect(other.take(newCompany(), willing())).rejects.toEqual(unavailable);
    places[0]?.();
    await untilTaken(other, newCompany());
  });

  it('a place that is given back goes to who waits', async () => {
    const [one, other] = (await start()) as [Places, Places];
    const acme = newCompany();
    const first = await taken(one, acme);
    await taken(one, acme);
    const waiting = taken(other, acme);
    first();
    await waiting;
  });

  it('what waits beyond a short queue is refused at once', async () => {
    const [one] = (await start()) as [Places, Places];
    const acme = newCompany();
    const giveBack = [await taken(one, acme), await taken(one, acme)];
    const waiting = [taken(one, acme), taken(one, acme)];
    await expect(one.take(acme, willing())).rejects.toEqual(rateLimited);
    for (const each of giveBack) each();
    await Promise.all(waiting);
  });

  it('who hung up while waiting takes no place', async () => {
    const [one, other] = (await start()) as [Places, Places];
    const acme = newCompany();
    const first = await taken(one, acme);
    await taken(one, acme);
    const client = new AbortController();
    const waiting = other.take(acme, client.signal);
    client.abort();
    await expect(waiting).rejects.toEqual(rateLimited);
    first();
    await untilTaken(one, acme);
  });
});

describe('Redis', () => {
  it('gives back the places of a gateway that was killed, and keeps those of one that lives', async () => {
    const acme = newCompany();
    const killed = spawn(
      process.execPath,
      ['--import', 'tsx', path.join(house, 'test/support/export-places.ts'), redis.url, acme],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let output = '';
    killed.stdout.on('data', (text) => (output += String(text)));
    await until('the other gateway has two places', () => output.includes('taken'));
    const one = await gateway();
    await expect(one.take(acme, willing())).rejects.toEqual(rateLimited);
    killed.kill('SIGKILL');
    await untilTaken(one, acme);
    await untilTaken(one, acme);
    const other = await gateway();
    await passes(2 * keptMs);
    await expect(other.take(acme, willing())).rejects.toEqual(rateLimited);
  }, 60_000);

  it('emptied forgets what runs, but wedges nothing: each gateway holds its bounds, and both count as one again', async () => {
    const [one, other] = [await gateway(), await gateway()];
    const acme = newCompany();
    const places = [await taken(one, acme), await taken(other, acme)];
    await askRedis(redis.port, 'flushall');
    places.push(await taken(one, acme), await taken(other, acme));
    await expect(one.take(acme, willing())).rejects.toEqual(rateLimited);
    await expect(other.take(acme, willing())).rejects.toEqual(rateLimited);
    for (const giveBack of places) giveBack();
    await untilCountedAsOne(one, other, acme);
  }, 60_000);

  it('killed and started again is done without meanwhile, and counts for all gateways again', async () => {
    const [one, other] = [await gateway(), await gateway()];
    const acme = newCompany();
    const before = [await taken(one, acme), await taken(other, acme)];
    await redis.stop();
    const meanwhile = [await taken(one, acme), await taken(other, acme)];
    await expect(one.take(acme, willing())).rejects.toEqual(rateLimited);
    await redis.start();
    for (const giveBack of [...before, ...meanwhile]) giveBack();
    await untilCountedAsOne(one, other, acme);
  }, 60_000);

  it('that was away as a gateway started counts for it as soon as it is there', async () => {
    await redis.stop();
    const one = await gateway();
    const acme = newCompany();
    const giveBack = await taken(one, acme);
    await redis.start();
    giveBack();
    await untilCountedAsOne(one, await gateway(), acme);
  }, 60_000);

  it('that hangs holds nobody for longer than a moment', async () => {
    const patient = { waitMs: 20_000 };
    const [one, other] = [await gateway(patient), await gateway(patient)];
    const acme = newCompany();
    await taken(one, acme);
    await taken(one, acme);
    const waiting = taken(other, acme);
    await until('it waits', async () =>
      ((await askRedis(redis.port, 'hvals', queuedOf(acme))) as string[]).includes('1'),
    );
    const pausedAt = performance.now();
    redis.pause();
    try {
      await waiting;
      await taken(other, newCompany());
      // Long before the connection is given up.
      expect(performance.now() - pausedAt).toBeLessThan(1_000);
    } finally {
      redis.resume();
    }
  }, 60_000);
});

const queuedOf = (companyId: string) => `b_{exports}-of-${companyId}_client_num_queued`;

async function untilCountedAsOne(one: Places, other: Places, companyId: string): Promise<void> {
  await until('both count as one', async () => {
    const given = await Promise.all(
      [one, other, one].map((places) => places.take(companyId, willing()).catch(() => undefined)),
    );
    for (const giveBack of given) giveBack?.();
    return given.filter((giveBack) => giveBack === undefined).length === 1;
  });
}

async function untilTaken(places: Places, companyId: string): Promise<void> {
  await until(`a place for ${companyId}`, async () => {
    const giveBack = await places.take(companyId, willing()).catch(() => undefined);
    if (giveBack) ends.push(giveBack);
    return giveBack !== undefined;
  });
}

async function passes(milliseconds: number): Promise<void> {
  const end = performance.now() + milliseconds;
  await until('time to pass', () => performance.now() >= end);
}
