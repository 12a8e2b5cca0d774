import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Registry } from 'prom-client';
import { rateLimitHeaders } from '../../../gateway/limits/allowance.ts';
import { watchForwarders } from '../../../gateway/limits/forwarders.ts';
import { createLocalWindows } from '../../../gateway/limits/local-windows.ts';
import { addressKey, networkOf } from '../../../gateway/http/client-address.ts';
import { createShares } from '../../../gateway/limits/shares.ts';
import { createLogger } from '../../../runtime/logger.ts';
import { anyTiers, expectedHeaders, expectedLimits, skippedTiers, tierOf } from '../../support/limits-reference.ts';
import type { Charge } from '../../support/limits-reference.ts';

it('The windows of a gateway count as a plain reference does, for any tiers, keys and times', () => {
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
      const answers = requests.map(({ key, stepMs, skippedTiers }) => {
        clock.now += stepMs;
        const applying = tiers.filter((_, index) => !skippedTiers.includes(index));
        const expected = expectedLimits(past, applying, key, clock.now);
        const answered = charge(applying, key);
        return [
          [answered, rateLimitHeaders(answered)],
          [expected, expectedHeaders(expected)],
        ];
      });
      expect(answers.map(([answered]) => answered)).toEqual(answers.map(([, expected]) => expected));
    }),
    { numRuns: 500 },
  );
});

it('A tier has at most 100,000 windows; the oldest is dropped', () => {
  const { charge } = windowsAt(0);
  const tier = tierOf({ limit: 1 });
  const isKept = (key: number) => charge([tier], String(key))[0]?.exceeded;
  for (let key = 0; key < 100_010; key += 1) charge([tier], String(key));
  expect([10, 100_009].map(isKept)).toEqual([true, true]);
  expect([0, 9].map(isKept)).toEqual([false, false]);
});

describe('the addresses that forward requests of others', () => {
  const clients = (count: number, of: (client: number) => string) =>
    Array.from({ length: count }, (_, index) => of(index));

  it.each([
    [
      'a balancer of Google, which adds its own address',
      '34.120.5.6',
      clients(150, (n) => `203.0.113.${n}, 34.120.5.6`),
    ],
    ['a balancer of IPv6', '2600:1901:0:1::/64', clients(150, (n) => `203.0.113.${n}, 2600:1901:0:1::`)],
    ['a balancer that TRUST_PROXY lacks', '192.0.2.1', clients(150, (n) => `203.0.113.${n}`)],
  ])(
    'The address %s is named once an hour while most requests of a minute count for it',
    async (_, address, requests) => {
      const { watch, clock, lines, share } = watchAt();
      for (let minute = 1; minute <= 62; minute += 1) {
        for (const forwardedFor of requests) watch(address, forwardedFor);
        for (let other = 0; other < 50; other += 1) watch(`198.51.100.${other}`, `198.51.100.${other}`);
        clock.now = minute * 60_000;
      }
      expect(lines).toEqual(
        Array(2).fill(expect.objectContaining({ level: 'warn', address, requests: 200, forwarded: 150 })),
      );
      expect(lines[0]?.msg).toContain('TRUST_PROXY');
      expect(await share()).toBe(0.75);
    },
  );

  it.each([
    [
      'clients behind a balancer that is trusted',
      clients(200, (n) => `203.0.113.${n}`),
      (n: number) => `203.0.113.${n}`,
    ],
    ['clients without a balancer', clients(200, () => ''), (n: number) => `203.0.113.${n}`],
    ['few requests', clients(99, (n) => `203.0.113.${n}, 34.120.5.6`), () => '34.120.5.6'],
    [
      'less than half',
      clients(200, (n) => `10.0.0.${n}, ${n % 2 ? '34.120.5.6' : `203.0.113.${n}`}`),
      (n: number) => (n % 2 ? '34.120.5.6' : `203.0.113.${n}`),
    ],
  ])('The gateway does not warn of %s', async (_, requests, addressOf) => {
    const { watch, clock, lines } = watchAt();
    for (const [index, forwardedFor] of requests.entries()) watch(addressOf(index), forwardedFor || undefined);
    clock.now = 60_000;
    watch('192.0.2.1', undefined);
    expect(lines).toEqual([]);
  });

  function watchAt() {
    const lines: Record<string, unknown>[] = [];
    const metrics = new Registry();
    const clock = { now: 0 };
    const log = createLogger('gateway', 'info', {
      write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
    });
    const share = async () => (await metrics.getMetricsAsJSON())[0]?.values[0]?.value;
    return { watch: watchForwarders({ log, metrics }, () => clock.now), clock, lines, share };
  }
});

it.each([
  ['IPv4', '203.0.113.7', '203.0.113.7'],
  ['IPv4 mapped into IPv6, in capitals and in full', '0:0:0:0:0:FFFF:CB00:7107', '203.0.113.7'],
  ['IPv4 mapped into IPv6, with brackets and a port', '[::ffff:203.0.113.7]:4711', '203.0.113.7'],
  ['IPv6 of the same /64', '2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['IPv6 in brackets with a port', '[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['IPv6 with a zone', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['IPv6 loopback', '::1', '0:0:0:0::/64'],
])('The key of an address is right for %s', (_, address, key) => expect(addressKey(address)).toBe(key));

it.each(['', '_hidden', '1.2.3', '1.2.3.256', '0x7f.1', '[1.2.3.4', '::1]'])(
  'The text "%s" has no key of an address',
  (address) => expect(addressKey(address)).toBeUndefined(),
);

it('A network has a quarter, may take it again once released, and all networks have at most the whole', () => {
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

it('A network that holds nothing may take any amount, beside nothing of others', () => {
  const { take } = createShares(16);
  expect(take('a', 17)).toBeDefined();
  expect(take('b', 1)).toBeUndefined();
});

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:ff::/64', '2001:db8:1::/48'],
  ['2001:0:0:1::/64', '2001:0:0::/48'],
])('The network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

function windowsAt(start: number) {
  const clock = { now: start };
  const { charge } = createLocalWindows({ now: () => clock.now });
  return { charge, clock };
}
