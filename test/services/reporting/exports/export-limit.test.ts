import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from '@jest/globals';
import { createExportLimit } from '../../../../services/reporting/servers/export-limit.ts';
import type { ExportLimit } from '../../../../services/reporting/servers/export-limit.ts';
import { createSlots } from '../../../../services/reporting/servers/slots.ts';
import type { Slots } from '../../../../services/reporting/servers/slots.ts';

const waitMs = 1_000;
const minute = 60_000;
const poolSize = 3;
const rateLimited = expect.objectContaining({ name: 'ApiError', code: 'rate_limited' });
const unavailable = expect.objectContaining({ name: 'ApiError', code: 'service_unavailable' });

/** As on a single server: each export is a key of its own. */
function poolOf(size: number): Slots {
  const slots = createSlots(size);
  return (_, signal) => slots(randomUUID(), signal);
}

const running: AsyncGenerator<string>[] = [];

afterEach(async () => {
  for (const each of running.splice(0)) await each.return(undefined);
});

/** An export that has begun and holds its slots until `end`. */
async function begun(limit: ExportLimit, companyId: string, caller = new AbortController().signal) {
  const file = limit(companyId, caller, chunks);
  expect(await file.next()).toEqual({ done: false, value: 'first' });
  running.push(file);
  return { end: () => file.return(undefined), finish: () => file.next() };
}

async function* chunks() {
  yield await Promise.resolve('first');
}

it('two exports of a company run at once, and a third is refused after its wait', async () => {
  const limit = createExportLimit(poolOf(poolSize), waitMs);
  const { end } = await begun(limit, 'acme');
  await begun(limit, 'acme');
  const askedAt = performance.now();
  await expect(begun(limit, 'acme')).rejects.toEqual(rateLimited);
  expect(performance.now() - askedAt).toBeGreaterThan(0.9 * waitMs);
  await begun(limit, 'rival');
  await end();
  await begun(limit, 'acme');
});

it('as many exports run at once as the pool has connections, and one more is refused after its wait', async () => {
  const limit = createExportLimit(poolOf(poolSize), waitMs);
  const { end } = await begun(limit, 'one');
  await begun(limit, 'two');
  await begun(limit, 'three');
  const askedAt = performance.now();
  await expect(begun(limit, 'four')).rejects.toEqual(unavailable);
  expect(performance.now() - askedAt).toBeGreaterThan(0.9 * waitMs);
  await end();
  await begun(limit, 'four');
});

it('an export that the pool refused holds no slot of its company', async () => {
  const limit = createExportLimit(poolOf(1), waitMs);
  const { end } = await begun(limit, 'rival');
  const refused = await Promise.allSettled([begun(limit, 'acme'), begun(limit, 'acme')]);
  expect(refused).toEqual(refused.map(() => ({ status: 'rejected', reason: unavailable })));
  await expect(begun(limit, 'acme')).rejects.toEqual(unavailable);
  await end();
  await begun(limit, 'acme');
});

it.each(['company', 'pool'])('a slot of the %s that is released goes to a waiting export', async (name) => {
  const limit = createExportLimit(poolOf(name === 'pool' ? 2 : poolSize), minute);
  const { end } = await begun(limit, 'acme');
  await begun(limit, 'acme');
  const waiting = begun(limit, name === 'pool' ? 'rival' : 'acme');
  await end();
  await waiting;
});

it('a whole export, a failed one and one that is cancelled release their slots, each once', async () => {
  const limit = createExportLimit(poolOf(2), waitMs);
  const whole = await begun(limit, 'acme');
  expect(await whole.finish()).toEqual({ done: true, value: undefined });
  await whole.end();
  const failing = limit('acme', new AbortController().signal, () => {
    throw new Error('no database');
  });
  await expect(failing.next()).rejects.toThrow('no database');
  const cancelled = await begun(limit, 'acme');
  await cancelled.end();
  await begun(limit, 'acme');
  await begun(limit, 'acme');
  await expect(begun(limit, 'acme')).rejects.toEqual(rateLimited);
  await expect(begun(limit, 'rival')).rejects.toEqual(unavailable);
});

it('a caller that disconnects while its export waits takes no slot', async () => {
  const limit = createExportLimit(poolOf(poolSize), minute);
  const { end } = await begun(limit, 'acme');
  await begun(limit, 'acme');
  const caller = new AbortController();
  const abandoned = begun(limit, 'acme', caller.signal);
  caller.abort();
  await expect(abandoned).rejects.toEqual(rateLimited);
  await expect(begun(limit, 'acme', caller.signal)).rejects.toThrow('aborted');
  await end();
  await begun(limit, 'acme');
});

it('exports that waited in vain do not keep later ones from waiting', async () => {
  const limit = createExportLimit(poolOf(poolSize), 5 * waitMs);
  const { end } = await begun(limit, 'acme');
  await begun(limit, 'acme');
  const refused = await Promise.allSettled(Array.from({ length: 200 }, () => begun(limit, 'acme')));
  expect(refused).toEqual(refused.map(() => ({ status: 'rejected', reason: rateLimited })));
  const waiting = begun(limit, 'acme');
  await end();
  await waiting;
});
