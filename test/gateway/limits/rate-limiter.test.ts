import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { rateLimitHeaders } from '../../../gateway/limits/allowance.ts';
import { createLocalWindows } from '../../../gateway/limits/local-windows.ts';
import { addressKey } from '../../../gateway/http/client-address.ts';
import { anyTiers, expectedHeaders, expectedLimits, skippedTiers, tierOf } from '../../support/limits-reference.ts';
import type { Charge } from '../../support/limits-reference.ts';

describe('the windows of a gateway', () => {
  it('begin with the first request of their key', () => {
    const { charge, clock } = windowsAt(1_000);
    const tier = tierOf({ limit: 2, windowSeconds: 60 });
    expect(charge([tier], 'a')).toEqual([{ tier, remaining: 1, resetMs: 60_000, exceeded: false }]);
    clock.now += 59_000;
    expect(charge([tier], 'a')).toEqual([{ tier, remaining: 0, resetMs: 1_000, exceeded: false }]);
    expect(charge([tier], 'b')).toEqual([{ tier, remaining: 1, resetMs: 60_000, exceeded: false }]);
    clock.now += 999;
    expect(charge([tier], 'a')).toEqual([{ tier, remaining: 0, resetMs: 1, exceeded: true }]);
    clock.now += 1;
    expect(charge([tier], 'a')).toEqual([{ tier, remaining: 1, resetMs: 60_000, exceeded: false }]);
  });

  it('are charged in the order of the tiers, and none after the first that is exceeded', () => {
    const { charge } = windowsAt(0);
    const [first, second] = [tierOf({ name: 'first', limit: 1 }), tierOf({ name: 'second', limit: 2 })];
    charge([first, second], 'a');
    for (let times = 0; times < 10; times += 1) {
      expect(charge([first, second], 'a')).toEqual([{ tier: first, remaining: 0, resetMs: 60_000, exceeded: true }]);
    }
    expect(charge([second], 'a')).toEqual([{ tier: second, remaining: 0, resetMs: 60_000, exceeded: false }]);
  });

  it('count as a plain reference does, for any tiers, keys and times', () => {
    const requests = fc.array(
      fc.record({
        key: fc.constantFrom('a', 'b', 'constructor'),
        stepMs: fc.constantFrom(0, 0, 0, 1, 999, 1_000, 1_001, 29_999, 30_000, 59_999, 60_000, 3_600_000),
        skippedTiers,
      }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(anyTiers([1, 30, 60]), requests, (tiers, requests) => {
        const { charge, clock } = windowsAt(0);
        const past: Charge[] = [];
        for (const { key, stepMs, skippedTiers } of requests) {
          clock.now += stepMs;
          const applying = tiers.filter((_, index) => !skippedTiers.includes(index));
          const expected = expectedLimits(past, applying, key, clock.now);
          const answered = charge(applying, key);
          expect(answered).toEqual(expected);
          expect(rateLimitHeaders(answered)).toEqual(expectedHeaders(expected));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('are 100,000 a tier at most; the oldest is dropped', () => {
    const { charge } = windowsAt(0);
    const tier = tierOf({ limit: 1 });
    const isKept = (key: number) => charge([tier], String(key))[0]?.exceeded;
    for (let key = 0; key < 100_010; key += 1) charge([tier], String(key));
    expect([10, 100_009].map(isKept)).toEqual([true, true]);
    expect([0, 9].map(isKept)).toEqual([false, false]);
  });

  it('are as old as their last beginning', () => {
    const { charge, clock } = windowsAt(0, 2);
    const tier = tierOf({ limit: 1 });
    charge([tier], 'a');
    clock.now = 10_000;
    charge([tier], 'b');
    clock.now = 60_000;
    charge([tier], 'a');
    charge([tier], 'c');
    expect(charge([tier], 'a')[0]?.exceeded).toBe(true);
    expect(charge([tier], 'b')[0]?.exceeded).toBe(false);
  });
});

describe('the RateLimit headers', () => {
  const [loose, strict] = [tierOf({ limit: 200 }), tierOf({ limit: 5, windowSeconds: 30 })];

  it('show the tier with the lowest remaining, the reset in seconds rounded up, and one policy', () => {
    const allowances = [
      { tier: loose, remaining: 7, resetMs: 59_000.5, exceeded: false },
      { tier: strict, remaining: 4, resetMs: 1_000.5, exceeded: false },
    ];
    expect(rateLimitHeaders(allowances)).toEqual({
      'RateLimit-Limit': '5',
      'RateLimit-Remaining': '4',
      'RateLimit-Reset': '2',
      'RateLimit-Policy': '5;w=30',
    });
  });

  it('show the longer reset where several tiers have the same remaining', () => {
    const allowances = [
      { tier: strict, remaining: 4, resetMs: 10_000, exceeded: false },
      { tier: loose, remaining: 4, resetMs: 10_001, exceeded: false },
    ];
    expect(rateLimitHeaders(allowances)).toMatchObject({ 'RateLimit-Limit': '200', 'RateLimit-Reset': '11' });
  });

  it('show an exceeded tier before one with as little left, with a Retry-After of at least one second', () => {
    const allowances = [
      { tier: loose, remaining: 0, resetMs: 60_000, exceeded: false },
      { tier: strict, remaining: 0, resetMs: 0.1, exceeded: true },
    ];
    expect(rateLimitHeaders(allowances)).toEqual({
      'RateLimit-Limit': '5',
      'RateLimit-Remaining': '0',
      'RateLimit-Reset': '1',
      'RateLimit-Policy': '5;w=30',
      'Retry-After': '1',
    });
  });

  it('are absent where no tier applies', () => {
    expect(rateLimitHeaders([])).toEqual({});
  });
});

describe('the key of an address', () => {
  it.each([
    ['IPv4', '203.0.113.7', '203.0.113.7'],
    ['IPv4 with a port', '203.0.113.7:4711', '203.0.113.7'],
    ['IPv4 mapped into IPv6', '::ffff:203.0.113.7', '203.0.113.7'],
    ['IPv4 mapped into IPv6, in hexadecimal', '::ffff:cb00:7107', '203.0.113.7'],
    ['IPv4 mapped into IPv6, in capitals and in full', '0:0:0:0:0:FFFF:CB00:7107', '203.0.113.7'],
    ['IPv4 mapped into IPv6, with brackets and a port', '[::ffff:203.0.113.7]:4711', '203.0.113.7'],
    ['IPv6', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['IPv6 of the same /64', '2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['IPv6 of the next /64', '2001:db8:1:3::', '2001:db8:1:3::/64'],
    ['IPv6 in brackets', '[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
    ['IPv6 in brackets with a port', '[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
    ['IPv6 with a zone', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['IPv6 loopback', '::1', '0:0:0:0::/64'],
  ])('%s', (_, address, key) => expect(addressKey(address)).toBe(key));

  it.each([
    '',
    'unknown',
    '_hidden',
    'localhost',
    '1.2.3',
    '1.2.3.256',
    '0x7f.1',
    '2130706433',
    '[1.2.3.4',
    ':::',
    '::1]',
  ])('none: "%s"', (address) => expect(addressKey(address)).toBeUndefined());
});

function windowsAt(start: number, maxKeys?: number) {
  const clock = { now: start };
  const { charge } = createLocalWindows({ now: () => clock.now, ...(maxKeys && { maxKeys }) });
  return { charge, clock };
}
