import { expect, it } from '@jest/globals';
import { createShares } from '../../runtime/shares.ts';

it('an address has its share, which it may use again once it is given back', () => {
  const shares = createShares({ all: 10, ofEach: 4 });
  const release = shares.use('192.0.2.1', 3);
  expect(shares.exceeded('192.0.2.1', 1)).toBeUndefined();
  expect(shares.exceeded('192.0.2.1', 2)).toEqual({ key: '192.0.2.1', most: 4 });
  expect(shares.exceeded('192.0.2.2', 2)).toBeUndefined();
  release();
  expect(shares.exceeded('192.0.2.1', 5)).toBeUndefined();
});

it('the addresses of an IPv6 /48 have a share together, halfway between that of an address and all', () => {
  const shares = createShares({ all: 10, ofEach: 4 });
  const ends = [1, 2].map((subnet) => shares.use(`2001:db8:1:${subnet}::/64`, 3));
  expect(shares.exceeded('2001:db8:1:3::/64', 1)).toBeUndefined();
  expect(shares.exceeded('2001:db8:1:3::/64', 2)).toEqual({ key: '2001:db8:1::/48', most: 7 });
  expect(shares.exceeded('2001:db8:2:3::/64', 2)).toBeUndefined();
  ends[0]?.();
  expect(shares.exceeded('2001:db8:1:3::/64', 2)).toBeUndefined();
});

it('a network has no less than an address of it', () => {
  const shares = createShares({ all: 10, ofEach: 100 });
  shares.use('2001:db8:1:1::/64', 99);
  expect(shares.exceeded('2001:db8:1:1::/64', 1)).toBeUndefined();
});
