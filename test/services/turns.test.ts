import { describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTurns } from '../../services/reporting/exports/turns.ts';

const minute = 60_000;
const { signal } = new AbortController();

describe('turns', () => {
  it('does one piece at a time, in the order of asking', async () => {
    const turns = createTurns();
    const events: string[] = [];
    const piece = (name: string) =>
      turns.piece(signal, async () => {
        events.push(`${name} begins`);
        await sleep(5);
        events.push(`${name} ends`);
        return name;
      });
    expect(await Promise.all(['a', 'b', 'c'].map(piece))).toEqual(['a', 'b', 'c']);
    expect(events).toEqual(['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]));
  });

  it('begins no piece while a page is made', async () => {
    const turns = createTurns({ patienceMs: minute });
    const { made, page } = pageOf(turns);
    const events: string[] = [];
    const piece = turns.piece(signal, async () => void events.push('piece'));
    await sleep(20);
    events.push('page');
    made();
    await Promise.all([page, piece]);
    expect(events).toEqual(['page', 'piece']);
  });

  it('lets a piece wait for pages only so long', async () => {
    const turns = createTurns({ patienceMs: 10 });
    const { made, page } = pageOf(turns);
    expect(await turns.piece(signal, async () => 'piece')).toBe('piece');
    made();
    await page;
  });

  it('lets a piece that takes long keep the others waiting only so long', async () => {
    const turns = createTurns({ longestMs: 10 });
    const long = withResolver();
    const slow = turns.piece(signal, () => long.promise);
    expect(await turns.piece(signal, async () => 'another')).toBe('another');
    long.resolve();
    await slow;
  });

  it('lets go at once of a piece that nobody waits for any more, and keeps the turns of the others', async () => {
    const turns = createTurns({ longestMs: minute });
    const long = withResolver();
    const events: string[] = [];
    const slow = turns.piece(signal, () => long.promise).then(() => events.push('slow'));
    const hangUp = new AbortController();
    const given = turns.piece(hangUp.signal, async () => hangUp.signal.throwIfAborted());
    const next = turns.piece(signal, async () => events.push('next'));
    hangUp.abort(new Error('hung up'));
    await expect(given).rejects.toThrow('hung up');
    long.resolve();
    await Promise.all([slow, next]);
    expect(events).toEqual(['slow', 'next']);
  });

  it('rests after a piece while pages are asked for, in proportion to it, and hands it over before', async () => {
    const turns = createTurns({ rest: { times: 4, atMostMs: minute } });
    await turns.page(async () => undefined);
    const handedOver = turns.piece(signal, () => sleep(20)).then(() => performance.now());
    const next = turns.piece(signal, async () => performance.now());
    expect((await next) - (await handedOver)).toBeGreaterThan(70);
  });

  it('goes on at once when no pages are asked for, and after one that failed', async () => {
    const turns = createTurns({ patienceMs: minute, rest: { times: minute, atMostMs: minute } });
    const failing = turns.piece(signal, async () => {
      await sleep(5);
      throw new Error('no such cursor');
    });
    const next = turns.piece(signal, async () => 'next');
    await expect(failing).rejects.toThrow('no such cursor');
    expect(await next).toBe('next');
  });
});

/** A page that is made when the test says so. */
function pageOf({ page }: ReturnType<typeof createTurns>) {
  const { promise, resolve } = withResolver();
  return { made: resolve, page: page(() => promise) };
}

function withResolver() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}
