import { expect, it } from '@jest/globals';
import { createSlots } from '../../../services/reporting/servers/slots.ts';

const minute = 60_000;
const unavailable = expect.objectContaining({ name: 'ApiError', code: 'service_unavailable' });

it.each([
  [1, [1, 0, 0]],
  [2, [1, 1, 0]],
  [4, [2, 1, 1]],
  [5, [3, 1, 1]],
  [8, [4, 2, 1]],
  [10, [6, 2, 1]],
])('of %i slots, keys that each want all of them get %j', async (total, expected) => {
  const slots = createSlots(total);
  const taken = expected.map(() => 0);
  for (const key of taken.keys()) {
    while (!(await isWaiting(slots(String(key), AbortSignal.timeout(minute))))) taken[key] = (taken[key] ?? 0) + 1;
  }
  expect(taken).toEqual(expected);
});

it('a released slot goes to the first that waits and may have it, and one that gave up gets none', async () => {
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

it('a key has at most as many as are for one key', async () => {
  const slots = createSlots(Infinity, 2);
  const release = await slots('acme', AbortSignal.timeout(minute));
  await slots('acme', AbortSignal.timeout(minute));
  const third = slots('acme', AbortSignal.timeout(minute));
  expect(await isWaiting(third)).toBe(true);
  await slots('rival', AbortSignal.timeout(minute));
  release();
  await third;
});

/** What waits has no answer when everything that can run has run. */
async function isWaiting(slot: Promise<unknown>): Promise<boolean> {
  const turn = new Promise((resolve) => setImmediate(() => resolve('waiting')));
  return (await Promise.race([slot, turn])) === 'waiting';
}
