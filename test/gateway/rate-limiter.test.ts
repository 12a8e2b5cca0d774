import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addressKey } from '../../gateway/pipeline/client-address.ts';
import { rateLimitHeaders } from '../../gateway/limits/headers.ts';
import type { Tier } from '../../gateway/limits/limiter.ts';
import { createLocalLimiter } from '../../gateway/limits/local-limiter.ts';
import { createWindows } from '../../gateway/limits/windows.ts';
import { reckonHeaders, reckonLimits } from '../support/limits-reckoning.ts';
import type { Charge } from '../support/limits-reckoning.ts';

describe('the rate limiter', () => {
  it('counts in fixed windows, each begun by the first request of its key', async () => {
    const { charge, clock } = limiterAt(1_000);
    const tier = tierOf({ limit: 2, windowSeconds: 60 });
    expect(await charge([tier], 'a')).toEqual([{ tier, remaining: 1, resetMs: 60_000, exceeded: false }]);
    clock.now += 59_000;
    expect(await charge([tier], 'a')).toEqual([{ tier, remaining: 0, resetMs: 1_000, exceeded: false }]);
    expect(await charge([tier], 'b')).toEqual([{ tier, remaining: 1, resetMs: 60_000, exceeded: false }]);
    clock.now += 999;
    expect(await charge([tier], 'a')).toEqual([{ tier, remaining: 0, resetMs: 1, exceeded: true }]);
    clock.now += 1;
    expect(await charge([tier], 'a')).toEqual([{ tier, remaining: 1, resetMs: 60_000, exceeded: false }]);
  });

  it('charges the tiers in their order, and none after the first that is exceeded', async () => {
    const { charge } = limiterAt(0);
    const [first, second] = [tierOf({ name: 'first', limit: 1 }), tierOf({ name: 'second', limit: 2 })];
    await charge([first, second], 'a');
    for (let times = 0; times < 10; times += 1) {
      expect(await charge([first, second], 'a')).toEqual([
        { tier: first, remaining: 0, resetMs: 60_000, exceeded: true },
      ]);
    }
    expect(await charge([second], 'a')).toEqual([{ tier: second, remaining: 0, resetMs: 60_000, exceeded: false }]);
  });

  it('answers as a plain reckoning does, for any tiers, keys and times', async () => {
    const tiers = fc
      .array(fc.record({ limit: fc.integer({ min: 1, max: 4 }), windowSeconds: fc.constantFrom(1, 30, 60) }), {
        minLength: 1,
        maxLength: 3,
      })
      .map((tiers) => tiers.map((tier, index) => tierOf({ ...tier, name: `tier-${index}` })));
    const requests = fc.array(
      fc.record({
        key: fc.constantFrom('a', 'b', 'constructor'),
        stepMs: fc.constantFrom(0, 0, 0, 1, 999, 1_000, 1_001, 29_999, 30_000, 59_999, 60_000, 3_600_000),
        skippedTiers: fc.subarray([0, 1, 2]),
      }),
      { maxLength: 60 },
    );
    await fc.assert(
      fc.asyncProperty(tiers, requests, async (tiers, requests) => {
        const { charge, clock } = limiterAt(0);
        const past: Charge[] = [];
        for (const { key, stepMs, skippedTiers } of requests) {
          clock.now += stepMs;
          const applying = tiers.filter((_, index) => !skippedTiers.includes(index));
          const expected = reckonLimits(past, applying, key, clock.now);
          const answered = await charge(applying, key);
          expect(answered).toEqual(expected);
          expect(rateLimitHeaders(answered)).toEqual(reckonHeaders(expected));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('remembers no more keys than it may, and forgets the window that began first', async () => {
    const { charge, clock } = limiterAt(0, 10);
    const tier = tierOf({ limit: 1 });
    const isRemembered = async (key: number) => (await charge([tier], String(key)))[0]?.exceeded;
    const keys = Array.from({ length: 1_000 }, (_, key) => key);
    for (const key of keys) {
      clock.now += 1;
      await charge([tier], String(key));
    }
    // From the newest on: asking for one that is forgotten begins its window anew.
    const remembered = [];
    for (const key of keys.toReversed()) if (await isRemembered(key)) remembered.push(key);
    expect(remembered).toEqual([999, 998, 997, 996, 995, 994, 993, 992, 991, 990]);
  });

  it('counts a window that a key begins again as a late one', async () => {
    const { charge, clock } = limiterAt(0, 2);
    const tier = tierOf({ limit: 1 });
    await charge([tier], 'a');
    clock.now = 10_000;
    await charge([tier], 'b');
    clock.now = 60_000;
    await charge([tier], 'a');
    await charge([tier], 'c');
    expect((await charge([tier], 'a'))[0]?.exceeded).toBe(true);
    expect((await charge([tier], 'b'))[0]?.exceeded).toBe(false);
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

function limiterAt(start: number, maxKeys?: number) {
  const clock = { now: start };
  const limiter = createLocalLimiter(createWindows({ now: () => clock.now, ...(maxKeys && { maxKeys }) }));
  return { charge: (tiers: Tier[], key: string) => limiter.charge(tiers, key, 0), clock };
}

function tierOf(settings: Partial<Tier>): Tier {
  return { name: 'tier', key: 'ip', limit: 1, windowSeconds: 60, ...settings };
}
