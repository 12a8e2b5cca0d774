import { expect, it } from '@jest/globals';
import { proxies } from '../../runtime/proxies.ts';

it.each([
  '0.0.0.0/0',
  '::/0',
  '0.0.0.0/1,128.0.0.0/1',
  '128.0.0.0/2 64.0.0.0/2,192.0.0.0/2, 0.0.0.0/2,10.0.0.0/8',
  '::ffff:0:0/96',
  '::ffff:0.0.0.0/97,128.0.0.0/1',
  '::/1,8000::/1',
  '2000::/4,3000::/4',
  '10.0.0.0/33',
  '10.0.0.0/08',
  'proxy',
])('TRUST_PROXY refuses %s', (list) => {
  expect(proxies().safeParse(list)).toMatchObject({
    success: false,
    error: {
      issues: [
        {
          message: 'must be a list of IP addresses or CIDR blocks; never all (/0, or blocks that together are all)',
        },
      ],
    },
  });
});

it.each(['', '10.0.0.1', '0.0.0.0/1,128.0.0.0/2,192.0.0.0/3', '10.0.0.0/8, fd00::/8 2001:db8::1', '::1/128,fe80::/10'])(
  'TRUST_PROXY takes "%s"',
  (list) => {
    expect(proxies().parse(list)).toEqual(list.split(/[\s,]+/).filter(Boolean));
  },
);
