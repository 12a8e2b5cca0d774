import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from '@jest/globals';
import { createExportLimit } from '../../../../services/reporting/servers/export-limit.ts';
import type { ExportLimit } from '../../../../services/reporting/servers/export-limit.ts';
import { createSlots } from '../../../../services/reporting/servers/slots.ts';
import type { Slots } from '../../../../services/reporting/servers/slots.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { createExportScheduler } from '../../../../services/reporting/exports/export-scheduler.ts';

const waitMs = 200;
const minute = 60_000;
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
async function begun(limit: ExportLimit, companyId: string) {
  const file = limit(companyId, new AbortController().signal, chunks);
  expect(await file.next()).toEqual({ done: false, value: 'first' });
  running.push(file);
  return { end: () => file.return(undefined), finish: () => file.next() };
}

async function* chunks() {
  yield await Promise.resolve('first');
}

it('An export that the pool refused holds no slot of its company', async () => {
  const limit = createExportLimit(poolOf(1), waitMs);
  const { end } = await begun(limit, 'rival');
  const refused = await Promise.allSettled([begun(limit, 'acme'), begun(limit, 'acme')]);
  expect(refused).toEqual(refused.map(() => ({ status: 'rejected', reason: unavailable })));
  await expect(begun(limit, 'acme')).rejects.toEqual(unavailable);
  await end();
  await begun(limit, 'acme');
});

it('A whole export, a failed one and one that is cancelled release their slots, each once', async () => {
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

it('The export scheduler does one batch at a time, in the order of the requests', async () => {
  const scheduler = createExportScheduler();
  const events: string[] = [];
  const batch = (name: string) =>
    scheduler.batch(async () => {
      events.push(`${name} begins`);
      await sleep(5);
      events.push(`${name} ends`);
      return name;
    });
  expect(await Promise.all(['a', 'b', 'c'].map(batch))).toEqual(['a', 'b', 'c']);
  expect(events).toEqual(['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]));
});

it('The export scheduler begins no batch while a page is made', async () => {
  const scheduler = createExportScheduler({ waitMs: minute });
  const { made, page } = pageOf(scheduler);
  const events: string[] = [];
  const batch = scheduler.batch(async () => void events.push('batch'));
  await sleep(20);
  events.push('page');
  made();
  await Promise.all([page, batch]);
  expect(events).toEqual(['page', 'batch']);
});

it('The export scheduler lets a batch wait for pages only so long', async () => {
  const scheduler = createExportScheduler({ waitMs: 10 });
  const { made, page } = pageOf(scheduler);
  expect(await scheduler.batch(async () => 'batch')).toBe('batch');
  made();
  await page;
});

it('The export scheduler lets a batch that takes long keep the others waiting only so long', async () => {
  const scheduler = createExportScheduler({ longestMs: 10 });
  const long = withResolver();
  const slow = scheduler.batch(() => long.promise);
  expect(await scheduler.batch(async () => 'another')).toBe('another');
  long.resolve();
  await slow;
});

it('The export scheduler rests after a batch while pages are requested, no longer than it may', async () => {
  const scheduler = createExportScheduler({ pause: { times: 1_000_000, atMostMs: 200 } });
  const { made, page } = pageOf(scheduler);
  const batch = scheduler.batch(() => sleep(20));
  const next = scheduler.batch(async () => 'next');
  await batch;
  expect(await Promise.race([next, sleep(50, 'rests')])).toBe('rests');
  expect(await next).toBe('next');
  made();
  await page;
});

it('The export scheduler goes on at once when no pages are requested, and after a failed batch', async () => {
  const scheduler = createExportScheduler({ waitMs: minute, pause: { times: minute, atMostMs: minute } });
  const failing = scheduler.batch(async () => {
    await sleep(5);
    throw new Error('no such cursor');
  });
  const next = scheduler.batch(async () => 'next');
  await expect(failing).rejects.toThrow('no such cursor');
  expect(await next).toBe('next');
});

/** A page that is made when the test says so. */
function pageOf({ page }: ReturnType<typeof createExportScheduler>) {
  const { promise, resolve } = withResolver();
  return { made: resolve, page: page(() => promise) };
}

function withResolver() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

it.each([
  [1, [1, 0, 0]],
  [4, [2, 1, 1]],
  [5, [3, 1, 1]],
  [10, [6, 2, 1]],
])('The slots are shared: of %i slots, keys that each want all of them get %j', async (total, expected) => {
  const slots = createSlots(total);
  const taken = expected.map(() => 0);
  for (const key of taken.keys()) {
    while (!(await isWaiting(slots(String(key), AbortSignal.timeout(minute))))) taken[key] = (taken[key] ?? 0) + 1;
  }
  expect(taken).toEqual(expected);
});

it('A released slot goes to the first that waits and may have it, and one that gave up gets none', async () => {
  const slots = createSlots(10);
  const take = (key: string, signal = AbortSignal.timeout(minute)) => slots(key, signal);
  for (let count = 0; count < 6; count += 1) await take('slow');
  const releases = [await take('other'), await take('other'), await take('third'), await take('fourth')];
  const caller = new AbortController();
  const [slow, givenUp, fifth] = [take('slow'), take('fifth', caller.signal), take('fifth')];
  caller.abort();
  await expect(givenUp).rejects.toEqual(unavailable);
  expect(await isWaiting(fifth)).toBe(true);
  releases[0]?.();
  await fifth;
  expect(await isWaiting(slow)).toBe(true);
});

/** What waits has no answer when everything that can run has run. */
async function isWaiting(slot: Promise<unknown>): Promise<boolean> {
  const turn = new Promise((resolve) => setImmediate(() => resolve('waiting')));
  return (await Promise.race([slot, turn])) === 'waiting';
}
