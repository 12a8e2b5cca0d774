import { expect, it } from '@jest/globals';
import { networkOf } from '../../../gateway/http/client-address.ts';
import { createShares } from '../../../gateway/limits/shares.ts';

it('a network has a quarter, which it may take again once it has given it back, and all have no more than all', () => {
  const { take } = createShares(16);
  const giveBack = take('a', 3);
  expect(take('a', 2)).toBeUndefined();
  expect(take('a', 1)).toBeDefined();
  giveBack?.();
  giveBack?.();
  expect(take('a', 4)).toBeUndefined();
  expect(take('a', 3)).toBeDefined();
  for (const other of ['b', 'c', 'd']) expect(take(other, 4)).toBeDefined();
  expect(take('e', 1)).toBeUndefined();
});

it('who has nothing may take any amount, beside nothing of others', () => {
  const { take } = createShares(16);
  expect(take('a', 17)).toBeDefined();
  expect(take('b', 1)).toBeUndefined();
});

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:ff::/64', '2001:db8:1::/48'],
  ['2001:0:0:1::/64', '2001:0:0::/48'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
