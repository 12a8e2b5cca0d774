import { describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { createExportScheduler } from '../../../../services/reporting/exports/export-scheduler.ts';

const minute = 60_000;
const { signal } = new AbortController();

describe('the export scheduler', () => {
  it('does one batch at a time, in the order of asking', async () => {
    const scheduler = createExportScheduler();
    const events: string[] = [];
    const batch = (name: string) =>
      scheduler.batch(signal, async () => {
        events.push(`${name} begins`);
        await sleep(5);
        events.push(`${name} ends`);
        return name;
      });
    expect(await Promise.all(['a', 'b', 'c'].map(batch))).toEqual(['a', 'b', 'c']);
    expect(events).toEqual(['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]));
  });

  it('begins no batch while a page is made', async () => {
    const scheduler = createExportScheduler({ waitMs: minute });
    const { made, page } = pageOf(scheduler);
    const events: string[] = [];
    const batch = scheduler.batch(signal, async () => void events.push('batch'));
    await sleep(20);
    events.push('page');
    made();
    await Promise.all([page, batch]);
    expect(events).toEqual(['page', 'batch']);
  });

  it('lets a batch wait for pages only so long', async () => {
    const scheduler = createExportScheduler({ waitMs: 10 });
    const { made, page } = pageOf(scheduler);
    expect(await scheduler.batch(signal, async () => 'batch')).toBe('batch');
    made();
    await page;
  });

  it('lets a batch that takes long keep the others waiting only so long', async () => {
    const scheduler = createExportScheduler({ longestMs: 10 });
    const long = withResolver();
    const slow = scheduler.batch(signal, () => long.promise);
    expect(await scheduler.batch(signal, async () => 'another')).toBe('another');
    long.resolve();
    await slow;
  });

  it('lets go at once of a batch that nobody waits for any more, and keeps the scheduler of the others', async () => {
    const scheduler = createExportScheduler({ longestMs: minute });
    const long = withResolver();
    const events: string[] = [];
    const slow = scheduler.batch(signal, () => long.promise).then(() => events.push('slow'));
    const hangUp = new AbortController();
    const given = scheduler.batch(hangUp.signal, async () => hangUp.signal.throwIfAborted());
    const next = scheduler.batch(signal, async () => events.push('next'));
    hangUp.abort(new Error('hung up'));
    await expect(given).rejects.toThrow('hung up');
    long.resolve();
    await Promise.all([slow, next]);
    expect(events).toEqual(['slow', 'next']);
  });

  it('rests after a batch while pages are asked for, in proportion to it, and hands it over before', async () => {
    const scheduler = createExportScheduler({ pause: { times: 4, atMostMs: minute } });
    const { made, page } = pageOf(scheduler);
    const handedOver = scheduler.batch(signal, () => sleep(20)).then(() => performance.now());
    const next = scheduler.batch(signal, async () => performance.now());
    expect((await next) - (await handedOver)).toBeGreaterThan(70);
    made();
    await page;
  });

  it('goes on at once when no pages are asked for, and after one that failed', async () => {
    const scheduler = createExportScheduler({ waitMs: minute, pause: { times: minute, atMostMs: minute } });
    const failing = scheduler.batch(signal, async () => {
      await sleep(5);
      throw new Error('no such cursor');
    });
    const next = scheduler.batch(signal, async () => 'next');
    await expect(failing).rejects.toThrow('no such cursor');
    expect(await next).toBe('next');
  });
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
